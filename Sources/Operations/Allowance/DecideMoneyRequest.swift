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
        try await writing(call) { session, standing in
            var (request, child) = try Self.pending(input.requestID, standing, in: session)
            var books = try Books(standing.head, catalogue, in: session)
            request.transfer = try books.reward(
                child,
                request.amountMinor,
                as: .gift,
                Self.description(of: request),
                by: standing.member,
                call
            )
            request.state = .approved
            return try Self.decide(&request, input, standing, call, in: session)
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
        try await writing(call) { session, standing in
            var (request, _) = try Self.pending(input.requestID, standing, in: session)
            request.state = .declined
            return try Self.decide(&request, input, standing, call, in: session)
        }
    }

    private static func pending(
        _ id: ID<Entity.MoneyRequest>,
        _ standing: Standing,
        in session: any Session
    ) throws -> (request: MoneyRequestRecord, child: ChildProfile) {
        guard let request = try MoneyRequests.find(id, of: standing.household, in: session) else {
            throw Problem(.notFound)
        }
        let child = try profile(request.child, seenBy: standing, in: session)
        switch request.state {
        case .pending: return (request, child)
        case .approved: throw Problem(.conflict, "This request was approved already")
        case .declined: throw Problem(.conflict, "This request was declined already")
        }
    }

    private static func decide(
        _ request: inout MoneyRequestRecord,
        _ input: API.Allowance.MoneyRequestDecision,
        _ standing: Standing,
        _ call: Call,
        in session: any Session
    ) throws -> API.Allowance.MoneyRequestResponse {
        request.decidedBy = standing.member
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
