import Kernel

/// Finds where the rows of a CSV file begin, behind its header and what stands before that.
struct CSVHeaderFinder {
    private let mapping: CSVMapping
    private let hasNames: Bool
    private var seen = 0
    private var firstCells: [String] = []

    init(mapping: CSVMapping) {
        self.mapping = mapping
        hasNames = mapping.columns.contains { column in
            if case .name = column { true } else { false }
        }
    }

    /// Looks at the next row that is not blank.
    ///
    /// - Returns: The columns when it is the header, or, in a file whose columns are numbered, the
    ///   first row with a day; `isRow` tells which.
    /// - Throws: ``BankFileRefusal`` `mapping` when too many rows are neither.
    mutating func look(
        at rows: CSVRows
    ) throws(BankFileRefusal) -> (columns: CSVColumns, isRow: Bool)? {
        seen += 1
        let cells = (0..<rows.count).map { place in
            String(decoding: CSVCell.content(rows.cell(place)), as: UTF8.self)
        }
        if cells.count > firstCells.count { firstCells = cells }
        if hasNames {
            if let columns = CSVColumns(mapping, header: cells) { return (columns, false) }
        } else if let columns = CSVColumns(mapping, header: []),
            DayParts(CSVCell.content(rows.cell(columns.date))) != nil
        {
            return (columns, true)
        }
        guard seen < Limits.bankFilePreambleRows else { throw refusal }
        return nil
    }

    /// The cells of the longest row that was looked at: as a rule the header.
    var names: [String] { firstCells }

    /// That no row is the header.
    var refusal: BankFileRefusal {
        let reason =
            hasNames
            ? "No row of the file has all columns that the mapping names."
            : "The column that the mapping calls date has no day."
        return .mapping(CSVMappingRefusal(reason: reason, columns: firstCells))
    }
}
