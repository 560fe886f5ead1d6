import Kernel

/// Looks through the days and amounts of a CSV file until it is clear how they are written.
struct CSVScan {
    private let mapping: CSVMapping
    private var rows: CSVRows
    private var finder: CSVHeaderFinder
    private var columns: CSVColumns?
    private var days = DayEvidence()
    private var amounts = DecimalEvidence()

    /// Begins with the first row.
    init(mapping: CSVMapping, delimiter: UInt8) {
        self.mapping = mapping
        rows = CSVRows(delimiter: delimiter)
        finder = CSVHeaderFinder(mapping: mapping)
    }

    /// Whether no further row is needed.
    var isDecided: Bool {
        (mapping.dateFormat != nil || days.isDecided)
            && (mapping.decimal != nil || amounts.isDecided) && columns != nil
    }

    mutating func read(_ text: [UInt8]) throws(BankFileRefusal) {
        var index = 0
        while !isDecided, try rows.next(in: text, at: &index) { try look() }
    }

    /// The mapping with nothing left open.
    mutating func finish() throws(BankFileRefusal) -> CSVMapping {
        if !isDecided, try rows.finish() { try look() }
        guard columns != nil else { throw finder.refusal }
        var whole = mapping
        whole.decimal = mapping.decimal ?? amounts.final
        if whole.dateFormat == nil {
            guard let order = days.final else { throw .mapping(refusal) }
            whole.dateFormat = order.rawValue
        }
        return whole
    }

    private mutating func look() throws(BankFileRefusal) {
        guard !rows.isBlank else { return }
        guard let columns else {
            guard let found = try finder.look(at: rows) else { return }
            columns = found.columns
            if found.isRow { see(found.columns) }
            return
        }
        see(columns)
    }

    private mutating func see(_ columns: CSVColumns) {
        days.see(CSVCell.content(rows.cell(columns.date)))
        for place in columns.amounts { amounts.see(CSVCell.content(rows.cell(place))) }
    }

    private var refusal: CSVMappingRefusal {
        let reason =
            days.unclear.map { unclear in
                "Day and month cannot be told apart in days such as \(unclear.prefix(32)); "
                    + "name date_format."
            } ?? "The column for the day has none."
        let found = days.unclear == nil ? nil : mapping
        return CSVMappingRefusal(reason: reason, columns: finder.names, found: found)
    }
}
