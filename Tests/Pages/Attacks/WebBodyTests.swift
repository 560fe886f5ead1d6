import Contract
import HTTPTypes
import Hummingbird
import Kernel
import NIOCore
import NIOEmbedded
import PurserKit
import Synchronization
import Testbed
import Testing

@testable import Server
@testable import ServerTestbed

@Suite("Forms of the web app that are too much")
struct WebBodyTests {
    /// A body of a form with the session's token and something more.
    private static func body(_ reader: WebReader, _ more: String) -> [UInt8] {
        Array("form_token=\(reader.formToken)&\(more)".utf8)
    }

    /// A page is no more than this, whatever is sent.
    private static let mostBytes = 1_000_000

    @Test("are refused by their size, however it is told, and change nothing")
    func sizes() async throws {
        try await withWebApp { server, map in
            let reader = try await WebReader(try await server.registerParent(), server)
            let before = try await server.contents()
            for path in map.forms {
                let target = WebMap.target(path)
                let start = Self.body(reader, "a=").count
                for isChunked in [true, false] {
                    let most = String(repeating: "x", count: Limits.formBytes - start)
                    for (more, isTooLarge) in [("a=\(most)x", true), ("a=\(most)", false)] {
                        // What fits is done, and signing out would leave nobody.
                        guard isTooLarge || path != "/app/sign-out" else { continue }
                        let answer = try await reader.post(
                            target,
                            Self.body(reader, more),
                            isChunked: isChunked
                        )
                        #expect((answer.status == 413) == isTooLarge, "\(target)")
                        #expect(answer.status < 500, "\(target)")
                        #expect(answer.body.count < Self.mostBytes, "\(target)")
                        guard isTooLarge else { continue }
                        #expect(WebFaults.all(answer) == [], "\(target)")
                        #expect(answer.headers["Set-Cookie"] == nil, "\(target)")
                    }
                }
            }
            #expect(try await server.contents().changed(since: before) == [])
        }
    }

    @Test("are read no further than they may be long")
    func endless() async throws {
        try await withWebApp { server, map in
            let reader = try await WebReader(try await server.registerParent(), server)
            for path in map.forms {
                let (status, taken) = try await Self.sendEndless(
                    WebMap.target(path),
                    reader.cookie,
                    server
                )
                #expect(status == 413, "\(path)")
                #expect(taken <= Limits.formBytes / EndlessBody.piece + 1, "\(path) \(taken)")
            }
            // Of somebody who is not signed in nothing is read, but on the pages to do that.
            for path in map.forms where !WebMap.open.contains(path) {
                let (status, taken) = try await Self.sendEndless(WebMap.target(path), nil, server)
                #expect(status == 303 && taken == 0, "\(path) \(taken)")
            }
            #expect(server.server.bodies.taken == 0)
        }
    }

    private static func sendEndless(
        _ target: String,
        _ cookie: String?,
        _ server: InProcessServer
    ) async throws -> (status: Int, taken: Int) {
        var fields: HTTPFields = [.contentType: "application/x-www-form-urlencoded"]
        fields[.cookie] = cookie
        let head = HTTPRequest(
            method: .post,
            scheme: "http",
            authority: "localhost",
            path: target,
            headerFields: fields
        )
        let body = EndlessBody()
        let channel = NIOAsyncTestingChannel()
        channel.remoteAddress = try SocketAddress(ipAddress: "192.0.2.1", port: 49_152)
        let source = ApplicationRequestContextSource(channel: channel, logger: server.log.logger)
        let answer = try await server.server.responder.respond(
            to: Request(head: head, body: RequestBody(asyncSequence: body)),
            context: PurserContext(source: source)
        )
        return (answer.status.code, body.taken.count)
    }

