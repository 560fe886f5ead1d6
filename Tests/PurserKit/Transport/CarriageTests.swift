import Contract
import PurserKit
import Synchronization
import Testbed
import Testing

@Suite("What goes over the wire")
struct CarriageTests {
    @Test("method, target, fields and body arrive as they were given", arguments: Carrier.allCases)
    func request(carrier: Carrier) async throws {
        let arrived = Mutex<[LoopbackMessage]>([])
        try await withLoopbackListener { client in
            while let request = try await client.next() {
                arrived.withLock { $0.append(request) }
                try await client.write("HTTP/1.1 204 No Content\r\n\r\n")
            }
        } _: { port in
            try await carrier.with(port) { transport in
                for method in Method.allCases {
                    let body = method != .get ? Array(#"{"a":"é"}"#.utf8) : nil
                    let request = TransportRequest(
                        method,
                        "/rules/caf%C3%A9?from=2025-01-01&q=a%26b",
                        headers: ["Authorization": "Bearer t", "Idempotency-Key": "k-1"],
                        body: body
                    )
                    let response = try await transport.send(request)
                    #expect(response == TransportResponse(status: 204, headers: response.headers))
                }
            }
        }
        let requests = arrived.withLock { $0 }
        #expect(requests.map(\.method) == Method.allCases.map(\.rawValue))
        for request in requests {
            #expect(request.target == "/rules/caf%C3%A9?from=2025-01-01&q=a%26b")
            #expect(request.headers["authorization"] == "Bearer t")
            #expect(request.headers["idempotency-key"] == "k-1")
            #expect(request.headers["cookie"] == nil)
            let hasBody = request.method != "GET"
            #expect(request.body == (hasBody ? Array(#"{"a":"é"}"#.utf8) : []))
        }
    }

    @Test("an answer of any status is an answer", arguments: Carrier.allCases)
    func statuses(carrier: Carrier) async throws {
        try await withLoopbackListener { client in
            while let request = try await client.next() {
                let body = request.method == "GET" ? #"{"error":"x"}"# : ""
                try await client.write(
                    "HTTP/1.1 \(request.target.dropFirst()) Any\r\nX-Request-Trace: abc\r\n"
                        + "content-length: \(body.utf8.count)\r\n\r\n\(body)"
                )
            }
        } _: { port in
            try await carrier.with(port) { transport in
                for status in [200, 201, 202, 400, 401, 402, 403, 404, 409, 413, 429, 500, 503] {
                    let response = try await transport.send(TransportRequest(.get, "/\(status)"))
                    #expect(response.status == status)
                    #expect(response.body == Array(#"{"error":"x"}"#.utf8))
                    #expect(response.headers["x-request-trace"] == "abc")
                }
            }
        }
    }

    @Test("calls one after the other share a connection", arguments: Carrier.allCases)
    func reuse(carrier: Carrier) async throws {
        let connections = Mutex(0)
        try await withLoopbackListener { client in
            connections.withLock { $0 += 1 }
            while try await client.next() != nil {
                try await client.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}")
            }
        } _: { port in
            try await carrier.with(port) { transport in
                for _ in 1...20 {
                    let response = try await transport.send(TransportRequest(.get, "/"))
                    #expect(response.body == Array("{}".utf8))
                }
            }
        }
        #expect(connections.withLock { $0 } == 1)
    }

    @Test("many calls at once are answered each with its own answer", arguments: Carrier.allCases)
    func many(carrier: Carrier) async throws {
        try await withLoopbackListener { client in
            while let request = try await client.next() {
                let body = request.target
                try await client.write(
                    "HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
                )
            }
        } _: { port in
            try await carrier.with(port) { transport in
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for number in 1...100 {
                        group.addTask {
                            let target = "/\(number)"
                            let response = try await transport.send(.init(.get, target))
                            #expect(response.body == Array(target.utf8))
                        }
                    }
                    try await group.waitForAll()
                }
            }
        }
    }

    @Test("a body that comes in pieces is put together", arguments: Carrier.allCases)
    func chunked(carrier: Carrier) async throws {
        let answer =
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
            + "3\r\n{\"a\r\n4\r\n\":1}\r\n0\r\n\r\n"
        try await carrier.talking(to: answer) { transport in
            let response = try await transport.send(TransportRequest(.get, "/"))
            #expect(response.body == Array(#"{"a":1}"#.utf8))
        }
    }

    @Test("a body of exactly the bound is read", arguments: Carrier.allCases)
    func bound(carrier: Carrier) async throws {
        let body = String(repeating: "a", count: 1_000)
        let answer = "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n\(body)"
        try await carrier.talking(to: answer, maximumAnswerBytes: 1_000) { transport in
            let response = try await transport.send(TransportRequest(.get, "/"))
            #expect(response.body.count == 1_000)
        }
    }
}
