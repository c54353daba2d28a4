"""Every compiled kernel, compiled afresh and held against the definition: `mexplore doctor`."""
