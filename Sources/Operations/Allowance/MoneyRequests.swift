import Allowance
public import Contract
import Kernel
import SQL
import Store

extension AllowanceOperations {
    /// Asks the parents for money.
    ///
    /// - Throws: ``Problem`` `conflict` when too many requests wait already; `unauthenticated`;
    ///   ``ReplayedAnswer``; `DatabaseError`.
    public func requestMoney(
        _ input: API.Allowance.MoneyRequest,
        _ call: Call
    ) async throws -> API.Allowance.MoneyRequestResponse {
        try await writing(call) { session, membership in
            let child = try Self.ownProfile(membership, in: session)
            let waiting = try MoneyRequests.pendingCount(of: child.id, in: session)
            guard waiting < Limits.pendingRequestsPerChild else {
                let most = Limits.pendingRequestsPerChild
                throw Problem(.conflict, "At most \(most) requests may wait for an answer")
            }
            let request = MoneyRequestRecord(
                id: call.newID(),
                child: child.id,
                amountMinor: input.amount.minor,
                purpose: input.purpose,
                askedAt: call.now
            )
            try MoneyRequests.insert(request, of: membership.household, in: session)
            return API.Allowance.MoneyRequestResponse(request)
        }
    }

    /// Lists the newest hundred requests for money, newest first: a parent sees those of all
    /// children of the family, a child its own.
    ///
    /// - Throws: ``Problem`` `unauthenticated`; `DatabaseError`.
    public func listMoneyRequests(
        _ input: API.Allowance.MoneyRequestsRequest,
        _ call: Call
    ) async throws -> API.Allowance.MoneyRequestListResponse {
        try await reading(call) { session, membership in
            let state = input.state?.stored
            let requests: [MoneyRequestRecord]
            switch membership.role {
            case .parent:
                let household = membership.household
                requests = try MoneyRequests.newest(of: household, state: state, in: session)
            case .child:
                let child = try Self.ownProfile(membership, in: session)
                requests = try MoneyRequests.newest(of: child.id, state: state, in: session)
            }
            return API.Allowance.MoneyRequestListResponse(
                requests: requests.map { API.Allowance.MoneyRequestResponse($0) }
            )
        }
    }
}

extension API.Allowance.MoneyRequestState {
    /// The store's word.
    fileprivate var stored: MoneyRequestState {
        switch self {
        case .pending: .pending
        case .approved: .approved
        case .declined: .declined
        }
    }
}

extension MoneyRequestState {
    /// The contract's word.
    fileprivate var wire: API.Allowance.MoneyRequestState {
        switch self {
        case .pending: .pending
        case .approved: .approved
        case .declined: .declined
        }
    }
}

extension API.Allowance.MoneyRequestResponse {
    /// A request as it is kept.
    init(_ request: MoneyRequestRecord) {
        self.init(
            id: request.id,
            childID: request.child,
            amount: DecimalAmount(minor: request.amountMinor),
            purpose: request.purpose,
            state: request.state.wire,
            askedAt: WireTimestamp(request.askedAt),
            decidedAt: request.decidedAt.map { WireTimestamp($0) },
            message: request.answer,
            transactionID: request.transfer
        )
    }
}
