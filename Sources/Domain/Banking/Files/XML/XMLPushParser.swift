import CLibXML2
import Kernel

/// libxml2's push parser, for files that nobody has checked.
///
/// It is given UTF-8, in pieces of one size. A document type declaration is refused. None of what
/// declares or finds entities is connected, so there are none but XML's own five, whatever a piece
/// holds. No file and no connection is opened. Depth, tags and texts have a most.
final class XMLPushParser {
    private var context: xmlParserCtxtPtr?
    private var tokens: [XMLToken] = []
    private var text: [UInt8] = []
    private var isTooLong = false
    private var depth = 0
    private var fault: BankFileRefusal?
    /// Bytes given since something was last found.
    private var silentBytes = 0
    private var waiting: [UInt8] = []
    /// Where that which is not read yet begins in what is waiting.
    private var start = 0
    private var isEnded = false
    /// Lines before the XML declaration, which must be the first thing that libxml2 sees.
    private var linesBefore = 0
    private var hasBegun = false

    init() {
        _ = Self.prepareLibrary
        var handler = Self.handler()
        let me = Unmanaged.passUnretained(self).toOpaque()
        context = xmlCreatePushParserCtxt(&handler, me, nil, 0, nil)
        // The text is UTF-8 by now, whatever the declaration says.
        let options = XML_PARSE_NONET.rawValue | XML_PARSE_IGNORE_ENC.rawValue
        if let context { xmlCtxtUseOptions(context, Int32(bitPattern: options)) }
    }

    deinit {
        if let context { xmlFreeParserCtxt(context) }
    }

    /// The line that is being read, from 1.
    var line: Int {
        guard let input = context?.pointee.input else { return linesBefore + 1 }
        return linesBefore + max(1, Int(input.pointee.line))
    }

    /// Adds a piece of the text; what is found comes by ``next(isLast:)``.
    func add(_ bytes: [UInt8]) {
        var bytes = bytes[...]
        if !hasBegun {
            let space = bytes.prefix { $0.isSpace }
            linesBefore += space.count { $0 == 0x0A }
            bytes = bytes[space.endIndex...]
            hasBegun = !bytes.isEmpty
        }
        waiting.append(contentsOf: bytes)
    }

    /// What is found in the next piece of one size, so that it never matters how a text is cut.
    ///
    /// - Parameter isLast: Whether the text ends, and its last piece may be smaller.
    /// - Returns: `nil` when no piece is there.
    /// - Throws: ``BankFileRefusal`` `malformed`.
    func next(isLast: Bool) throws(BankFileRefusal) -> [XMLToken]? {
        let count = min(Self.pieceBytes, waiting.count - start)
        guard count == Self.pieceBytes || isLast && !isEnded else {
            waiting.removeFirst(start)
            start = 0
            return nil
        }
        isEnded = isLast && count < Self.pieceBytes
        tokens.removeAll(keepingCapacity: true)
        try push(waiting[start..<(start + count)], isLast: isEnded)
        start += count
        return tokens
    }

    private func push(_ piece: ArraySlice<UInt8>, isLast: Bool) throws(BankFileRefusal) {
        guard let context else { throw .malformed(line: 1, reason: "There is no memory for XML.") }
        silentBytes += piece.count
        piece.withUnsafeBytes { bytes in
            let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
            _ = xmlParseChunk(context, start, Int32(bytes.count), isLast ? 1 : 0)
        }
        if let fault { throw fault }
        guard context.pointee.wellFormed != 0, context.pointee.disableSAX == 0 else {
            throw .malformed(line: line, reason: "The XML is broken.")
        }
        guard silentBytes <= Limits.bankFileTagBytes else {
            throw .malformed(line: line, reason: "A tag or a comment is too long.")
        }
    }

    /// Ends the reading for good; what is found in the rest of the piece is not looked at.
    private func refuse(_ reason: String, line: Int? = nil) {
        if fault == nil { fault = .malformed(line: line ?? self.line, reason: reason) }
    }

