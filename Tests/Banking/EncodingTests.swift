import Banking
import Kernel
import Testing

@Suite("Encodings of bank files")
struct EncodingTests {
    private static let text = "Date;Amount;Description\n2025-08-01;1.00;Café 東京 €\n"

    private static func texts(_ bytes: [UInt8]) throws -> [String] {
        try TestFile("", bytes: bytes).rows().map(\.text)
    }

    @Test("UTF-8 and UTF-16 are read with a byte order mark and without")
    func unicode() throws {
        let little = Array(Self.text.utf16).flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        let big = Array(Self.text.utf16).flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        let files = [
            Array(Self.text.utf8), [0xEF, 0xBB, 0xBF] + Array(Self.text.utf8), little, big,
            [0xFF, 0xFE] + little, [0xFE, 0xFF] + big,
        ]
        for file in files { #expect(try Self.texts(file) == ["Café 東京 €"]) }
    }

    @Test("a letter of two units of UTF-16 is one, wherever the pieces are cut")
    func surrogates() throws {
        let units = Array("Date;Amount;Description\n2025-08-01;1.00;Café 😀 €\n".utf16)
        let little: [UInt8] = [0xFF, 0xFE] + units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        let big: [UInt8] = [0xFE, 0xFF] + units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        for bytes in [little, big] {
            let file = TestFile("", bytes: bytes)
            #expect(try file.rows().map(\.text) == ["Café 😀 €"])
            for length in 1...5 { #expect(file.told(pieces: [length]) == file.told()) }
        }
    }

    @Test("what is no UTF-8 is Windows-1252")
    func windows() throws {
        let head = Array("Date;Amount;Description\n2025-08-01;1.00;".utf8)
        #expect(try Self.texts(head + [0x43, 0xE9, 0x20, 0x80, 0x0A]) == ["Cé €"])
        // In Windows-1252 this is É and », which UTF-8 would read as one letter.
        #expect(try Self.texts(head + [0xE9, 0x20, 0xE8, 0x20, 0xC9, 0xBB, 0x0A]) == ["é è É»"])
        // A name that was cut in the middle of a character leaves the rest as it is.
        let cut = Array("é東京".utf8) + [0xC3, 0x0A]
        #expect(try Self.texts(head + cut) == ["é東京Ã"])
    }

    @Test("a head of ASCII leaves it to what comes behind")
    func late() throws {
        let row = "2025-08-01;1.00;a text that fills the head of the file\n"
        let head = "Date;Amount;Description\n" + String(repeating: row, count: 2_000)
        let start = Array((head + "2025-08-01;1.00;").utf8)
        #expect(try Self.texts(start + Array("é\n".utf8)).last == "é")
        #expect(try Self.texts(start + [0xE9, 0x0A]).last == "é")
    }

    @Test(
        "what OFX declares counts where the bytes do not tell",
        arguments: [
            ("1252", [0xE9, 0x80], "é€"), ("ISO-8859-1", [0xE9, 0x80], "é€"),
            ("NONE", [0xE9], "é"), ("8859-15", [0xA4], "€"), ("ISO-8859-15", [0xA4], "€"),
            ("UTF-8", [0xC3, 0xA9], "é"), ("1252", [0xC3, 0xA9], "é"), ("1251", [0xC3, 0xA9], "é"),
            ("UTF-8", [0xE9], "é"),
        ] as [(String, [UInt8], String)]
    )
    func declared(name: String, bytes: [UInt8], text: String) throws {
        #expect(try Self.texts(Self.ofx(name, bytes)) == [text])
    }

    @Test("an encoding that is not read is refused where it would matter")
    func unknown() {
        #expect(
            TestFile("", bytes: Self.ofx("1251", [0xCF])).told() == [
                "malformed 16: The file's encoding, as it declares it, is not read."
            ]
        )
    }

    @Test("XML that declares one encoding and has another is read by its bytes")
    func xml() throws {
        let text = String(decoding: Samples.ofx2.bytes, as: UTF8.self)
        let wrong = text.replacing("encoding=\"UTF-8\"", with: "encoding=\"ISO-8859-1\"")
        #expect(try Self.texts(Array(wrong.utf8)) == ["Café & Bar", "Bakery"])
        let latin = text.unicodeScalars.map { UInt8($0.value) }
        #expect(try Self.texts(latin) == ["Café & Bar", "Bakery"])
    }

    @Test("a zero byte behind the head is refused with its line")
    func zero() {
        let row = "2025-08-01;1.00;a text that fills the head of the file\n"
        let head = "Date;Amount;Description\n" + String(repeating: row, count: 2_000)
        let file = TestFile("", bytes: Array(head.utf8) + [0x32, 0, 0x0A])
        #expect(
            file.told() == ["malformed 2002: The file has a zero byte, which no text has."]
        )
    }

    @Test("control characters, and what turns texts around, do not reach a list")
    func controls() throws {
        let text = "Date;Amount;Description\n2025-08-01;1.00; a\u{1}\u{9B}b\u{202E}c\u{2003}\td \n"
        #expect(try Self.texts(Array(text.utf8)) == ["a bc d"])
    }

    private static func ofx(_ set: String, _ name: [UInt8]) -> [UInt8] {
        let header = Samples.ofxHeader.replacing("1252", with: set)
        let row = "<STMTTRN><DTPOSTED>20250801<TRNAMT>1<NAME>|</STMTTRN>"
        let parts = Samples.ofx1(row, header: header).split(separator: "|")
        return Array(parts[0].utf8) + name + Array(parts[1].utf8)
    }
}
