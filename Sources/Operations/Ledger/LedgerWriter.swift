import Catalogue
import Guardian
import Kernel
import Ledger
import SQL
import Store

/// The books of one household, open for writing within one transaction.
struct LedgerWriter {
    let session: any Session
    let catalogue: Catalogue
    let household: HouseholdRecord
    let zone: Zone
    private(set) var head: ChainHead

    /// Opens the books of the household whose chain ends at `head`.
    init(_ head: ChainHead, _ catalogue: Catalogue, in session: any Session) throws {
        let household = try Households.named(head.household, in: session)
        let zone = try Zone.named(household.timeZone).orCorrupt("a household has no time zone")
        self.session = session
        self.catalogue = catalogue
        self.household = household
        self.zone = zone
        self.head = head
    }

    /// Records a transfer with all that follows from it.
    ///
    /// - Returns: Its id; that of the earlier transfer when the provider's record is known already.
    /// - Throws: ``PostingRefusal``; nothing was written then.
    mutating func record(_ new: NewTransfer, _ call: Call) throws -> ID<Entity.Transfer> {
        if let known = try known(new) { return known.id }
        let transfer = new.transfer(call.newID(), of: household.id, in: zone, recordedAt: call.now)
        let pending = try settled(by: new)
        let original = try corrected(by: new)
        var journal = journal()
        journal.open(head)
        for account in [try account(new.debitAccount), try account(new.creditAccount)] {
            let isWallet = account.kind == .wallet
            let end = try isWallet ? WalletMovements.end(of: account.id, in: session) : nil
            journal.open(account, end)
        }
        try journal.post(transfer, settling: pending, by: new.author, in: zone)
        if let original {
            journal.count(try spending(of: original)?.negated)
        } else if let replaced = new.replaces {
            // It gets the edit with the entries, when it is written.
            let edit = try Annotations.find(replaced, in: session)
            journal.count(spending(of: transfer, edited: edit?.category))
        } else {
            journal.count(try spending(of: transfer))
        }
        try journal.write(call, in: session)
        head = journal.head(of: household.id)
        return transfer.id
    }

    /// A journal for the household's transfers; windows of policies follow it where they are kept.
    func journal() -> Journal { Journal(followedBy: keepsWindows ? catalogue : nil) }

    /// Whether what windows of policies look back on is kept of the household.
    var keepsWindows: Bool { household.policiesVersion != 0 }

    /// Goes on from where a journal left the household's chain.
    mutating func follow(_ head: ChainHead) {
        precondition(head.household == household.id, "a chain is one household's")
        self.head = head
    }

    /// Records an edit.
    mutating func record(_ edit: Edit) throws {
        head = try Edits.append(edit, to: head, in: session)
    }

    /// What a transfer counts as in the sums of spending; `nil` when it does not count.
    func spending(of transfer: Transfer) throws -> Spending? {
        guard transfer.reverses == nil,
            transfer.isFinalPurchase(householdCurrency: household.currency)
        else { return nil }
        let annotation = try Annotations.find(transfer.annotated, in: session)
        return spending(of: transfer, edited: annotation?.category)
    }

    /// The same of a transfer that corrects none, where its member's category is known.
    func spending(of transfer: Transfer, edited: String?) -> Spending? {
        guard let member = transfer.member,
            transfer.isFinalPurchase(householdCurrency: household.currency)
        else { return nil }
        return catalogue.spending(of: transfer, by: member, edited: edited)
    }

    /// The transfer that counts as spending: what settled a pending one, else the transfer itself.
    func final(of transfer: Transfer) throws -> Transfer {
        guard let id = try Transfers.settlement(of: transfer.id, in: session),
            let settlement = try Transfers.find(id, of: household.id, in: session)
        else { return transfer }
        return settlement
    }

    private func known(_ new: NewTransfer) throws -> Transfer? {
        guard let provider = new.details.provider, let record = new.details.providerRecord else {
            return nil
        }
        return try Transfers.find(
            provider: provider,
            record: record,
            of: household.id,
            in: session
        )
    }

    /// The pending transfer that is settled, if it is still open.
    private func settled(by new: NewTransfer) throws -> Transfer? {
        guard let id = new.pending else { return nil }
        guard let pending = try Transfers.find(id, of: household.id, in: session),
            try Transfers.settlement(of: id, in: session) == nil
        else { throw PostingRefusal.pendingMismatch }
        return pending
    }

    /// The transfer that is corrected, if it may be: the same money, back the way it came, once.
    private func corrected(by new: NewTransfer) throws -> Transfer? {
        guard let id = new.reverses else { return nil }
        guard let original = try Transfers.find(id, of: household.id, in: session),
            original.reverses == nil, original.isFinal,
            new.phase == .posted, original.amount == new.amount,
            original.debitAccount == new.creditAccount,
            original.creditAccount == new.debitAccount,
            try Transfers.reversal(of: id, in: session) == nil
        else { throw PostingRefusal.reversalMismatch }
        return original
    }

    private func account(_ id: ID<Entity.Account>) throws -> AccountRecord {
        guard let account = try Accounts.find(id, of: household.id, in: session) else {
            throw PostingRefusal.foreignAccount
        }
        return account
    }
}
