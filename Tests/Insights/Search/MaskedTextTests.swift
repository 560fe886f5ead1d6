import Insights
import Testing

@Suite("Names without what tells who somebody is")
struct MaskedTextTests {
    @Test(
        "hide long numbers, telephone numbers and addresses",
        arguments: [
            ("ACCT 1234567890", "ACCT ***"), ("A1234567890123B", "A***B"),
            ("12345678901 and 123456789", "*** and 123456789"), ("١٢٣٤٥٦٧٨٩٠", "***"),
            ("Zelle 415-555-0100", "Zelle ***"), ("to (415) 555 0100 Bob", "to *** Bob"),
            ("(415) 5550100", "***"), ("1-800-555-0100", "***"), ("415.555.0100", "***"),
            ("+44 20 7946 0958 Bob", "*** Bob"), ("Bob +4915112345678", "Bob ***"),
            ("01632 960983", "***"), ("020 7946 0958", "***"), ("01 42 68 53 00", "***"),
            ("call 555-0100", "call ***"), ("12 Main St", "***"), ("at 12 Main St.", "at ***."),
            ("12B North Main Street, Apt 4 Austin", "*** Austin"), ("221b Baker Street", "***"),
            ("Rent 1600 Pennsylvania Avenue NW", "Rent *** NW"), ("12 St James Street", "***"),
            ("Hauptstraße 12 Berlin", "*** Berlin"), ("5 O'Brien Rd", "***"),
            ("1 5th Ave", "***"), ("415-555-0100 415-555-0101", "*** ***"),
        ]
    )
    func hidden(text: String, expected: String) {
        #expect(MaskedText.masked(text) == expected)
    }

    @Test(
        "keep the rest as it is",
        arguments: [
            "Whole Foods", "STORE 0231", "WHOLEFDS MKT 10233 AUSTIN TX", "7-Eleven 34512",
            "24 Hour Fitness", "AMZN Mktp US*2K4RT81", "2025-05-19", "01/02/2025 10:22",
            "5th Avenue Deli", "1st & Main St", "Pier 1 Imports", "99 Ranch Market", "123456789",
            "Main Street", "東京 12", "e\u{301}\u{327} 1", "", "***", "-14235", "1,234,567.89",
            "2025-11-25 0231", "100% Court", "9 to 5",
        ]
    )
    func kept(text: String) {
        #expect(MaskedText.masked(text).unicodeScalars.elementsEqual(text.unicodeScalars))
    }

    @Test("hide nothing more the second time")
    func stable() {
        for text in ["12 Main St 415-555-0100 1234567890", "+1 (415) 555-0100, 12 Main St"] {
            let once = MaskedText.masked(text)
            #expect(!once.contains { $0.isNumber })
            #expect(MaskedText.masked(once) == once)
        }
    }
}
