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
    fileprivate init(_ listed: ListedAccount, of family: String) {
        let account = listed.account
        let isOwed = account.kind == .card
        let balance: Int64 =
            switch account.kind {
            // The issuer of a card that Guardian charges knows its balance, and does not tell it.
            case .funding: 0
            case .card: -account.totals.balanceMinor
            case .bank, .wallet, .world: account.totals.balanceMinor
            }
        self.init(
            id: listed.number.value,
            accountID: account.id,
            name: account.name,
            accountType: isOwed || account.kind == .funding ? .credit : .depository,
            accountSubtype: listed.isWallet ? "allowance" : nil,
            balanceCurrent: DecimalAmount(minor: balance),
            currencyCode: account.currency.code,
            institutionName: account.kind == .funding ? "Guardian Card" : family
        )
    }
}