    private static let pieceBytes = 16_384

    /// Before the first use in the process; once.
    private static let prepareLibrary: Void = xmlInitParser()
}

extension XMLPushParser {
    // MARK: What libxml2 calls

    private static func of(_ pointer: UnsafeMutableRawPointer?) -> XMLPushParser? {
        pointer.map { Unmanaged<XMLPushParser>.fromOpaque($0).takeUnretainedValue() }
    }

    private static func handler() -> xmlSAXHandler {
        var handler = xmlSAXHandler()
        handler.initialized = UInt32(XML_SAX2_MAGIC)
        handler.internalSubset = { me, _, _, _ in
            XMLPushParser.of(me)?.refuse("A document type declaration is not read.")
        }
        handler.startElementNs = { me, name, _, space, _, _, count, _, attributes in
            XMLPushParser.of(me)?.begin(name, space, count, attributes)
        }
        handler.endElementNs = { me, name, _, _ in XMLPushParser.of(me)?.end(name) }
        handler.characters = { me, bytes, count in XMLPushParser.of(me)?.add(bytes, count) }
        handler.ignorableWhitespace = handler.characters
        handler.cdataBlock = handler.characters
        handler.serror = { me, error in
            guard let error else { return }
            XMLPushParser.of(me)?.note(error.pointee)
        }
        return handler
    }

    private func begin(
        _ name: UnsafePointer<xmlChar>?,
        _ space: UnsafePointer<xmlChar>?,
        _ count: Int32,
        _ attributes: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?
    ) {
        silentBytes = 0
        guard fault == nil else { return }
        depth += 1
        guard depth <= Limits.bankFileDepth else { return refuse("The XML is nested too deeply.") }
        text.removeAll(keepingCapacity: true)
        isTooLong = false
        tokens.append(
            XMLToken(
                kind: .start,
                name: Self.string(name),
                space: Self.string(space),
                currency: Self.currency(count, attributes),
                line: line
            )
        )
    }

    private func end(_ name: UnsafePointer<xmlChar>?) {
        silentBytes = 0
        guard fault == nil else { return }
        depth -= 1
        tokens.append(
            XMLToken(
                kind: .end(text: text, isTooLong: isTooLong),
                name: Self.string(name),
                space: "",
                currency: nil,
                line: line
            )
        )
        text.removeAll(keepingCapacity: true)
        isTooLong = false
    }

    private func add(_ bytes: UnsafePointer<xmlChar>?, _ count: Int32) {
        silentBytes = 0
        guard fault == nil, let bytes, count > 0 else { return }
        let room = Limits.bankFileCellBytes - text.count
        isTooLong = isTooLong || Int(count) > room
        text.append(contentsOf: UnsafeBufferPointer(start: bytes, count: min(Int(count), room)))
    }

    private func note(_ error: xmlError) {
        guard error.level == XML_ERR_FATAL else { return }
        let line = linesBefore + max(1, Int(error.line))
        refuse("The XML is broken (libxml2's error \(error.code)).", line: line)
    }

    private static func string(_ name: UnsafePointer<xmlChar>?) -> String {
        name.map { String(cString: $0) } ?? ""
    }

    /// The attribute `Ccy`: of each attribute there are five pointers, to its name, prefix,
    /// namespace, and to the beginning and the end of its value.
    private static func currency(
        _ count: Int32,
        _ attributes: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?
    ) -> String? {
        guard let attributes else { return nil }
        for index in 0..<Int(count) where string(attributes[index * 5]) == "Ccy" {
            guard let start = attributes[index * 5 + 3], let end = attributes[index * 5 + 4] else {
                return nil
            }
            let length = min(max(0, end - start), 8)
            return String(decoding: UnsafeBufferPointer(start: start, count: length), as: UTF8.self)
        }
        return nil
    }
}
