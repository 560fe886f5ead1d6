import Kernel
import Ledger
import Store

/// A transfer whose id nobody is told; it is met by looking.
struct UnnamedTransfer: Sendable {
    var plan: PlannedTransfer
    let recordedAtMS: Int64
    var counted: ModelSpend?
    /// The charge for which it reserves money, by its place.
    var charge: Int?
}

/// An account whose id nobody is told, and what stands for it until it is met.
struct UnnamedAccount: Sendable {
    let standIn: ID<Entity.Account>
    let kind: String
    let member: ID<Entity.Member>
    let name: String
}

extension ModelHousehold {
    /// Takes over a transfer that an operation makes: both balances, the link and the spending.
    ///
    /// `id`: Its id where the answer tells it.
    /// `charge`: The charge for which it reserves money.
    mutating func post(
        _ plan: PlannedTransfer,
        _ id: ID<Entity.Transfer>? = nil,
        at nowMS: Int64,
        reservingFor charge: Int? = nil
    ) throws {
        let reserved = plan.pending.flatMap { transfers[$0]?.plan.amountMinor } ?? 0
        accounts[plan.debit]?.apply(plan, reserved: reserved, isDebit: true)
        accounts[plan.credit]?.apply(plan, reserved: reserved, isDebit: false)
        if let id { return try take(plan, id, nowMS) }
        links += 1
        let counted = spend(on: plan, almanac.day(plan.occurredAtMS), editedTo: nil)
        counted.map { move($0, by: $0.amount) }
        unnamed.append(
            UnnamedTransfer(plan: plan, recordedAtMS: nowMS, counted: counted, charge: charge)
        )
    }

    /// Opens an account that an operation makes.
    ///
    /// - Returns: What stands for its id until it is met.
    mutating func open(
        _ kind: String,
        of member: ID<Entity.Member>,
        named name: String
    ) -> ID<Entity.Account> {
        opened += 1
        let standIn = ID<Entity.Account>(RawID(high: UInt64(place), low: opened))
        accounts[standIn] = ModelAccount(kind: kind, member: member)
        newAccounts.append(
            UnnamedAccount(standIn: standIn, kind: kind, member: member, name: name)
        )
        return standIn
    }

    /// Meets the accounts that were opened.
    mutating func learn(_ records: [AccountRecord]) throws {
        for record in records where accounts[record.id] == nil {
            let index = newAccounts.firstIndex {
                $0.kind == record.kind.rawValue && $0.member == record.member
                    && $0.name == record.name
            }
            guard let index else { throw Discrepancy("nobody opened \(record)") }
            rename(newAccounts.remove(at: index), to: record.id)
        }
    }

    private mutating func rename(_ account: UnnamedAccount, to id: ID<Entity.Account>) {
        accounts[id] = accounts.removeValue(forKey: account.standIn)
        accountOrder.append(id)
        for index in unnamed.indices {
            if unnamed[index].plan.debit == account.standIn { unnamed[index].plan.debit = id }
            if unnamed[index].plan.credit == account.standIn { unnamed[index].plan.credit = id }
        }
        guard let index = index(of: account.member) else { return }
        if members[index].wallet == account.standIn { members[index].wallet = id }
        if members[index].jars?.save == account.standIn { members[index].jars?.save = id }
        if members[index].jars?.give == account.standIn { members[index].jars?.give = id }
        for source in members[index].sources.indices
        where members[index].sources[source].account == account.standIn {
            members[index].sources[source].account = id
        }
    }

    /// Meets the transfers that operations made by themselves.
    ///
    /// - Throws: ``Discrepancy`` when there is one that nobody asked for, or one is missing.
    mutating func learn(_ stored: [Transfer]) throws {
        for transfer in stored where transfers[transfer.id] == nil {
            guard try !adopt(transfer) else { continue }
            let index = unnamed.firstIndex { $0.agrees(with: transfer) }
            guard let index else {
                throw Discrepancy(.oneEffectPerKey, "nobody asked for \(transfer)")
            }
            var known = unnamed.remove(at: index)
            known.plan.record = transfer.details.providerRecord
            transfers[transfer.id] = ModelTransfer(
                plan: known.plan,
                day: almanac.day(known.plan.occurredAtMS),
                recordedAtMS: known.recordedAtMS,
                counted: known.counted
            )
            if let record = known.plan.record {
                try require(
                    records.updateValue(transfer.id, forKey: record) == nil,
                    .oneEffectPerKey,
                    "two transfers are of the record \(record)"
                )
            }
            known.plan.pending.map { transfers[$0]?.settledBy = transfer.id }
            known.charge.map { charges[$0].pending = transfer.id }
        }
        try require(
            unnamed.isEmpty,
            .nothingAcknowledgedIsMissing,
            "\(unnamed.map(\.plan)) must be posted and were not"
        )
    }
}

extension UnnamedTransfer {
    /// What is posted for a charge has the processor's id of it, which nobody was told.
    fileprivate func agrees(with stored: Transfer) -> Bool {
        let hasRecord = plan.kind == "charge" && (plan.phase == "posted" || plan.phase == "post")
        return stored.debitAccount == plan.debit && stored.creditAccount == plan.credit
            && stored.amount.minor == plan.amountMinor && stored.kind.rawValue == plan.kind
            && stored.phase.rawValue == plan.phase && stored.pending == plan.pending
            && stored.member == plan.member && stored.details.merchant == plan.merchant
            && stored.details.category == plan.category
            && stored.occurredAt.milliseconds == plan.occurredAtMS
            && stored.recordedAt.milliseconds == recordedAtMS
            && (stored.details.providerRecord != nil) == hasRecord
    }
}
