public import Kernel

/// The rules by which transfers change accounts.
public enum Posting {
    /// One of the two accounts of a transfer, as it stands.
    public struct Account: Sendable, Equatable {
        /// The id.
        public let id: ID<Entity.Account>
        /// The household it belongs to.
        public let household: ID<Entity.Household>
        /// Its one currency.
        public let currency: Currency
        /// Whether it may owe money.
        public let mayOverdraw: Bool
        /// What went out and in so far.
        public var totals: AccountTotals

        /// Makes an account.
        public init(
            id: ID<Entity.Account>,
            household: ID<Entity.Household>,
            currency: Currency,
            mayOverdraw: Bool,
            totals: AccountTotals
        ) {
            self.id = id
            self.household = household
            self.currency = currency
            self.mayOverdraw = mayOverdraw
            self.totals = totals
        }
    }

    /// The accounts after a transfer.
    ///
    /// - Parameters:
    ///   - transfer: What is to be recorded.
    ///   - debit: The account the money leaves.
    ///   - credit: The account the money enters.
    ///   - pending: The pending transfer, when `transfer` posts or voids one.
    /// - Returns: Both accounts with their new totals; what one loses the other gains.
    /// - Throws: ``PostingRefusal``; nothing may be recorded then.
    public static func applying(
        _ transfer: Transfer,
        debit: Account,
        credit: Account,
        pending: Transfer? = nil
    ) throws(PostingRefusal) -> (debit: Account, credit: Account) {
        try check(transfer, debit, credit, pending)
        let effect = effect(of: transfer, pending)
        var after = (debit: debit, credit: credit)
        after.debit.totals = try debit.totals.applying(effect, to: .debit)
        after.credit.totals = try credit.totals.applying(effect, to: .credit)
        guard debit.mayOverdraw || after.debit.totals.availableMinor >= 0 else {
            throw .insufficientFunds
        }
        let before = debit.totals.balanceMinor + credit.totals.balanceMinor
        let sum = after.debit.totals.balanceMinor + after.credit.totals.balanceMinor
        precondition(before == sum, "a transfer makes no money and loses none")
        return after
    }

    private static func check(
        _ transfer: Transfer,
        _ debit: Account,
        _ credit: Account,
        _ pending: Transfer?
    ) throws(PostingRefusal) {
        guard transfer.amount.minor > 0, transfer.amount.minor <= Limits.amountMinor else {
            throw .amountOutOfRange
        }
        guard debit.id != credit.id else { throw .sameAccount }
        guard debit.id == transfer.debitAccount, credit.id == transfer.creditAccount,
            debit.household == transfer.household, credit.household == transfer.household
        else { throw .foreignAccount }
        guard debit.currency == transfer.amount.currency,
            credit.currency == transfer.amount.currency
        else { throw .currencyMismatch }
        switch transfer.phase {
        case .posted, .pending:
            guard transfer.pending == nil, pending == nil else { throw .pendingMismatch }
        case .post, .void:
            guard let pending, pending.id == transfer.pending, pending.phase == .pending,
                pending.debitAccount == transfer.debitAccount,
                pending.creditAccount == transfer.creditAccount,
                transfer.phase == .post || transfer.amount == pending.amount
            else { throw .pendingMismatch }
        }
    }

    private static func effect(of transfer: Transfer, _ pending: Transfer?) -> Effect {
        let amount = transfer.amount.minor
        let reserved = pending?.amount.minor ?? 0
        return switch transfer.phase {
        case .posted: Effect(postedMinor: amount)
        case .pending: Effect(pendingMinor: amount)
        case .post: Effect(postedMinor: amount, pendingMinor: -reserved)
        case .void: Effect(pendingMinor: -reserved)
        }
    }
}

/// Why a transfer may not be recorded.
public enum PostingRefusal: Error, Sendable, Equatable, CaseIterable {
    /// The amount is not more than zero, or too large.
    case amountOutOfRange
    /// An account that must not owe would.
    case insufficientFunds
    /// Both sides are one account.
    case sameAccount
    /// An account is not the transfer's, or of another household.
    case foreignAccount
    /// An account has another currency.
    case currencyMismatch
    /// There is no such pending transfer between these accounts, or it was settled already.
    case pendingMismatch
    /// The transfer it would correct is not there, is not final, differs, or was corrected already.
    case reversalMismatch
    /// A total would not fit.
    case overflow
}
