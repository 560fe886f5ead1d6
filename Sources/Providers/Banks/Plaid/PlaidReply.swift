import Foundation
import Kernel

/// An answer of Plaid, good or bad.
struct PlaidReply: Sendable {
    private let status: Int
    private let body: Data
    private let retryAfterSeconds: Int64?

    /// Takes an answer as it came.
    init(_ answer: VendorClient.Answer) {
        status = answer.status
        body = Data(answer.body)
        retryAfterSeconds = answer.retryAfterSeconds.map { max(0, min($0, 86_400)) }
    }

    /// What a good answer holds.
    ///
    /// - Throws: For any other, what it says; `unreachable` when a good one is not understood.
    func decoded<Part: Decodable>(_: Part.Type) throws(BankProviderError) -> Part {
        guard status == 200 else { throw failure }
        guard let part = try? Self.decoder.decode(Part.self, from: body) else {
            throw .unreadable
        }
        return part
    }

    private var failure: BankProviderError {
        let content = try? Self.decoder.decode(PlaidFailure.self, from: body)
        let type = ProviderText.code(content?.errorType)
        let code = ProviderText.code(content?.errorCode)
        return BankProviderError(
            Self.kind(status, type, code),
            code: code ?? "HTTP_\(status)",
            requestID: ProviderText.code(content?.requestId),
            retryAfterSeconds: retryAfterSeconds
        )
    }

    /// What is to be done about an error.
    ///
    /// Source: Plaid's documentation of its errors, read 2026-11-25.
    private static func kind(
        _ status: Int,
        _ type: String?,
        _ code: String?
    ) -> BankProviderError.Kind {
        if let code, let kind = kinds[code] { return kind }
        switch type {
        case "RATE_LIMIT_EXCEEDED": return .rateLimited
        case "API_ERROR": return .unreachable
        default: break
        }
        switch status {
        case 429: return .rateLimited
        case 400..<500 where ![408, 425].contains(status): return .refused
        // A redirection leads to somebody else than who is configured.
        default: return .unreachable
        }
    }

    /// Codes that mean something else than their kind of error.
    private static let kinds: [String: BankProviderError.Kind] = [
        "INVALID_PUBLIC_TOKEN": .invalidPublicToken,
        "TRANSACTIONS_SYNC_MUTATION_DURING_PAGINATION": .mutationDuringPagination,
        "ITEM_LOGIN_REQUIRED": .loginRequired,
        "INVALID_CREDENTIALS": .loginRequired,
        "INVALID_MFA": .loginRequired,
        "INVALID_UPDATED_USERNAME": .loginRequired,
        "INSUFFICIENT_CREDENTIALS": .loginRequired,
        "ITEM_LOCKED": .loginRequired,
        "USER_SETUP_REQUIRED": .loginRequired,
        "INSTITUTION_DOWN": .unreachable,
        "INSTITUTION_NOT_RESPONDING": .unreachable,
        "INSTITUTION_NOT_AVAILABLE": .unreachable,
    ]

    private static var decoder: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return decoder
    }
}

/// Plaid's error object.
private struct PlaidFailure: Decodable {
    let errorType: String?
    let errorCode: String?
    let requestId: String?
}
