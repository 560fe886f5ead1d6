import Kernel
import Operations
import Providers

/// What every endpoint's way shares.
struct PipelineServices: Sendable {
    let operations: Operations
    let rateLimiter: RateLimiter
    let bodies: BodyBudget
    let runningKeys = RunningKeys()
    let openStreams = OpenStreams()
    let idempotencyKey: Secret
    let ids: any IDSource
    let now: @Sendable () -> Timestamp
    let eventPoll: Duration
}
