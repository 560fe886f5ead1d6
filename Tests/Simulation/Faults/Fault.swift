/// A failure of the engine that is put into one attempt of a call.
enum Fault: Codable, Sendable, Equatable {
    /// The transaction does not begin.
    case beforeWork(String)
    /// The statement with this number, counted from 1, fails and is not run.
    case atStatement(Int, String)
    /// The transaction is committed, and its caller is told that it failed.
    case answerLost(String)
    /// The process is gone: neither this transaction of the attempt begins nor a later one.
    case dead(String)
    /// So many transactions of the attempt go well, and the next one meets the failure.
    indirect case later(Int, Fault)

    /// The code that the caller is told.
    var code: String {
        switch self {
        case .beforeWork(let code), .atStatement(_, let code), .answerLost(let code),
            .dead(let code):
            code
        case .later(_, let fault): fault.code
        }
    }

    /// Codes after which a caller tries again.
    static let passing = ["conflict", "overloaded", "timeout", "full", "io", "unavailable"]
    /// Codes after which a caller gives up.
    static let lasting = ["corrupt", "statement"]
}
