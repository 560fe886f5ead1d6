import Kernel
import Testing

@testable import Ledger

@Suite("Posting a transfer")
struct PostingTests {
    /// What a transfer does to the totals of both its accounts.
    struct Effect: Sendable {
        let phase: Transfer.Phase
        let minor: Int64
        let reserved: Int64?
        let postedMinor: Int64
        let pendingMinor: Int64
    }

    @Test(
        "moves its amount from one account to the other, as its phase says",
        arguments: [
            Effect(phase: .posted, minor: 700, reserved: nil, postedMinor: 700, pendingMinor: 0),
            Effect(phase: .pending, minor: 700, reserved: nil, postedMinor: 0, pendingMinor: 700),
            Effect(phase: .post, minor: 700, reserved: 700, postedMinor: 700, pendingMinor: -700),
            Effect(phase: .post, minor: 650, reserved: 700, postedMinor: 650, pendingMinor: -700),
            Effect(phase: .post, minor: 900, reserved: 700, postedMinor: 900, pendingMinor: -700),
            Effect(phase: .void, minor: 700, reserved: 700, postedMinor: 0, pendingMinor: -700),
        ]
    )
    func effects(effect: Effect) throws {
        let pending = effect.reserved.map { transfer(id: 50, $0, phase: .pending) }
        let debit = account(1, posted: (10, 20), pending: (effect.reserved ?? 0, 3))
        let credit = account(2, posted: (40, 50), pending: (4, effect.reserved ?? 0))
        let moved = transfer(effect.minor, phase: effect.phase, pending: pending.map { _ in 50 })
        let after = try Posting.applying(moved, debit: debit, credit: credit, pending: pending)
        let reserved = effect.reserved ?? 0
        #expect(
            after.debit.totals
                == AccountTotals(
                    postedDebitMinor: 10 + effect.postedMinor,
                    postedCreditMinor: 20,
                    pendingDebitMinor: reserved + effect.pendingMinor,
                    pendingCreditMinor: 3
                )
        )
        #expect(
            after.credit.totals
                == AccountTotals(
                    postedDebitMinor: 40,
                    postedCreditMinor: 50 + effect.postedMinor,
                    pendingDebitMinor: 4,
                    pendingCreditMinor: reserved + effect.pendingMinor
                )
        )
        #expect(after.debit.id == debit.id && after.credit.id == credit.id)
    }

    /// One way to break a rule.
    struct Breach: Sendable, CustomTestStringConvertible {
        let name: String
        let refusal: PostingRefusal
        var transfer: Transfer
        var debit = account(1)
        var credit = account(2)
        var pending: Transfer?

        var testDescription: String { name }
    }

    static let breaches: [Breach] = [
        Breach(name: "amount 0", refusal: .amountOutOfRange, transfer: transfer(0)),
        Breach(name: "amount −1", refusal: .amountOutOfRange, transfer: transfer(-1)),
        Breach(
            name: "amount above the limit",
            refusal: .amountOutOfRange,
            transfer: transfer(Limits.amountMinor + 1)
        ),
        Breach(
            name: "one account on both sides",
            refusal: .sameAccount,
            transfer: transfer(from: 1, to: 1),
            credit: account(1)
        ),
        Breach(
            name: "another debit account",
            refusal: .foreignAccount,
            transfer: transfer(from: 3)
        ),
        Breach(
            name: "another credit account",
            refusal: .foreignAccount,
            transfer: transfer(to: 3)
        ),
        Breach(
            name: "a debit account of another household",
            refusal: .foreignAccount,
            transfer: transfer(),
            debit: account(1, household: 2)
        ),
        Breach(
            name: "a credit account of another household",
            refusal: .foreignAccount,
            transfer: transfer(),
            credit: account(2, household: 2)
        ),
        Breach(
            name: "a debit account in another currency",
            refusal: .currencyMismatch,
            transfer: transfer(),
            debit: account(1, .eur)
        ),
        Breach(
            name: "a credit account in another currency",
            refusal: .currencyMismatch,
            transfer: transfer(),
            credit: account(2, .eur)
        ),
        Breach(
            name: "a posted transfer that names a pending one",
            refusal: .pendingMismatch,
            transfer: transfer(pending: 50)
        ),
        Breach(
            name: "a post without a pending transfer",
            refusal: .pendingMismatch,
            transfer: transfer(phase: .post, pending: 50)
        ),
        Breach(
            name: "a post of another pending transfer",
            refusal: .pendingMismatch,
            transfer: transfer(phase: .post, pending: 50),
            pending: transfer(id: 51, phase: .pending)
        ),
        Breach(
            name: "a post of a transfer that is final",
            refusal: .pendingMismatch,
            transfer: transfer(phase: .post, pending: 50),
            pending: transfer(id: 50, phase: .posted)
        ),
        Breach(
            name: "a post between other accounts",
            refusal: .pendingMismatch,
            transfer: transfer(phase: .post, pending: 50),
            pending: transfer(id: 50, from: 2, to: 1, phase: .pending)
        ),
        Breach(
            name: "a void of another amount",
            refusal: .pendingMismatch,
            transfer: transfer(999, phase: .void, pending: 50),
            pending: transfer(id: 50, phase: .pending)
        ),
        Breach(
            name: "more than a wallet holds",
            refusal: .insufficientFunds,
            transfer: transfer(1_000),
            debit: account(1, mayOverdraw: false, posted: (0, 999))
        ),
        Breach(
            name: "more than a wallet has left beside what is pending",
            refusal: .insufficientFunds,
            transfer: transfer(1_000, phase: .pending),
            debit: account(1, mayOverdraw: false, posted: (0, 1_500), pending: (501, 0))
        ),
        Breach(
            name: "a total that does not fit",
            refusal: .overflow,
            transfer: transfer(1_000),
            debit: account(1, posted: (.max - 999, 0))
        ),
        Breach(
            name: "a credit total that does not fit",
            refusal: .overflow,
            transfer: transfer(1_000),
            credit: account(2, posted: (0, .max - 999))
        ),
        Breach(
            name: "a pending total that would be negative",
            refusal: .overflow,
            transfer: transfer(phase: .void, pending: 50),
            debit: account(1, pending: (999, 0)),
            pending: transfer(id: 50, phase: .pending)
        ),
    ]

    @Test("is refused by the rule that it breaks", arguments: breaches)
    func refusals(breach: Breach) {
        #expect(throws: breach.refusal) {
            try Posting.applying(
                breach.transfer,
                debit: breach.debit,
                credit: breach.credit,
                pending: breach.pending
            )
        }
    }

    @Test("every refusal but that of a reversal, which only the store can see, is met here")
    func completeness() {
        let met = Set(Self.breaches.map(\.refusal))
        #expect(Set(PostingRefusal.allCases).subtracting(met) == [.reversalMismatch])
    }

    @Test("may take a wallet to zero, and any other account below")
    func overdraft() throws {
        let wallet = account(1, mayOverdraw: false, posted: (0, 1_000))
        let emptied = try Posting.applying(transfer(1_000), debit: wallet, credit: account(2))
        #expect(emptied.debit.totals.availableMinor == 0)
        let owing = try Posting.applying(transfer(1_000), debit: account(1), credit: account(2))
        #expect(owing.debit.totals.balanceMinor == -1_000)
    }

    @Test("a wallet that waits for money cannot spend it yet")
    func pendingCredit() {
        let wallet = account(1, mayOverdraw: false, pending: (0, 5_000))
        #expect(throws: PostingRefusal.insufficientFunds) {
            try Posting.applying(transfer(1), debit: wallet, credit: account(2))
        }
    }

    @Test("the largest amount is one that may be posted")
    func largest() throws {
        let after = try Posting.applying(
            transfer(Limits.amountMinor),
            debit: account(1),
            credit: account(2)
        )
        #expect(after.credit.totals.balanceMinor == 1_000_000_000_000)
    }
}
