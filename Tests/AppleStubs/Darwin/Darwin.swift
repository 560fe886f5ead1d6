/// What our files use of Apple's C library has the same names in Linux's.
@_exported public import Glibc
