import Contract
import Kernel
import Operations
import PurserKit
import Server
import Testbed
import Testing

@testable import ServerTestbed

@Suite("A stream of live events", .timeLimit(.minutes(10)))
struct EventStreamTests {
    private static let path = "/guardian/events"

    @Test("ends when its session is ended", arguments: Engine.all)
    func revoked(engine: Engine) async throws {
        try await withServer(engine) { server in
            let (parent, child) = try await server.registerBlockedChild()
            let other = try await server.login(parent.email)
            try await server.following(parent) { events in
                _ = try await parent.purser.call(API.Banking.logoutUser)
                _ = try await child.authorize(1)
                #expect(await events.next() == nil)
            }
            try await server.following(other, after: 0) { events in
                #expect(await events.next() != nil)
            }
        }
    }

    @Test("ends with its token", arguments: Engine.all)
    func expired(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            try await server.following(parent) { events in
                server.clock.advance(seconds: 86_400)
                #expect(await events.next() == nil)
            }
        }
    }

    @Test("is opened eight times by a member, and again when a client is gone")
    func places() async throws {
        try await withServer(.sqlite) { server in
            let (parent, child) = try await server.registerBlockedChild()
            // Who asks for the head alone holds nothing.
            for _ in 0...Limits.eventStreamsPerMember {
                let head = try await server.raw("HEAD", Self.path, nil, token: parent.token)
                #expect(head.status == 200)
            }
            try await Self.nested(Limits.eventStreamsPerMember, parent, server) {
                await #expect(throws: UnopenedStream(status: 429)) {
                    try await server.following(parent) { _ in }
                }
                try await server.following(child) { _ in }
            }
            try await server.following(parent) { _ in }
        }
    }

    private static func nested(
        _ depth: Int,
        _ member: TestMember,
        _ server: InProcessServer,
        _ work: () async throws -> Void
    ) async throws {
        guard depth > 0 else { return try await work() }
        try await server.following(member) { _ in
            try await nested(depth - 1, member, server, work)
        }
    }

    @Test("is for members, and begins after an event that can be")
    func refusals() async throws {
        try await withServer(.sqlite) { server in
            let parent = try await server.registerParent()
            let ended = try await server.login(parent.email)
            _ = try await ended.purser.call(API.Banking.logoutUser)
            let before = try await server.contents()
            for token in [nil, "bad", ended.token] {
                let answer = try await server.get(Self.path, token: token)
                #expect(answer.status == 401)
                #expect(answer.headers["WWW-Authenticate"] == "Bearer")
            }
            for id in ["x", "-1", "1.5", "+1", "99999999999999999999"] {
                let rule = "must be the id of an event"
                let header = try await server.get(
                    Self.path,
                    token: parent.token,
                    headers: ["Last-Event-ID": id]
                )
                #expect(header.status == 400)
                #expect(try header.string("error") == "Last-Event-ID \(rule)")
                let target = "\(Self.path)?last_event_id=\(id.replacing("+", with: "%2B"))"
                let query = try await server.get(target, token: parent.token)
                #expect(query.status == 400)
                #expect(try query.string("error") == "last_event_id \(rule)")
            }
            let malformed = try await server.get(
                "\(Self.path)?last_event_id=x",
                token: ended.token
            )
            #expect(malformed.status == 401)
            let method = try await server.post(Self.path, nil, token: parent.token)
            #expect(method.status == 405)
            #expect(method.headers["Allow"] == "GET")
            #expect(try await server.contents() == before)
        }
    }

    @Test("counts against the caller's rate, and is counted among the requests")
    func rate() async throws {
        var settings = ServerSettings()
        settings.requestsPerSecond = 1
        settings.requestBurst = 2
        try await withServer(.sqlite, settings: settings) { server in
            let parent = try await server.registerParent()
            for _ in 0..<2 {
                let head = try await server.raw("HEAD", Self.path, nil, token: parent.token)
                #expect(head.status == 200)
            }
            let answer = try await server.get(Self.path, token: parent.token)
            #expect(answer.status == 429)
            #expect(answer.headers["Retry-After"] == "1")
            let counted = server.server.metrics.text()
            for (status, count) in [(200, 2), (429, 1)] {
                let series = #"{operation="followEvents",status="\#(status)"} \#(count)"#
                #expect(counted.contains("purser_requests_total\(series)"))
            }
        }
    }

    @Test("has the headers of every answer, and its own type")
    func headers() async throws {
        var settings = ServerSettings.unlimited
        settings.corsOrigins = ["https://app.example.com"]
        try await withServer(.sqlite, settings: settings) { server in
            let parent = try await server.registerParent()
            let head = try await server.raw(
                "HEAD",
                Self.path,
                nil,
                token: parent.token,
                headers: ["X-Request-Trace": "t", "Origin": "https://app.example.com"]
            )
            #expect(head.headers["Content-Type"] == "text/event-stream")
            #expect(head.headers["Cache-Control"] == "no-store")
            #expect(head.headers["X-Request-Trace"] == "t")
            #expect(head.headers["Access-Control-Allow-Origin"] == "https://app.example.com")
        }
    }
}
