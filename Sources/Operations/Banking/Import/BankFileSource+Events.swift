import Banking
import Kernel
import Store

extension BankFileSource {
    /// Hands out what is found in the file, in its order, until `visit` returns `false`.
    ///
    /// Rows without an amount are left out; those that cannot be booked are problems.
    ///
    /// - Throws: ``Problem``, and what `visit` throws.
    func events(
        _ plan: BankFilePlan,
        currency: Currency,
        _ visit: ([BankFileEvent]) async throws -> Bool
    ) async throws {
        var reader = BankFileReader(plan, currency: currency)
        var filter = RowFilter(currency: currency)
        var goesOn = true
        try await pieces { piece in
            var events: [BankFileEvent] = []
            try readingBankFile { try reader.read(piece, into: &events) }
            events = events.compactMap { filter.passed($0) }
            if !events.isEmpty { goesOn = try await visit(events) }
            return goesOn
        }
        guard goesOn else { return }
        var events: [BankFileEvent] = []
        try readingBankFile { try reader.finish(into: &events) }
        events = events.compactMap { filter.passed($0) }
        if !events.isEmpty { _ = try await visit(events) }
    }

    /// Hands out the rows of the file with their places, piece by piece, until `visit` returns
    /// `false`.
    ///
    /// The places are the same at every reading.
    ///
    /// - Throws: ``Problem``, and what `visit` throws.
    func rows(
        _ plan: BankFilePlan,
        currency: Currency,
        _ visit: ([BankImportRow]) async throws -> Bool
    ) async throws {
        var place: Int64 = 0
        try await events(plan, currency: currency) { events in
            var rows: [BankImportRow] = []
            rows.reserveCapacity(events.count)
            for case .row(let row) in events {
                place += 1
                rows.append(BankImportRow(row, at: place))
            }
            return rows.isEmpty ? true : try await visit(rows)
        }
    }
}

/// Passes on what can be booked.
private struct RowFilter {
    var currency: Currency

    mutating func passed(_ event: BankFileEvent) -> BankFileEvent? {
        switch event {
        case .statement(let account):
            currency = account.currency
            return event
        case .row(let row):
            if row.amount.minor == 0 { return nil }
            guard row.amount.currency == currency else {
                return problem(row, "The amount is in another currency than the account's.")
            }
            guard row.amount.minor.magnitude <= UInt64(Limits.amountMinor) else {
                return problem(row, "The amount is out of range.")
            }
            return event
        case .problem, .ended: return event
        }
    }

    private func problem(_ row: BankFileRow, _ reason: String) -> BankFileEvent {
        .problem(BankFileProblem(line: row.line, reason: reason))
    }
}
