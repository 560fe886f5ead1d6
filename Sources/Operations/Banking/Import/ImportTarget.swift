import Banking
import Contract
import Kernel
import Ledger
import SQL
import Store

/// Whose file it is.
struct ImportOwner: Sendable {
    let member: ID<Entity.Member>
    let household: ID<Entity.Household>
    /// The household's currency.
    let currency: Currency
    let zone: Zone
}

extension ImportOwner {
    /// A caller.
    init(_ membership: Membership) {
        self.init(
            member: membership.member,
            household: membership.household,
            currency: membership.currency,
            zone: membership.zone
        )
    }

    /// A member.
    init(_ member: MemberRecord, in session: any Session) throws {
        let household = try Households.named(member.household, in: session)
        self.init(
            member: member.id,
            household: household.id,
            currency: household.currency,
            zone: try Zone.named(household.timeZone).orCorrupt("a household has no time zone")
        )
    }
}

/// Into which account a file is imported.
enum ImportTarget: Sendable {
    /// One that is there.
    case existing(AccountRecord, isLinked: Bool)
    /// One that is made when the file was read.
    case new(NewBankAccount)

    /// The account, where it is there.
    var account: AccountRecord? {
        if case .existing(let account, _) = self { account } else { nil }
    }

    /// Its currency.
    var currency: Currency {
        switch self {
        case .existing(let account, _): account.currency
        case .new(let account): account.currency
        }
    }

    /// The account that a caller names by its integer id.
    ///
    /// - Throws: ``Problem`` `notFound`; `invalid` when no file is imported into such an account.
    static func named(
        _ number: Int64,
        of owner: ImportOwner,
        in session: any Session
    ) throws -> ImportTarget {
        let listed = try ListedAccounts.list(of: owner.member, in: session)
            .first { $0.number.value == number }.orNotFound()
        let bank = try BankAccounts.find(listed.account.id, in: session)
        guard bank?.removedAt == nil else { throw Problem(.notFound) }
        guard listed.account.kind == .bank || listed.account.kind == .card else {
            let rule = "must be a bank account or a card"
            throw Problem.invalid([Fault(field: "account_id", rule: rule)])
        }
        guard bank?.isDemo != true else {
            let rule = "must not be an account of the demo household"
            throw Problem.invalid([Fault(field: "account_id", rule: rule)])
        }
        return .existing(listed.account, isLinked: bank?.item != nil)
    }

    /// The account that a member's files know by a key.
    static func known(
        by key: String,
        of owner: ImportOwner,
        in session: any Session
    ) throws -> ImportTarget? {
        guard let bank = try BankAccounts.find(key: key, of: owner.member, in: session) else {
            return nil
        }
        let account = try Accounts.find(bank.account, of: owner.household, in: session)
            .orCorrupt("an account of a bank is not in the ledger")
        return .existing(account, isLinked: bank.item != nil && bank.removedAt == nil)
    }
}

/// An account that a file names and nobody has made yet.
struct NewBankAccount: Sendable {
    let key: String
    let name: String
    let currency: Currency
    let kind: BankAccountRecord.Kind
    let subtype: String?
    let mask: String?
    let institution: String

    /// The account that a file names, or that its owner names.
    init(_ account: BankFileAccount, key: String, name: String?) {
        let number = account.iban ?? account.number
        let mask = number.map { String($0.suffix(4)) }
        self.key = key
        self.mask = mask
        currency = account.currency
        institution = account.institution ?? account.bankID ?? "Imported"
        switch account.kind {
        case .creditCard, .creditLine: kind = .credit
        case .checking, .savings, .moneyMarket, .certificate, .cash: kind = .depository
        case .other: kind = .depository
        }
        subtype =
            switch account.kind {
            case .checking: "checking"
            case .savings: "savings"
            case .moneyMarket: "money market"
            case .certificate: "cd"
            case .creditLine: "line of credit"
            case .creditCard: "credit card"
            case .cash, .other: nil
            }
        let plain = kind == .credit ? "Card" : "Account"
        let named = name ?? account.name ?? mask.map { "\(plain) \($0)" } ?? plain
        self.name = String(named.prefix(Limits.accountNameCharacters))
    }

    /// Opens the account, and the one outside for a currency that the household lacks.
    ///
    /// - Throws: ``Problem`` `conflict` when it was opened meanwhile, or there are too many.
    func open(
        for owner: ImportOwner,
        _ call: Call,
        in session: any Session
    ) throws -> AccountRecord {
        guard try BankAccounts.find(key: key, of: owner.member, in: session) == nil else {
            throw Problem(.conflict, "The account was made meanwhile; import the file again")
        }
        let count = try ListedAccounts.list(of: owner.member, in: session).count
        guard count < Limits.accountsPerMember else {
            throw Problem(.conflict, "There are too many accounts to make another one")
        }
        if try Accounts.world(of: owner.household, currency: currency, in: session) == nil {
            let world = record(.world, "World", nil, owner, call)
            try Accounts.insert(world, in: session)
        }
        let kind: AccountKind = kind == .credit ? .card : .bank
        let account = record(kind, name, owner.member, owner, call)
        try Accounts.insert(account, in: session)
        try BankAccounts.insert(
            BankAccountRecord(
                account: account.id,
                member: owner.member,
                externalKey: key,
                kind: self.kind,
                subtype: subtype,
                mask: mask,
                institution: institution
            ),
            in: session
        )
        return account
    }

    private func record(
        _ kind: AccountKind,
        _ name: String,
        _ member: ID<Entity.Member>?,
        _ owner: ImportOwner,
        _ call: Call
    ) -> AccountRecord {
        AccountRecord(
            id: call.newID(),
            household: owner.household,
            member: member,
            kind: kind,
            name: name,
            currency: currency,
            createdAt: call.now
        )
    }
}
