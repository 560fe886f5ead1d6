import Testing

@testable import ServerTestbed

/// A page as a browser takes it apart (WHATWG HTML, section 13.2.5), as far as pages of ours go;
/// whatever else it finds is a fault.
struct HTMLPage {
    /// One tag that begins something.
    struct Tag {
        let name: String
        let attributes: [(name: String, value: String)]

        subscript(_ name: String) -> String? { attributes.first { $0.name == name }?.value }
    }

    enum Token {
        case begin(Tag)
        case end(String)
        case text(String)
    }

    private(set) var tokens: [Token] = []
    /// What no page of ours has.
    private(set) var faults: [String] = []

    /// What begins something, in order.
    var tags: [Tag] { tokens.compactMap { if case .begin(let tag) = $0 { tag } else { nil } } }

    private let bytes: [UInt8]
    private var index = 0

    init(_ text: String) {
        bytes = Array(text.utf8)
        while index < bytes.count { readText() }
    }

    // MARK: Text

    private mutating func readText() {
        let start = index
        while index < bytes.count, bytes[index] != UInt8(ascii: "<") { index += 1 }
        if index > start { tokens.append(.text(Self.unescaped(bytes[start..<index]))) }
        guard index < bytes.count else { return }
        index += 1
        switch byte {
        case UInt8(ascii: "!"): readDeclaration()
        case UInt8(ascii: "/"): readEnd()
        case let letter? where Self.isLetter(letter): readTag()
        default: faults.append("a bare < before \(text(from: index))")
        }
    }

    private var byte: UInt8? { index < bytes.count ? bytes[index] : nil }

    private func text(from start: Int) -> String {
        String(decoding: bytes[start..<min(start + 40, bytes.count)], as: UTF8.self)
    }

    private mutating func readDeclaration() {
        let start = index
        skip(past: UInt8(ascii: ">"))
        let declaration = String(decoding: bytes[start..<index], as: UTF8.self)
        if declaration != "!doctype html>" { faults.append("<\(declaration)") }
    }

    private mutating func skip(past end: UInt8) {
        while let byte, byte != end { index += 1 }
        index += 1
        if index > bytes.count {
            faults.append("ends within a tag")
            index = bytes.count
        }
    }

    private mutating func readEnd() {
        index += 1
        let start = index
        skip(past: UInt8(ascii: ">"))
        let name = String(decoding: bytes[start..<max(start, index - 1)], as: UTF8.self)
        if !name.utf8.allSatisfy(Self.isOfName) { faults.append("</\(name)>") }
        tokens.append(.end(name))
    }

    // MARK: Tags

    private mutating func readTag() {
        let start = index
        while let byte, Self.isOfName(byte) { index += 1 }
        let name = String(decoding: bytes[start..<index], as: UTF8.self)
        var attributes: [(name: String, value: String)] = []
        while true {
            let spaces = skipSpaces()
            guard let byte else {
                faults.append("ends within <\(name)")
                break
            }
            if byte == UInt8(ascii: ">") {
                index += 1
                break
            }
            if byte == UInt8(ascii: "/"), index + 1 < bytes.count,
                bytes[index + 1] == UInt8(ascii: ">")
            {
                index += 2
                break
            }
            if spaces == 0 { faults.append("<\(name) goes on at once: \(text(from: index))") }
            attributes.append(readAttribute(of: name))
        }
        let twice = Dictionary(grouping: attributes, by: \.name).filter { $1.count > 1 }.keys
        if !twice.isEmpty { faults.append("<\(name) has \(twice.sorted()) twice") }
        tokens.append(.begin(Tag(name: name, attributes: attributes)))
        if ["script", "style", "textarea", "title"].contains(name) { readRaw(of: name) }
    }

    private mutating func skipSpaces() -> Int {
        let start = index
        while let byte, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { index += 1 }
        return index - start
    }

    private mutating func readAttribute(of tag: String) -> (name: String, value: String) {
        let start = index
        while let byte, Self.isOfName(byte) { index += 1 }
        let name = String(decoding: bytes[start..<index], as: UTF8.self)
        guard index > start else {
            faults.append("<\(tag) has no attribute at \(text(from: index))")
            index += 1
            return ("", "")
        }
        guard byte == UInt8(ascii: "=") else { return (name, "") }
        index += 1
        guard byte == UInt8(ascii: "\"") else {
            faults.append("<\(tag) has \(name) without quotes: \(text(from: index))")
            return (name, "")
        }
        index += 1
        let first = index
        skip(past: UInt8(ascii: "\""))
        return (name, Self.unescaped(bytes[first..<max(first, index - 1)]))
    }

    /// Reads what has no tags within: up to its own end.
    private mutating func readRaw(of name: String) {
        let end = Array("</\(name)".utf8)
        let start = index
        while index < bytes.count, !bytes[index...].starts(with: end) { index += 1 }
        let raw = bytes[start..<index]
        // Of a script or a style escapes are none.
        let isText = ["textarea", "title"].contains(name)
        let text = isText ? Self.unescaped(raw) : String(decoding: raw, as: UTF8.self)
        if !text.isEmpty { tokens.append(.text(text)) }
        if isText, raw.contains(UInt8(ascii: "<")) { faults.append("a bare < in \(name)") }
        if !isText, !raw.isEmpty { faults.append("<\(name)> has \(text.prefix(40))") }
        if index == bytes.count { faults.append("<\(name)> does not end") }
    }

    // MARK: Characters

    private static func isLetter(_ byte: UInt8) -> Bool {
        (0x61...0x7A).contains(byte | 0x20)
    }

    private static func isOfName(_ byte: UInt8) -> Bool {
        isLetter(byte) || (0x30...0x39).contains(byte) || byte == UInt8(ascii: "-")
    }

    private static let escapes = [
        ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&nbsp;", "\u{A0}"),
        ("&amp;", "&"),
    ].map { (Array($0.utf8), Array($1.utf8)) }

    private static func unescaped(_ bytes: ArraySlice<UInt8>) -> String {
        guard bytes.contains(UInt8(ascii: "&")) else {
            return String(decoding: bytes, as: UTF8.self)
        }
        var plain: [UInt8] = []
        var rest = bytes
        while let first = rest.first {
            let escape =
                first == UInt8(ascii: "&") ? escapes.first { rest.starts(with: $0.0) } : nil
            plain += escape?.1 ?? [first]
            rest = rest.dropFirst(escape?.0.count ?? 1)
        }
        return String(decoding: plain, as: UTF8.self)
    }
}

extension HTMLPage {
    /// What a reader sees or is read: texts, and attributes that hold some.
    ///
    /// Addresses and what forms carry unseen are not of it.
    var shown: String {
        let parts = tokens.map { token in
            switch token {
            case .text(let text): text
            case .end: ""
            case .begin(let tag) where tag["type"] == "hidden": ""
            case .begin(let tag):
                tag.attributes.filter { Self.shownAttributes.contains($0.name) }.map(\.value)
                    .joined(separator: "\n")
            }
        }
        return parts.joined(separator: "\n")
    }

    private static let shownAttributes: Set = [
        "value", "aria-label", "title", "data-reader", "content", "alt",
    ]

    /// Where its links lead.
    var links: [String] { tags.filter { $0.name == "a" }.compactMap { $0["href"] } }
}
