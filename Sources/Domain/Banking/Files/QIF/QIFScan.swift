import Kernel

/// Looks through the days and amounts of a QIF file until it is clear how they are written.
struct QIFScan {
    private let given: DayOrder?
    private var lines = TextLines()
    private var days = DayEvidence()
    private var amounts = DecimalEvidence()
    private var isInRows = false

    init(order: DayOrder?) {
        given = order
    }

    /// Whether no further line is needed.
    var isDecided: Bool { (given != nil || days.isDecided) && amounts.isDecided }

    mutating func read(_ text: [UInt8]) throws(BankFileRefusal) {
        var index = 0
        while !isDecided, try lines.next(in: text, at: &index) { look() }
    }

    /// The order of days and the mark before decimals.
    mutating func finish() throws(BankFileRefusal) -> (DayOrder, DecimalMark) {
        if !isDecided, lines.finish() { look() }
        if let order = given ?? days.final { return (order, amounts.final) }
        guard let unclear = days.unclear else { return (.monthFirst, amounts.final) }
        let reason =
            "Day and month cannot be told apart in days such as \(unclear.prefix(32)); "
            + "name date_format."
        throw .mapping(CSVMappingRefusal(reason: reason, columns: []))
    }

    private mutating func look() {
        let text = lines.bytes.trimmedSpace
        let value = text.dropFirst()
        switch text.first {
        case UInt8(ascii: "!"):
            isInRows =
                value.hasPrefix("Type:Bank") || value.hasPrefix("Type:CCard")
                || value.hasPrefix("Type:Cash") || value.hasPrefix("Type:Oth")
                || isInRows && value.hasPrefix("Option:")
        case UInt8(ascii: "D") where isInRows: days.see(value)
        case UInt8(ascii: "T") where isInRows, UInt8(ascii: "U") where isInRows: amounts.see(value)
        default: break
        }
    }
}
