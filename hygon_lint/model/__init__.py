"""Facts as data: arches, descriptor layout, intrinsics, assumed magnitudes."""
