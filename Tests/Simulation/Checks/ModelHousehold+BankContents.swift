import Kernel

extension ModelHousehold {
    /// Holds what lists show of the bank's account against what the bank says, once it has told
    /// everything: each purchase is one row for good, with its edits, and the balance is proved.
    mutating func compare(_ stored: BankContents) throws {
        guard let bank else {
            return try require(stored.rows.isEmpty, "household \(place) has linked no bank")
        }
        guard let rows = bank.rows else { return }
        try require(
            stored.differences.isEmpty,
            .balanceIsSumOfTransfers,
            "a balance of household \(place) is not proved: \(stored.differences)"
        )
        try compareBalance(of: bank, rows)
        let byRecord = Dictionary(grouping: stored.rows, by: \.record)
        try require(
            stored.rows.count == rows.count && byRecord.count == rows.count,
            .oneEffectPerKey,
            """
            the rows of the bank of household \(place) are \(stored.rows.count) of \
            \(byRecord.count) records, not \(rows.count)
            """
        )
        for row in rows {
            guard let found = byRecord[row.record]?.first else {
                throw Discrepancy(
                    .nothingAcknowledgedIsMissing,
                    "the rows of the bank of household \(place) lack \(row)"
                )
            }
            try compare(found, row)
        }
    }

    private mutating func compare(_ found: BankContents.Row, _ row: ModelBank.Row) throws {
        let edit = annotations[found.transfer]
        let settlement = transfers[found.transfer]?.settledBy ?? found.transfer
        let day = transfers[settlement]?.day.number
        try require(
            found.amount == row.amount && found.recordDay == row.day && found.day == day
                // A day is that of the household's zone, which may have another one by now.
                && abs(found.day - row.day) <= 1 && found.isPending == row.isPending
                && found.isRecordPending == row.isPending
                && found.category == edit?.category ?? LivingBank.category
                && found.notes == edit?.notes,
            .nothingAcknowledgedIsMissing,
            """
            the rows of the bank of household \(place) have \(found), not \(row) on \
            \(day ?? -1) with \(edit.map { "\($0)" } ?? "no edit")
            """
        )
        if let known = bank?.known[row.place] {
            try require(
                found.number == known.number && found.entry == known.entry
                    && bank?.current(known.transfer) == found.transfer,
                .oneEffectPerKey,
                "\(row) of household \(place) became another row: \(known), then \(found)"
            )
        }
        bank?.known[row.place] = ModelBank.Known(
            number: found.number,
            entry: found.entry,
            transfer: found.transfer
        )
    }

    private func compareBalance(of bank: ModelBank, _ rows: [ModelBank.Row]) throws {
        guard let account = bank.account.flatMap({ accounts[$0] }) else { return }
        let pending = rows.filter(\.isPending).map(\.amount)
        let (out, back) = (pending.filter { $0 > 0 }, pending.filter { $0 < 0 })
        try require(
            account.balance == bank.balanceMinor ?? account.balance
                && account.pendingOut == out.reduce(0, +)
                && account.pendingIn == -back.reduce(0, +),
            .balanceIsSumOfTransfers,
            "the bank of household \(place) holds \(bank.balanceMinor ?? 0), not \(account)"
        )
    }
}
