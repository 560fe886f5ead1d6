// What calls take and give is the contract's: whoever imports the client has the names of that too.
@_exported public import Contract
@_exported public import Kernel

@_exported public import enum Catalogue.GuardianCategory
@_exported public import struct Guardian.Coordinate
