import HTTPTypes
import Hummingbird
import NIOCore
import NIOEmbedded
import Server

/// A stream of server-sent events as a client reads it off the server's own router.
public struct EventReader {
    /// One event.
    public struct Event: Sendable, Equatable {
        /// Its id.
        public let id: Int64
        /// What happened.
        public let kind: String
        /// What is known of it.
        public let data: String
    }

    private var chunks: AsyncStream<String>.Iterator
    private var text = ""

    fileprivate init(_ chunks: AsyncStream<String>) {
        self.chunks = chunks.makeAsyncIterator()
    }

    /// The next event, once there is one; `nil` when the stream has ended.
    public mutating func next() async -> Event? {
        while let values = await nextBlock() {
            if let event = Self.event(values) { return event }
        }
        return nil
    }

    /// What the next block of lines says, by the word that each line begins with; `nil` when the
    /// stream has ended.
    public mutating func nextBlock() async -> [String: String]? {
        while true {
            if let end = text.firstRange(of: "\n\n") {
                let values = Self.values(of: text[..<end.lowerBound])
                text.removeSubrange(..<end.upperBound)
                return values
            }
            guard let chunk = await chunks.next() else { return nil }
            text += chunk
        }
    }

    private static func values(of block: Substring) -> [String: String] {
        var values: [String: String] = [:]
        for line in block.split(separator: "\n") {
            let end = line.firstIndex(of: ":") ?? line.endIndex
            values[String(line.prefix(upTo: end))] = String(line.suffix(from: end).dropFirst(2))
        }
        return values
    }

    /// The event of a block of lines; `nil` when the lines say something else.
    private static func event(_ values: [String: String]) -> Event? {
        guard let id = values["id"].flatMap({ Int64($0) }), let kind = values["event"],
            let data = values["data"], values.count == 3
        else { return nil }
        return Event(id: id, kind: kind, data: data)
    }
}

/// An answer that is no stream of events, by its status.
public struct UnopenedStream: Error, Equatable {
    /// The status that was answered.
    public let status: Int

    /// Makes an error.
    public init(status: Int) {
        self.status = status
    }
}

extension InProcessServer {
    /// Follows the events of a member while `work` runs; afterwards the client is gone.
    ///
    /// - Throws: ``UnopenedStream``, and what `work` throws.
    public func following<R: Sendable>(
        _ member: TestMember,
        after last: Int64? = nil,
        _ work: (inout EventReader) async throws -> R
    ) async throws -> R {
        var headers = ["Authorization": "Bearer \(member.token)"]
        if let last { headers["Last-Event-ID"] = String(last) }
        return try await following("/guardian/events", headers, work)
    }

    /// Follows what a path tells while `work` runs; afterwards the client is gone.
    ///
    /// - Throws: ``UnopenedStream``, and what `work` throws.
    public func following<R: Sendable>(
        _ path: String,
        _ headers: [String: String],
        _ work: (inout EventReader) async throws -> R
    ) async throws -> R {
        let channel = NIOAsyncTestingChannel()
        channel.remoteAddress = try SocketAddress(ipAddress: "192.0.2.1", port: 49_152)
        let body = try await open(path, headers, on: channel)
        let (chunks, sink) = AsyncStream.makeStream(of: String.self)
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                defer { sink.finish() }
                try await body.write(ForwardingWriter(sink: sink))
            }
            var reader = EventReader(chunks)
            let result = try await work(&reader)
            try await channel.close()
            try await group.waitForAll()
            return result
        }
    }

    private func open(
        _ path: String,
        _ headers: [String: String],
        on channel: NIOAsyncTestingChannel
    ) async throws -> ResponseBody {
        var fields = HTTPFields()
        for (key, value) in headers {
            if let name = HTTPField.Name(key) { fields[name] = value }
        }
        let head = HTTPRequest(
            method: .get,
            scheme: "http",
            authority: "localhost",
            path: path,
            headerFields: fields
        )
        let source = ApplicationRequestContextSource(channel: channel, logger: log.logger)
        let response = try await server.responder.respond(
            to: Request(head: head, body: RequestBody(buffer: ByteBuffer())),
            context: PurserContext(source: source)
        )
        guard response.status == .ok else { throw UnopenedStream(status: response.status.code) }
        return response.body
    }
}

/// Hands on what a response writes, as it is written.
private struct ForwardingWriter: ResponseBodyWriter {
    let sink: AsyncStream<String>.Continuation

    func write(_ buffer: ByteBuffer) async throws { sink.yield(String(buffer: buffer)) }

    func finish(_ trailingHeaders: HTTPFields?) async throws { sink.finish() }
}
