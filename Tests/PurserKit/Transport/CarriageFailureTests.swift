import Contract
import Synchronization
import Testbed
import Testing

@testable import PurserKit

#if canImport(URLSessionOnLinux)
@testable import URLSessionOnLinux
#endif

extension Carrier {
    /// What it may call a failure: URLSession does not tell an answer that was cut off from a
    /// connection that broke, and nobody has to.
    fileprivate func names(_ failure: NetworkFailure) -> [NetworkFailure] {
        guard self == .urlSession, [.damaged, .connectionLost].contains(failure) else {
            return [failure]
        }
        return [.damaged, .connectionLost]
    }
}

@Suite("What goes wrong on the wire")
struct CarriageFailureTests {
    /// What a server says in place of an answer, and what it is called.
    struct Row: Sendable, CustomTestStringConvertible {
        let what: String
        let says: String
        let failure: NetworkFailure

        var testDescription: String { what }
    }

    static let rows = [
        Row(what: "nothing, and is gone", says: "", failure: .connectionLost),
        Row(
            what: "a body shorter than it says",
            says: "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{\"a\":",
            failure: .damaged
        ),
        Row(
            what: "a body longer than the bound, by its own account",
            says: "HTTP/1.1 200 OK\r\nContent-Length: 2000\r\n\r\n{",
            failure: .tooLarge
        ),
        Row(
            what: "a body longer than the bound, in one long line",
            says: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n7d0\r\n"
                + String(repeating: "a", count: 2_000) + "\r\n0\r\n\r\n",
            failure: .tooLarge
        ),
        Row(
            what: "that it is elsewhere",
            says: "HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\n"
                + "Content-Length: 0\r\n\r\n",
            failure: .intercepted
        ),
        Row(
            what: "that it is elsewhere for ever",
            says: "HTTP/1.1 308 Permanent Redirect\r\nLocation: /portal\r\n"
                + "Content-Length: 0\r\n\r\n",
            failure: .intercepted
        ),
    ]

    @Test(
        "a server that says something else gives the failure of its kind",
        arguments: Carrier.allCases,
        rows
    )
    func failures(carrier: Carrier, row: Row) async throws {
        let heard = Mutex(0)
        try await withLoopbackListener { client in
            guard try await client.next() != nil else { return }
            heard.withLock { $0 += 1 }
            try await client.write(row.says)
        } _: { port in
            try await carrier.with(port, maximumAnswerBytes: 1_000) { transport in
                let error = await #expect(throws: NetworkFailure.self) {
                    try await transport.send(TransportRequest(.post, "/", body: Array("{}".utf8)))
                }
                let names = carrier.names(row.failure)
                #expect(error.map(names.contains) == true, "\(String(describing: error))")
            }
        }
        #expect(heard.withLock { $0 } == 1, "a POST is never repeated by a transport")
    }

    @Test("bytes that are no HTTP are no answer", arguments: Carrier.allCases)
    func garbage(carrier: Carrier) async throws {
        try await carrier.talking(to: "\u{1}\u{2}SSH-2.0-nothing\r\n\r\n") { transport in
            let error = await #expect(throws: NetworkFailure.self) {
                try await transport.send(TransportRequest(.get, "/"))
            }
            #expect(error == .damaged)
        }
    }

    @Test("a reset before the answer loses the connection", arguments: Carrier.allCases)
    func reset(carrier: Carrier) async throws {
        try await withLoopbackListener { client in
            _ = try await client.next()
            await client.reset()
        } _: { port in
            try await carrier.with(port) { transport in
                await #expect(throws: NetworkFailure.connectionLost) {
                    try await transport.send(TransportRequest(.post, "/", body: Array("{}".utf8)))
                }
            }
        }
    }

    @Test("a port where nobody listens is unreachable", arguments: Carrier.allCases)
    func refused(carrier: Carrier) async throws {
        let port = try await withLoopbackListener({ _ in }) { $0 }
        try await carrier.with(port) { transport in
            await #expect(throws: NetworkFailure.unreachable) {
                try await transport.send(TransportRequest(.get, "/"))
            }
        }
    }

    @Test("a name that nobody has is unreachable", arguments: Carrier.allCases)
    func unknownHost(carrier: Carrier) async throws {
        // RFC 6761: names below .invalid never exist.
        try await carrier.with(Configuration(.development, at: "http://a.invalid")) { transport in
            await #expect(throws: NetworkFailure.unreachable) {
                try await transport.send(TransportRequest(.get, "/"))
            }
        }
    }

    @Test("after a shutdown nothing is sent", arguments: Carrier.allCases)
    func shutdown(carrier: Carrier) async throws {
        let heard = Mutex(0)
        try await withLoopbackListener { client in
            while try await client.next() != nil {
                heard.withLock { $0 += 1 }
                try await client.write("HTTP/1.1 204 No Content\r\n\r\n")
            }
        } _: { port in
            try await carrier.with(port) { transport in
                _ = try await transport.send(TransportRequest(.get, "/"))
                await transport.shutdown()
                await #expect(throws: NetworkFailure.self) {
                    try await transport.send(TransportRequest(.get, "/"))
                }
            }
        }
        #expect(heard.withLock { $0 } == 1)
    }

    @Test("a shutdown ends a call that is under way", arguments: Carrier.allCases)
    func shutdownUnderWay(carrier: Carrier) async throws {
        let arrived = Gate()
        try await withLoopbackListener { client in
            _ = try await client.next()
            await arrived.open()
            await client.closed()
        } _: { port in
            try await carrier.with(port) { transport in
                let call = Task { try await transport.send(TransportRequest(.get, "/")) }
                await arrived.pass()
                await transport.shutdown()
                await #expect(throws: NetworkFailure.self) { try await call.value }
            }
        }
    }

    @Test("what is no certificate is refused as an authority")
    func authorities() {
        var configuration = Configuration.development
        configuration.trustedAuthorities = ["nonsense"]
        for make in [
            { _ = try AsyncHTTPTransport(configuration) },
            { _ = try URLSessionTransport(configuration) },
        ] as [() throws -> Void] {
            let error = #expect(throws: PurserError.self) { try make() }
            #expect(error?.kind == .invalid)
        }
    }
}
