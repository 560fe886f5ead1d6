import Catalogue
public import Contract
import Kernel
import Ledger
import SQL
import Store

extension BankingOperations {
    /// Lists the caller's transactions, the newest day first.
    ///
    /// Numbers of rows outside of their range are taken as the nearest in it, and the answer shows
    /// what was taken.
    ///
    /// - Throws: ``Problem`` `invalid`, `notFound` when the account is not one of the caller's,
    ///   `unauthenticated`; `DatabaseError`.
    public func listTransactions(
        _ input: API.Banking.TransactionListRequest,
        _ call: Call
    ) async throws -> API.Banking.TransactionListResponse {
        let asked = input.limit?.value ?? Limits.transactionsUsual
        let limit = min(max(asked, 1), Limits.pageRowsMost)
        let offset = max(input.offset?.value ?? 0, 0)
        return try await reading(call) { session, membership in
            let book = try AccountBook(membership, catalogue, in: session)
            let account = try input.accountID.map { try book.account(Serial($0)) }
            let window = try Self.window(input.startDate, input.endDate, membership, in: session)
            let page = try window.map { days in
                let entries = EntryWindow(
                    member: membership.member,
                    days: days,
                    account: account,
                    category: input.category
                )
                return try entries.page(
                    limit: Int(limit),
                    offset: offset,
                    catalogue,
                    in: session
                )
            }
            return API.Banking.TransactionListResponse(
                try (page?.entries ?? []).map { try book.transaction($0) },
                total: page?.total ?? 0,
                limit: limit,
                offset: offset
            )
        }
    }

    /// The days of a list: as far as there are entries, and as far as the caller says.
    ///
    /// - Returns: `nil` when no entry lies in them.
    /// - Throws: ``Problem`` `invalid` when the end is before the start; `DatabaseError`.
    static func window(
        _ start: DateFilter?,
        _ end: DateFilter?,
        _ membership: Membership,
        in session: any Session
    ) throws -> ClosedRange<CivilDay>? {
        let (first, last) = (start?.day(in: membership.zone), end?.day(in: membership.zone))
        if let first, let last { try requireOrder(first, last) }
        guard let all = try EntryCounts.window(of: membership.member, in: session) else {
            return nil
        }
        let lower = max(first ?? all.lowerBound, all.lowerBound)
        let upper = min(last ?? all.upperBound, all.upperBound)
        return lower <= upper ? lower...upper : nil
    }

    /// Throws ``Problem`` `invalid` when a window ends before it starts.
    static func requireOrder(_ first: CivilDay, _ last: CivilDay) throws {
        guard first <= last else {
            throw Problem.invalid([Fault(field: "start_date", rule: "is after end_date")])
        }
    }
}

/// A member's accounts, for showing what happened on them.
struct AccountBook {
    private let accounts: [ID<Entity.Account>: ListedAccount]
    private let zone: Zone
    private let catalogue: Catalogue

    init(_ membership: Membership, _ catalogue: Catalogue, in session: any Session) throws {
        try self.init(membership.member, membership.zone, catalogue, in: session)
    }

    init(
        _ member: ID<Entity.Member>,
        _ zone: Zone,
        _ catalogue: Catalogue,
        in session: any Session
    ) throws {
        let listed = try ListedAccounts.list(of: member, withRemoved: true, in: session)
        accounts = Dictionary(uniqueKeysWithValues: listed.map { ($0.account.id, $0) })
        self.zone = zone
        self.catalogue = catalogue
    }

    /// The account with an integer id.
    ///
    /// - Throws: ``Problem`` `notFound` when it is not one of the member's.
    func account(_ number: Serial<Entity.Account>) throws -> ID<Entity.Account> {
        guard let account = accounts.values.first(where: { $0.number == number }),
            !account.isRemoved
        else { throw Problem(.notFound) }
        return account.account.id
    }

    /// The accounts in a currency.
    func accounts(in currency: Currency) -> Set<ID<Entity.Account>> {
        Set(accounts.values.filter { $0.account.currency == currency }.map(\.account.id))
    }

    /// An entry as Banking shows it.
    ///
    /// - Throws: `DatabaseError` `corrupt` when its account is not one of the member's.
    func transaction(_ record: EntryRecord) throws -> API.Banking.Transaction {
        let entry = record.entry
        let listed = try accounts[entry.account].orCorrupt("an entry is on no listed account")
        return API.Banking.Transaction(
            id: record.number.value,
            transactionID: entry.id,
            amount: DecimalAmount(
                Money(minor: entry.amountMinor, currency: listed.account.currency)
            ),
            currencyCode: listed.account.currency.code,
            name: entry.name,
            merchantName: entry.merchant,
            date: WireTimestamp(zone.start(of: entry.day)),
            authorizedDate: record.authorizedDay.map { WireTimestamp(zone.start(of: $0)) },
            category: catalogue.bankingCategory(ofEntry: entry.category).words,
            pending: entry.isPending,
            accountID: listed.number.value,
            notes: record.notes
        )
    }
}
