import Contract
import Kernel
import Testbed
import Testing

@testable import PurserKit

@Suite("What a call makes stale")
struct StaleAnswersTests {
    private let preview = PreviewTransport()
    private let purser: Purser

    init() throws {
        purser = try .test(preview, tokens: MemoryTokenStore.signedIn())
    }

    /// How often an endpoint was asked for.
    private func count(_ endpoint: String) -> Int {
        preview.requests.count { $0.endpoint == endpoint }
    }

    private func readAll() async throws {
        _ = try await purser.guardian.spendingSummary()
        _ = try await month()
        _ = try await purser.call(API.Insights.monthlyTotals, API.Insights.monthlyTotals.example)
    }

    @discardableResult
    private func month(
        writing: Bool? = nil
    ) async throws -> API.Insights.AnalyticsSummaryResponse {
        try await purser.call(
            API.Insights.monthlySummary,
            .init(month: API.Insights.monthlySummary.example.month, generateAi: writing)
        )
    }

    private static let kept = ["spendingSummary", "monthlySummary", "monthlyTotals"]

    @Test("what only reads is kept or outdates nothing, and what moves money outdates every room")
    func declared() {
        for endpoint in API.all where endpoint.keeps != nil {
            #expect(endpoint.method == .get && endpoint.repeats == .freely, "\(endpoint.name)")
        }
        for endpoint in API.all where endpoint.method == .get && endpoint.outdates != .nothing {
            // One may have the language model write a highlight, the other notes where a device is.
            #expect(["monthlySummary", "checkLocationByQuery"].contains(endpoint.name))
        }
        let kept = Set(API.all.filter { $0.keeps != nil }.map(\.name))
        #expect(kept.isSuperset(of: Self.kept) && kept.count == 6)
        for endpoint in API.all
        where endpoint.surface == .allowance && endpoint.repeats == .withKey {
            #expect(endpoint.outdates == .everything, "\(endpoint.name)")
        }
    }

    @Test("answers about a month are kept for five minutes, as those of Guardian")
    func lifetimes() async throws {
        let time = TestTimekeeper()
        let purser = try Purser.test(preview, tokens: MemoryTokenStore.signedIn(), time: time)
        for (pause, asked) in [(0, 1), (299, 1), (302, 2)] as [(Int, Int)] {
            time.advance(by: .seconds(pause))
            let totals = API.Insights.monthlyTotals
            _ = try await purser.call(totals, totals.example)
            // Of an answer that is past its time, a new one is fetched behind the call.
            await purser.client.background.settled()
            #expect(count("monthlyTotals") == asked)
        }
        // One that is much older is no answer any more.
        time.advance(by: .seconds(86_400))
        preview.fail("monthlyTotals", with: NetworkFailure.unreachable)
        await #expect(throws: PurserError.self) {
            try await purser.call(API.Insights.monthlyTotals, API.Insights.monthlyTotals.example)
        }
        await purser.shutdown()
    }

    @Test("what moves money or names it anew shows in every room")
    func ledger() async throws {
        let insights = purser.insights
        let writes: [@Sendable () async throws -> Void] = [
            { [purser] in
                let edit = API.Insights.updateTransaction
                _ = try await purser.call(edit, edit.example)
            },
            { _ = try await insights.syncTransactions() },
            { [purser] in _ = try await purser.banking.syncAccounts() },
            { [purser] in
                let movement = API.Allowance.createWalletTransaction
                _ = try await purser.call(movement, movement.example)
            },
        ]
        for (index, write) in writes.enumerated() {
            try await readAll()
            try await readAll()
            for name in Self.kept { #expect(count(name) == index + 1, "\(name)") }
            try await write()
        }
    }

    @Test("what a device's copies write makes stale what any other write does")
    func copies() async throws {
        try await readAll()
        let put = API.Sync.rule.put
        _ = try await MemberCalls(purser).call(put, put.example)
        try await readAll()
        #expect(count("spendingSummary") == 2)
    }

    @Test("a search, a question and a device's position leave the figures of other rooms")
    func questions() async throws {
        try await readAll()
        let search = API.Insights.searchTransactions
        _ = try await purser.call(search, search.example)
        let sums = API.Insights.aggregateTransactions
        _ = try await purser.call(sums, sums.example)
        try await readAll()
        for name in Self.kept { #expect(count(name) == 1, "\(name)") }
        for try await _ in purser.insights.answer(to: "How much?") {}
        try await readAll()
        #expect(count("spendingSummary") == 1)
        let position = API.Guardian.updateLocation
        _ = try await purser.call(position, position.example)
        try await readAll()
        #expect(count("spendingSummary") == 2)
        // The question made them stale, and the position did not.
        #expect(count("monthlySummary") == 2 && count("monthlyTotals") == 2)
    }

    @Test("what the server refused for certain makes nothing stale, and what got lost does")
    func refusals() async throws {
        try await readAll()
        let edit = API.Insights.updateTransaction
        preview.fail(edit.name, with: Problem(.notFound))
        await #expect(throws: PurserError.self) { try await purser.call(edit, edit.example) }
        try await readAll()
        #expect(count("monthlySummary") == 1)
        preview.fail(edit.name, with: NetworkFailure.connectionLost)
        await #expect(throws: PurserError.self) { try await purser.call(edit, edit.example) }
        try await readAll()
        #expect(count("monthlySummary") == 2)
    }

    @Test("a highlight that is to be written is asked of the server, and what is kept forgets it")
    func highlight() async throws {
        try await month()
        try await month(writing: true)
        try await month(writing: true)
        #expect(count("monthlySummary") == 3)
        try await month()
        try await month(writing: false)
        #expect(count("monthlySummary") == 5)
        try await month()
        try await month(writing: false)
        #expect(count("monthlySummary") == 5)
    }

    @Test("an answer that depends on more than its address is not kept, whoever asks for it")
    func bodies() async throws {
        var configuration = Configuration.test
        configuration.lifetimes["searchTransactions"] = CacheLifetime(fresh: .seconds(60))
        let purser = try Purser.test(
            preview,
            configuration: configuration,
            tokens: MemoryTokenStore.signedIn()
        )
        let search = API.Insights.searchTransactions
        for _ in 1...2 { _ = try await purser.call(search, search.example) }
        #expect(count("searchTransactions") == 2)
        let prepared = try PreparedCall(search, search.example, idempotencyKey: nil)
        #expect(!prepared.mayBeKept)
        await purser.shutdown()
    }
}
