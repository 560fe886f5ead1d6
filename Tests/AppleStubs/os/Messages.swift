/// A text of the log, whose parts say who may read them.
public struct OSLogMessage: ExpressibleByStringInterpolation {
    /// Takes a text with values in it.
    public init(stringInterpolation: OSLogInterpolation) {}
    /// Takes a text.
    public init(stringLiteral value: String) {}
}

/// Who may read a value.
public struct OSLogPrivacy {
    /// Everybody.
    public static var `public`: OSLogPrivacy { OSLogPrivacy() }
    /// Nobody.
    public static var `private`: OSLogPrivacy { OSLogPrivacy() }
    /// Whoever the kind of value is for.
    public static var auto: OSLogPrivacy { OSLogPrivacy() }
}

/// How a whole number is written.
public struct OSLogIntegerFormatting {
    /// By ten digits.
    public static var decimal: OSLogIntegerFormatting { OSLogIntegerFormatting() }
}

/// How wide a value is written.
public struct OSLogStringAlignment {
    /// As wide as it is.
    public static var none: OSLogStringAlignment { OSLogStringAlignment() }
}

/// A text as it is put together.
///
/// Apple's has one function for each of Swift's whole numbers; one for all of them takes the same.
public struct OSLogInterpolation: StringInterpolationProtocol {
    /// Makes room.
    public init(literalCapacity: Int, interpolationCount: Int) {}

    /// Takes text.
    public mutating func appendLiteral(_ literal: String) {}

    /// Takes a whole number.
    public mutating func appendInterpolation<T: FixedWidthInteger>(
        _ number: @autoclosure @escaping () -> T,
        format: OSLogIntegerFormatting = .decimal,
        align: OSLogStringAlignment = .none,
        privacy: OSLogPrivacy = .auto
    ) {}

    /// Takes a text.
    public mutating func appendInterpolation(
        _ argumentString: @autoclosure @escaping () -> String,
        align: OSLogStringAlignment = .none,
        privacy: OSLogPrivacy = .auto
    ) {}

    /// Takes whatever describes itself.
    public mutating func appendInterpolation<T: CustomStringConvertible>(
        _ value: @autoclosure @escaping () -> T,
        align: OSLogStringAlignment = .none,
        privacy: OSLogPrivacy = .auto
    ) {}
}
