public import NIOCore

/// A request or an answer of HTTP/1.1 whose length its head tells.
public struct LoopbackMessage: Sendable, Equatable {
    /// The words of the first line.
    public let words: [String]
    /// The header fields, names in lower case.
    public let headers: [String: String]
    /// The body.
    public let body: [UInt8]
    /// Everything as it arrived.
    public let bytes: [UInt8]

    /// The method of a request.
    public var method: String { words.first ?? "" }
    /// The path of a request, with its query.
    public var target: String { words.dropFirst().first ?? "" }
    /// The path of a request, without its query.
    public var path: String { String(target.prefix { $0 != "?" }) }
    /// The status of an answer.
    public var status: Int { words.dropFirst().first.flatMap { Int($0) } ?? 0 }
    /// How long the head is, with the empty line behind it.
    public var headLength: Int { bytes.count - body.count }

    /// Takes a message from the bytes that came; `nil` until it is whole.
    ///
    /// - Throws: ``UnreadableMessage`` for one whose length its head does not tell.
    public init?(from buffer: inout ByteBuffer) throws {
        let view = buffer.readableBytesView
        guard let end = view.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
        let lines = String(decoding: view[..<end.lowerBound], as: UTF8.self)
            .split(separator: "\r\n")
        let fields = lines.dropFirst().map { line in
            let name = line.prefix { $0 != ":" }
            let value = line.dropFirst(name.count + 1).drop { $0 == " " }
            return (name.lowercased(), String(value))
        }
        headers = Dictionary(fields) { first, _ in first }
        guard headers["transfer-encoding"] == nil else { throw UnreadableMessage() }
        let length = headers["content-length"].flatMap { Int($0) } ?? 0
        let whole = view.distance(from: view.startIndex, to: end.upperBound) + length
        guard view.count >= whole else { return nil }
        words = (lines.first ?? "").split(separator: " ").map { String($0) }
        bytes = Array(view.prefix(whole))
        body = Array(view.prefix(whole).suffix(length))
        buffer.moveReaderIndex(forwardBy: whole)
    }
}

/// A message whose length only its end tells.
public struct UnreadableMessage: Error {
    /// Makes the error.
    public init() {}
}
