import Kernel

extension BankFileFormat {
    /// Tells the format by the beginning of a file, as far as ``Limits/bankFileHeadBytes``.
    ///
    /// - Parameter head: The bytes as they come.
    /// - Throws: ``BankFileRefusal`` `empty`, `unsupported`; `malformed` for XML with a DTD.
    public init(head: [UInt8]) throws(BankFileRefusal) {
        self = try Self.detect(head, TextDecoder(head: head))
    }

    static func detect(_ head: [UInt8], _ decoder: TextDecoder) throws(BankFileRefusal) -> Self {
        if let kind = signatures.first(where: { head.starts(with: $0.bytes) })?.kind {
            throw .unsupported(reason: "The file is \(kind), no bank file.")
        }
        if !decoder.isUTF16, head.contains(0) { throw binary }
        let whole = decoder.text(ofHead: head)
        if whole.allSatisfy(\.isSpace) { throw .empty }
        let text = whole.trimmedSpace
        if isBinary(whole[...]) { throw binary }
        if text.first == UInt8(ascii: "<") || text.first(range: "<OFX>") != nil {
            return try ofMarkup(text)
        }
        if text.hasPrefix("OFXHEADER") { return .ofx1 }
        if text.first == UInt8(ascii: "!"), isQIF(text) { return .qif }
        if isMT940(text) { return .mt940 }
        let isJSON = text.hasPrefix("{\"") || text.hasPrefix("[{")
        guard !isJSON, text.contains(where: CSVDetection.delimiters.contains) else {
            throw .unsupported(reason: "The file is text, but of no format of bank files.")
        }
        return .csv
    }

    private static let binary = BankFileRefusal.unsupported(reason: "The file is no text.")

    private static let signatures: [(bytes: [UInt8], kind: String)] = [
        ([0x89, 0x50, 0x4E, 0x47], "a picture (PNG)"), ([0xFF, 0xD8, 0xFF], "a picture (JPEG)"),
        (Array("GIF8".utf8), "a picture (GIF)"), (Array("%PDF-".utf8), "a PDF"),
        ([0x50, 0x4B, 0x03, 0x04], "an archive or a spreadsheet (ZIP)"),
        ([0x1F, 0x8B], "an archive (gzip)"), ([0xD0, 0xCF, 0x11, 0xE0], "an old spreadsheet"),
        (Array("{\\rtf".utf8), "a text document (RTF)"), ([0x7F, 0x45, 0x4C, 0x46], "a program"),
    ]

    /// Whether more than one character of 32 is a control character that texts do not have.
    private static func isBinary(_ text: ArraySlice<UInt8>) -> Bool {
        let controls = text.count { $0 < 0x20 && !(0x09...0x0D).contains($0) }
        return controls * 32 > text.count + 64
    }

    private static func ofMarkup(_ text: ArraySlice<UInt8>) throws(BankFileRefusal) -> Self {
        let isXML = text.hasPrefix("<?xml")
        if text.first(range: "<!DOCTYPE HTML") != nil || text.first(range: "<HTML") != nil {
            throw .unsupported(reason: "The file is a web page, no bank file.")
        }
        if text.first(range: "<!DOCTYPE") != nil || text.first(range: "<!ENTITY") != nil {
            throw .malformed(line: 1, reason: "A document type declaration is not read.")
        }
        if text.first(range: "BkToCstmrStmt") != nil { return .camt053 }
        if text.first(range: "<OFX>") != nil || text.first(range: "<OFX ") != nil {
            let isXMLHeader = isXML || text.hasPrefix("<?OFX")
            return isXMLHeader ? .ofx2 : .ofx1
        }
        throw .unsupported(reason: "The file is markup, but neither OFX nor CAMT.053.")
    }

    private static func isQIF(_ text: ArraySlice<UInt8>) -> Bool {
        ["!Type:", "!Account", "!Option:", "!Clear:"].contains { text.hasPrefix($0) }
    }

    /// Whether a field `:20:` begins a line, and another field of a statement does behind it.
    private static func isMT940(_ text: ArraySlice<UInt8>) -> Bool {
        guard let start = text.first(line: ":20:") else { return false }
        let rest = text[start...]
        return [":25", ":28", ":60", ":61:"].contains { rest.first(line: $0) != nil }
    }
}
