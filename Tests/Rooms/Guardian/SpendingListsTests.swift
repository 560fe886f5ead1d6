import Contract
import Kernel
import Ledger
import Operations
import PurserKit
import Testbed
import Testing

@testable import ServerTestbed

@Suite("Spending by category, day and merchant")
struct SpendingListsTests {
    /// Runs `work` with a parent and an account, at noon UTC on 15 January 2025.
    private func withAccount(
        _ engine: Engine,
        _ work: (InProcessServer, TestAccount) async throws -> Void
    ) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            try await work(server, try await server.openAccount(of: parent))
            #expect(try await server.faultInBooks() == nil)
        }
    }

    /// In a whole day of the week, and in the part of its first day that counts.
    static let instants = ["2025-01-12T12:00:00Z", "2025-01-08T20:00:00Z"]

    @Test(
        "has what was posted, not what is pending or was taken back",
        arguments: Engine.all,
        instants
    )
    func phases(engine: Engine, instant: String) async throws {
        try await withAccount(engine) { server, account in
            let at = Timestamp(test: instant)
            let pending = try await server.record(
                account.purchase(300, on: at, phase: .pending),
                in: account
            )[0]
            #expect(try await account.owner.byCategory(.week) == [])
            #expect(try await account.owner.byDay(.week) == [])
            #expect(try await account.owner.byMerchant(.week) == [])
            let posted = try await server.record(
                account.purchase(250, on: at, phase: .post, pending: pending),
                in: account
            )[0]
            try await server.spend(700, "groceries", at: "Aldi", on: instant, from: account)
            #expect(
                try await account.owner.byCategory(.week) == ["groceries 700 in 1", "fun 250 in 1"]
            )
            try await server.record(account.reversal(of: posted, 250, on: at), in: account)
            try await server.record(account.income(9_000, on: at), in: account)
            #expect(try await account.owner.byCategory(.week) == ["groceries 700 in 1"])
            #expect(try await account.owner.byDay(.week) == ["\(instant.prefix(10))T00:00:00 700"])
            #expect(try await account.owner.byMerchant(.week) == ["Aldi 700 in 1"])
            #expect(try await account.owner.summary(.week).chargeCount == 1)
        }
    }

    @Test(
        "has a purchase where its member put it, at once",
        arguments: Engine.all,
        instants
    )
    func edits(engine: Engine, instant: String) async throws {
        try await withAccount(engine) { server, account in
            let at = Timestamp(test: instant)
            let pending = try await server.record(
                account.purchase(300, on: at, phase: .pending),
                in: account
            )[0]
            let edit = { (category: String?) in
                try await server.operations.ledger.annotateTransfer(
                    pending,
                    category: category,
                    notes: "mine",
                    server.call(as: account.owner)
                )
            }
            try await edit("groceries")
            let post = account.purchase(250, on: at, phase: .post, pending: pending)
            try await server.record(post, in: account)
            for (word, list) in [
                ("groceries", ["groceries 250 in 1"]), ("Shopping", ["misc_online 250 in 1"]),
                ("Birthday", ["birthday 250 in 1"]), ("Income", []), (nil, ["fun 250 in 1"]),
            ] as [(String?, [String])] {
                try await edit(word)
                #expect(try await account.owner.byCategory(.week) == list)
                let count = try await account.owner.summary(.week).chargeCount
                #expect(count == Int64(list.count))
            }
        }
    }

    @Test("says uncategorized and unknown where nothing is known", arguments: Engine.all)
    func unknown(engine: Engine) async throws {
        try await withAccount(engine) { server, account in
            for instant in Self.instants {
                try await server.spend(700, nil, at: nil, on: instant, from: account)
            }
            #expect(try await account.owner.byCategory(.week) == ["uncategorized 1400 in 2"])
            #expect(try await account.owner.byMerchant(.week) == ["unknown 1400 in 2"])
        }
    }

    @Test("is ordered by the sum, then by the name", arguments: Engine.all)
    func order(engine: Engine) async throws {
        try await withAccount(engine) { server, account in
            for (minor, category) in [
                (200, "groceries"), (300, "fun"), (200, "alcohol"), (100, "zoo"), (100, "alcohol"),
            ] as [(Int64, String)] {
                try await server.spend(minor, category, at: category, from: account)
            }
            let expected = [
                "alcohol 300 in 2", "fun 300 in 1", "groceries 200 in 1", "zoo 100 in 1",
            ]
            #expect(try await account.owner.byCategory() == expected)
            #expect(try await account.owner.byMerchant() == expected)
        }
    }

    @Test("knows a merchant in every spelling, and shows the newest", arguments: Engine.all)
    func spellings(engine: Engine) async throws {
        try await withAccount(engine) { server, account in
            for (merchant, instant) in [
                ("  steam ", "2025-01-08T13:00:00Z"), ("Steam", "2025-01-08T14:00:00Z"),
                ("Aldi", "2025-01-08T15:00:00Z"), ("ALDI", "2025-01-08T13:30:00Z"),
            ] {
                try await server.spend(100, at: merchant, on: instant, from: account)
            }
            #expect(
                try await account.owner.byMerchant(.week) == ["Aldi 200 in 2", "Steam 200 in 2"]
            )
            try await server.spend(1, at: "STEAM", on: "2025-01-10T12:00:00Z", from: account)
            let taken = try await server.spend(
                9,
                at: "sTeam",
                on: "2025-01-11T12:00:00Z",
                from: account
            )
            try await server.record(
                account.reversal(of: taken, 9, on: server.clock.now),
                in: account
            )
            #expect(
                try await account.owner.byMerchant(.week) == ["STEAM 201 in 3", "Aldi 200 in 2"]
            )
        }
    }

    @Test("has ten merchants at most, those of the largest sums", arguments: Engine.all)
    func most(engine: Engine) async throws {
        try await withAccount(engine) { server, account in
            for number in 1...11 {
                try await server.spend(Int64(number), at: "Shop \(number)", from: account)
            }
            // The smallest becomes the largest by what was spent on the day that counts in part.
            try await server.spend(50, at: "shop 1", on: "2025-01-08T20:00:00Z", from: account)
            let merchants = try await account.owner.byMerchant(.week)
            #expect(merchants.count == 10)
            #expect(merchants.first == "Shop 1 51 in 2")
            #expect(merchants.last == "Shop 3 3 in 1")
        }
    }

    @Test("answers with these keys", arguments: Engine.all)
    func keys(engine: Engine) async throws {
        try await withAccount(engine) { server, account in
            try await server.spend(700, from: account)
            let get = { (path: String) in
                try await server.get("/analytics/\(path)", token: account.owner.token).text
            }
            #expect(
                try await get("by-category") == #"[{"category":"fun","spend_cents":700,"count":1}]"#
            )
            #expect(
                try await get("timeseries")
                    == #"[{"day":"2025-01-15T00:00:00","spend_cents":700}]"#
            )
            #expect(
                try await get("merchants") == #"[{"merchant":"Steam","spend_cents":700,"count":1}]"#
            )
        }
    }
}
