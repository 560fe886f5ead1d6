import Allowance
public import Contract
import Kernel
import Ledger
import SQL
import Store

extension AllowanceOperations {
    /// Agrees to a request for money, and pays it into the child's wallet.
    ///
    /// - Throws: ``Problem`` `notFound` when it is not the family's, `conflict` when it was decided
    ///   already, `insufficientFunds` when the pool holds less; `unauthenticated`;
    ///   ``ReplayedAnswer``; `DatabaseError`.
    public func approveMoneyRequest(
        _ input: API.Allowance.MoneyRequestDecision,
        _ call: Call
    ) async throws -> API.Allowance.MoneyRequestResponse {
        try await writing(call) { session, membership in
            var (request, child) = try Self.pending(input.requestID, membership, in: session)
            var ledger = try LedgerWriter(membership.head, catalogue, in: session)
            request.transfer = try ledger.reward(
                child,
                request.amountMinor,
                as: .gift,
                Self.description(of: request),
                by: membership.member,
                call
            )
            request.state = .approved
            return try Self.decide(&request, input, membership, call, in: session)
        }
    }

    /// Does not agree to a request for money.
    ///
    /// - Throws: ``Problem`` `notFound` when it is not the family's, `conflict` when it was decided
    ///   already; `unauthenticated`; ``ReplayedAnswer``; `DatabaseError`.
    public func declineMoneyRequest(
        _ input: API.Allowance.MoneyRequestDecision,
        _ call: Call
    ) async throws -> API.Allowance.MoneyRequestResponse {
        try await writing(call) { session, membership in
            var (request, _) = try Self.pending(input.requestID, membership, in: session)
            request.state = .declined
            return try Self.decide(&request, input, membership, call, in: session)
        }
    }

    private static func pending(
        _ id: ID<Entity.MoneyRequest>,
        _ membership: Membership,
        in session: any Session
    ) throws -> (request: MoneyRequestRecord, child: ChildProfile) {
        let request = try MoneyRequests.find(id, of: membership.household, in: session)
            .orNotFound()
        let child = try profile(request.child, seenBy: membership, in: session)
        switch request.state {
        case .pending: return (request, child)
        case .approved: throw Problem(.conflict, "This request was approved already")
        case .declined: throw Problem(.conflict, "This request was declined already")
        }
    }

    private static func decide(
        _ request: inout MoneyRequestRecord,
        _ input: API.Allowance.MoneyRequestDecision,
        _ membership: Membership,
        _ call: Call,
        in session: any Session
    ) throws -> API.Allowance.MoneyRequestResponse {
        request.decidedBy = membership.member
        request.decidedAt = call.now
        request.answer = input.message
        try MoneyRequests.decide(request, in: session)
        return API.Allowance.MoneyRequestResponse(request)
    }

    /// What the payment is called: a purpose may fill a whole description by itself.
    private static func description(of request: MoneyRequestRecord) -> String {
        let scalars = "Request - \(request.purpose)".unicodeScalars
        return String(String.UnicodeScalarView(scalars.prefix(Limits.descriptionCharacters)))
    }
}
