import Contract
import Kernel
import Ledger
import Providers
import SQL
import Store

/// A sign-in at a bank that was just made, taken over within one transaction.
struct Linking {
    /// The provider's name.
    let provider: String
    /// What the provider gave.
    let item: LinkedItem
    /// What opens it, as it is kept.
    let sealedToken: String
    /// The accounts, and where they are held.
    let told: ItemAccounts
    /// The call.
    let call: Call

    /// Keeps the item and its accounts, and tells of them.
    ///
    /// - Throws: ``Problem`` `conflict` when the member has too many items; `DatabaseError`.
    func answer(
        _ membership: Membership,
        in session: any Session
    ) throws -> API.Banking.ExchangeResponse {
        let item = try keptItem(of: membership.member, in: session)
        let accounts = try keptAccounts(of: item, membership, in: session)
        let listed = try ListedAccounts.list(of: membership.member, in: session)
        let family = try Households.named(membership.household, in: session).name
        let count = accounts.count
        return API.Banking.ExchangeResponse(
            message: count == 1 ? "1 account linked" : "\(count) accounts linked",
            itemID: item.id,
            accounts: listed.filter { accounts.contains($0.account.id) }.map {
                API.Banking.Account($0, of: family)
            },
            requestID: self.item.requestID
        )
    }

    private var institution: String { told.institutionName ?? "Bank" }

    // MARK: The item

    /// The item: that of the same institution, renewed, else a new one.
    private func keptItem(
        of member: ID<Entity.Member>,
        in session: any Session
    ) throws -> BankItemRecord {
        let items = try BankItems.list(of: member, in: session)
        guard var item = items.first(where: isSame) else {
            guard items.count < Limits.bankItems else {
                throw Problem(.conflict, "There are too many linked banks; unlink one first")
            }
            let new = BankItemRecord(
                id: call.newID(),
                member: member,
                provider: provider,
                providerItem: self.item.id,
                institutionID: told.institutionID,
                institution: institution,
                sealedToken: sealedToken,
                createdAt: call.now
            )
            try BankItems.insert(new, in: session)
            return new
        }
        if item.providerItem != self.item.id { try leave(item, in: session) }
        item.providerItem = self.item.id
        item.institutionID = told.institutionID ?? item.institutionID
        item.institution = told.institutionName ?? item.institution
        item.sealedToken = sealedToken
        // Another sign-in tells everything from its beginning. Who reads the former one ends.
        item.cursor = nil
        item.lease = nil
        item.leasedUntil = nil
        item.isHistoryComplete = false
        item.state = .good
        item.errorCode = nil
        item.failures = 0
        item.lookAt = call.now
        try BankItems.save(item, in: session)
        return item
    }

    private func isSame(_ held: BankItemRecord) -> Bool {
        guard held.provider == provider else { return false }
        if held.providerItem == item.id { return true }
        if let former = held.institutionID, let now = told.institutionID { return former == now }
        return held.institution == institution
    }

    /// Leaves what opened an item until now to be given up at the provider.
    private func leave(_ item: BankItemRecord, in session: any Session) throws {
        var former = BankItemRecord(
            id: call.newID(),
            member: item.member,
            provider: item.provider,
            providerItem: item.providerItem,
            institutionID: item.institutionID,
            institution: item.institution,
            sealedToken: item.sealedToken,
            createdAt: item.createdAt
        )
        former.state = .removed
        former.lookAt = call.now
        var renewed = item
        renewed.providerItem = self.item.id
        try BankItems.save(renewed, in: session)
        try BankItems.insert(former, in: session)
    }

    // MARK: The accounts

    /// The accounts of the item; those whose currency nobody knows are left out.
    private func keptAccounts(
        of item: BankItemRecord,
        _ membership: Membership,
        in session: any Session
    ) throws -> Set<ID<Entity.Account>> {
        // The demo household is at no bank, whatever its accounts are called.
        var held = try BankAccounts.list(of: membership.member, in: session)
            .filter { !$0.isDemo }
        let live = Set(try BankItems.list(of: membership.member, in: session).map(\.id))
        var kept: Set<ID<Entity.Account>> = []
        let household = try Households.named(membership.household, in: session)
        for account in told.accounts.prefix(Limits.bankItemAccounts) {
            guard let currency = account.currency else { continue }
            let place = try place(of: account, currency, in: held, item, live, membership, session)
            if let place {
                let record = relinked(held.remove(at: place), account, item)
                try BankAccounts.save(record, in: session)
                kept.insert(record.account)
            } else {
                let opened = try open(account, currency, item, household, in: session)
                kept.insert(opened.account)
            }
        }
        return kept
    }

