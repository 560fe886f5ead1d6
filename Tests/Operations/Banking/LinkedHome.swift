import Contract
import Kernel
import Operations
import Providers
import PurserKit
import SQL
import Testbed
import Testing

/// A parent with an account at a bank that a test makes tell things, on 20 August 2025 unless said.
struct LinkedHome {
    let server: InProcessServer
    let owner: TestMember
    let bank: ScriptedBank

    /// Runs `work` with a linked account, and holds the books against what it did.
    static func with(
        _ engine: Engine,
        _ bank: ScriptedBank = ScriptedBank(),
        timeZone: String? = nil,
        at instant: String = "2025-08-20T12:00:00Z",
        cards: CardProcessors? = nil,
        interposing: (any Database) -> any Database = { $0 },
        _ work: (LinkedHome) async throws -> Void
    ) async throws {
        try await withServer(
            engine,
            clock: TestClock(instant),
            cards: cards,
            banks: { BankConnections(bank, keys: $0) },
            interposing: interposing
        ) { server in
            let parent = try await server.registerParent(timeZone: timeZone)
            let home = LinkedHome(server: server, owner: parent, bank: bank)
            try await home.link("a")
            try await work(home)
            #expect(try await server.faultInBooks() == nil)
        }
    }

    /// Links the bank.
    @discardableResult
    func link(_ token: String) async throws -> API.Banking.ExchangeResponse {
        try await owner.purser.call(
            API.Banking.exchangePublicToken,
            .init(publicToken: "public-sandbox-\(token)")
        )
    }

    /// Lets the bank tell something, and syncs.
    @discardableResult
    func sync() async throws -> API.Banking.SyncResponse {
        try await owner.purser.call(API.Banking.syncAccounts)
    }

    /// Syncs, and tells the status of the failure.
    func failureOfSync() async -> Int? {
        do {
            _ = try await sync()
            return nil
        } catch {
            return (error as? PurserError)?.status
        }
    }

    /// The same, as numbers: new, changed, withdrawn rows.
    func counts() async throws -> [Int64] {
        let answer = try await sync()
        return [
            answer.transactionsAdded, answer.transactionsUpdated, answer.transactionsRemoved,
        ]
    }

    func rows() async throws -> [API.Banking.Transaction] {
        try await owner.purser.call(API.Banking.listTransactions, .init()).transactions
    }

    func accounts() async throws -> [API.Banking.Account] {
        try await owner.purser.call(API.Banking.listAccounts).accounts
    }

    /// Edits a row as its owner does.
    func edit(_ row: API.Banking.Transaction, _ category: String?, _ notes: String?) async throws {
        try await server.operations.ledger.annotateTransfer(
            ID(row.transactionID.raw),
            category: category,
            notes: notes,
            server.call(as: owner)
        )
    }
}

/// What only the database tells.
extension LinkedHome {
    /// What the books say that accounts at banks hold.
    func ledgerBalances() async throws -> [Int64] {
        try await integers(
            """
            SELECT a.posted_credit_minor - a.posted_debit_minor FROM accounts a
            JOIN bank_accounts b ON b.account_id = a.id ORDER BY a.number
            """
        )
    }

    /// By how much banks say more.
    func differences() async throws -> [Int64] {
        try await integers("SELECT difference_minor FROM bank_accounts ORDER BY account_id")
    }

    func integers(_ sql: String) async throws -> [Int64] {
        let statement = Statement(sql)
        return try await server.database.read { session in
            try session.rows(statement, []) { $0.integer(0) }
        }
    }

    /// Changes what no call changes.
    func change(_ sql: String) async throws {
        let statement = Statement(sql)
        try await server.database.write { session in
            _ = try session.run(statement, [])
        }
    }

    /// Adds an item of the owner at another bank, which nothing opens.
    func addItem(_ number: Int) async throws {
        let id = ID<Entity.BankItem>(RawID(high: 8, low: UInt64(number)))
        let owner = owner.id
        try await server.database.write { session in
            _ = try session.run(
                Self.itemInsertion,
                [.id(id), .id(owner), .text("other\(number)")]
            )
        }
    }

    private static let itemInsertion = Statement(
        """
        INSERT INTO bank_items (id, member_id, provider, provider_item, institution_id,
            institution_name, sealed_token, state, failures, history_complete, rows_added,
            rows_updated, rows_removed, created_at_ms)
        VALUES ($1, $2, 'sandbox', $3, NULL, 'Other Bank', 'sealed', 'good', 0, 1, 0, 0, 0, 0)
        """
    )
}
