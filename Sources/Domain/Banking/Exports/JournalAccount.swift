public import Kernel
public import Ledger

/// An account of a member, with its name in a journal.
public struct JournalAccount: Sendable, Equatable {
    /// The account.
    public let id: ID<Entity.Account>
    /// Its integer id.
    public let number: Serial<Entity.Account>
    /// What it holds money for.
    public let kind: AccountKind
    /// Its one currency.
    public let currency: Currency
    /// Its name in the journal: `assets:bank:Checking`.
    public let name: String

    /// Names accounts, which are given in the order in which they were made.
    ///
    /// Of two that would have one name, the later gets its number besides; so a new account never
    /// takes the name of an older one.
    public static func named(
        _ accounts: [(
            id: ID<Entity.Account>, number: Serial<Entity.Account>, kind: AccountKind,
            currency: Currency, name: String
        )]
    ) -> [JournalAccount] {
        var taken: Set<String> = []
        return accounts.map { account in
            let root = account.kind.journalRoot
            var name = "\(root):\(JournalText.name(account.name))"
            while !taken.insert(name).inserted { name += " (\(account.number.value))" }
            return JournalAccount(
                id: account.id,
                number: account.number,
                kind: account.kind,
                currency: account.currency,
                name: name
            )
        }
    }

    /// Its name in a journal that it is not exported to: there it is only what money came from.
    public var nameElsewhere: String {
        "equity:transfers\(name.drop { $0 != ":" })"
    }

    /// The line that declares it, with its ids as tags.
    public var declaration: String { "account \(name)  ; uuid: \(id.text), id: \(number.value)\n" }
}

extension AccountKind {
    fileprivate var journalRoot: String {
        switch self {
        case .bank: "assets:bank"
        case .wallet: "assets:wallet"
        case .card: "liabilities:card"
        case .funding: "liabilities:funding"
        case .world: "equity:world"
        }
    }
}
