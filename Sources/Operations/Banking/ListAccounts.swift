public import Contract
import Kernel
import Ledger
import Store

extension BankingOperations {
    /// Lists the caller's accounts, in the order in which they were made.
    ///
    /// - Throws: ``Problem`` `unauthenticated`; `DatabaseError`.
    public func listAccounts(
        _ input: Empty,
        _ call: Call
    ) async throws -> API.Banking.AccountListResponse {
        try await reading(call) { session, membership in
            let family = try Households.named(membership.household, in: session).name
            let accounts = try ListedAccounts.list(of: membership.member, in: session)
            return API.Banking.AccountListResponse(
                accounts.map { API.Banking.Account($0, of: family) }
            )
        }
    }
}

extension API.Banking.Account {
    /// An account of a family's member.
    init(_ listed: ListedAccount, of family: String) {
        let account = listed.account
        let linked = listed.linked
        let type = listed.type
        let balance = type.isOwed ? -listed.heldMinor : listed.heldMinor
        self.init(
            id: listed.number.value,
            accountID: account.id,
            name: account.name,
            accountType: type,
            accountSubtype: listed.isWallet ? "allowance" : listed.bank?.subtype,
            balanceAvailable: linked?.availableMinor.map {
                DecimalAmount(Money(minor: $0, currency: account.currency))
            },
            balanceCurrent: DecimalAmount(Money(minor: balance, currency: account.currency)),
            currencyCode: account.currency.code,
            institutionName: listed.institution(of: family),
            lastSyncedAt: linked?.syncedAt.map { WireTimestamp($0) }
        )
    }
}

extension ListedAccount {
    /// What a bank says of it, while it is linked.
    var linked: BankAccountRecord? { bank.flatMap { $0.isLinked ? $0 : nil } }

    /// What it holds, in minor units; below zero is owed.
    ///
    /// What a bank reports is what the account holds, even while the books differ; so is what an
    /// account held when it was reset. The issuer of a card that Guardian charges knows its
    /// balance, and does not tell it.
    var heldMinor: Int64 {
        guard account.kind != .funding else { return 0 }
        return (isRemoved ? nil : bank?.reportedMinor) ?? account.totals.balanceMinor
    }

    /// Where it is held: the bank, or the family for what is kept in no bank.
    func institution(of family: String) -> String {
        account.kind == .funding ? "Guardian Card" : bank?.institution ?? family
    }

    /// What kind of account it is.
    fileprivate var type: API.Banking.AccountType {
        switch bank?.kind {
        case .depository: .depository
        case .credit: .credit
        case .loan: .loan
        case .investment: .investment
        case .other: .other
        case nil: account.kind == .card || account.kind == .funding ? .credit : .depository
        }
    }
}

extension API.Banking.AccountType {
    /// Whether its balance is what is owed.
    fileprivate var isOwed: Bool { self == .credit || self == .loan }
}
