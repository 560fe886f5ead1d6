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
}
