public import Kernel

/// Reads a bank file piece by piece, as a ``BankFileSurvey`` planned it.
///
/// Memory does not grow with the file: a row, a tag and a value have a most. Pieces may be cut
/// anywhere; the events are the same. After a refusal the reader is of no more use.
///
/// - Complexity: O(*n*) in the file's bytes.
public struct BankFileReader {
    private var decoder: TextDecoder
    private var parser: any BankFileParser
    private var text: [UInt8] = []

    /// Begins with the first byte of the file.
    ///
    /// - Parameters:
    ///   - plan: How it is read.
    ///   - currency: The currency of what names none.
    public init(_ plan: BankFilePlan, currency: Currency) {
        decoder = plan.decoder
        switch plan.format {
        case .ofx1: parser = SGMLParser(currency: currency)
        case .ofx2: parser = OFXParser(currency: currency)
        case .camt053: parser = CAMTParser(currency: currency)
        case .mt940: parser = MT940Parser()
        case .qif:
            parser = QIFParser(currency: currency, order: plan.dayOrder, decimal: plan.decimal)
        case .csv:
            guard let mapping = plan.mapping else {
                preconditionFailure("a survey of a CSV file finds its mapping")
            }
            parser = CSVParser(mapping: mapping, currency: currency)
        }
    }

    /// Reads the next piece of the file; adds what is found to `events`.
    ///
    /// - Throws: ``BankFileRefusal`` `malformed` or `mapping`.
    public mutating func read(
        _ chunk: some Collection<UInt8>,
        into events: inout [BankFileEvent]
    ) throws(BankFileRefusal) {
        var rest = chunk[...]
        while !rest.isEmpty {
            let piece = rest.prefix(Self.pieceBytes)
            rest = rest.dropFirst(piece.count)
            try read(piece: Array(piece), isLast: false, into: &events)
        }
    }

    /// Ends the reading; a file that is cut off is refused here.
    ///
    /// - Throws: ``BankFileRefusal`` `malformed` or `mapping`.
    public mutating func finish(
        into events: inout [BankFileEvent]
    ) throws(BankFileRefusal) {
        try read(piece: [], isLast: true, into: &events)
        try parser.finish(into: &events)
    }

    private mutating func read(
        piece: [UInt8],
        isLast: Bool,
        into events: inout [BankFileEvent]
    ) throws(BankFileRefusal) {
        text.removeAll(keepingCapacity: true)
        let fault = decoder.decode(piece, isLast: isLast, into: &text)
        if !text.isEmpty { try parser.read(text, into: &events) }
        if let fault { throw .malformed(line: parser.line, reason: fault.reason) }
    }

    private static let pieceBytes = 32_768
}
