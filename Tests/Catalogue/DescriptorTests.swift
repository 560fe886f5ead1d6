import Catalogue
import Testing

@Suite("Descriptors without what surrounds the name")
struct DescriptorTests {
    @Test(
        "processors, banks' words, numbers, cities and states go, and the name stays",
        arguments: [
            ("SQ *BLUE BOTTLE COFFEE #0123 SEATTLE WA", "BLUE BOTTLE COFFEE"),
            ("TST* CAFÉ NOIR 0042 PORTLAND OR", "CAFE NOIR"),
            ("sp allbirds", "ALLBIRDS"), ("SP + ALLBIRDS", "ALLBIRDS"), ("PP*ACME", "ACME"),
            ("PAYPAL *ACME 402-935-7733 CA", "ACME"), ("PAYPAL INST XFER ACME", "ACME"),
            ("IN *ACME LLC", "ACME LLC"), ("IN-N-OUT BURGER 12", "IN N OUT BURGER"),
            ("GOOGLE *ACME", "ACME"), ("APLPAY ACME", "ACME"), ("POS DEBIT ACME", "ACME"),
            ("CHECKCARD 0115 ACME #552 SAN RAFAEL CA", "ACME"),
            ("DEBIT CARD PURCHASE XXXX1234 SQ *ACME", "ACME"),
            (
                "PURCHASE AUTHORIZED ON 01/15 ACME STORE 00123 SMALLTOWN WA S4640151234 CARD 1234",
                "ACME STORE"
            ),
            ("ACME 800-555-0100", "ACME"), ("ACME 1-800-555-0100 CA", "ACME"),
            ("ACME 2025-01-15", "ACME"), ("ACME 15JAN", "ACME"), ("JAN15 ACME", "ACME"),
            ("ACME 12:30", "ACME"), ("ACME ****1234", "ACME"), ("ACME*2K4LM0AB1", "ACME"),
            ("ACME F12345", "ACME"), ("ACME 7", "ACME"), ("7 ACME", "7 ACME"),
            ("#12 ACME", "ACME"), ("ACME USA", "ACME"), ("ACME SALT LAKE CITY UT", "ACME"),
            ("ACME SMALLTOWN KS", "ACME SMALLTOWN"), ("ACME 12 SMALLTOWN KS", "ACME 12 SMALLTOWN"),
            ("TIFFANY & CO", "TIFFANY AND CO"), ("H&M", "H AND M"), ("Disney+", "DISNEY PLUS"),
            ("TRADER JOE'S", "TRADER JOES"), ("Trader Joe\u{2019}s", "TRADER JOES"),
            ("SEATTLE WA", "SEATTLE"), ("WA", "WA"), ("SQ *", "SQ"), ("POS DEBIT", "DEBIT"),
            ("SQ *SQ *SQ *ACME", "ACME"), ("BET365", "BET365"), ("U2 SHOP", "U2 SHOP"),
            ("ＡＣＭＥ　＃１２", "ACME"), ("Straße", "STRASSE"), ("東京 ストア", "東京 ストア"),
            ("", ""), (" \t\n", ""), ("12345 67890", ""), ("XXXXXXXXXXXX1234", ""), ("***", ""),
            ("\u{301}", ""),
        ]
    )
    func form(text: String, expected: String) {
        let form = Descriptor.normalised(text)
        #expect(Array(form.unicodeScalars) == Array(expected.unicodeScalars))
    }

    @Test("the form of a form is itself, for every scalar there is")
    func everyScalar() {
        let unstable = (UInt32(0)...0x1_0FFF).compactMap(Unicode.Scalar.init).filter { scalar in
            let once = Descriptor.normalised("a\(scalar)b \(scalar) c")
            return !once.unicodeScalars.elementsEqual(Descriptor.normalised(once).unicodeScalars)
        }
        #expect(unstable == [])
    }

    @Test("the form of a form is itself, however its parts are put together", arguments: 1...20)
    func everyMix(seed: UInt64) {
        var draw = Draw(seed: seed)
        for _ in 0..<1_000 {
            let text = draw.descriptor()
            let form = Descriptor.normalised(text)
            #expect(Descriptor.normalised(form) == form, "seed \(seed): \(text)")
        }
    }

    @Test(
        "a text of any length is gone through once",
        arguments: ["SQ *", "WA ", "STARBUCKS STORE ", "1", "A", "é", "'", "01/15 ", "SALT LAKE "]
    )
    func long(part: String) {
        let text = String(repeating: part, count: 10_000 / part.utf8.count)
        let form = Descriptor.normalised(text)
        #expect(form.utf8.count <= text.utf8.count)
        #expect(Descriptor.normalised(form) == form)
    }
}

/// Descriptors that are drawn from what descriptors are made of.
struct Draw {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func descriptor() -> String {
        (0...below(8)).map { _ in Self.parts[below(Self.parts.count)] + (below(3) > 0 ? " " : "") }
            .joined()
    }

    /// The linear congruential generator of Knuth's MMIX; its high bits are drawn.
    private mutating func below(_ bound: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int((state >> 33) % UInt64(bound))
    }

    private static let parts = [
        "SQ", "*", "TST", "POS", "DEBIT", "CARD", "PURCHASE", "CHECKCARD", "0115", "01/15", "#12",
        "12", "7", "WA", "OR", "IN", "CO", "USA", "SEATTLE", "NEW", "YORK", "SALT", "LAKE", "CITY",
        "SP", "+", "&", "AND", "PAYPAL", "INST", "XFER", "XXXX", "XXXX1234", "'", " ", "-", "/",
        ".",
        "STORE", "STARBUCKS", "7-ELEVEN", "A1", "F123", "2K4LM0AB1", "GOOGLE", "123456", "PP",
        "RECURRING", "PAYMENT", "AUTHORIZED", "ON", "1", "800", "555", "é", "ß", "ﬁ", "1\u{301}",
    ]
}
