extension PurserError {
    /// Whether the server certainly did nothing of the call, and is as this device knows it.
    var changedNothing: Bool {
        switch kind {
        case .unauthorized, .forbidden, .notFound, .invalid, .insufficientFunds, .rateLimited,
            .storage:
            true
        case .network(let failure): failure.nothingWasSent
        case .conflict, .paymentRequired, .server, .decoding: false
        }
    }

    /// Whether the server has judged the call, and would judge it the same again.
    ///
    /// Until then nobody knows what came of it, and to repeat it under its key is the way to learn.
    var isFinal: Bool {
        switch kind {
        case .forbidden, .notFound, .invalid, .insufficientFunds, .paymentRequired: true
        // With a time to come back, the first sending of this very call is still under way.
        case .conflict: retryAfterSeconds == nil
        // Of an answer that cannot be read, nobody knows whether it is the server's.
        case .unauthorized, .rateLimited, .server, .network, .decoding, .storage: false
        }
    }

    /// The refusal of a sign-in, which is told in its own words.
    func ofSignIn() -> PurserError {
        var error = self
        error.refusesSignIn = kind == .unauthorized
        return error
    }
}
