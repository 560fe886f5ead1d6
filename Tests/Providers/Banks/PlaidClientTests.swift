import Kernel
import Programs
import Testbed
import Testing

@testable import Providers

@Suite("Plaid, as the sandbox bank speaks it")
struct PlaidClientTests {
    private let clock = TestClock()

    /// Runs `work` with a client of a new bank, and an item.
    private func withItem(
        _ work: (SandboxBankWire, PlaidClient, LinkedItem) async throws -> Void
    ) async throws {
        try await SandboxBankWire.with(SandboxBank(seed: 7), clock) { wire in
            let client = Banks.client(wire.url)
            let now = clock.now
            let token = try #require(wire.with { $0.signIn(now: now) })
            let item = try await client.exchange(token, for: Banks.member, now: now)
            try await work(wire, client, item)
        }
    }

    @Test("an item is linked, read page by page, and given up")
    func wholeWay() async throws {
        try await withItem { wire, client, item in
            let accounts = try await client.accounts(of: item.accessToken, now: clock.now)
            #expect(accounts.itemID == item.id)
            #expect(accounts.institutionName == "First Platypus Bank")
            #expect(accounts.accounts.map(\.kind) == [.depository, .depository, .credit])
            #expect(accounts.accounts.map(\.subtype) == ["checking", "savings", "credit card"])
            #expect(accounts.accounts.allSatisfy { $0.currency == .usd })

            var paged: [String: ProviderTransaction] = [:]
            let last = try await Banks.sync(
                client,
                item.accessToken,
                count: 7,
                now: clock.now,
                into: &paged
            )
            var whole: [String: ProviderTransaction] = [:]
            _ = try await Banks.sync(client, item.accessToken, now: clock.now, into: &whole)
            #expect(paged == whole && whole.count > 50)
            let records = wire.with { bank in
                let item = bank.items[0]
                return Dictionary(
                    uniqueKeysWithValues: item.records.map {
                        (item.transactionID($0.number), $0.amountMinor)
                    }
                )
            }
            #expect(whole.mapValues(\.amountMinor) == records)
            #expect(last.accounts == accounts.accounts && last.isHistoryComplete)

            let again = try await client.transactions(
                of: item.accessToken,
                after: last.nextCursor,
                count: 500,
                now: clock.now
            )
            #expect(again.added.isEmpty && again.modified.isEmpty && again.removed.isEmpty)
            #expect(!again.hasMore && again.nextCursor == last.nextCursor)

            for _ in 0..<2 { try await client.remove(item.accessToken, now: clock.now) }
            let gone = await Banks.failure {
                try await client.accounts(of: item.accessToken, now: clock.now)
            }
            #expect(gone?.kind == .refused && gone?.code == "ITEM_NOT_FOUND")
        }
    }

    @Test("a public token is good once, and for half an hour")
    func publicTokens() async throws {
        try await SandboxBankWire.with(SandboxBank(seed: 7), clock) { wire in
            let client = Banks.client(wire.url)
            let start = clock.now
            let tokens = wire.with { bank in
                (0..<2).compactMap { _ in bank.signIn(now: start) }
            }
            try #require(tokens.count == 2)
            _ = try await client.exchange(tokens[0], for: Banks.member, now: clock.now)
            clock.advance(seconds: 1_800)
            for token in tokens + ["public-sandbox-unknown", "", "a b", "\u{301}"] {
                let failure = await Banks.failure {
                    try await client.exchange(token, for: Banks.member, now: clock.now)
                }
                #expect(failure?.kind == .invalidPublicToken, "\(token)")
                #expect(failure?.code == "INVALID_PUBLIC_TOKEN")
            }
        }
    }

    @Test("a sign-in that expired is told, and is good again when the member repaired it")
    func login() async throws {
        try await withItem { wire, client, item in
            let token = item.accessToken.text
            wire.with { _ = $0.setLoginExpired(true, accessToken: token) }
            let failure = await Banks.failure {
                try await client.transactions(
                    of: item.accessToken,
                    after: nil,
                    count: 500,
                    now: clock.now
                )
            }
            #expect(failure?.kind == .loginRequired && failure?.code == "ITEM_LOGIN_REQUIRED")
            #expect(failure?.isRetryable == false && failure?.requestID?.count == 15)
            let link = try await client.linkToken(
                for: Banks.member,
                repairing: item.accessToken,
                now: clock.now
            )
            #expect(link.token.hasPrefix("link-sandbox-"))
            wire.with { _ = $0.setLoginExpired(false, accessToken: token) }
            _ = try await client.accounts(of: item.accessToken, now: clock.now)
        }
    }

