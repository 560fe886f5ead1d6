import Kernel
import Synchronization

/// The token that is shown to Apple: made once, and anew before it is an hour old.
///
/// However many messages are sent at once, they all carry the same one.
final class APNsTokens: Sendable {
    private struct Issued {
        let text: String
        let at: Timestamp

        /// How far an instant is from its making; clocks are set back, too.
        func age(at now: Timestamp) -> Int64 { abs(now.seconds - at.seconds) }
    }

    private let key: APNsKey
    private let issued = Mutex<Issued?>(nil)

    init(_ key: APNsKey) {
        self.key = key
    }

    /// The token to show at an instant.
    func token(at now: Timestamp) throws -> String {
        try issued.withLock { issued in
            if let issued, issued.age(at: now) < Limits.providerTokenSeconds { return issued.text }
            return try renew(&issued, at: now)
        }
    }

    /// The token to show instead of one that Apple calls expired.
    ///
    /// - Returns: `nil` while Apple would not take another one, because this one is too new.
    func token(insteadOf expired: String, at now: Timestamp) throws -> String? {
        try issued.withLock { issued in
            if let issued {
                // Whoever heard of it first has made another.
                if issued.text != expired { return issued.text }
                guard issued.age(at: now) >= Limits.providerTokenSecondsLeast else { return nil }
            }
            return try renew(&issued, at: now)
        }
    }

    private func renew(_ issued: inout Issued?, at now: Timestamp) throws -> String {
        let new = Issued(text: try key.token(at: now), at: now)
        issued = new
        return new.text
    }
}
