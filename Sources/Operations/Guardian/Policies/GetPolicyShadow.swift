public import Contract
import Guardian
import Kernel
import SQL
import Store

extension GuardianOperations {
    /// Tells what a policy in shadow would have answered, since it is in shadow or a later instant.
    ///
    /// A parent sees what it would have answered everybody; a child, what it would have answered
    /// the child itself. Of a policy that is in shadow no more it tells the last time that it was.
    ///
    /// - Throws: ``Problem`` `notFound` when the household has no such policy, or the caller is a
    ///   child and it is for somebody else; `unauthenticated`; `DatabaseError`.
    public func getPolicyShadow(
        _ input: API.Guardian.ShadowRequest,
        _ call: Call
    ) async throws -> API.Guardian.ShadowReport {
        try await reading(call) { session, membership in
            let record = try Policies.find(input.id, of: membership.household, in: session)
                .orNotFound()
            let policy = record.policy
            let isChild = membership.role == .child
            guard !isChild || policy.applies(to: membership.member) else {
                throw Problem(.notFound)
            }
            let end = record.shadow?.end ?? call.now
            let kept = call.now.adding(milliseconds: -Limits.shadowKeptMilliseconds)
            let began = max(record.shadow?.start ?? call.now, kept)
            let since = max(input.since?.instant ?? began, began)
            guard record.shadow != nil, since <= end else {
                return try API.Guardian.ShadowReport(since: since, 0, .none, [])
            }
            let range = ShadowRange(
                of: policy.id,
                in: membership.household,
                by: isChild ? membership.member : policy.member,
                during: since...end
            )
            return try API.Guardian.ShadowReport(
                since: since,
                range.decisions(in: session),
                range.sums(in: session),
                range.newest(in: session)
            )
        }
    }
}

extension API.Guardian.ShadowReport {
    fileprivate init(
        since: Timestamp,
        _ decisions: Int64,
        _ sums: ShadowRange.Sums,
        _ examples: [ShadowRange.Example]
    ) throws {
        self.init(
            since: GuardianTimestamp(since),
            decisions: Int(decisions),
            wouldDecline: Int(sums.declines),
            wouldAsk: Int(sums.asks),
            wouldWarn: Int(sums.warnings),
            sumCents: sums.amountMinor,
            disagreements: Int(sums.disagreements),
            examples: try examples.map { try API.Guardian.ShadowExample($0) }
        )
    }
}

extension API.Guardian.ShadowExample {
    fileprivate init(_ example: ShadowRange.Example) throws {
        self.init(
            decisionID: example.decision,
            merchant: example.merchant,
            amountCents: example.amountMinor,
            decidedAt: GuardianTimestamp(example.decidedAt),
            answer: try API.Guardian.AuthorizeDecision(rawValue: example.answer)
                .orCorrupt("a decision has an unknown answer"),
            wouldBe: example.wouldBe.shadowWord
        )
    }
}

extension Policy.Action {
    /// The contract's word.
    fileprivate var shadowWord: API.Guardian.PolicyAction {
        switch self {
        case .decline: .decline
        case .ask: .ask
        case .warn: .warn
        }
    }
}
