public import Logging
import Synchronization

/// Keeps every log record, as whoever wrote it meant it: nothing is taken out.
public final class LogRecorder: Sendable {
    private let recorded = Mutex<[String]>([])

    /// Makes an empty recorder.
    public init() {}

    /// Every record so far, one line each: level, message and metadata.
    public var lines: [String] { recorded.withLock { $0 } }

    /// A logger that writes here, at every level.
    public var logger: Logger {
        Logger(label: "test") { _ in Handler(recorder: self) }
    }

    private func record(_ line: String) {
        recorded.withLock { $0.append(line) }
    }

    private struct Handler: LogHandler {
        let recorder: LogRecorder
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.trace

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            let fields = metadata.merging(event.metadata ?? [:]) { _, new in new }
                .sorted { $0.key < $1.key }
                .map { " \($0.key)=\($0.value)" }
            let error = event.error.map { " error=\($0)" } ?? ""
            recorder.record("\(event.level) \(event.message)\(fields.joined())\(error)")
        }
    }
}
