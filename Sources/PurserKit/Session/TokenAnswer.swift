import Kernel

/// Tokens as they came from the server.
struct TokenAnswer: Sendable, Equatable {
    let accessToken: String
    let refreshToken: String?
    let receivedAt: Timestamp
    let expiresAt: Timestamp
}

extension TokenAnswer: Confidential {}

extension TokenAnswer {
    init(_ access: String, _ refresh: String?, expiresIn seconds: Int64, at now: Timestamp) {
        accessToken = access
        refreshToken = refresh
        receivedAt = now
        expiresAt = now.adding(seconds: seconds)
    }
}
