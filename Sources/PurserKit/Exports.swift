// What calls take and give is the contract's: whoever imports the client has the names of that too,
// and no others. `Empty`, `Entity`, `Method` and `Schema` would collide with names of Apple's
// frameworks, and parsers and encoders are no app's business.
@_exported public import enum Catalogue.GuardianCategory
@_exported public import enum Contract.API
@_exported public import enum Contract.Access
@_exported public import struct Contract.AlertThreshold
@_exported public import struct Contract.BoundedAmount
@_exported public import struct Contract.BoundedNumber
@_exported public import struct Contract.CacheLifetime
@_exported public import struct Contract.ClearableText
@_exported public import enum Contract.DateFilter
@_exported public import struct Contract.DecimalAmount
@_exported public import struct Contract.Endpoint
@_exported public import protocol Contract.EndpointDeclaration
@_exported public import struct Contract.Fault
@_exported public import struct Contract.GuardianTimestamp
@_exported public import enum Contract.JSON
@_exported public import struct Contract.MemberReference
@_exported public import enum Contract.MonthOrDay
@_exported public import struct Contract.Nullable
@_exported public import protocol Contract.NumberBounds
@_exported public import struct Contract.PageNumber
@_exported public import struct Contract.Password
@_exported public import struct Contract.Problem
@_exported public import struct Contract.Ratio
@_exported public import enum Contract.Surface
@_exported public import struct Contract.SyncKind
@_exported public import struct Contract.SyncRecord
@_exported public import protocol Contract.SyncValue
@_exported public import struct Contract.SyncWrite
@_exported public import struct Contract.VersionTag
@_exported public import struct Contract.WireDay
@_exported public import protocol Contract.WireInput
@_exported public import struct Contract.WireMonth
@_exported public import struct Contract.WireTime
@_exported public import struct Contract.WireTimestamp
@_exported public import struct Guardian.Coordinate
@_exported public import struct Kernel.APIScopes
@_exported public import struct Kernel.CivilDay
@_exported public import struct Kernel.CivilMonth
@_exported public import struct Kernel.Currency
public import enum Kernel.Entity
@_exported public import struct Kernel.ID
@_exported public import struct Kernel.LocalTime
@_exported public import struct Kernel.Money
@_exported public import enum Kernel.MoneyError
@_exported public import struct Kernel.RawID
@_exported public import struct Kernel.Timestamp
@_exported public import class Kernel.Zone

extension API {
    /// What ids are of, as in `ID<API.Entity.Child>`.
    public typealias Entity = Kernel.Entity
}
