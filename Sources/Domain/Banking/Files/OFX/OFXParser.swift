import Kernel

/// Reads OFX 2, which is XML.
struct OFXParser: BankFileParser {
    private let xml = XMLPushParser()
    private var interpreter: OFXInterpreter

    init(currency: Currency) {
        interpreter = OFXInterpreter(currency: currency)
    }

    var line: Int { xml.line }

    mutating func read(
        _ text: [UInt8],
        into events: inout [BankFileEvent]
    ) throws(BankFileRefusal) {
        xml.add(text)
        while let tokens = try xml.next(isLast: false) { try take(tokens, into: &events) }
    }

    mutating func finish(into events: inout [BankFileEvent]) throws(BankFileRefusal) {
        while let tokens = try xml.next(isLast: true) { try take(tokens, into: &events) }
        try interpreter.finish(line: xml.line)
    }

    private mutating func take(
        _ tokens: [XMLToken],
        into events: inout [BankFileEvent]
    ) throws(BankFileRefusal) {
        for token in tokens {
            switch token.kind {
            case .start: try interpreter.open(token.name, line: token.line, into: &events)
            case .end(let text, let isTooLong):
                // Told of the element that began last alone; behind that it is no value.
                try interpreter.value(text, isTooLong: isTooLong, line: token.line)
                try interpreter.close(token.name, line: token.line, into: &events)
            }
        }
    }
}
