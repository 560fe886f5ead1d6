import Hummingbird
import Kernel
import Logging
import NIOCore
import Operations
import ServiceLifecycle

/// One stream of server-sent events, from its first line to its end.
///
/// Source of the format: WHATWG HTML, section 9.2 "Server-sent events", read 2026-11-21.
struct EventStream: Sendable {
    let services: PipelineServices
    let call: Call
    let token: String
    let household: ID<Entity.Household>
    /// What of the API the token opens.
    let scopes: APIScopes
    /// The event after which to begin.
    let start: Int64
    /// What keeps the stream counted while it is open.
    let place: OpenStreams.Place
    let context: PurserContext

    /// Tells what happens until the caller has gone, may not know any more, or the server stops.
    func write(to writer: inout any ResponseBodyWriter) async throws {
        // Wakes that come while something is told are one: what they are about is read together.
        let (wakes, alarm) = AsyncStream.makeStream(
            of: Void.self,
            bufferingPolicy: .bufferingNewest(1)
        )
        let signal = services.operations.guardian.eventSignal
        let follower = signal.add(household) { alarm.yield() }
        defer { signal.remove(follower) }
        let departure = DisconnectHandler { alarm.finish() }
        let pipeline = context.channel.pipeline
        pipeline.addHandler(departure, position: .first).whenFailure { _ in alarm.finish() }
        defer { pipeline.removeHandler(departure, promise: nil) }
        try await withGracefulShutdownHandler {
            try await withThrowingTaskGroup(of: Void.self) { group in
                defer { group.cancelAll() }
                group.addTask {
                    while !Task.isCancelled {
                        try await Task.sleep(for: services.eventPoll)
                        alarm.yield()
                    }
                }
                try await tell(on: wakes, to: &writer)
            }
        } onGracefulShutdown: {
            alarm.finish()
        }
        try await writer.finish(nil)
    }

    private func tell(
        on wakes: AsyncStream<Void>,
        to writer: inout any ResponseBodyWriter
    ) async throws {
        // The id is told before there is any event, so that a client whose first connection breaks
        // at once still knows behind what to go on.
        let beginning = "id: \(start)\nretry: \(Limits.eventRetryMilliseconds)\n\n"
        try await writer.write(ByteBuffer(string: beginning))
        var last = start
        var written = ContinuousClock.now
        var wakes = wakes.makeAsyncIterator()
        repeat {
            guard let newEvents = await newEvents(after: last) else { return }
            if let newest = newEvents.last {
                let told = newEvents.filter { $0.scope.isSubset(of: scopes) }
                if !told.isEmpty {
                    let text = told.map(Self.text).joined()
                    try await writer.write(ByteBuffer(string: text))
                    written = .now
                }
                last = newest.number
            } else if ContinuousClock.now - written >= .seconds(Limits.eventPingSeconds) {
                try await writer.write(ByteBuffer(string: ": ping\n\n"))
                written = .now
            }
            // A full read may have left something behind, for which nobody is woken again.
            if newEvents.count >= Limits.eventsPerRead { continue }
            guard await wakes.next() != nil else { return }
        } while !Task.isCancelled
    }

    /// What happened since; `nil` when the caller may not know, or nobody can tell.
    ///
    /// The client opens the next stream where this one ends, and hears there what is the matter.
    private func newEvents(after last: Int64) async -> [HouseholdEvent]? {
        guard await services.isGood(token, context) else { return nil }
        do {
            return try await services.operations.guardian.events(after: last, call)
        } catch {
            context.logger.debug(
                "events end",
                metadata: ["trace": "\(context.trace)", "failure": "\(error)"]
            )
            return nil
        }
    }

    /// An event as it goes over the wire; its body is one line.
    static func text(_ event: HouseholdEvent) -> String {
        "id: \(event.number)\nevent: \(event.kind)\ndata: \(event.body)\n\n"
    }
}
