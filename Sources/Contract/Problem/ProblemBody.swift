/// A problem as one surface writes it.
public struct ProblemBody: Sendable, Equatable {
    /// The HTTP status.
    public let status: Int
    /// The JSON body.
    public let bytes: [UInt8]
}

extension Problem {
    /// The problem in a surface's shape; the one place where kinds become statuses and codes.
    public func body(for surface: Surface, trace: String) -> ProblemBody {
        ProblemBody(
            status: kind.status,
            bytes: Array(JSON.object(members(for: surface, trace: trace)).text.utf8)
        )
    }

    private func members(for surface: Surface, trace: String) -> [JSON.Member] {
        var error: [JSON.Member]
        switch surface {
        case .guardian:
            error = [
                JSON.Member("error", .string(guardianError)),
                JSON.Member("message", .string(message)),
            ]
            error += details
        case .banking, .rewards, .insights, .allowance:
            let code = surface == .allowance ? kind.allowanceCode : kind.code
            var nested = [
                JSON.Member("code", .string(code)),
                JSON.Member("message", .string(message)),
            ]
            if !faults.isEmpty {
                let details = faults.map { JSON.Member($0.field, .string($0.rule)) }
                nested.append(JSON.Member("details", .object(details)))
            } else if surface.tellsDetails(of: kind), !details.isEmpty {
                nested.append(JSON.Member("details", .object(details)))
            }
            error = [JSON.Member("error", .object(nested))]
            // What stands there now is not part of what is wrong with the call.
            error += details.filter { $0.key == "current" }
        }
        return error + [JSON.Member("traceId", .string(trace))]
    }

    private var guardianError: String {
        guard kind == .invalid, let first = faults.first else { return kind.guardianWord }
        return "\(first.field) \(first.rule)"
    }
}

extension Surface {
    /// Whether a problem without bad fields has details here; on Banking those are of bank files.
    fileprivate func tellsDetails(of kind: Problem.Kind) -> Bool {
        self == .allowance || kind == .outOfScope || kind == .bankFailure
            || self == .banking && kind == .invalid
    }
}

extension Problem.Kind {
    /// The HTTP status of the kind, on every surface.
    public var status: Int {
        switch self {
        case .invalid, .noFundingSource, .cardNotSaved, .insufficientFunds: 400
        case .unauthenticated, .invalidToken: 401
        case .requiresAction, .cardDeclined, .walletDeclined: 402
        case .forbidden, .outOfScope, .accountLocked, .declined: 403
        case .notFound, .noDefaultFundingSource: 404
        case .methodNotAllowed: 405
        case .conflict: 409
        case .stale: 412
        case .payloadTooLarge: 413
        case .unsupportedMediaType: 415
        case .preconditionRequired: 428
        case .rateLimited: 429
        case .internal: 500
        case .processorUnavailable, .providerUnavailable, .bankFailure: 502
        case .unavailable, .modelUnavailable: 503
        }
    }

    /// The code of Banking, Rewards and Insights.
    public var code: String {
        switch self {
        case .invalid, .noFundingSource, .cardNotSaved, .insufficientFunds, .requiresAction,
            .cardDeclined, .walletDeclined, .methodNotAllowed, .payloadTooLarge,
            .unsupportedMediaType, .preconditionRequired:
            "INVALID_REQUEST"
        case .unauthenticated, .invalidToken: "UNAUTHENTICATED"
        case .forbidden, .outOfScope, .accountLocked, .declined: "FORBIDDEN"
        case .notFound, .noDefaultFundingSource: "NOT_FOUND"
        case .conflict, .stale: "CONFLICT"
        case .rateLimited: "RATE_LIMITED"
        case .bankFailure: "PLAID_ERROR"
        case .modelUnavailable: "AI_UNAVAILABLE"
        case .internal, .processorUnavailable, .providerUnavailable, .unavailable: "INTERNAL"
        }
    }

    /// The code of Allowance.
    public var allowanceCode: String {
        switch self {
        case .invalid, .noFundingSource, .cardNotSaved, .requiresAction, .cardDeclined,
            .walletDeclined, .methodNotAllowed, .payloadTooLarge, .unsupportedMediaType,
            .preconditionRequired:
            "VALIDATION_ERROR"
        case .insufficientFunds: "INSUFFICIENT_FUNDS"
        case .unauthenticated, .invalidToken: "AUTHENTICATION_REQUIRED"
        case .internal, .processorUnavailable, .providerUnavailable, .bankFailure, .unavailable,
            .modelUnavailable:
            "INTERNAL_ERROR"
        case .forbidden, .outOfScope, .accountLocked, .declined, .notFound,
            .noDefaultFundingSource, .conflict, .stale, .rateLimited:
            code
        }
    }

    /// The word of Guardian.
    public var guardianWord: String {
        switch self {
        case .invalid, .methodNotAllowed, .payloadTooLarge, .unsupportedMediaType,
            .preconditionRequired:
            "invalid request"
        case .noFundingSource: "no funding source"
        case .cardNotSaved: "card could not be saved"
        case .insufficientFunds: "insufficient funds"
        case .unauthenticated, .invalidToken: "authentication required"
        case .requiresAction: "requires_action"
        case .cardDeclined: "card_declined"
        case .walletDeclined: "insufficient_funds"
        case .forbidden, .outOfScope, .accountLocked: "forbidden"
        case .declined: "declined"
        case .notFound: "not found"
        case .noDefaultFundingSource: "no default funding source"
        case .conflict, .stale: "conflict"
        case .rateLimited: "rate limited"
        case .processorUnavailable: "processor unavailable"
        case .internal, .providerUnavailable, .bankFailure, .unavailable, .modelUnavailable:
            "internal error"
        }
    }
}
