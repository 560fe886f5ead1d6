import Banking
import Catalogue
import Contract
import Kernel
import SQL
import Store

extension BankingOperations {
    /// What would come of a file; nothing is stored.
    func preview(
        _ file: OpenFile,
        _ call: Call
    ) async throws -> (import: API.Banking.Import, sample: [API.Banking.Transaction]) {
        let held = try await heldRows(of: file)
        let checked = file.checked
        let numbers = try await accountNumbers(of: file.owner)
        let account = file.target.account.flatMap { numbers[$0.id] }
        let new = held.new(of: checked.rows)
        let imported = API.Banking.Import(
            id: 0,
            state: .preview,
            rowsDone: Int64(checked.rows),
            format: checked.plan.format.name,
            fileName: file.source.name,
            accountID: account,
            createdAt: WireTimestamp(call.now),
            rowsNew: Int64(new),
            rowsKnown: Int64(held.known),
            rowsChanged: Int64(held.changed),
            rowsRefused: Int64(checked.refused),
            firstDay: checked.firstDay.map { WireDay($0) },
            lastDay: checked.lastDay.map { WireDay($0) },
            preview: true
        )
        var sample: [API.Banking.Transaction] = []
        guard new > 0 else { return (imported, sample) }
        try await file.source.rows(checked.plan, currency: checked.currency) { rows in
            for row in rows where !held.isHeld(row) && !held.isIDHeld(row) {
                guard sample.count < Limits.importSampleRows else { return false }
                sample.append(transaction(row, file, account, call))
            }
            return sample.count < Limits.importSampleRows
        }
        return (imported, sample)
    }

    /// A row as it would be shown.
    private func transaction(
        _ row: BankImportRow,
        _ file: OpenFile,
        _ account: Int64?,
        _ call: Call
    ) -> API.Banking.Transaction {
        let report = row.report(catalogue)
        return API.Banking.Transaction(
            id: 0,
            transactionID: call.newID(),
            amount: DecimalAmount(minor: -report.amountMinor),
            currencyCode: file.target.currency.code,
            name: report.text,
            merchantName: report.merchant,
            date: WireTimestamp(file.owner.zone.start(of: report.day)),
            category: catalogue.bankingCategory(ofEntry: report.category ?? "").words,
            pending: report.isPending,
            accountID: account ?? 0
        )
    }

    /// The integer ids of a member's accounts.
    func accountNumbers(of owner: ImportOwner) async throws -> [ID<Entity.Account>: Int64] {
        try await database.read { try Self.accountNumbers(of: owner.member, in: $0) }
    }
}
