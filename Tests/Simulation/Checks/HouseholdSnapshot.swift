import Kernel
import Ledger
import SQL
import Store

/// What is looked at after every step: a handful of rows of one household.
struct HouseholdSnapshot: Sendable {
    let head: ChainHead?
    let accounts: [AccountRecord]
    let members: [MemberRecord]
    let sums: [Probe: Int64]
    /// The latest transfers, where they were asked for.
    let transfers: [Transfer]
    /// What is shown of the bank's account, where it was asked for.
    let bank: BankContents?

    /// Reads it in one transaction.
    ///
    /// `withTransfersAfter`: The link of the chain behind which the transfers are read.
    static func read(
        _ household: ID<Entity.Household>,
        _ probes: [Probe],
        withMembers: Bool,
        withTransfersAfter link: Int64? = nil,
        withBank: Bool = false,
        _ database: any Database
    ) async throws -> HouseholdSnapshot {
        try await database.read { session in
            var sums: [Probe: Int64] = [:]
            for probe in probes {
                let first = CivilDay(dayNumber: probe.day.firstOfMonth)
                sums[probe] = try SpendRollups.total(
                    by: probe.member,
                    guardianCategory: probe.guardian,
                    on: first...first.month.lastDay,
                    in: session
                ).amountMinor
            }
            return HouseholdSnapshot(
                head: try Households.head(of: household, in: session),
                accounts: try Accounts.list(of: household, in: session),
                members: withMembers ? try Members.list(of: household, in: session) : [],
                sums: sums,
                transfers: try link.map { link in
                    try HouseholdContents.pages(after: link) {
                        try Transfers.links(of: household, after: $0, in: session)
                    }
                } ?? [],
                bank: withBank ? try BankContents.read(household, in: session) : nil
            )
        }
    }
}

extension ModelHousehold {
    /// Holds what is stored against what must be.
    mutating func compare(_ snapshot: HouseholdSnapshot) throws {
        try learn(snapshot.members)
        try learn(snapshot.accounts)
        if !snapshot.transfers.isEmpty { try learn(snapshot.transfers) }
        let sequence = snapshot.head?.sequence ?? -1
        try require(
            sequence == links,
            .oneEffectPerKey,
            "the chain of household \(place) has \(sequence) links, not \(links)"
        )
        try require(
            snapshot.accounts.reduce(0) { $0 + $1.totals.balanceMinor } == 0,
            .balancesSumToZero,
            "the balances of household \(place) do not"
        )
        try require(
            snapshot.accounts.count == accounts.count,
            .nothingAcknowledgedIsMissing,
            "household \(place) has \(snapshot.accounts.count) accounts, not \(accounts.count)"
        )
        for record in snapshot.accounts { try compare(record) }
        for (probe, sum) in snapshot.sums { try compare(probe, sum) }
        if let bank = snapshot.bank { try compare(bank) }
    }

    private func compare(_ record: AccountRecord) throws {
        try require(
            record.kind != .wallet || record.totals.availableMinor >= 0,
            .walletsNeverOwe,
            "the wallet \(record.id) owes"
        )
        try require(
            accounts[record.id]?.agrees(with: record) == true,
            .balanceIsSumOfTransfers,
            "\(record) is not \(accounts[record.id].map { "\($0)" } ?? "known")"
        )
    }

    private func compare(_ probe: Probe, _ sum: Int64) throws {
        let days = index(of: probe.member).flatMap { members[$0].spent[probe.guardian] } ?? [:]
        let first = CivilDay(dayNumber: probe.day.firstOfMonth)
        let month = first.dayNumber..<(first.dayNumber + first.month.dayCount)
        let expected = month.reduce(0) { $0 + (days[$1] ?? 0) }
        try require(
            sum == expected,
            .rollupsAreRecomputable,
            "\(probe) sums to \(sum), not \(expected)"
        )
    }

    /// Takes over the integer ids, which only the engine knows.
    private mutating func learn(_ records: [MemberRecord]) throws {
        for record in records {
            guard let index = index(of: record.id) else {
                throw Discrepancy("\(record.id) is in household \(place) and never joined")
            }
            let number = members[index].number ?? record.number.value
            try require(number == record.number.value, "the number of \(record.id) changed")
            members[index].number = number
        }
    }
}
