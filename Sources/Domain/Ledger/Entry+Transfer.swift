public import Kernel

/// How entries come from transfers.
extension Entry {
    /// An account whose movements somebody's lists show.
    public struct Listed: Sendable, Equatable {
        /// The account.
        public let account: ID<Entity.Account>
        /// Whose lists.
        public let member: ID<Entity.Member>

        /// Makes a listed account.
        public init(account: ID<Entity.Account>, member: ID<Entity.Member>) {
            self.account = account
            self.member = member
        }
    }

    /// The entries that a transfer begins: one for each of its accounts that is listed.
    ///
    /// An opening balance begins none, nor does what settles, corrects or replaces another one.
    public static func begun(
        by transfer: Transfer,
        debit: Listed?,
        credit: Listed?
    ) -> [Entry] {
        guard transfer.pending == nil, transfer.reverses == nil, transfer.replaces == nil,
            transfer.kind != .opening
        else { return [] }
        var entries: [Entry] = []
        if let debit { entries.append(Entry(transfer, debit, ID(transfer.id.raw))) }
        if let credit {
            // A transfer has one id, and an entry of each side needs its own.
            let id = debit == nil ? transfer.id.raw : transfer.id.raw.twin
            entries.append(Entry(transfer, credit, ID(id)))
        }
        return entries
    }

    private init(_ transfer: Transfer, _ listed: Listed, _ id: ID<Entity.Entry>) {
        let isExpense = transfer.debitAccount == listed.account
        self.init(
            id: id,
            transfer: transfer.id,
            account: listed.account,
            member: listed.member,
            amountMinor: isExpense ? transfer.amount.minor : -transfer.amount.minor,
            day: transfer.day,
            name: transfer.title,
            merchant: transfer.details.merchant,
            category: Self.category(of: [transfer], isExpense: isExpense),
            isPending: transfer.phase == .pending,
            changedAt: transfer.recordedAt
        )
    }

    /// The entry after the transfer that settled it, or took it back.
    ///
    /// `edited`: The member's category.
    public func following(_ transfer: Transfer, edited: String?) -> Entry {
        var entry = self
        entry.changedAt = transfer.recordedAt
        guard transfer.phase == .post else {
            entry.removedAt = transfer.recordedAt
            return entry
        }
        let isExpense = amountMinor > 0
        entry.isPending = false
        entry.amountMinor = isExpense ? transfer.amount.minor : -transfer.amount.minor
        entry.day = transfer.day
        if transfer.details.text ?? transfer.details.merchant != nil { entry.name = transfer.title }
        entry.merchant = transfer.details.merchant ?? merchant
        entry.category = edited ?? transfer.details.category ?? category
        return entry
    }

    /// The entry after a transfer that takes the place of the one it was about.
    ///
    /// `edited`: The member's category.
    public func replaced(by transfer: Transfer, edited: String?) -> Entry {
        let listed = Listed(account: account, member: member)
        var entry = Entry(transfer, listed, id)
        entry.category = edited ?? entry.category
        return entry
    }

    /// The entry with another edit of its category.
    ///
    /// `transfers` are those that report something of it, what counts most first: the one that
    /// settled it, and the one that began it.
    public func edited(
        _ category: String?,
        reported transfers: [Transfer],
        at now: Timestamp
    ) -> Entry {
        var entry = self
        entry.category = category ?? Self.category(of: transfers, isExpense: amountMinor > 0)
        entry.changedAt = now
        return entry
    }

    /// What an entry is of as far as its transfers report it, what counts most first; empty when
    /// nothing is known.
    public static func category(of transfers: [Transfer], isExpense: Bool) -> String {
        if let reported = transfers.lazy.compactMap(\.details.category).first { return reported }
        return switch transfers.first?.kind {
        case .own, .closing:
            isExpense ? "TRANSFER_OUT_ACCOUNT_TRANSFER" : "TRANSFER_IN_ACCOUNT_TRANSFER"
        case .withdrawal: isExpense ? "TRANSFER_OUT_WITHDRAWAL" : "TRANSFER_IN_DEPOSIT"
        case .allowance, .deposit, .reward, .gift, .income:
            isExpense ? "TRANSFER_OUT_OTHER_TRANSFER_OUT" : "INCOME_OTHER_INCOME"
        default: ""
        }
    }
}

extension Transfer {
    /// What it is called: the text of the bank or the author, else the merchant, else its kind.
    public var title: String { details.text ?? details.merchant ?? kind.title }
}

extension Transfer.Kind {
    /// What a transfer is called that nobody described.
    public var title: String {
        switch self {
        case .purchase, .charge: "Purchase"
        case .income: "Income"
        case .own: "Transfer"
        case .opening: "Opening balance"
        case .allowance: "Allowance"
        case .deposit: "Deposit"
        case .withdrawal: "Withdrawal"
        case .reward: "Reward"
        case .gift: "Gift"
        case .closing: "Closing"
        default: "Movement"
        }
    }
}
