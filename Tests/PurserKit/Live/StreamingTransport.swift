import Synchronization
import Testbed

@testable import PurserKit

/// Opens streams from a script, and remembers what was asked for.
final class StreamingTransport: Transport {
    /// One connection.
    struct Step: Sendable {
        let open: @Sendable (TransportRequest) async throws -> StreamedResponse

        /// A stream of pieces that then ends, breaks, or stays open.
        static func stream(
            _ pieces: [String],
            _ end: End = .ends,
            type: String = "text/event-stream"
        ) -> Step {
            Step { _ in
                let (stream, pipe) = AsyncThrowingStream.makeStream(of: [UInt8].self)
                for piece in pieces { pipe.yield(Array(piece.utf8)) }
                switch end {
                case .ends: pipe.finish()
                case .breaks: pipe.finish(throwing: NetworkFailure.connectionLost)
                case .stays: pipe.onTermination = { [pipe] _ in pipe.finish() }
                }
                return StreamedResponse(
                    status: 200,
                    headers: ["Content-Type": type],
                    pieces: stream
                )
            }
        }

        /// An answer that is no stream.
        static func answer(_ status: Int, _ headers: Headers = [:]) -> Step {
            Step { _ in
                let pieces = AsyncThrowingStream<[UInt8], any Error> { pipe in
                    pipe.yield(Array(#"{"error":"refused"}"#.utf8))
                    pipe.finish()
                }
                return StreamedResponse(status: status, headers: headers, pieces: pieces)
            }
        }

        /// No answer.
        static func fails(_ failure: NetworkFailure) -> Step { Step { _ in throw failure } }
    }

    /// What becomes of a stream after its pieces.
    enum End: Sendable {
        case ends
        case breaks
        case stays
    }

    private let steps: Mutex<[Step]>
    private let asked = Mutex<[TransportRequest]>([])

    init(_ steps: Step...) { self.steps = Mutex(steps) }

    init(_ step: Step, forEver: Bool) { steps = Mutex(Array(repeating: step, count: 10_000)) }

    /// The events after which streams were asked for.
    var positions: [String?] { asked.withLock { $0.map { $0.headers["Last-Event-ID"] } } }

    /// What was asked for.
    var requests: [TransportRequest] { asked.withLock { $0 } }

    func send(_ request: TransportRequest) async throws -> TransportResponse {
        .json(401, #"{"error":"unauthorized"}"#)
    }

    func open(_ request: TransportRequest) async throws -> StreamedResponse {
        asked.withLock { $0.append(request) }
        let step = steps.withLock { $0.isEmpty ? .stream([], .stays) : $0.removeFirst() }
        return try await step.open(request)
    }
}

/// Time in which pauses take no time, and no alarm ever rings.
final class StreamTime: Sendable {
    private let test = TestTimekeeper()
    private let held = TestTimekeeper()

    init() { held.holds = true }

    /// The pauses between connections.
    var delays: [Duration] { test.pauses }

    func setShare(_ share: Double) { test.share = share }

    var keeper: Timekeeper {
        var keeper = test.keeper
        keeper.alarm = held.keeper.pause
        return keeper
    }
}
