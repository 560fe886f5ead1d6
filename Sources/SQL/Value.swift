public import Kernel

/// A value on its way into or out of the database.
public enum Value: Hashable, Sendable {
    /// SQL NULL.
    case null
    /// BIGINT: money in minor units, instants in milliseconds, flags as 0 and 1.
    case integer(Int64)
    /// DOUBLE PRECISION: coordinates only, never money.
    case real(Double)
    /// TEXT: UTF-8 without NUL.
    case text(String)
    /// TEXT: a UUID, written in lower case; read back as text.
    case uuid(RawID)
}

extension Value {
    /// A UUID as its lower-case text.
    @inlinable
    public static func id<Entity>(_ id: ID<Entity>) -> Value { .uuid(id.raw) }

    /// A UUID as its lower-case text, or NULL.
    @inlinable
    public static func id<Entity>(_ id: ID<Entity>?) -> Value { id.map { .uuid($0.raw) } ?? .null }

    /// An instant in milliseconds.
    public static func instant(_ instant: Timestamp) -> Value { .integer(instant.milliseconds) }

    /// An instant in milliseconds, or NULL.
    public static func instant(_ instant: Timestamp?) -> Value {
        instant.map { .integer($0.milliseconds) } ?? .null
    }

    /// A day as days since 1970-01-01.
    public static func day(_ day: CivilDay) -> Value { .integer(Int64(day.dayNumber)) }

    /// A day as its number, or `NULL`.
    public static func day(_ day: CivilDay?) -> Value {
        day.map { .integer(Int64($0.dayNumber)) } ?? .null
    }

    /// A flag as 0 or 1.
    public static func flag(_ flag: Bool) -> Value { .integer(flag ? 1 : 0) }

    /// Text, or NULL.
    public static func text(_ text: String?) -> Value { text.map { .text($0) } ?? .null }

    /// An integer, or NULL.
    public static func integer(_ integer: Int64?) -> Value { integer.map { .integer($0) } ?? .null }

    /// A count.
    public static func count(_ count: Int) -> Value { .integer(Int64(count)) }
}
