import Contract
import HTTPTypes
import Hummingbird
import Kernel
import NIOCore
import NIOEmbedded
import PurserKit
import Testbed
import Testing

@testable import Server
@testable import ServerTestbed

@Suite("The key of an answer that is told while it is made", .timeLimit(.minutes(10)))
struct ToldKeyTests {
    @Test("is free before the end of the answer is told", arguments: Engine.all)
    func isFree(engine: Engine) async throws {
        try await InsightsHome.with(engine, linked: false) { home in
            let body = InsightsHome.body("One")
            let channel = NIOAsyncTestingChannel()
            channel.remoteAddress = try SocketAddress(ipAddress: "192.0.2.1", port: 49_152)
            let source = ApplicationRequestContextSource(
                channel: channel,
                logger: home.server.log.logger
            )
            let response = try await home.server.server.responder.respond(
                to: try Self.question(body, by: home.owner, key: "k"),
                context: PurserContext(source: source)
            )
            #expect(response.status == .ok)
            let (repeats, sink) = AsyncStream.makeStream(of: TransportResponse.self)
            try await response.body.write(
                RepeatingWriter {
                    let again = try await home.send(body, headers: ["Idempotency-Key": "k"])
                    sink.yield(again)
                }
            )
            sink.finish()
            var statuses: [Int] = []
            for await again in repeats {
                statuses.append(again.status)
                #expect(again.headers["Idempotency-Replayed"] == "true")
            }
            #expect(statuses == [200])
            #expect(try await home.kept() == [1, 2])
        }
    }

    @Test("ends once: what it holds afterwards is somebody else's")
    func ends() throws {
        let keys = RunningKeys()
        var first: RunningKey? = try keys.hold("a")
        #expect(throws: Problem.self) { try keys.hold("a") }
        first?.end()
        let second = try keys.hold("a")
        first?.end()
        first = nil
        #expect(throws: Problem.self) { try keys.hold("a") }
        second.end()
        #expect(keys.begin("a"))
    }

    private static func question(
        _ body: String,
        by member: TestMember,
        key: String
    ) throws -> Request {
        var fields: HTTPFields = [
            .accept: "text/event-stream", .authorization: "Bearer \(member.token)",
            .contentType: "application/json",
        ]
        fields[try #require(HTTPField.Name("Idempotency-Key"))] = key
        let head = HTTPRequest(
            method: .post,
            scheme: "http",
            authority: "localhost",
            path: "/ai/chat",
            headerFields: fields
        )
        return Request(head: head, body: RequestBody(buffer: ByteBuffer(string: body)))
    }
}

/// Repeats the question while the end of its answer is being written.
private struct RepeatingWriter: ResponseBodyWriter {
    let ask: @Sendable () async throws -> Void

    func write(_ buffer: ByteBuffer) async throws {
        if String(buffer: buffer).hasPrefix("event: message") { try await ask() }
    }

    func finish(_ trailingHeaders: HTTPFields?) async throws {}
}