    @Test("in what they hold are refused, or taken for what they are")
    func contents() async throws {
        try await withWebApp { server, map in
            let reader = try await WebReader(try await server.registerParent(), server)
            let before = try await server.contents()
            let fields = (0..<1_000).map { "f\($0)=\($0)" }.joined(separator: "&")
            let long = String(repeating: "%22", count: 20_000)
            let marks = "a=e" + String(repeating: "%CC%81", count: Limits.combiningMarks + 1)
            let broken = ["a=%", "a=%2", "a=%zz", "%ff=a", "a=%ff", "a=%C0%AF", "a=%ED%A0%80"]
            for path in map.forms {
                let target = WebMap.target(path)
                for more in broken + [marks, "a=1&a=2", "\(String(repeating: "k", count: 300))=1"] {
                    let answer = try await reader.post(target, Self.body(reader, more))
                    #expect(answer.status == 400, "\(target) \(more.prefix(20))")
                    #expect(WebFaults.all(answer) == [], "\(target) \(more.prefix(20))")
                }
                for bytes in [[0xFF], [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xE2, 0x82]] as [[UInt8]] {
                    let answer = try await reader.post(target, Self.body(reader, "a=") + bytes)
                    #expect(answer.status == 400, "\(target) \(bytes)")
                    #expect(WebFaults.all(answer) == [], "\(target) \(bytes)")
                }
                for type in ["application/json", "text/plain", "multipart/form-data; boundary=x"] {
                    let answer = try await reader.post(
                        target,
                        Self.body(reader, "a=1"),
                        headers: ["Content-Type": type]
                    )
                    // A form with a file has several parts, and these are none.
                    let statuses = type.hasPrefix("multipart") ? [400, 415] : [415]
                    #expect(statuses.contains(answer.status), "\(target) \(type)")
                    #expect(WebFaults.all(answer) == [], "\(target) \(type)")
                }
                let names = ["name", "message", "merchant", "category", "email", "q", "json", "do"]
                for more in [fields, "\(fields)&do=x"] + names.map({ "\($0)=\(long)" }) {
                    let answer = try await reader.post(target, Array(more.utf8))
                    #expect(answer.status == 400, "\(target) \(more.prefix(20))")
                    #expect(answer.body.count < Self.mostBytes, "\(target)")
                    #expect(WebFaults.all(answer) == [], "\(target) \(more.prefix(20))")
                }
            }
            #expect(try await server.contents().changed(since: before) == [])
        }
    }

    @Test("with the longest texts in all their fields come back, and no larger than pages may be")
    func longTexts() async throws {
        try await withWebApp { server, map in
            let parent = try await server.registerParent()
            _ = try await server.registerChild(of: parent)
            let reader = try await WebReader(parent, server)
            let walk = try await WebWalk(reader, map)
            for form in walk.forms {
                let typed = form.fields.indices.filter { !form.fields[$0].isHidden }
                guard !typed.isEmpty else { continue }
                var long = form
                for index in typed {
                    let count = 20_000 / typed.count
                    long.fields[index].value = String(repeating: "\"", count: count)
                }
                let answer = try await reader.send(long)
                #expect(answer.status < 500, "\(form.action) \(form.deed)")
                #expect(answer.body.count < Self.mostBytes, "\(form.action) \(form.deed)")
                #expect(WebFaults.all(answer) == [], "\(form.action) \(form.deed)")
            }
        }
    }
}

/// A body that has another piece for whoever asks.
private struct EndlessBody: AsyncSequence, Sendable {
    /// How many pieces were taken.
    final class Taken: Sendable {
        private let taken = Mutex(0)
        var count: Int { taken.withLock { $0 } }
        func add() { taken.withLock { $0 += 1 } }
    }

    static let piece = 4_096
    let taken = Taken()

    struct AsyncIterator: AsyncIteratorProtocol {
        let taken: Taken

        mutating func next() async -> ByteBuffer? {
            taken.add()
            return ByteBuffer(repeating: UInt8(ascii: "x"), count: EndlessBody.piece)
        }
    }

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(taken: taken) }
}