    /// Where among the accounts that are held one is, by the provider's ids, else by what it says
    /// of itself.
    private func place(
        of account: ProviderAccount,
        _ currency: Currency,
        in held: [BankAccountRecord],
        _ item: BankItemRecord,
        _ live: Set<ID<Entity.BankItem>>,
        _ membership: Membership,
        _ session: any Session
    ) throws -> Int? {
        if let place = held.firstIndex(where: { $0.externalKey == account.id }) { return place }
        if let key = account.persistentID,
            let place = held.firstIndex(where: { $0.persistentKey == key })
        {
            return place
        }
        let told = Set(self.told.accounts.map(\.id))
        return try held.firstIndex { record in
            let isFree = record.item.map { $0 == item.id || !live.contains($0) } ?? true
            guard isFree, !told.contains(record.externalKey),
                record.institution == item.institution, record.mask == account.mask,
                record.subtype == account.subtype, record.kind == account.recordKind
            else { return false }
            let opened = try Accounts.find(
                record.account,
                of: membership.household,
                in: session
            )
            return opened?.name == account.name && opened?.currency == currency
        }
    }

    private func relinked(
        _ held: BankAccountRecord,
        _ account: ProviderAccount,
        _ item: BankItemRecord
    ) -> BankAccountRecord {
        var record = held
        if record.externalKey != account.id { record.relinkedAt = call.now }
        record.item = item.id
        record.externalKey = account.id
        // What it had is kept when it was unlinked, and is on its way out when it was reset.
        record.isClearing = held.isClearing && held.forgetsEdits
        record.removedAt = nil
        record.take(account, of: item)
        return record
    }

    private func open(
        _ account: ProviderAccount,
        _ currency: Currency,
        _ item: BankItemRecord,
        _ household: HouseholdRecord,
        in session: any Session
    ) throws -> BankAccountRecord {
        try Accounts.openWorld(of: household.id, in: currency, call, session: session)
        let opened = AccountRecord(
            id: call.newID(),
            household: household.id,
            member: item.member,
            kind: account.kind == .credit ? .card : .bank,
            name: account.name,
            currency: currency,
            createdAt: call.now
        )
        try Accounts.insert(opened, in: session)
        var record = BankAccountRecord(
            account: opened.id,
            member: item.member,
            item: item.id,
            externalKey: account.id,
            kind: account.recordKind,
            institution: item.institution
        )
        record.take(account, of: item)
        try BankAccounts.insert(record, in: session)
        return record
    }
}

extension BankAccountRecord {
    /// Takes what the provider says of the account by now.
    mutating func take(_ account: ProviderAccount, of item: BankItemRecord) {
        persistentKey = account.persistentID ?? persistentKey
        kind = account.recordKind
        subtype = account.subtype
        mask = account.mask
        institution = item.institution
        takeBalances(of: account)
    }

    /// Takes the balances that the provider tells by now; what is owed is below zero.
    mutating func takeBalances(of account: ProviderAccount) {
        if let current = account.currentMinor { reportedMinor = kind.isOwed ? -current : current }
        availableMinor = account.availableMinor ?? availableMinor
    }
}

extension ProviderAccount {
    /// What kind of account it is, as it is kept.
    var recordKind: BankAccountRecord.Kind {
        switch kind {
        case .depository: .depository
        case .credit: .credit
        case .loan: .loan
        case .investment: .investment
        case .other: .other
        }
    }
}

extension Accounts {
    /// Opens a household's account outside for a currency, unless there is one.
    static func openWorld(
        of household: ID<Entity.Household>,
        in currency: Currency,
        _ call: Call,
        session: any Session
    ) throws {
        guard try world(of: household, currency: currency, in: session) == nil else { return }
        try insert(
            AccountRecord(
                id: call.newID(),
                household: household,
                member: nil,
                kind: .world,
                name: "World",
                currency: currency,
                createdAt: call.now
            ),
            in: session
        )
    }
}
