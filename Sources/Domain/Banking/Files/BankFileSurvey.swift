import Kernel

/// The first reading of a bank file: tells its format and how it is to be read.
///
/// Most formats are clear after their head (``Limits/bankFileHeadBytes``). CSV and QIF are read on
/// until one day tells the order of day and month, and one amount the mark before decimals; to the
/// end if need be. Pieces may be cut anywhere.
public struct BankFileSurvey {
    private enum Stage {
        case head
        case csv(CSVScan)
        case qif(QIFScan)
        case done
    }

    /// Whether the rest of the file is not needed.
    public var isComplete: Bool { if case .done = stage { true } else { false } }

    /// What the header of a CSV file is remembered by, as soon as the head is read.
    ///
    /// 32 hexadecimal digits. There when the mapping is refused, too; `nil` for a file without a
    /// header.
    public private(set) var headerFingerprint: String?

    private let given: CSVMapping?
    private let givenOrder: DayOrder?
    private var stage = Stage.head
    private var head: [UInt8] = []
    private var format: BankFileFormat?
    private var decoder: TextDecoder?
    private var refusal: BankFileRefusal?
    private var text: [UInt8] = []

    /// Begins with the first byte of a file.
    ///
    /// - Parameters:
    ///   - mapping: The columns of a CSV file, when they are known; what it leaves open of days,
    ///     decimals and delimiter is detected.
    ///   - dayOrder: The order in which a QIF file writes day and month, when it is known.
    public init(mapping: CSVMapping? = nil, dayOrder: DayOrder? = nil) {
        given = mapping
        givenOrder = dayOrder
    }

    /// Reads the next piece of the file; of a complete survey, nothing.
    ///
    /// - Throws: ``BankFileRefusal``.
    public mutating func read(_ chunk: some Collection<UInt8>) throws(BankFileRefusal) {
        var rest = chunk[...]
        while !rest.isEmpty, !isComplete {
            var most = Self.pieceBytes
            if case .head = stage { most = Limits.bankFileHeadBytes - head.count }
            let piece = Array(rest.prefix(most))
            rest = rest.dropFirst(piece.count)
            if case .head = stage {
                head += piece
                if head.count == Limits.bankFileHeadBytes { try readHead(isWhole: false) }
            } else {
                try scan(piece, isLast: false)
            }
        }
    }

    /// Ends the survey; how the file is to be read.
    ///
    /// - Throws: ``BankFileRefusal``.
    public mutating func finish() throws(BankFileRefusal) -> BankFilePlan {
        if case .head = stage { try readHead(isWhole: true) }
        if let refusal { throw refusal }
        if !isComplete { try scan([], isLast: true) }
        var mapping: CSVMapping?
        var (order, decimal) = (givenOrder ?? .yearFirst, DecimalMark.point)
        switch stage {
        case .csv(var scan): mapping = try scan.finish()
        case .qif(var scan): (order, decimal) = try scan.finish()
        case .head, .done: mapping = whole
        }
        if case .done = stage, let scanned = qifResult { (order, decimal) = scanned }
        guard let format, let decoder = start else {
            preconditionFailure("a head that is read has a format")
        }
        return BankFilePlan(
            format: format,
            mapping: mapping,
            dayOrder: order,
            decimal: decimal,
            decoder: decoder
        )
    }

    // MARK: Head

    /// The decoder as it is before the first byte.
    private var start: TextDecoder?
    private var whole: CSVMapping?
    private var qifResult: (DayOrder, DecimalMark)?

    private mutating func readHead(isWhole: Bool) throws(BankFileRefusal) {
        let decoder = TextDecoder(head: head)
        start = decoder
        self.decoder = decoder
        let format = try BankFileFormat.detect(head, decoder)
        self.format = format
        switch format {
        case .csv:
            do throws(BankFileRefusal) {
                stage = .csv(try scanForCSV(decoder.text(ofHead: head), isWhole))
            } catch {
                refusal = error
                stage = .done
            }
        case .qif: stage = .qif(QIFScan(order: givenOrder))
        case .ofx1, .ofx2, .camt053, .mt940: stage = .done
        }
        let bytes = head
        head = []
        if !isComplete { try scan(bytes, isLast: false) }
    }

    private mutating func scanForCSV(
        _ text: [UInt8],
        _ isWhole: Bool
    ) throws(BankFileRefusal) -> CSVScan {
        let detection = CSVDetection(
            head: text,
            isWhole: isWhole,
            delimiter: given?.delimiter.flatMap(CSVMapping.byte)
        )
        headerFingerprint = detection.fingerprint
        var mapping: CSVMapping
        if let given {
            if let fault = given.fault {
                throw .mapping(CSVMappingRefusal(reason: fault, columns: detection.names))
            }
            mapping = given
            mapping.delimiter = given.delimiter ?? detection.delimiterText
        } else {
            mapping = try detection.mapping()
        }
        guard let delimiter = mapping.delimiter.flatMap(CSVMapping.byte) else {
            preconditionFailure("a mapping without faults has a delimiter")
        }
        return CSVScan(mapping: mapping, delimiter: delimiter)
    }

    // MARK: Days and decimals

    private mutating func scan(_ piece: [UInt8], isLast: Bool) throws(BankFileRefusal) {
        text.removeAll(keepingCapacity: true)
        let fault = decoder?.decode(piece, isLast: isLast, into: &text)
        switch stage {
        case .head, .done: return
        case .csv(var scan):
            // Taken out, so that it is not copied when it changes.
            stage = .head
            try scan.read(text)
            if scan.isDecided {
                whole = try scan.finish()
                stage = .done
            } else {
                stage = .csv(scan)
            }
        case .qif(var scan):
            stage = .head
            try scan.read(text)
            if scan.isDecided {
                qifResult = try scan.finish()
                stage = .done
            } else {
                stage = .qif(scan)
            }
        }
        if let fault, !isComplete { throw .malformed(line: 1, reason: fault.reason) }
    }

    private static let pieceBytes = 32_768
}
