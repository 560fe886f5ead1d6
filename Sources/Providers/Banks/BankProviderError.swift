/// Why a bank provider did not do what it was asked for.
///
/// Holds nothing of the request, so it may be logged.
public struct BankProviderError: Error, Sendable, Equatable {
    /// What is to be done about it.
    public enum Kind: String, Sendable, CaseIterable {
        /// The public token is unknown, used or too old: the member links again.
        case invalidPublicToken
        /// The institution wants the member to sign in again.
        case loginRequired
        /// Transactions changed between two pages: the pages are asked for again from the first.
        case mutationDuringPagination
        /// Too many calls: the same one later.
        case rateLimited
        /// The provider refused the request as such.
        case refused
        /// The provider or the institution was not reached, did not answer in time, or failed
        /// itself: what it did is not known.
        case unreachable
    }

    /// What is to be done about it.
    public let kind: Kind
    /// The provider's own word, such as `ITEM_LOGIN_REQUIRED`, or ours where it said none.
    public let code: String
    /// The provider's name of the request, for its support.
    public let requestID: String?
    /// How long it asks to be left alone, in seconds, where it says so.
    public let retryAfterSeconds: Int64?

    /// Makes an error.
    public init(
        _ kind: Kind,
        code: String,
        requestID: String? = nil,
        retryAfterSeconds: Int64? = nil
    ) {
        self.kind = kind
        self.code = code
        self.requestID = requestID
        self.retryAfterSeconds = retryAfterSeconds
    }

    /// Whether the same call may do better later.
    public var isRetryable: Bool {
        switch kind {
        case .rateLimited, .unreachable: true
        case .invalidPublicToken, .loginRequired, .mutationDuringPagination, .refused: false
        }
    }
}

extension BankProviderError {
    /// No answer came.
    static let noAnswer = Self(.unreachable, code: "NO_ANSWER")
    /// None came in time.
    static let timedOut = Self(.unreachable, code: "TIMED_OUT")
    /// An answer came that is too long or says something else than it should.
    static let unreadable = Self(.unreachable, code: "UNREADABLE")
}
