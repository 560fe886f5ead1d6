public import Contract
import Insights
import Kernel
import Providers
import SQL
import Store

extension InsightsOperations {
    /// Sums up a month of the caller, and finds what is safe to spend today.
    ///
    /// Its highlight is the stored one while the month's facts are those that it was written from.
    /// Else the language model writes a new one where that is asked for, and it is stored; what the
    /// model does not write, or writes with a number that is not among the facts, is said without
    /// it. No transaction is open while the model writes.
    ///
    /// - Throws: ``Problem`` `unauthenticated`, `modelUnavailable` where the model must write and
    ///   does not; `DatabaseError`.
    public func monthlySummary(
        _ input: API.Insights.AnalyticsSummaryRequest,
        _ call: Call
    ) async throws -> API.Insights.AnalyticsSummaryResponse {
        let month = input.month.month
        let found = try await reading(call) { session, membership in
            try analysed(month, membership, call, in: session)
        }
        let usual = Highlight(of: found.summary, currency: found.currency)
        guard found.summary.count > 0 else {
            return try .init(found, usual, latest: found.latest, call)
        }
        if let stored = found.stored, stored.fingerprint == found.fingerprint.text {
            return try .init(found, Highlight(stored), latest: found.latest, call)
        }
        guard input.generateAi == true else {
            return try .init(found, usual, latest: found.latest, call)
        }
        guard let written = await written(of: found, usual.sentiment) else {
            guard !isModelRequired else { throw Problem(.modelUnavailable) }
            return try .init(found, usual, latest: found.latest, call)
        }
        let fingerprint = found.fingerprint
        let stored = StoredHighlight(written, of: month, fingerprint)
        let isKept = try await writing(call) { session, membership in
            let now = try analysed(month, membership, call, in: session)
            // What was written of rows that are gone by now is not kept.
            guard now.fingerprint == fingerprint else { return false }
            try Highlights.save(stored, of: membership.member, now: call.now, in: session)
            return true
        }
        let isLatest = isKept && found.latest.map { $0.month <= month } ?? true
        return try .init(found, written, latest: isLatest ? stored : found.latest, call)
    }

    private func analysed(
        _ month: CivilMonth,
        _ membership: Membership,
        _ call: Call,
        in session: any Session
    ) throws -> AnalysedMonth {
        let book = try book(of: membership, at: call.now, in: session)
        let today = membership.zone.day(of: call.now)
        return try AnalysedMonth(month, today: today, book, in: session)
    }

    /// The month in the language model's words; `nil` when there is none, or it wrote nothing that
    /// may be told.
    private func written(
        of month: AnalysedMonth,
        _ sentiment: Highlight.Sentiment
    ) async -> Highlight? {
        guard let languageModel else { return nil }
        let facts = HighlightFacts(of: month.summary, currency: month.currency)
        let request = PhrasingRequest(instruction: Highlight.instruction, text: facts.text)
        guard let wording = try? await languageModel.phrase(request) else { return nil }
        return Highlight(
            wording: wording,
            of: facts,
            sentiment: sentiment,
            currency: month.currency
        )
    }
}
