/// What is compared in several respects: a table whose last column holds amounts.
struct Table: PageView {
    static let template = "table"

    struct Row: Sendable {
        let cells: [String]
        let sum: String
    }

    let label: String
    let columns: [String]
    let sumColumn: String
    let tableRows: [Row]

    /// Makes a table; a phone scrolls it.
    ///
    /// - Parameters:
    ///   - label: What it lists.
    ///   - columns: The names of the columns before the amounts.
    ///   - sums: The name of the column of amounts.
    ///   - rows: A text for each column, and the amount.
    init(
        _ label: String,
        columns: [String],
        sums: String = "Amount",
        _ rows: [(cells: [String], sum: String)]
    ) {
        precondition(rows.allSatisfy { $0.cells.count == columns.count })
        self.label = label
        self.columns = columns
        sumColumn = sums
        tableRows = rows.map { Row(cells: $0.cells, sum: $0.sum) }
    }
}
