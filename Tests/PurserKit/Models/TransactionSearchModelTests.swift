import Contract
import Kernel
import Synchronization
import Testbed
import Testing

@testable import PurserKit

@MainActor
@Suite("The model of a search")
struct TransactionSearchModelTests {
    private let time = TestTimekeeper()
    private let server = SearchServer()
    private let purser: Purser

    init() throws {
        purser = try .test(server, tokens: MemoryTokenStore.signedIn(), time: time)
        time.holds = true
    }

    /// Returns when somebody has stopped typing for long enough.
    private func stopTyping() async {
        await time.untilWaiting(1)
        time.advance(by: .milliseconds(300))
    }

    @Test("asks once, a moment after somebody stopped typing")
    func typing() async throws {
        let model = TransactionSearchModel(purser)
        #expect(model.isEmpty && model.phase == .idle)
        for text in ["g", "gr", "gro"] {
            model.text = text
            await time.untilWaiting(1)
            time.advance(by: .milliseconds(299))
        }
        #expect(server.searches.isEmpty)
        time.advance(by: .milliseconds(1))
        await untilShown { model.phase.value != nil }
        #expect(server.searches.map(\.q) == ["gro"])
        #expect(model.phase.value?.transactions.map(\.merchant) == (1...20).map { "gro \($0)" })
        // The same text is no change.
        model.text = "gro"
        #expect(time.waiting == 0)
    }

    @Test("asks at once when it is told to, and not once more")
    func atOnce() async throws {
        let model = TransactionSearchModel(purser)
        model.text = "gro"
        await model.search()
        #expect(model.phase.value?.transactions.count == 20)
        await untilShown { time.waiting == 0 }
        time.advance(by: .seconds(1))
        #expect(server.searches.count == 1)
    }

    @Test("shows what was asked for last, whichever answer comes last")
    func order() async throws {
        let model = TransactionSearchModel(purser)
        server.hold("coffee")
        model.text = "coffee"
        await stopTyping()
        await server.gate.arrived()
        model.text = "tea"
        await stopTyping()
        await untilShown { model.phase.value?.transactions.first?.merchant == "tea 1" }
        await server.gate.open()
        await untilShown { !model.phase.isBusy }
        #expect(model.phase.value?.transactions.first?.merchant == "tea 1")
        #expect(server.searches.map(\.q) == ["coffee", "tea"])
    }

    @Test("shows nothing of an answer that comes when nothing is looked for any more")
    func cleared() async throws {
        let model = TransactionSearchModel(purser)
        server.hold("coffee")
        model.text = "coffee"
        let searching = Task { await model.search() }
        await server.gate.arrived()
        model.text = " "
        #expect(model.phase == .idle && model.isEmpty)
        await server.gate.open()
        await searching.value
        #expect(model.phase == .idle)
        await model.search()
        #expect(server.searches.count == 1)
    }

    @Test("sends its filters, and looks for everything that they let through without a text")
    func filters() async throws {
        let model = TransactionSearchModel(purser)
        model.filter.from = CivilDay("2025-05-01")
        model.filter.through = CivilDay("2025-05-31")
        model.filter.categories = ["Groceries", "Dining"]
        model.filter.merchant = "whole foods"
        (model.filter.minimumCents, model.filter.maximumCents) = (100, 20_000)
        await model.search()
        let search = try #require(server.searches.first)
        #expect(search.q == nil && search.query == nil && search.topK == 20)
        #expect(search.from?.day.text == "2025-05-01" && search.to?.day.text == "2025-05-31")
        #expect(search.categories == ["Groceries", "Dining"])
        #expect(search.merchant == "whole foods")
        #expect(search.amountMin == 100 && search.amountMax == 20_000)
        #expect(search.chatID == nil)
        model.reset()
        #expect(model.isEmpty && model.phase == .idle && model.filter == TransactionFilter())
    }

    @Test("asks for more in the same conversation, until there is no more")
    func more() async throws {
        let model = TransactionSearchModel(purser)
        await model.loadMore()
        #expect(server.searches.isEmpty)
        model.text = "gro"
        await model.search()
        #expect(model.phase.value?.hasMore == true)
        await model.loadMore()
        #expect(model.phase.value?.transactions.map(\.merchant) == (1...40).map { "gro \($0)" })
        await model.loadMore()
        #expect(model.phase.value?.transactions.count == 45)
        #expect(model.phase.value?.hasMore == false)
        await model.loadMore()
        #expect(server.searches.map(\.chatID) == [nil, "chat-1", "chat-1"])
        // Another search is another conversation, which was told nothing yet.
        model.text = "groc"
        await model.search()
        #expect(server.searches.last?.chatID == nil)
        #expect(model.phase.value?.transactions.first?.merchant == "groc 1")
    }

