public import Foundation
public import Kernel

extension PurserError: Confidential {
    /// The kind, the status and the trace; safe for a log.
    public var description: String {
        var words = [kind.word]
        if let status { words.append("\(status)") }
        if let traceID, TraceName.isGood(traceID) { words.append("trace \(traceID)") }
        return words.joined(separator: " ")
    }

    /// What ``description`` shows, and the message; never the secret of a payment.
    public var customMirror: Mirror {
        Mirror(self, children: ["kind": kind.word, "status": status as Any, "message": message])
    }
}

extension PurserError: LocalizedError {
    /// One sentence for the person in front of the app.
    ///
    /// An app translates it by an entry ``localizationKey`` in its table `Purser`. What the server
    /// says of a refused input is shown as it came.
    public var errorDescription: String? {
        Bundle.main.localizedString(forKey: localizationKey, value: sentence, table: "Purser")
    }

    /// The key under which an app translates the error.
    ///
    /// It is `purser.error.` and ``PurserError/Kind-swift.enum/word``; `purser.error.sign_in` for a
    /// sign-in that was refused.
    public var localizationKey: String {
        "purser.error.\(refusesSignIn ? "sign_in" : kind.word)"
    }

    private var sentence: String {
        switch kind {
        case .unauthorized where refusesSignIn: message
        case .unauthorized: "Your session has expired. Please sign in again."
        case .forbidden: "You don't have permission to do this."
        case .notFound: "This is not here any more."
        case .invalid, .conflict, .insufficientFunds, .paymentRequired: message
        case .rateLimited:
            retryAfterSeconds.map { "Too many tries. Please try again in \($0) s." }
                ?? "Too many tries. Please try again later."
        case .server: "The server has a problem. Please try again."
        case .network(let failure): failure.sentence
        case .decoding: "This app does not understand the server's answer. Is there an update?"
        case .storage: "Something could not be saved on this device."
        }
    }
}

extension NetworkFailure {
    fileprivate var sentence: String {
        switch self {
        case .offline: "You are offline."
        case .unreachable, .suspended: "The server cannot be reached. Please try again later."
        case .connectionLost: "The connection was lost. Please try again."
        case .timedOut: "The server takes too long to answer. Please try again."
        case .untrusted: "The connection to the server is not secure."
        case .tooLarge: "The server's answer is too large."
        case .intercepted: "This network asks you to sign in before it lets anything through."
        case .damaged: "The answer arrived damaged. Please try again."
        }
    }
}
