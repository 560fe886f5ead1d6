import Contract
import Kernel
import Ledger
import Operations
import PurserKit
import Testbed
import Testing

@testable import ServerTestbed

/// A parent with an account, at noon UTC on 20 August 2025 unless said.
struct BankingHome {
    let server: InProcessServer
    let account: TestAccount

    var owner: TestMember { account.owner }

    /// Runs `work`, and holds the books against what it did.
    static func with(
        _ engine: Engine,
        timeZone: String? = nil,
        at instant: String = "2025-08-20T12:00:00Z",
        _ work: (BankingHome) async throws -> Void
    ) async throws {
        try await withServer(engine, clock: TestClock(instant)) { server in
            let parent = try await server.registerParent(timeZone: timeZone)
            try await work(
                BankingHome(server: server, account: try await server.openAccount(of: parent))
            )
            #expect(try await server.faultInBooks() == nil)
        }
    }

    /// Records money that goes out on a day, in the morning.
    @discardableResult
    func spend(
        _ minor: Int64,
        _ category: String? = "FOOD_AND_DRINK_GROCERIES",
        on day: String = "2025-08-20",
        phase: Transfer.Phase = .posted,
        pending: ID<Entity.Transfer>? = nil,
        at merchant: String = "Aldi",
        from account: TestAccount? = nil
    ) async throws -> ID<Entity.Transfer> {
        let account = account ?? self.account
        let purchase = account.purchase(
            minor,
            category,
            at: merchant,
            on: Timestamp(test: "\(day)T08:00:00Z"),
            phase: phase,
            pending: pending
        )
        return try await server.record(purchase, in: account)[0]
    }

    /// Records money that comes in on a day.
    func earn(_ minor: Int64, _ category: String? = nil, on day: String) async throws {
        var income = account.income(minor, on: Timestamp(test: "\(day)T08:00:00Z"))
        income.details.category = category
        try await server.record(income, in: account)
    }

    /// Edits a transaction as its owner does.
    func edit(_ id: ID<Entity.Transfer>, _ category: String?, notes: String? = nil) async throws {
        try await server.operations.ledger.annotateTransfer(
            id,
            category: category,
            notes: notes,
            server.call(as: owner)
        )
    }

    /// Asks for a path as the owner does.
    func get(_ path: String) async throws -> TransportResponse {
        try await server.get(path, token: owner.token)
    }

    func list(
        _ input: API.Banking.TransactionListRequest = .init()
    ) async throws -> API.Banking.TransactionListResponse {
        try await owner.purser.call(API.Banking.listTransactions, input)
    }

    func summary(
        _ input: API.Banking.SpendingSummaryRequest = .init()
    ) async throws -> API.Banking.SpendingSummaryResponse {
        try await owner.purser.call(API.Banking.summarizeTransactions, input)
    }

    func recent(
        since: String? = nil
    ) async throws -> API.Banking.RecentTransactionsResponse {
        let since = since.map { WireTimestamp(Timestamp(test: $0)) }
        return try await owner.purser.call(API.Banking.recentTransactions, .init(since: since))
    }
}

extension API.Banking.TransactionListResponse {
    /// The amounts in minor units.
    var minors: [Int64] { transactions.map(\.amount.minor) }
}

extension DateFilter {
    /// A day or an instant as a caller sends it.
    init(test text: String) {
        self = CivilDay(text).map { .day($0) } ?? .instant(Timestamp(test: text))
    }
}
