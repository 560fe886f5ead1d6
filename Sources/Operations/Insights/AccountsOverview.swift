public import Contract
import Kernel
import Ledger
import Store

extension InsightsOperations {
    /// Lists the caller's accounts with what they hold together.
    ///
    /// - Throws: ``Problem`` `unauthenticated`; `DatabaseError`.
    public func accountsOverview(
        _ input: Empty,
        _ call: Call
    ) async throws -> API.Insights.AccountsListResponse {
        try await reading(call) { session, membership in
            let family = try Households.named(membership.household, in: session).name
            let listed = try ListedAccounts.list(of: membership.member, in: session)
            let zone = membership.zone
            let newest = try NewestEntries.find(of: membership.member, zone, in: session)
            let items = try BankItems.list(of: membership.member, in: session)
            let links = Dictionary(uniqueKeysWithValues: items.map { ($0.id, $0.createdAt) })
            let own = listed.filter { $0.account.currency == membership.currency }
            let total = own.reduce(Int128(0)) { $0 + Int128($1.heldMinor) }
            let sorted = listed.sorted { left, right in
                (left.account.createdAt, left.account.id)
                    < (right.account.createdAt, right.account.id)
            }
            return API.Insights.AccountsListResponse(
                currency: membership.currency.code,
                totalBalance: DecimalAmount(
                    Money(minor: Int64(clamping: total), currency: membership.currency)
                ),
                accounts: sorted.map { listed in
                    API.Insights.Account(
                        listed,
                        of: family,
                        newest: newest[listed.account.id]?.instant(in: zone),
                        linkedAt: listed.linked?.item.flatMap { links[$0] }
                    )
                },
                traceID: call.trace
            )
        }
    }
}

extension API.Insights.Account {
    /// An account of a family's member.
    fileprivate init(
        _ listed: ListedAccount,
        of family: String,
        newest: Timestamp?,
        linkedAt: Timestamp?
    ) {
        let account = listed.account
        self.init(
            id: account.id,
            name: account.name,
            institution: listed.institution(of: family),
            type: listed.insightsType,
            balance: DecimalAmount(
                Money(minor: listed.heldMinor, currency: account.currency)
            ),
            currency: account.currency.code,
            createdAt: WireTimestamp(account.createdAt),
            lastTransactionAt: newest.map { WireTimestamp($0) },
            linkedAt: linkedAt.map { WireTimestamp($0) }
        )
    }
}

extension ListedAccount {
    /// What banks call accounts that money is put aside in.
    private static let savings: Set = ["savings", "money market", "cd", "hsa"]

    /// What kind of account it is.
    var insightsType: API.Insights.AccountType {
        if isWallet { return .allowance }
        return switch bank?.kind {
        case .depository:
            bank?.subtype.map { Self.savings.contains($0) } ?? false ? .savings : .checking
        case .credit: .credit
        case .loan: .loan
        case .investment: .investment
        case .other: .other
        case nil: account.kind == .card || account.kind == .funding ? .credit : .checking
        }
    }
}
