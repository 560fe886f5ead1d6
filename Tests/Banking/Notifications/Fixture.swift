import Banking
import Kernel
import Testing

/// An instant that a test writes down.
func instant(_ text: String) throws -> Timestamp { try #require(Timestamp(text)) }

/// A time of day that a test writes down.
func time(_ text: String) throws -> LocalTime { try #require(LocalTime(text)) }

/// Quiet hours, such as `22:00-07:00`.
func quietHours(_ text: String) throws -> QuietHours {
    let parts = text.split(separator: "-")
    try #require(parts.count == 2)
    return try #require(QuietHours(start: time(String(parts[0])), end: time(String(parts[1]))))
}

/// An amount in US cents.
func cents(_ minor: Int64) -> Money { Money(minor: minor, currency: .usd) }
