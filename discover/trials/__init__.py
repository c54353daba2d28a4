"""Every compiled kernel, compiled afresh and compared with the definition: `mexplore doctor`."""
