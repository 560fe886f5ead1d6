import Banking
import Catalogue
import Contract
import Kernel
import Store

extension BankImportRow {
    /// A row of a file as it waits.
    init(_ row: BankFileRow, at place: Int64) {
        self.init(
            line: Int64(row.line),
            place: place,
            providerRecord: row.providerID,
            amountMinor: row.amount.minor,
            day: row.day,
            payee: row.payee?.shortened,
            text: row.text.shortened,
            category: row.category.flatMap { category in
                category.hasMoreScalars(than: Limits.categoryCharacters) ? nil : category
            },
            isPending: row.isPending
        )
    }

    /// The row as it is booked: its merchant is the catalogue's, its category the file's own when
    /// that is a known word, else the catalogue's.
    func report(_ catalogue: Catalogue) -> ReportedRecord {
        let found = found(catalogue)
        let known = category.flatMap { catalogue.isOwnWord($0) || $0.isEmpty ? nil : $0 }
        return ReportedRecord(
            providerRecord: providerRecord,
            amountMinor: amountMinor,
            day: day,
            text: text,
            merchant: found?.merchant ?? payee,
            category: known ?? found?.category.code,
            isPending: isPending,
            original: original
        )
    }

    /// The payee in the form in which equal ones meet.
    func matchedPayee(_ catalogue: Catalogue) -> String {
        StatementMatching.normalised(found(catalogue)?.merchant ?? payee ?? text)
    }

    /// What the catalogue makes of it; `nil` when nothing tells what it is.
    private func found(_ catalogue: Catalogue) -> DescriptorCategory? {
        if let payee {
            let found = catalogue.categorise(descriptor: payee)
            if found.step != .fallback { return found }
            guard text != payee else { return nil }
        }
        let found = catalogue.categorise(descriptor: text)
        return found.step == .fallback ? nil : found
    }

    /// What the file says, as JSON; the same in every file that says the same.
    private var original: String {
        var members = [
            JSON.Member("day", .string(day.text)),
            JSON.Member("amount_minor", .number(String(amountMinor))),
            JSON.Member("text", .string(text)),
        ]
        if let payee { members.append(JSON.Member("payee", .string(payee))) }
        if let category { members.append(JSON.Member("category", .string(category))) }
        if let providerRecord { members.append(JSON.Member("id", .string(providerRecord))) }
        if isPending { members.append(JSON.Member("pending", .bool(true))) }
        return JSON.object(members).text
    }
}

extension String {
    /// As much of a bank's text as is kept.
    fileprivate var shortened: String {
        guard hasMoreScalars(than: Limits.bankTextCharacters) else { return self }
        return String(String.UnicodeScalarView(unicodeScalars.prefix(Limits.bankTextCharacters)))
    }
}