    @Test("what changes between two pages is told, and the pages again have it")
    func mutation() async throws {
        try await withItem { _, client, item in
            let first = try await client.transactions(
                of: item.accessToken,
                after: nil,
                count: 10,
                now: clock.now
            )
            #expect(first.hasMore && first.added.count == 10)
            clock.advance(seconds: 10 * 86_400)
            let failure = await Banks.failure {
                try await client.transactions(
                    of: item.accessToken,
                    after: first.nextCursor,
                    count: 10,
                    now: clock.now
                )
            }
            #expect(failure?.kind == .mutationDuringPagination)
            var (again, whole): ([String: ProviderTransaction], [String: ProviderTransaction]) =
                ([:], [:])
            _ = try await Banks.sync(
                client,
                item.accessToken,
                count: 10,
                now: clock.now,
                into: &again
            )
            _ = try await Banks.sync(client, item.accessToken, now: clock.now, into: &whole)
            #expect(again == whole)
        }
    }

    @Test("a link token is good for half an hour, and tells Plaid the member's id alone")
    func linkToken() async throws {
        try await SandboxBankWire.with(SandboxBank(seed: 7), clock) { wire in
            let link = try await Banks.client(wire.url).linkToken(
                for: Banks.member,
                repairing: nil,
                now: clock.now
            )
            #expect(link.token.wholeMatch(of: /link-sandbox-[0-9a-f-]{36}/) != nil)
            #expect(link.expiresAt == clock.now.adding(seconds: 1_800))
        }
        let answer = #"{"link_token":"l","expiration":"2025-01-01T00:00:00Z","request_id":"r"}"#
        try await ScriptedWire.with([.init(200, answer)]) { url, wire in
            _ = try await Banks.client(url).linkToken(
                for: Banks.member,
                repairing: nil,
                now: clock.now
            )
            let sent = try #require(wire.requests.first)
            #expect(sent.line == "POST /link/token/create")
            #expect(sent.headers["plaid-client-id"] == "client-id")
            #expect(sent.headers["plaid-secret"] == "client-secret")
            #expect(sent.headers["plaid-version"] == "2020-09-14")
            #expect(
                sent.body == """
                    {"client_name":"Purser","country_codes":["US"],"language":"en",\
                    "products":["transactions"],"user":{"client_user_id":"\(Banks.member)"},\
                    "webhook":"https://purser.example/webhooks/plaid"}
                    """
            )
        }
    }

    @Test("a key of webhooks is found by its name, and no other is")
    func webhookKeys() async throws {
        try await withItem { wire, client, _ in
            let id = wire.with { $0.keys[0].id }
            let key = try await client.webhookKey(id, now: clock.now)
            #expect(key.id == id && key.expiredAt == nil)
            let failure = await Banks.failure {
                try await client.webhookKey("unknown", now: clock.now)
            }
            #expect(failure?.kind == .refused)
        }
    }

    @Test("faults of the provider end in the same transactions", arguments: 1...4)
    func faults(seed: Int) async throws {
        let bank = SandboxBank(seed: UInt64(seed), faults: .many)
        try await SandboxBankWire.with(bank, clock) { wire in
            let client = Banks.client(wire.url)
            let now = clock.now
            var item: LinkedItem?
            // The answer with the item may be lost, and the token with it.
            for _ in 0..<50 where item == nil {
                let token = try #require(wire.with { $0.signIn(now: now) })
                item = try? await client.exchange(token, for: Banks.member, now: now)
            }
            let token = try #require(item).accessToken
            var held: [String: ProviderTransaction] = [:]
            var cursor: String?
            for _ in 0..<20 {
                clock.advance(seconds: 86_400)
                for _ in 0..<200 {
                    wire.with { _ = $0.setLoginExpired(false, accessToken: token.text) }
                    var next = held
                    let page = try? await Banks.sync(
                        client,
                        token,
                        after: cursor,
                        count: 9,
                        now: clock.now,
                        into: &next
                    )
                    guard let page else { continue }
                    (held, cursor) = (next, page.nextCursor)
                    break
                }
            }
            let records = wire.with { bank in
                let item = bank.items[bank.accessTokens[token.text] ?? 0]
                return Dictionary(
                    uniqueKeysWithValues: item.records.map {
                        (item.transactionID($0.number), $0.amountMinor)
                    }
                )
            }
            #expect(held.mapValues(\.amountMinor) == records, "seed \(seed)")
        }
    }
}
