import Providers

/// Why a language model gave no answer that may be told.
enum ModelAnswerFault: String, Error, Sendable, CaseIterable {
    /// It was not reached, or the connection broke.
    case unreachable
    /// It took too long.
    case timedOut = "timed_out"
    /// It answered with another status than 200.
    case refused
    /// Its reply is too long, not whole, or makes no sense.
    case unreadable
    /// It asked for queries again and again.
    case endless
    /// It would use more tokens than an answer may.
    case budget
    /// A query of ours failed.
    case queryFailed = "query_failed"
    /// It said nothing, too much, or something that is no plain text.
    case notPlain = "not_plain"
    /// It said a number that was not found.
    case inventedNumber = "invented_number"

    init(_ error: LanguageModelError) {
        switch error {
        case .unreachable: self = .unreachable
        case .timedOut: self = .timedOut
        case .refused: self = .refused
        case .unreadable: self = .unreadable
        }
    }
}
