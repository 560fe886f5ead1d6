import Kernel
import Operations
import Providers

/// What every endpoint's way shares; a class, because each request hands it on many times.
final class PipelineServices: Sendable {
    let operations: Operations
    let rateLimiter: RateLimiter
    let bodies: BodyBudget
    let runningKeys = RunningKeys()
    let openStreams = OpenStreams()
    let openExports = OpenStreams(perMember: Limits.exportsPerMember, total: Limits.exports)
    let openAnswers = OpenStreams(
        perMember: Limits.chatStreamsPerMember,
        total: Limits.chatStreams
    )
    let uploads = UploadRoom()
    let heldFiles = HeldFiles()
    let idempotencyKey: Secret
    let ids: any IDSource
    let now: @Sendable () -> Timestamp
    let eventPoll: Duration

    init(
        operations: Operations,
        rateLimiter: RateLimiter,
        bodies: BodyBudget,
        idempotencyKey: Secret,
        ids: any IDSource,
        now: @escaping @Sendable () -> Timestamp,
        eventPoll: Duration
    ) {
        self.operations = operations
        self.rateLimiter = rateLimiter
        self.bodies = bodies
        self.idempotencyKey = idempotencyKey
        self.ids = ids
        self.now = now
        self.eventPoll = eventPoll
    }
}
