"""The formats in which `terms` lists values."""

from __future__ import annotations

from typing import Literal

Format = Literal["table", "plain", "csv", "json", "bfile", "parquet"]
