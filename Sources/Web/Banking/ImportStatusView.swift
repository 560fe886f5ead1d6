public import Contract
public import Kernel

/// How far an import is, and what came of it.
public struct ImportStatusView: PageView {
    /// The template's name.
    public static let template = "import-status"

    /// After how many seconds the page of an import that is not done is asked for anew.
    public static let refreshSeconds = 2

    /// The address of an import's page, and of the form that takes it back.
    ///
    /// `rows`: How many rows its file has, where that is known: the API says so of a preview.
    public static func path(of id: Int64, rows: Int64? = nil) -> String {
        "\(ImportView.path)/\(id)" + (rows.map { "?rows=\($0)" } ?? "")
    }

    /// How far an import is, drawn.
    struct Bar: Sendable {
        /// The width, in per cent.
        let width: Int
        let label: String
    }

    let back = ImportView.path
    let fileName: String
    let summary: String
    let notices: [Notice]
    let title: String
    let progress: String?
    /// The same as a bar, where it is known how many rows there are.
    let progressBar: Bar?
    let again: String
    let seconds = ImportStatusView.refreshSeconds
    let counts: [ImportCount]
    let difference: String?
    let list: String?
    let reverting: ActionForm?

    /// Makes the page.
    ///
    /// `rows`: How many rows the file has; `nil` where nobody knows.
    public init(
        _ row: API.Banking.Import,
        rows: Int64? = nil,
        accounts: [API.Banking.Account],
        zone: Zone,
        notices: [Notice] = [],
        formToken: String,
        _ format: PageFormat
    ) {
        let account = accounts.first { $0.id == row.accountID }
        fileName = ImportWords.name(row.fileName)
        let parts = [row.format, account?.name, ImportWords.period(row, format)]
        summary = parts.compactMap(\.self).joined(separator: " · ")
        title = Self.title(row, zone: zone, format)
        // Who looks may have typed the address: fewer rows than are done there are not.
        let all = rows.flatMap { row.state == .running && $0 >= max(1, row.rowsDone) ? $0 : nil }
        progress = Self.isUnderWay(row) ? Self.progress(row, of: all, format) : nil
        progressBar = all.map { all in
            let percent = Int64(Int128(row.rowsDone) * 100 / Int128(all))
            return Bar(width: Int(percent), label: "\(format.number(percent)) % of the rows")
        }
        self.notices = (Self.notice(row, format).map { [$0] } ?? []) + notices
        again = Self.path(of: row.id, rows: all)
        counts = Self.isUnderWay(row) ? [] : ImportWords.counts(row, format)
        difference =
            row.state == .done
            ? row.balanceDifference.flatMap { Self.difference($0.minor, format) } : nil
        let month = row.lastDay?.day.month
        list =
            row.state == .done
            ? month.map { TransactionSearch(month: $0, account: account?.accountID).path }
            : nil
        reverting = ImportWords.reverting(row, formToken: formToken)
    }

    /// Whether an import is worked on.
    public static func isUnderWay(_ row: API.Banking.Import) -> Bool {
        row.state == .running || row.state == .reverting
    }

    private static func progress(
        _ row: API.Banking.Import,
        of all: Int64?,
        _ format: PageFormat
    ) -> String {
        let done = format.number(row.rowsDone)
        if let all { return "\(done) of \(format.number(all)) \(all == 1 ? "row" : "rows")" }
        return row.rowsDone == 1 ? "1 row so far" : "\(done) rows so far"
    }

    private static func title(
        _ row: API.Banking.Import,
        zone: Zone,
        _ format: PageFormat
    ) -> String {
        switch row.state {
        case .preview, .running: "It is being imported"
        case .done: "What came of it"
        case .reverting: "It is being taken back"
        case .reverted:
            row.revertedAt.map { "Taken back on \(format.day($0.instant, in: zone))" }
                ?? "Taken back"
        }
    }

    private static func notice(_ row: API.Banking.Import, _ format: PageFormat) -> Notice? {
        switch row.state {
        case .preview, .running, .reverting: nil
        case .done:
            Notice(.settled, "\(ImportWords.transactions(row.rowsNew, format)) came with the file")
        case .reverted: Notice(.settled, "What the file brought is taken back")
        }
    }

    private static func difference(_ hundredths: Int64, _ format: PageFormat) -> String? {
        guard hundredths != 0 else { return nil }
        let amount = format.money(hundredths: abs(hundredths))
        return "The balance that the file ends with is \(amount) "
            + (hundredths > 0 ? "more" : "less")
            + " than what the account holds here: some transactions may be missing."
    }
}
