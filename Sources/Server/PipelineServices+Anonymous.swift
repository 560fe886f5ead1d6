import Contract
import Operations

extension PipelineServices {
    /// The call of somebody unknown, for what is no endpoint.
    func anonymousCall(_ context: PurserContext) -> Call {
        Call(
            caller: .anonymous(address: context.remoteAddress),
            now: now(),
            ids: ids,
            trace: context.trace
        )
    }

    /// The same, counted as a request of whoever sits at the address.
    ///
    /// - Throws: ``Problem`` `rateLimited`.
    func countedCall(_ context: PurserContext) throws -> Call {
        let call = anonymousCall(context)
        if let delay = rateLimiter.delay(for: call.caller.key, now: call.now) {
            throw Problem(.rateLimited, retryAfterSeconds: delay)
        }
        return call
    }
}
