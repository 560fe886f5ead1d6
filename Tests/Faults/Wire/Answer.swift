import Foundation
import NIOCore

/// An HTTP/1.1 answer whose length its head tells.
struct Answer: Sendable {
    let status: Int
    let headers: [String: String]
    let body: Data

    /// What the tests read of answers.
    struct Content: Decodable {
        struct Nested: Decodable {
            let code: String
        }

        let token: String?
        let decision: String?
        let reason: String?
        let decisionID: String?
        let message: String?
        let error: String?

        enum CodingKeys: String, CodingKey {
            case token
            case decision
            case reason
            case decisionID = "decision_id"
            case message
            case error
        }
    }

    func json() throws -> Content { try JSONDecoder().decode(Content.self, from: body) }

    /// Whether it is the remembered answer of an earlier call.
    var isReplay: Bool { headers["idempotency-replayed"] == "true" }
}

extension Answer {
    /// Takes an answer from the bytes that came; `nil` until it is whole.
    init?(from bytes: inout ByteBuffer) {
        let view = bytes.readableBytesView
        guard let end = view.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
        let head = String(decoding: view[..<end.lowerBound], as: UTF8.self)
        let lines = head.components(separatedBy: "\r\n")
        let fields = lines.dropFirst().compactMap { line -> (String, String)? in
            guard let colon = line.firstIndex(of: ":") else { return nil }
            let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
            return (line[..<colon].lowercased(), value)
        }
        let headers = Dictionary(fields) { first, _ in first }
        let length = headers["content-length"].flatMap { Int($0) } ?? 0
        let whole = view.distance(from: view.startIndex, to: end.upperBound) + length
        let words = lines[0].split(separator: " ")
        guard view.count >= whole, words.count > 1, let status = Int(words[1]) else { return nil }
        self.status = status
        self.headers = headers
        body = Data(view[end.upperBound...].prefix(length))
        bytes.moveReaderIndex(forwardBy: whole)
    }
}

extension Answer: CustomStringConvertible {
    var description: String { "\(status) \(String(decoding: body, as: UTF8.self))" }
}
