import Contract
import Hummingbird
import Kernel
import NIOCore
import Operations

/// One answer as server-sent events, from its first piece to the whole of it.
///
/// The pieces are provisional: `delta` adds to the text, `replace` withdraws it. What counts is the
/// `message`, which is the whole answer, or an `error`. One of both is last.
struct AnswerStream: Sendable {
    let services: PipelineServices
    let operation: String
    let surface: Surface
    /// The status of success.
    let status: Int
    /// The answer, in the words of whom it is told.
    let answer: ToldAnswer<String>
    /// The key of the call, which is free before the end is told: who has the answer may repeat.
    let key: RunningKey?
    /// How its end is worded, where that is not the whole answer.
    let wording: EndWording
    let context: PurserContext

    /// What is told; there is no more of it than an answer is long, so a slow reader may wait.
    private enum Part: Sendable {
        case progress(ChatProgress)
        case ping
        case whole(String)
        case refusal(String)
    }

    /// Tells the answer until it is whole, the caller has gone, or it takes too long.
    ///
    /// An answer that nobody waits for any more is given up before it is kept.
    func write(to writer: inout any ResponseBodyWriter) async throws {
        let (parts, pipe) = AsyncStream.makeStream(of: Part.self)
        let departure = DisconnectHandler { pipe.finish() }
        let pipeline = context.channel.pipeline
        pipeline.addHandler(departure, position: .first).whenFailure { _ in pipe.finish() }
        defer { pipeline.removeHandler(departure, promise: nil) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            defer { group.cancelAll() }
            group.addTask {
                let last = await lastPart { pipe.yield(.progress($0)) }
                key?.end()
                pipe.yield(last)
                pipe.finish()
            }
            group.addTask {
                try await keepTime { pipe.yield($0) }
                pipe.finish()
            }
            // The head goes out with the first bytes, and a client knows that it was heard.
            try await writer.write(ByteBuffer(string: Self.text(.ping)))
            for await part in parts {
                try await writer.write(ByteBuffer(string: Self.text(part)))
            }
        }
        try await writer.finish(nil)
    }

    /// The whole answer, or why there is none.
    private func lastPart(
        _ tell: @escaping @Sendable (ChatProgress) -> Void
    ) async -> Part {
        do {
            return try await whole(tell)
        } catch {
            // The log has the line that it has of any answer, but not of one that nobody wants.
            if !Task.isCancelled {
                _ = services.refusal(of: operation, because: error, on: surface, context)
            }
            return .refusal(wording.refusal(Problem(failure: error)))
        }
    }

    private func whole(
        _ tell: @escaping @Sendable (ChatProgress) -> Void
    ) async throws -> Part {
        do {
            return .whole(try await answer.make(tell))
        } catch let replayed as ReplayedAnswer {
            let text = try wording.replayed(replayed)
            return replayed.status == status ? .whole(text) : .refusal(text)
        }
    }

    /// Tells now and then that there is more to come, until the time is over.
    private func keepTime(_ tell: @Sendable (Part) -> Void) async throws {
        let end = ContinuousClock.now + .seconds(Limits.chatStreamSeconds)
        while true {
            let rest = end - ContinuousClock.now
            guard rest > .zero else { break }
            try await Task.sleep(for: min(rest, .seconds(Limits.eventPingSeconds)))
            tell(.ping)
        }
        let message = "The answer took too long; a repeat with its Idempotency-Key is safe"
        let problem = Problem(.unavailable, message, retryAfterSeconds: 1)
        tell(.refusal(wording.refusal(problem)))
    }

    /// A part as it goes over the wire; its data is one line, because JSON has no line breaks.
    private static func text(_ part: Part) -> String {
        switch part {
        case .progress(.piece(let piece)):
            let data = JSON.object([JSON.Member("text", .string(piece))]).text
            return AnswerEvent.text("delta", data)
        case .progress(.withdrawn): return AnswerEvent.text("replace", "{}")
        case .ping: return ": ping\n\n"
        case .whole(let body): return AnswerEvent.text("message", body)
        case .refusal(let body): return AnswerEvent.text("error", body)
        }
    }
}

/// An event of an answer.
enum AnswerEvent {
    /// The event as it goes over the wire.
    static func text(_ kind: String, _ data: String) -> String {
        "event: \(kind)\ndata: \(data)\n\n"
    }
}
