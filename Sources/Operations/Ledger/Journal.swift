import Catalogue
import Kernel
import Ledger
import OrderedCollections
import SQL
import Store

/// What transfers change in the books, of one household or of several, worked out before any of it
/// is written.
///
/// A transfer sees what the earlier ones of its journal left. Everything it touches is opened
/// first, as the transaction read it.
struct Journal {
    private struct Open {
        var posting: Posting.Account
        var wallet: WalletEnd?
        let listed: Entry.Listed?
    }

    private var chains: OrderedDictionary<ID<Entity.Household>, ChainMove> = [:]
    private var accounts: OrderedDictionary<ID<Entity.Account>, Open> = [:]
    private var links: [(transfer: Transfer, link: ChainLink)] = []
    private var movements: [NewMovement] = []
    private var entries = EntryChanges()
    private var spendings: [Spending] = []
    private let catalogue: Catalogue?

    /// Begins a journal.
    ///
    /// `catalogue`: What purchases are of, where windows of policies look back on them.
    init(followedBy catalogue: Catalogue? = nil) { self.catalogue = catalogue }

    /// Opens a household's chain at its end.
    mutating func open(_ head: ChainHead) { chains[head.household] = ChainMove(from: head) }

    /// Opens an account; one that is a child's wallet, with how far its movements go.
    mutating func open(_ account: AccountRecord, _ wallet: WalletEnd?) {
        accounts[account.id] = Open(
            posting: account.posting,
            wallet: wallet,
            listed: account.listed(isWallet: wallet != nil)
        )
    }

    /// Where a household's chain ends after what was posted.
    func head(of household: ID<Entity.Household>) -> ChainHead { chain(of: household).end }

    /// What may still leave an account that must not owe; `nil` for one that may.
    func fundsMinor(of account: ID<Entity.Account>) -> Int64? {
        guard let posting = accounts[account]?.posting else {
            preconditionFailure("an account is opened before it is asked about")
        }
        return posting.mayOverdraw ? nil : posting.totals.availableMinor
    }

    /// What an account holds after what was posted, in minor units.
    func balanceMinor(of account: ID<Entity.Account>) -> Int64 {
        accounts[account]?.posting.totals.balanceMinor ?? 0
    }

    /// Posts a transfer.
    ///
    /// - Parameters:
    ///   - transfer: The transfer, between accounts that are open.
    ///   - pending: The pending transfer that it settles.
    ///   - author: Who moves it, as a wallet shows it; `nil` for what happens by itself.
    ///   - zone: The household's time zone.
    /// - Throws: ``PostingRefusal``; nothing was posted then.
    mutating func post(
        _ transfer: Transfer,
        settling pending: Transfer? = nil,
        by author: ID<Entity.Member>?,
        in zone: Zone
    ) throws(PostingRefusal) {
        let after = try Posting.applying(
            transfer,
            debit: account(transfer.debitAccount).posting,
            credit: account(transfer.creditAccount).posting,
            pending: pending
        )
        let head = head(of: transfer.household)
        let link = ChainLink(after: head, content: transfer.chainContent)
        chains[transfer.household]?.end = head.advanced(by: link)
        links.append((transfer, link))
        entries.add(
            transfer,
            debit: accounts[transfer.debitAccount]?.listed,
            credit: accounts[transfer.creditAccount]?.listed
        )
        for account in [after.debit, after.credit] {
            accounts[account.id]?.posting = account
            guard transfer.isFinal, var wallet = accounts[account.id]?.wallet else { continue }
            wallet.position += 1
            accounts[account.id]?.wallet = wallet
            movements.append(NewMovement(of: transfer, account, wallet, by: author, in: zone))
        }
    }

    /// Counts what was posted as spending, or takes away what counted.
    mutating func count(_ spending: Spending?) {
        if let spending { spendings.append(spending) }
    }

    /// Writes everything that was posted, and begins a new journal where this one ends.
    ///
    /// The ends of the chains come first: of two writers who read the same end, one then loses with
    /// a conflict that is tried again, and not with a place that is taken.
    ///
    /// What purchases add to the limits of reward cards follows, with links of its own.
    ///
    /// - Throws: `DatabaseError` `conflict` when another link took a place.
    mutating func write(_ call: Call, in session: any Session) throws {
        guard !links.isEmpty else { return }
        try Households.move(chains.values.filter { $0.end != $0.start }, in: session)
        try Transfers.insert(links, in: session)
        let touched = Set(links.flatMap { [$0.transfer.debitAccount, $0.transfer.creditAccount] })
        let changed = accounts.values.map(\.posting).filter { touched.contains($0.id) }
        try Accounts.save(changed, in: session)
        try WalletMovements.append(movements, in: session)
        let purchases = try entries.write(in: session)
        try SpendRollups.add(spendings, in: session)
        if let catalogue {
            try PolicyWindows.follow(links.map(\.transfer), catalogue, in: session)
        }
        for household in chains.keys { chains[household] = ChainMove(from: head(of: household)) }
        try follow(purchases, call, in: session)
        links = []
        movements = []
        entries = EntryChanges()
        spendings = []
    }

    /// Adds what was bought to what is spent with cards.
    private mutating func follow(
        _ purchases: PurchaseChanges,
        _ call: Call,
        in session: any Session
    ) throws {
        guard !purchases.isEmpty else { return }
        let cards = try RewardCards.tied(to: purchases.accounts, in: session)
        guard !cards.isEmpty else { return }
        let byHousehold = Dictionary(grouping: cards) { accountHousehold($0.account) }
        for (household, cards) in byHousehold {
            var spending = try CardSpending(after: head(of: household), call, in: session)
            for card in cards {
                guard let account = accounts[card.account]?.posting else { continue }
                let changes = purchases.on(card.account)
                try spending.follow(changes, in: account.currency, on: card)
            }
            chains[household] = ChainMove(from: spending.head)
        }
    }

    private func accountHousehold(_ id: ID<Entity.Account>) -> ID<Entity.Household> {
        guard let account = accounts[id] else {
            preconditionFailure("an account is opened before an entry of it changes")
        }
        return account.posting.household
    }

    private func chain(of household: ID<Entity.Household>) -> ChainMove {
        guard let chain = chains[household] else {
            preconditionFailure("a chain is opened before it is added to")
        }
        return chain
    }

    private func account(_ id: ID<Entity.Account>) throws(PostingRefusal) -> Open {
        guard let account = accounts[id] else { throw .foreignAccount }
        return account
    }
}

extension Transfer {
    /// Whether money has moved by it.
    var isFinal: Bool { phase == .posted || phase == .post }
}

extension NewMovement {
    fileprivate init(
        of transfer: Transfer,
        _ account: Posting.Account,
        _ wallet: WalletEnd,
        by author: ID<Entity.Member>?,
        in zone: Zone
    ) {
        self.init(
            child: wallet.child,
            position: wallet.position,
            transfer: transfer.id,
            isCredit: transfer.creditAccount == account.id,
            amountMinor: transfer.amount.minor,
            balanceAfterMinor: account.totals.balanceMinor,
            author: author,
            day: zone.day(of: transfer.recordedAt),
            createdAt: transfer.recordedAt
        )
    }
}
