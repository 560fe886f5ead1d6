import Kernel
import Testbed
import Testing

@testable import Providers

@Suite("The built-in bank")
struct EmbeddedSandboxBankTests {
    private let bank = EmbeddedSandboxBank()
    /// As in the cases of Insights' contract.
    private let now = Timestamp(test: "2025-06-10T12:00:00Z")

    private func link(
        _ text: String = "public-sandbox-a",
        _ member: ID<Entity.Member> = Banks.member
    ) async throws -> LinkedItem {
        try await bank.exchange(text, for: member, now: now)
    }

    private func held(
        _ item: LinkedItem,
        count: Int = 500,
        at now: Timestamp
    ) async throws -> [String: ProviderTransaction] {
        var held: [String: ProviderTransaction] = [:]
        _ = try await Banks.sync(bank, item.accessToken, count: count, now: now, into: &held)
        return held
    }

    @Test("opens three accounts with the balances of the demo data")
    func accounts() async throws {
        let item = try await link()
        let accounts = try await bank.accounts(of: item.accessToken, now: now)
        #expect(accounts.itemID == item.id)
        #expect(accounts.institutionName == "Plaid Sandbox")
        #expect(accounts.accounts.map(\.name) == ["Primary Checking", "Savings", "Credit Card"])
        #expect(accounts.accounts.map(\.kind) == [.depository, .depository, .credit])
        #expect(accounts.accounts.map(\.subtype) == ["checking", "savings", "credit card"])
        #expect(accounts.accounts.map(\.currentMinor) == [854_267, 1_523_000, 184_723])
    }

    @Test("has the rows of the demo data without the two one-off ones")
    func rows() async throws {
        let held = try await held(try await link(), at: now)
        #expect(held.count == 3 * 33 + 13)
        let may = held.values.filter { $0.day.month.text == "2025-05" }
        #expect(may.count == 33)
        let income = may.filter { $0.primaryCategory == "INCOME" }.map(\.amountMinor)
        #expect(income.reduce(0, +) == -840_625)
        let spent = may.filter {
            $0.amountMinor > 0 && $0.primaryCategory != "TRANSFER_OUT"
        }
        #expect(spent.map(\.amountMinor).reduce(0, +) == 431_779)
        #expect(held.values.allSatisfy { !$0.isPending && $0.currency == .usd })
        let days = held.values.map(\.day)
        #expect(days.min() == CivilDay("2025-03-01") && days.max() == CivilDay("2025-06-10"))
    }

    @Test("tells balances that move with its transactions, whenever it is asked")
    func balances() async throws {
        let item = try await link()
        let first = try await bank.accounts(of: item.accessToken, now: now).accounts
        let before = try await held(item, at: now)
        for days in [0, 1, 5, 30, 400] as [Int64] {
            let later = now.adding(seconds: days * 86_400)
            let accounts = try await bank.accounts(of: item.accessToken, now: later).accounts
            let after = try await held(item, at: later)
            for (account, old) in zip(accounts, first) {
                let change = after.values
                    .filter { $0.accountID == account.id && before[$0.id] == nil }
                    .reduce(0) { $0 + $1.amountMinor }
                let moved = (account.currentMinor ?? 0) - (old.currentMinor ?? 0)
                #expect(moved == (account.kind == .credit ? change : -change))
            }
        }
    }

    @Test("is the same after a restart, in pages of any length, and only ever goes on")
    func restart() async throws {
        let item = try await link()
        let whole = try await held(item, at: now)
        #expect(try await held(item, count: 7, at: now) == whole)
        let other = EmbeddedSandboxBank()
        var again: [String: ProviderTransaction] = [:]
        let token = BankAccessToken(item.accessToken.text)
        let last = try await Banks.sync(other, token, now: now, into: &again)
        #expect(again == whole)
        let tomorrow = now.adding(seconds: 2 * 86_400)
        let page = try await other.transactions(
            of: token,
            after: last.nextCursor,
            count: 500,
            now: tomorrow
        )
        #expect(page.added.map(\.name) == ["Blue Bottle", "Verizon", "Whole Foods"])
        let back = try await other.transactions(
            of: token,
            after: page.nextCursor,
            count: 500,
            now: now
        )
        #expect(back.added.isEmpty && !back.hasMore && back.nextCursor == page.nextCursor)
    }

    @Test("gives a member who links again the same transactions, and others other ones")
    func again() async throws {
        let item = try await link()
        let second = try await link("public-sandbox-b")
        #expect(second.id != item.id)
        #expect(try await held(second, at: now) == held(item, at: now))
        let other = ID<Entity.Member>(RawID(high: 3, low: 4))
        let theirs = try await held(try await link("public-sandbox-a", other), at: now)
        let mine = try await held(item, at: now)
        #expect(Set(theirs.keys).isDisjoint(with: mine.keys) && theirs.count == mine.count)
    }

    @Test(
        "opens nothing for any other public token",
        arguments: [
            "", "public-sandbox-", "public-production-a", "public-sandbox-a b",
            "public-sandbox-\u{301}", "public-sandbox-" + String(repeating: "a", count: 241),
        ]
    )
    func publicTokens(text: String) async throws {
        let failure = await Banks.failure {
            try await bank.exchange(text, for: Banks.member, now: now)
        }
        #expect(failure?.kind == .invalidPublicToken)
        let longest = "public-sandbox-" + String(repeating: "a", count: 240)
        _ = try await link(longest)
    }

    @Test(
        "reads no access token and no cursor of somebody else's",
        arguments: [
            "", "access-sandbox-1", "access-sandbox--1-a-b", "access-sandbox-1-a-b-c",
            "access-sandbox-99999999999999999-aaaaaaaaaaaaaaaaaaaaaaaa-aaaaaaaaaaaaaaaaaaaaaaaa",
        ]
    )
    func foreign(text: String) async throws {
        let failure = await Banks.failure {
            try await bank.accounts(of: BankAccessToken(text), now: now)
        }
        #expect(failure == BankProviderError(.refused, code: "INVALID_ACCESS_TOKEN"))
        let item = try await link()
        for cursor in ["", "sandbox-", "sandbox--1", "sandbox-9999999999", "x-1"] {
            let failure = await Banks.failure {
                try await bank.transactions(
                    of: item.accessToken,
                    after: cursor,
                    count: 1,
                    now: now
                )
            }
            #expect(failure?.kind == .refused, "\(cursor)")
        }
    }

    @Test("gives link tokens for half an hour, each once, and has no webhooks")
    func linkTokens() async throws {
        var tokens: Set<String> = []
        for _ in 0..<50 {
            let link = try await bank.linkToken(for: Banks.member, repairing: nil, now: now)
            #expect(link.token.wholeMatch(of: /link-sandbox-[0-9a-f-]{36}/) != nil)
            #expect(link.expiresAt == now.adding(seconds: 1_800))
            tokens.insert(link.token)
        }
        #expect(tokens.count == 50)
        let failure = await Banks.failure { try await bank.webhookKey("k", now: now) }
        #expect(failure?.kind == .refused)
    }
}
