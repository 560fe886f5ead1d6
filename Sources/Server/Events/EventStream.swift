import Hummingbird
import Kernel
import Logging
import NIOCore
import Operations
import ServiceLifecycle

/// One stream of server-sent events, from its first line to its end.
///
/// Source of the format: WHATWG HTML, section 9.2 "Server-sent events", read 2026-11-21.
struct EventStream<Teller: EventTeller>: Sendable {
    let services: PipelineServices
    let token: String
    let household: ID<Entity.Household>
    /// What is told.
    let teller: Teller
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
        var teller = teller
        try await writer.write(ByteBuffer(string: teller.beginning))
        var written = ContinuousClock.now
        var wakes = wakes.makeAsyncIterator()
        repeat {
            guard let news = await news(of: &teller) else { return }
            if !news.text.isEmpty {
                try await writer.write(ByteBuffer(string: news.text))
                written = .now
            } else if ContinuousClock.now - written >= .seconds(Limits.eventPingSeconds) {
                try await writer.write(ByteBuffer(string: teller.ping))
                written = .now
            }
            // A full read may have left something behind, for which nobody is woken again.
            if news.mayBeMore { continue }
            guard await wakes.next() != nil else { return }
        } while !Task.isCancelled
    }

    /// What happened since; `nil` when the caller may not know, or nobody can tell.
    ///
    /// The client opens the next stream where this one ends, and hears there what is the matter.
    private func news(of teller: inout Teller) async -> EventNews? {
        guard await services.isGood(token, context) else { return nil }
        do {
            return try await teller.news()
        } catch {
            context.logger.debug(
                "events end",
                metadata: ["trace": "\(context.trace)", "failure": "\(error)"]
            )
            return nil
        }
    }
}