    @Test("shows none twice that the server tells again")
    func doubles() async throws {
        let model = TransactionSearchModel(purser)
        model.text = "gro"
        await model.search()
        server.forgetConversations()
        await model.loadMore()
        #expect(model.phase.value?.transactions.count == 20)
        #expect(model.phase.value?.hasMore == false)
    }

    @Test("asks for the same again when more of it got lost")
    func lostPage() async throws {
        let model = TransactionSearchModel(purser)
        model.text = "gro"
        await model.search()
        time.holds = false
        server.isDown = true
        await model.loadMore()
        #expect(model.error?.kind == .network(.connectionLost))
        #expect(model.phase.value?.transactions.count == 20 && !model.isLoadingMore)
        server.isDown = false
        await model.loadMore()
        #expect(model.error == nil)
        #expect(model.phase.value?.transactions.count == 40)
        #expect(Set(server.keys.dropFirst()).count == 1)
    }

    @Test("keeps what it shows when a search fails, and nothing once the member is gone")
    func failure() async throws {
        let model = TransactionSearchModel(purser)
        model.text = "gro"
        await model.search()
        time.holds = false
        server.isDown = true
        model.text = "groc"
        await model.search()
        #expect(model.phase.error?.kind == .network(.connectionLost))
        #expect(model.phase.value?.transactions.first?.merchant == "gro 1")
        try await purser.session.signOut()
        await untilShown { model.phase == .idle && model.text.isEmpty }
    }
}

/// Finds 45 transactions for every text, 20 at a time for each conversation.
private final class SearchServer: Transport {
    private struct State {
        var searches: [API.Insights.RagSearchRequest] = []
        var keys: [String] = []
        var told: [String: Int] = [:]
        var held: String?
        var isDown = false
    }

    /// Where the answer that is held waits.
    let gate = Gate()
    private let state = Mutex(State())

    var searches: [API.Insights.RagSearchRequest] { state.withLock(\.searches) }
    /// The idempotency keys of all requests.
    var keys: [String] { state.withLock(\.keys) }
    /// Whether no answer arrives.
    var isDown: Bool {
        get { state.withLock(\.isDown) }
        set { state.withLock { $0.isDown = newValue } }
    }

    /// Has the answer to a text wait at the gate.
    func hold(_ text: String) { state.withLock { $0.held = text } }

    /// Tells everything anew, as after four hours.
    func forgetConversations() { state.withLock { $0.told = [:] } }

    func send(_ request: TransportRequest) async throws -> TransportResponse {
        let endpoint = API.Insights.searchTransactions
        guard request.target == endpoint.path.text else { return .unauthorized }
        let input = try endpoint.input(
            inPath: [],
            query: [],
            body: JSONParser.parse(request.body ?? []),
            inHeaders: endpoint.headerPairs { request.headers[$0] }
        )
        let (isHeld, isDown) = state.withLock { state in
            state.keys.append(request.headers["Idempotency-Key"] ?? "")
            return (state.held != nil && state.held == input.q, state.isDown)
        }
        if isDown { throw NetworkFailure.connectionLost }
        let (chat, numbers) = state.withLock { state in
            state.searches.append(input)
            let chat = input.chatID ?? "chat-\(state.searches.count)"
            let first = state.told[chat, default: 0]
            let last = min(first + Int(input.topK ?? 20), 45)
            state.told[chat] = last
            return (chat, (first..<last).map { $0 + 1 })
        }
        if isHeld { await gate.pass() }
        return try .of(Self.answer(numbers, to: input.q ?? "", in: chat))
    }

    private static func answer(
        _ numbers: [Int],
        to text: String,
        in chat: String
    ) -> API.Insights.RagSearchResponse {
        let sources = numbers.map { number in
            API.Insights.Source(
                txCode: "t\(number)",
                transactionID: ID(RawID(high: 1, low: UInt64(number))),
                occurredOn: WireDay(CivilDay(dayNumber: 20_227)),
                merchant: "\(text) \(number)",
                amountCents: -100,
                category: "Groceries",
                score: Ratio(1, of: 1),
                matchedTerms: [],
                reasons: []
            )
        }
        return API.Insights.RagSearchResponse(
            rowsCsv: "",
            dict: API.Insights.RagDictionary(merchants: [:], categories: [:]),
            stats: API.Insights.RagStats(count: Int64(numbers.count), sum: 0, avg: 0),
            references: sources,
            chatID: chat,
            traceID: "t"
        )
    }
}
