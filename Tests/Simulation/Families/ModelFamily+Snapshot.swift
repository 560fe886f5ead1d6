import Kernel
import Ledger
import Store

extension ModelFamily {
    /// Holds what is stored against what must be.
    ///
    /// `withAllDues`: Whether the snapshot has every due day, not only what is owed.
    func compare(_ snapshot: FamilySnapshot, withAllDues: Bool = false) throws {
        try require(
            snapshot.accounts.values.reduce(0) { $0 + $1.totals.balanceMinor } == 0,
            .balancesSumToZero,
            "the balances of family \(place) do not"
        )
        try require(
            snapshot.children.count == children.count,
            .nothingAcknowledgedIsMissing,
            "family \(place) has \(snapshot.children.count) children, not \(children.count)"
        )
        for child in children { try compare(child, snapshot) }
        try comparePool(snapshot)
        try compareDues(snapshot, withAllDues: withAllDues)
    }

    /// Whether what is stored is what must be.
    func fits(_ snapshot: FamilySnapshot) -> Bool {
        do {
            try compare(snapshot)
            return true
        } catch {
            return false
        }
    }

    private func compare(_ child: ModelChild, _ snapshot: FamilySnapshot) throws {
        let name = "child \(child.number) of family \(place)"
        guard let stored = snapshot.children[child.id],
            let wallet = snapshot.accounts[child.wallet]?.totals
        else { throw Discrepancy(.nothingAcknowledgedIsMissing, "\(name) is not there") }
        try require(
            child.spendMinor == child.paidMinor + child.movedMinor,
            "the model of \(name) does not add up"
        )
        try require(
            wallet.balanceMinor == child.spendMinor && wallet.availableMinor == child.spendMinor,
            .oneEffectPerKey,
            """
            the wallet of \(name) holds \(wallet.balanceMinor), not the \(child.paidMinor) that \
            was due and paid and \(child.movedMinor) of moves
            """
        )
        try require(
            stored.movements == child.movements,
            .oneEffectPerKey,
            "\(name) has \(stored.movements) movements, not \(child.movements)"
        )
        try require(
            stored.dueCount == child.dues.count
                && stored.dueMinor == child.dues.values.reduce(0) { $0 + $1.amountMinor }
                && stored.daySum == child.dues.keys.reduce(0) { $0 + Int64($1) },
            .oneEffectPerKey,
            "\(name) has \(stored.dueCount) due days, not the \(child.dues.count) of the calendar"
        )
        try require(
            stored.nextDue == child.nextDue,
            "\(name) is due next on \(word(stored.nextDue)), not on \(word(child.nextDue))"
        )
        guard !child.isRemoved else { return }
        let paid = child.dues.filter { $0.value.isPaid }.keys.max()
        try require(
            stored.lastDue == child.last && stored.lastPaid == paid,
            "\(name) was last due on \(word(stored.lastDue)), not on \(word(child.last))"
        )
        try compareJars(child, snapshot, name)
    }

    private func compareJars(
        _ child: ModelChild,
        _ snapshot: FamilySnapshot,
        _ name: String
    ) throws {
        let jars = snapshot.jars[child.id] ?? []
        try require(
            jars.isEmpty == (child.percents == nil),
            "\(name) has \(jars.count) jars"
        )
        let expected = [
            ("save", child.percents?.save, child.saveMinor),
            ("give", child.percents?.give, child.giveMinor),
        ]
        for (kind, percent, minor) in expected where percent != nil {
            let jar = jars.first { $0.kind == kind }
            let held = jar.flatMap { snapshot.accounts[$0.account] }?.totals.balanceMinor
            try require(
                held == minor && jar?.percent == percent,
                .balanceIsSumOfTransfers,
                "the jar \(kind) of \(name) holds \(word(held)), not \(minor)"
            )
        }
    }

    private func comparePool(_ snapshot: FamilySnapshot) throws {
        try require(
            snapshot.pool?.totals.balanceMinor == poolMinor,
            .balanceIsSumOfTransfers,
            """
            the pool of family \(place) holds \(word(snapshot.pool?.totals.balanceMinor)), not \
            \(word(poolMinor))
            """
        )
        // Whatever was closed holds nothing: pools of old, and what removed children had.
        let open = Set(
            [snapshot.pool?.id].compactMap(\.self) + present.map { children[$0].wallet }
                + snapshot.jars.values.flatMap { $0.map(\.account) }
        )
        for account in snapshot.accounts.values where account.kind == .wallet {
            try require(
                account.totals.availableMinor >= 0,
                .walletsNeverOwe,
                "the account \(account.id) owes"
            )
            try require(
                open.contains(account.id) || account.totals.balanceMinor == 0,
                .balanceIsSumOfTransfers,
                "the closed account \(account.id) of family \(place) holds something"
            )
        }
    }

    private func compareDues(_ snapshot: FamilySnapshot, withAllDues: Bool) throws {
        var expected: Set<FamilySnapshot.Due> = []
        for child in children {
            for (day, due) in child.dues where withAllDues || !due.isPaid {
                expected.insert(
                    FamilySnapshot.Due(
                        child: child.id,
                        day: day,
                        amountMinor: due.amountMinor,
                        isPaid: due.isPaid
                    )
                )
            }
        }
        try require(
            snapshot.dues == expected,
            .oneEffectPerKey,
            """
            family \(place) has \(snapshot.dues.count) due days\(withAllDues ? "" : " owed"), not \
            the \(expected.count) that it must have: \
            \(snapshot.dues.symmetricDifference(expected).prefix(4))
            """
        )
    }

    private func word(_ number: (some BinaryInteger)?) -> String {
        number.map { "\($0)" } ?? "nothing"
    }
}
