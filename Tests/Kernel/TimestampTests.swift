import Kernel
import Testing

@Suite("Instants")
struct TimestampTests {
    @Test(
        "an instant's text is read in every form that occurs",
        arguments: [
            ("1970-01-01T00:00:00Z", 0), ("2025-01-15T10:30:00Z", 1_736_937_000_000),
            ("2025-01-15t10:30:00z", 1_736_937_000_000), ("2025-01-15 10:30:00", 1_736_937_000_000),
            ("2025-01-15T10:30:00", 1_736_937_000_000),
            ("2025-01-15T10:30:00.5Z", 1_736_937_000_500),
            ("2025-01-15T10:30:00.25", 1_736_937_000_250),
            ("2025-01-15T10:30:00.123999999+00:00", 1_736_937_000_123),
            ("2025-01-15T11:30:00+01:00", 1_736_937_000_000),
            ("2025-01-15T05:00:00-05:30", 1_736_937_000_000),
            ("2025-01-16T00:15:00.007+13:45", 1_736_937_000_007),
            ("2025-01-15T10:30:00-00:00", 1_736_937_000_000),
            ("2024-02-29T23:59:59Z", 1_709_251_199_000), ("2000-02-29T00:00:00Z", 951_782_400_000),
            ("1969-12-31T23:59:59.999Z", -1), ("1970-01-01T00:00:00+00:01", -60_000),
            ("0001-01-01T00:00:00Z", -62_135_596_800_000),
            ("9999-12-31T23:59:59Z", 253_402_300_799_000),
        ]
    )
    func read(text: String, milliseconds: Int64) {
        #expect(Timestamp(text)?.milliseconds == milliseconds)
    }

    @Test(
        "a text that is no instant is refused",
        arguments: [
            "", "2025-01-15", "2025-01-15T10:30", "2025-01-15T10:30Z", "2025-1-15T10:30:00Z",
            "2025-02-29T00:00:00Z", "1900-02-29T00:00:00Z", "2025-13-01T00:00:00Z",
            "2025-00-10T00:00:00Z", "2025-04-31T00:00:00Z", "2025-01-00T00:00:00Z",
            "0000-01-01T00:00:00Z", "2025-01-15T24:00:00Z", "2025-01-15T10:60:00Z",
            "2025-01-15T10:30:60Z", "2025-01-15T10:30:00.Z", "2025-01-15T10:30:00,5Z",
            "2025-01-15T10:30:00+0100", "2025-01-15T10:30:00+01", "2025-01-15T10:30:00+24:00",
            "2025-01-15T10:30:00+01:60", "2025-01-15T10:30:00 Z", "2025-01-15T10:30:00ZZ",
            "2025-01-15X10:30:00Z", "2025/01/15T10:30:00Z", "2025-01-15T10-30-00Z",
            "+025-01-15T10:30:00Z", "2025-01-15T10:30:00Z ", " 2025-01-15T10:30:00Z",
            "２０25-01-15T10:30:00Z", "2025-01-1\u{665}T10:30:00Z", "now",
        ]
    )
    func refused(text: String) {
        #expect(Timestamp(text) == nil)
    }

    @Test(
        "an instant is written in whole seconds, rounded down",
        arguments: [
            (0, "1970-01-01T00:00:00"), (999, "1970-01-01T00:00:00"),
            (-1, "1969-12-31T23:59:59"), (-1_000, "1969-12-31T23:59:59"),
            (1_736_937_000_500, "2025-01-15T10:30:00"), (951_782_400_000, "2000-02-29T00:00:00"),
            (-62_135_596_800_000, "0001-01-01T00:00:00"),
        ]
    )
    func written(milliseconds: Int64, text: String) {
        let instant = Timestamp(milliseconds: milliseconds)
        #expect(instant.textWithoutZone == text)
        #expect(instant.text == text + "Z")
    }

    @Test("what is written is read back, over four centuries")
    func roundTrip() {
        let lost = stride(from: Int64(-6_000_000_000), through: 6_000_000_000, by: 1_234_567)
            .map(Timestamp.init(seconds:))
            .filter { Timestamp($0.text) != $0 || Timestamp($0.textWithoutZone) != $0 }
        #expect(lost == [])
    }

    @Test("instants add, order and round down")
    func arithmetic() {
        let instant = Timestamp(seconds: 10)
        #expect(instant.adding(seconds: -11).milliseconds == -1_000)
        #expect(instant.adding(milliseconds: 1) > instant)
        #expect(Timestamp(milliseconds: -1).seconds == -1)
        #expect(Timestamp(milliseconds: 1_999).seconds == 1)
    }
}
