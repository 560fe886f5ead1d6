import Foundation
import SQL
import Testbed
import Testing

extension Faults {
    @Suite("Clients that are slow, broken or hostile")
    struct SlowClientTests {
        private static let decisions = Statement("SELECT COUNT(*) FROM decisions")

        @Test("that drip their requests hold up nobody else")
        func drips() async throws {
            try await House.with(.sqlite) { house in
                try await house.serving { server in
                    let token = try await server.signIn()
                    // In bytes: a line's end is two, but one character.
                    let begun = Array(Request.purchase(token: token).text.utf8)
                    var wires: [Wire] = []
                    for index in 0..<240 {
                        let wire = try await Wire.open(server.port)
                        // Some stop in the head, some in the body, some say nothing at all.
                        let lengths = [0, 20, begun.count - 10]
                        try await wire.send(Array(begun.prefix(lengths[index % 3])))
                        wires.append(wire)
                    }
                    for round in 0..<5 {
                        for (index, wire) in wires.enumerated() where index % 3 > 0 {
                            let length = index % 3 == 1 ? 20 : begun.count - 10
                            try await wire.send([begun[length + round]])
                        }
                        let answer = try await server.ask(.purchase(token: token))
                        #expect(answer.status == 200, "\(answer)")
                    }
                    for wire in wires { await wire.close() }
                    #expect(try await server.ask(Request("GET", "/health")).status == 200)
                    let decided = try await house.storage.count(Self.decisions)
                    #expect(decided == 5)
                    try await server.stop()
                }
            }
        }

        @Test("that send too much are told so, whether or not they say how much")
        func large() async throws {
            try await House.with(.sqlite) { house in
                try await house.serving { server in
                    let token = try await server.signIn()
                    let body = String(repeating: " ", count: 2_097_152)
                    let whole = Request("POST", "/guardian/authorize", token: token, body: body)
                    #expect(try await server.ask(whole).status == 413)

                    var chunked = whole
                    chunked.headers.removeAll { $0.name == "Content-Length" }
                    chunked.headers.append(("Transfer-Encoding", "chunked"))
                    chunked.body = "200000\r\n\(body)\r\n0\r\n\r\n"
                    #expect(try await server.ask(chunked).status == 413)

                    var announced = whole
                    announced.body = ""
                    #expect(try await server.ask(announced).status == 413)

                    #expect(try await server.ask(.purchase(token: token)).status == 200)
                    let decided = try await house.storage.count(Self.decisions)
                    #expect(decided == 1)
                }
            }
        }

        @Test("that ask ten times without waiting are answered ten times, in order")
        func pipelined() async throws {
            try await House.with(.sqlite) { house in
                try await house.serving { server in
                    let token = try await server.signIn()
                    let traces = (0..<10).map { "call-\($0)" }
                    let text = traces.map { trace in
                        var request = Request.purchase(token: token)
                        request.headers.append(("X-Request-Trace", trace))
                        return request.text
                    }
                    let wire = try await Wire.open(server.port)
                    try await wire.send(text.joined())
                    for trace in traces {
                        let answer = try await wire.answer()
                        #expect(answer.status == 200, "\(answer)")
                        #expect(answer.headers["x-request-trace"] == trace)
                    }
                    await wire.close()
                }
            }
        }

        @Test(
            "that are gone in the middle leave nothing; those that only stop sending are answered"
        )
        func gone() async throws {
            try await House.with(.sqlite) { house in
                try await house.serving { server in
                    let token = try await server.signIn()
                    let text = Array(Request.purchase(token: token).text.utf8)
                    for length in stride(from: 1, to: text.count, by: 7) {
                        let wire = try await Wire.open(server.port)
                        try await wire.send(Array(text.prefix(length)))
                        await wire.close()
                    }
                    let wire = try await Wire.open(server.port)
                    try await wire.send(text)
                    try await wire.sendNoMore()
                    #expect(try await wire.answer().status == 200)
                    let decided = try await house.storage.count(Self.decisions)
                    #expect(decided == 1)
                    try await server.stop()
                }
            }
        }

        @Test("that do not speak HTTP are refused, and the connection is closed")
        func garbage() async throws {
            try await House.with(.sqlite) { house in
                try await house.serving { server in
                    for (name, bytes) in Self.garbage {
                        let wire = try await Wire.open(server.port)
                        try? await wire.send(bytes)
                        let answer = try await wire.lastAnswer()
                        #expect((400..<500).contains(answer?.status ?? 0), "\(name)")
                        #expect(try await wire.isClosed(), "\(name)")
                        #expect(try await server.ask(Request("GET", "/health")).status == 200)
                    }
                    try await server.stop()
                }
            }
        }

        /// Bytes that are no request this server takes, by what is wrong with them.
        private static let garbage: [(String, [UInt8])] =
            [
                ("a header of 20,000 bytes", get("X: \(long.prefix(20_000))")),
                ("a header of 100,000 bytes", get("X: \(long)")),
                ("a name of 100,000 bytes", get("\(long): x")),
                ("a target of 100,000 bytes", text("GET /\(long) HTTP/1.1\r\nHost: x\r\n\r\n")),
                ("200 headers", get((0..<200).map { "X-\($0): x" }.joined(separator: "\r\n"))),
                ("words", text("this is no request\r\n\r\n")),
                ("another protocol's greeting", [0x16, 3, 1, 2, 0, 1, 0, 1, 0xFC, 3, 3]),
                ("HTTP/2 without TLS", text("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n")),
                ("a version that is none", text("GET / HTTP/9.9\r\nHost: x\r\n\r\n")),
                ("a method with a space", text("GE T / HTTP/1.1\r\nHost: x\r\n\r\n")),
                ("a header without colon", get("nonsense")),
                ("a space before the colon", get("X : y")),
                ("a NUL in a header", get("X: a\0b")),
                ("a length that is no number", get("Content-Length: ten")),
                ("a length below zero", get("Content-Length: -1")),
                ("two lengths", get("Content-Length: 1\r\nContent-Length: 2")),
                ("a chunk without length", get("Transfer-Encoding: chunked") + text("ten\r\n")),
            ] + [("bytes of all kinds", (0..<2_000).map { UInt8($0 * 7 % 256) })]

        private static let long = String(repeating: "x", count: 100_000)

        private static func get(_ headers: String) -> [UInt8] {
            text("GET /health HTTP/1.1\r\nHost: x\r\n\(headers)\r\n\r\n")
        }

        private static func text(_ text: String) -> [UInt8] { Array(text.utf8) }
    }
}
