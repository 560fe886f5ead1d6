import Kernel

@testable import Ledger

/// Ids of a test: the same number is the same id.
func id<Entity>(_ number: UInt64, _ kind: Entity.Type = Entity.self) -> ID<Entity> {
    ID(RawID(high: 0x0194_6A5C_F400_7000, low: 0x8000_0000_0000_0000 | number))
}

/// A transfer of 1000 cents from account 1 to account 2 of household 1, with changes.
func transfer(
    id number: UInt64 = 100,
    household: UInt64 = 1,
    from debit: UInt64 = 1,
    to credit: UInt64 = 2,
    _ minor: Int64 = 1_000,
    _ currency: Currency = .usd,
    kind: Transfer.Kind = .purchase,
    phase: Transfer.Phase = .posted,
    pending: UInt64? = nil,
    reverses: UInt64? = nil,
    member: UInt64? = nil,
    details: Transfer.Details = Transfer.Details()
) -> Transfer {
    Transfer(
        id: id(number),
        household: id(household),
        debitAccount: id(debit),
        creditAccount: id(credit),
        amount: Money(minor: minor, currency: currency),
        kind: kind,
        phase: phase,
        pending: pending.map { id($0) },
        reverses: reverses.map { id($0) },
        member: member.map { id($0) },
        details: details,
        occurredAt: Timestamp(seconds: 1_736_937_000),
        day: CivilDay(dayNumber: 20_103),
        recordedAt: Timestamp(milliseconds: 1_736_937_000_123)
    )
}

/// An account of household 1, with changes.
func account(
    _ number: UInt64,
    household: UInt64 = 1,
    _ currency: Currency = .usd,
    mayOverdraw: Bool = true,
    posted: (debit: Int64, credit: Int64) = (0, 0),
    pending: (debit: Int64, credit: Int64) = (0, 0)
) -> Posting.Account {
    Posting.Account(
        id: id(number),
        household: id(household),
        currency: currency,
        mayOverdraw: mayOverdraw,
        totals: AccountTotals(
            postedDebitMinor: posted.debit,
            postedCreditMinor: posted.credit,
            pendingDebitMinor: pending.debit,
            pendingCreditMinor: pending.credit
        )
    )
}

extension Currency {
    /// The euro.
    static var eur: Currency {
        guard let euro = Currency(code: "EUR") else { preconditionFailure("EUR is a currency") }
        return euro
    }
}
