import Contract

@testable import ServerTestbed

/// Text that would be more than text in a page that shows it as it is.
///
/// Each has a mark of its own, by which a page that shows it is found.
struct EvilText: Sendable {
    let mark: String

    /// The text with a number: marks are words that no page and no key has.
    init(_ number: Int) {
        let letters = Array("abcdefghijklmnopqrstuvwxyz")
        let parts = [number / 676 % 26, number / 26 % 26, number % 26]
        mark = "zq" + String(parts.map { letters[$0] })
    }

    /// The marks in a text, in whatever case.
    static func marks(in text: String) -> Set<String> {
        let bytes = text.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
        let starts = bytes.indices.filter { bytes[$0...].starts(with: "zq".utf8) }
        return Set(starts.map { String(decoding: bytes[$0...].prefix(5), as: UTF8.self) })
    }

    /// As much of it as fits in so many Unicode scalars.
    func text(upTo most: Int) -> String {
        [long, medium, short].first { $0.unicodeScalars.count <= most } ?? mark
    }

    /// An address to be followed; ends of an attribute and of elements, once joined by a mark;
    /// elements and handlers; a change of the direction of writing.
    private var long: String {
        "javascript:\(mark)//\"'><img src=x onerror=\(mark)></textarea>]]>"
            + "\"\u{301} onfocus=\(mark) x=\"<script>\(mark)</script>\u{202E}."
    }

    private var medium: String {
        "\(mark)\"\u{301} onfocus=\(mark) '><script>\(mark)</script>"
    }

    private var short: String { "\"'><img src=x onerror=\(mark)>" }

    /// The same as an e-mail address, which has no spaces.
    var address: String { "\"'><img/src=x/onerror=\(mark)>@evil.example" }

    /// The same as part of a bank's file.
    var inFile: String {
        // By scalars: with a mark behind it a quote is another character.
        let doubled = medium.unicodeScalars.flatMap { $0 == "\"" ? [$0, $0] : [$0] }
        return "\"\(String(String.UnicodeScalarView(doubled)))\""
    }
}

extension Schema {
    /// Whether it is text that a member writes as it likes.
    var isFreeText: Bool { kind == .string && text == .plain && allowed.isEmpty }
}
