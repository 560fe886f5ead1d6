import PurserKit
import Testbed

@testable import ServerTestbed

/// Calls of somebody who sends whatever a token is good for, each over a socket of its own.
struct SocketTransport: Transport {
    let port: Int

    func send(_ request: TransportRequest) async throws -> TransportResponse {
        var head = "\(request.method.rawValue) \(request.target) HTTP/1.1\r\nHost: 127.0.0.1\r\n"
        for (name, value) in request.headers.all { head += "\(name): \(value)\r\n" }
        let body = request.body ?? []
        head += "Content-Length: \(body.count)\r\nConnection: close\r\n\r\n"
        let bytes = Array(head.utf8) + body
        return try await LoopbackConnection.to(port) { connection in
            try await connection.write(bytes)
            guard let answer = try await connection.next() else { throw NoAnswer() }
            var headers: Headers = [:]
            for (name, value) in answer.headers { headers[name] = value }
            return TransportResponse(status: answer.status, headers: headers, body: answer.body)
        }
    }

    /// A connection that was closed without an answer.
    struct NoAnswer: Error {}
}
