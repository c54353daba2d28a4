"""Take-and-break codes: ``0.77``, ``4!.0``, ``0.{0,2,4+}``.

``code`` reads a code into digits and says it in words, ``partitions`` lists what a heap may be
split into, ``rule`` has the definition. A kernel a number of heaps: ``two_heaps``, and ``sparse/``
for long sequences of two heaps; ``three_heaps``; ``xor_sets`` for any number.
"""

LOOKS_LIKE = r"(?:[0-9A-Za-z!?=*\[\]&;]|\{[^{}]*\})*\.|\{|[0-9]+[!?=]?$"
