public import Contract
import Kernel
public import Observation

/// A search among the member's transactions, as somebody types.
///
/// It asks a moment after the last change of ``text`` or ``filter``. What is shown is of the last
/// change that was asked for, whichever answer comes last.
@MainActor
@Observable
public final class TransactionSearchModel {
    /// What a search found.
    public struct Results: Sendable, Equatable {
        /// The transactions, the best first; as many as were asked for.
        public fileprivate(set) var transactions: [API.Insights.Source]
        /// Whether there may be more to ask for.
        public fileprivate(set) var hasMore: Bool
        /// The conversation, to which no transaction is told twice.
        public let chatID: String
        fileprivate let request: API.Insights.RagSearchRequest
    }

    /// What is looked for.
    public var text = "" { didSet { if text != oldValue { noteChange() } } }
    /// What is looked at.
    public var filter = TransactionFilter() { didSet { if filter != oldValue { noteChange() } } }

    @ObservationIgnored private let purser: Purser
    @ObservationIgnored private var watch: SessionWatch?
    /// What asks, a moment after the last change.
    @ObservationIgnored private var asking: Task<Void, Never>?
    private let content: Content<Results>
    private let paging: ModelAction

    /// Makes a model of a search for nothing.
    public init(_ purser: Purser) {
        self.purser = purser
        content = Content(purser)
        paging = ModelAction(purser)
        watch = SessionWatch(purser) { [weak self] in self?.reset() }
    }

    deinit { asking?.cancel() }

    /// What was found; idle while nothing is looked for.
    public var phase: Phase<Results> { content.phase }
    /// Whether there is anything to look for.
    public var isEmpty: Bool { text.isBlank && filter == TransactionFilter() }
    /// Whether more is asked for now.
    public var isLoadingMore: Bool { paging.isRunning }
    /// Why asking for more failed; `nil` when it did not.
    public var error: PurserError? { paging.error }

    /// Asks at once, without waiting for somebody to type on.
    public func search() async {
        asking?.cancel()
        asking = nil
        await load()
    }

    /// Asks for more of what is shown, if there may be more.
    public func loadMore() async {
        guard let results = phase.value, results.hasMore, !phase.isBusy else { return }
        let request = results.request.going(on: results.chatID)
        let intent = "more of \(results.chatID) after \(results.transactions.count)"
        let page = await paging.run(intent) { purser in
            try await purser.call(API.Insights.searchTransactions, request)
        }
        // What was found anew meanwhile is of another search.
        guard let page, phase.value == results else { return }
        content.change { results in
            // After four hours the server tells again what it told.
            let known = Set(results.transactions.map(\.transactionID))
            let others = page.references.filter { !known.contains($0.transactionID) }
            results.transactions += others
            results.hasMore = !others.isEmpty && Self.isFull(page)
        }
    }

    /// Looks for nothing.
    public func reset() {
        (text, filter) = ("", TransactionFilter())
        forget()
    }

    /// Forgets ``error``, once the member has read it.
    public func dismissError() { paging.dismissError() }

    private func noteChange() {
        asking?.cancel()
        asking = nil
        paging.reset()
        guard !isEmpty else { return forget() }
        let time = purser.client.time
        asking = Task { [weak self] in
            do { try await time.pause(Self.pause) } catch { return }
            await self?.load()
        }
    }

    private func load() async {
        guard !isEmpty else { return forget() }
        let request = filter.request(text, count: Self.page)
        await content.load(reload: false) { purser in
            let answer = try await purser.call(API.Insights.searchTransactions, request)
            // Who typed on meanwhile looks for something else.
            try Task.checkCancellation()
            return Results(
                transactions: answer.references,
                hasMore: Self.isFull(answer),
                chatID: answer.chatID,
                request: request
            )
        }
    }

    private func forget() {
        asking?.cancel()
        asking = nil
        content.reset()
        paging.reset()
    }

    private nonisolated static func isFull(_ page: API.Insights.RagSearchResponse) -> Bool {
        page.references.count >= Int(Self.page)
    }

    /// As many as an answer shows one by one.
    private nonisolated static let page = Int64(Limits.searchResultsShown)
    /// How long nobody must have typed.
    private nonisolated static let pause = Duration.milliseconds(300)
}

extension API.Insights.RagSearchRequest {
    /// The same search in a conversation, for what it was not told yet.
    fileprivate func going(on chatID: String) -> Self {
        Self(
            q: q,
            from: from,
            to: to,
            categories: categories,
            merchant: merchant,
            amountMin: amountMin,
            amountMax: amountMax,
            topK: topK,
            chatID: chatID
        )
    }
}
