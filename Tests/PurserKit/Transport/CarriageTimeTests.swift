import Contract
import Synchronization
import Testbed
import Testing

@testable import PurserKit

@Suite("How long the wire may take")
struct CarriageTimeTests {
    @Test("an answer that never begins times out", arguments: Carrier.allCases)
    func head(carrier: Carrier) async throws {
        try await expectTimeout(carrier, after: "")
    }

    @Test("an answer that never ends times out", arguments: Carrier.allCases)
    func body(carrier: Carrier) async throws {
        try await expectTimeout(carrier, after: "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{")
    }

    /// The client closes the connection, too: nobody reads what comes late.
    private func expectTimeout(_ carrier: Carrier, after text: String) async throws {
        let time = Gate()
        let left = Gate()
        try await withLoopbackListener { client in
            _ = try await client.next()
            try await client.write(text)
            await time.open()
            await client.closed()
            await left.open()
        } _: { port in
            try await carrier.with(port, responseTimeout: .until(time)) { transport in
                await #expect(throws: NetworkFailure.timedOut) {
                    try await transport.send(.init(.get, "/", timeout: .seconds(30)))
                }
                await left.pass()
            }
        }
    }

    @Test(
        "a cancelled call ends at once, and its connection with it",
        arguments: Carrier.allCases,
        ["", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{"]
    )
    func cancelled(carrier: Carrier, text: String) async throws {
        let arrived = Gate()
        let left = Gate()
        try await withLoopbackListener { client in
            _ = try await client.next()
            try await client.write(text)
            await arrived.open()
            await client.closed()
            await left.open()
        } _: { port in
            try await carrier.with(port) { transport in
                let call = Task {
                    try await transport.send(.init(.get, "/", timeout: .seconds(600)))
                }
                await arrived.pass()
                call.cancel()
                await #expect(throws: CancellationError.self) { try await call.value }
                await left.pass()
            }
        }
    }

    @Test("a task that was cancelled before sends nothing", arguments: Carrier.allCases)
    func cancelledBefore(carrier: Carrier) async throws {
        let port = try await withLoopbackListener({ _ in }) { $0 }
        try await carrier.with(port) { transport in
            let call = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                return try await transport.send(.init(.get, "/", timeout: .seconds(30)))
            }
            await #expect(throws: CancellationError.self) { try await call.value }
        }
    }

    @Test("a stream gives each piece as it arrives", arguments: Carrier.allCases)
    func stream(carrier: Carrier) async throws {
        let read = Mutex<[Gate]>((0..<3).map { _ in Gate() })
        try await withLoopbackListener { client in
            _ = try await client.next()
            try await client.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
            for (number, gate) in read.withLock({ $0 }).enumerated() {
                try await client.write("2\r\na\(number)\r\n")
                await gate.pass()
            }
            try await client.write("0\r\n\r\n")
        } _: { port in
            try await carrier.with(port) { transport in
                let response = try await transport.open(.init(.get, "/", timeout: .seconds(30)))
                #expect(response.status == 200)
                var pieces: [String] = []
                for try await piece in response.pieces {
                    await read.withLock { $0[pieces.count] }.open()
                    pieces.append(String(decoding: piece, as: UTF8.self))
                }
                #expect(pieces == ["a0", "a1", "a2"])
            }
        }
    }

    @Test("the timeout of a stream ends with its head", arguments: Carrier.allCases)
    func streamTime(carrier: Carrier) async throws {
        let late = Gate()
        let isOver = Mutex(false)
        let responseTimeout = ResponseTimeout { _ in
            defer { isOver.withLock { $0 = true } }
            try await Task.sleep(for: .seconds(86_400))
        }
        try await withLoopbackListener { client in
            _ = try await client.next()
            try await client.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n")
            await late.pass()
            try await client.write("{}")
        } _: { port in
            try await carrier.with(port, responseTimeout: responseTimeout) { transport in
                let response = try await transport.open(.init(.get, "/", timeout: .seconds(30)))
                #expect(isOver.withLock { $0 })
                await late.open()
                #expect(try await response.whole(upTo: 100).body == Array("{}".utf8))
            }
        }
    }

    @Test("who stops reading a stream ends the request", arguments: Carrier.allCases)
    func stopped(carrier: Carrier) async throws {
        let left = Gate()
        try await withLoopbackListener { client in
            _ = try await client.next()
            try await client.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
            try await client.write("2\r\na1\r\n")
            await client.closed()
            await left.open()
        } _: { port in
            try await carrier.with(port) { transport in
                let first = try await firstPiece(of: transport)
                #expect(first == Array("a1".utf8))
                await left.pass()
            }
        }
    }

    private func firstPiece(of transport: any Transport) async throws -> [UInt8]? {
        let response = try await transport.open(.init(.get, "/", timeout: .seconds(30)))
        for try await piece in response.pieces { return piece }
        return nil
    }

    @Test("a stream whose connection breaks throws", arguments: Carrier.allCases)
    func broken(carrier: Carrier) async throws {
        try await withLoopbackListener { client in
            _ = try await client.next()
            try await client.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
            try await client.write("2\r\na1\r\n")
        } _: { port in
            try await carrier.with(port) { transport in
                await #expect(throws: NetworkFailure.self) {
                    let response = try await transport.open(.init(.get, "/"))
                    for try await _ in response.pieces {}
                }
            }
        }
    }
}
