import Contract
import Kernel
import Operations
import Providers
import PurserKit
import Testbed
import Testing

@Suite("Turns that a bank's telling takes")
struct SyncTurnsTests {
    @Test("what one page tells twice is one row, as it is told last")
    func twice() async throws {
        try await LinkedHome.with(.sqlite) { home in
            home.bank.tell(.page(.test("t1", 100), modified: [.test("t1", 150)]))
            let counts = try await home.counts()
            #expect(counts == [1, 0, 0])
            #expect(try await home.rows().map(\.amount.minor) == [150])
        }
    }

    @Test("what is in another currency than its account is left out")
    func currency() async throws {
        try await LinkedHome.with(.sqlite) { home in
            let euros = ProviderTransaction(
                id: "t1",
                accountID: "acc1",
                amountMinor: 500,
                currency: Currency(code: "EUR"),
                day: try #require(CivilDay("2025-08-18")),
                name: "ALDI"
            )
            home.bank.tell(.page(euros))
            #expect(try await home.counts() == [0, 0, 0])
            #expect(try await home.rows() == [])
        }
    }

    @Test(
        "a posted record is the pending one that was withdrawn in an earlier sync",
        arguments: Engine.all
    )
    func earlier(engine: Engine) async throws {
        try await LinkedHome.with(engine) { home in
            home.bank.tell(.page(.test("p1", 4_000, pending: true)))
            try await home.sync()
            let pending = try #require(try await home.rows().first)
            home.bank.tell(.page(removed: ["p1"]))
            #expect(try await home.counts() == [0, 0, 1])
            #expect(try await home.rows() == [])
            home.bank.tell(.page(.test("t1", 4_000, on: "2025-08-20")))
            #expect(try await home.counts() == [0, 1, 0])
            let rows = try await home.rows()
            #expect(rows.map(\.id) == [pending.id] && rows.allSatisfy { !$0.pending })
        }
    }

    @Test("a posted record that goes is not the one that comes, however alike")
    func replaced() async throws {
        try await LinkedHome.with(.sqlite) { home in
            home.bank.tell(.page(.test("t1", 4_000)))
            try await home.sync()
            let before = try #require(try await home.rows().first)
            home.bank.tell(.page(.test("t2", 4_000), removed: ["t1"]))
            #expect(try await home.counts() == [1, 0, 1])
            let rows = try await home.rows()
            #expect(rows.count == 1 && rows.first?.id != before.id)
        }
    }

    @Test("what was told as new stays when it is told as changed after a restart")
    func changed() async throws {
        try await LinkedHome.with(.sqlite) { home in
            home.bank.tell(
                .page(.test("t1", 100), hasMore: true),
                .fails(.mutationDuringPagination),
                .page(modified: [.test("t1", 150)])
            )
            let counts = try await home.counts()
            #expect(counts == [1, 0, 0])
            #expect(try await home.rows().map(\.amount.minor) == [150])
        }
    }
}
