import Foundation

/// Puts a reply together from the pieces in which a server of OpenAI's API sends it.
///
/// Pieces are server-sent events (WHATWG, "Server-sent events") with a `chat.completion.chunk`
/// each. A server that does not stream sends one `chat.completion`, which is read too.
struct ReplyReader {
    /// The longest text of a reply, in bytes.
    static let textBytesMost = 65_536
    /// The longest arguments of all calls together, in bytes.
    static let argumentBytesMost = 32_768
    /// The most calls of a reply.
    static let callsMost = 16
    /// The longest id or name of a call, in bytes.
    private static let nameBytesMost = 256

    private struct Call {
        var id = ""
        var name = ""
        var arguments = ""
    }

    private var line: [UInt8] = []
    private var text = ""
    private var calls: [Int: Call] = [:]
    private var argumentBytes = 0
    private var reason: String?
    private var isBad = false
    private var isDone = false
    /// Whether the body is one completion in place of events; `nil` before it began.
    private var isWhole: Bool?

    /// Whether nothing more is to be read: the reply is whole, or cannot be used.
    var isOver: Bool { isBad || isDone }

    /// Reads a piece; tells the text in it.
    mutating func read(_ piece: [UInt8]) -> [String] {
        var texts: [String] = []
        for byte in piece where !isOver {
            if isWhole == nil, byte > UInt8(ascii: " ") { isWhole = byte == UInt8(ascii: "{") }
            guard byte != UInt8(ascii: "\n") || isWhole == true else {
                if let text = readLine() { texts.append(text) }
                continue
            }
            line.append(byte)
        }
        return texts
    }

    /// Reads what is left when the body ended.
    mutating func end() -> [String] {
        guard !isOver else { return [] }
        guard isWhole == true else { return readLine().map { [$0] } ?? [] }
        isDone = true
        return take(line).map { [$0] } ?? []
    }

    /// The reply, where it came to its end and can be used.
    var reply: ChatReply? {
        guard !isBad, reason == "stop" || reason == "tool_calls" || reason == "function_call" else {
            return nil
        }
        let calls = calls.sorted { $0.key < $1.key }.map(\.value)
        guard calls.allSatisfy({ !$0.name.isEmpty }), !calls.isEmpty || !text.isEmpty else {
            return nil
        }
        return ChatReply(
            text,
            calls: calls.enumerated().map { place, call in
                let id = call.id.isEmpty ? "call_\(place)" : call.id
                return ChatCall(id: id, name: call.name, arguments: call.arguments)
            }
        )
    }

    /// Reads a line of events; fields other than `data` tell nothing here.
    private mutating func readLine() -> String? {
        defer { line.removeAll(keepingCapacity: true) }
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        let field = Array("data:".utf8)
        guard line.starts(with: field) else { return nil }
        let data = line.dropFirst(field.count).drop { $0 == UInt8(ascii: " ") }
        guard !data.elementsEqual("[DONE]".utf8) else {
            isDone = true
            return nil
        }
        return take(Array(data))
    }

    private mutating func take(_ json: [UInt8]) -> String? {
        guard let chunk = try? JSONDecoder().decode(Chunk.self, from: Data(json)),
            chunk.error == nil
        else {
            isBad = true
            return nil
        }
        // The last chunk may tell usage alone.
        guard let choice = chunk.choices?.first else { return nil }
        if let reason = choice.finishReason { self.reason = reason }
        guard let delta = choice.delta ?? choice.message else { return nil }
        for call in delta.toolCalls ?? [] { add(call) }
        guard let piece = delta.content, !piece.isEmpty else { return nil }
        text += piece
        guard text.utf8.count <= Self.textBytesMost else {
            isBad = true
            return nil
        }
        return piece
    }

    /// Adds a piece of a call to those with the same number; some servers leave numbers out, or
    /// give each call the same one.
    private mutating func add(_ piece: Chunk.ToolCall) {
        let last = calls.keys.max() ?? -1
        let isNew = piece.id.map { id in !id.isEmpty && !calls.values.contains { $0.id == id } }
        var number = piece.index ?? (isNew == true ? last + 1 : max(last, 0))
        if isNew == true, let known = calls[number], !known.id.isEmpty { number = last + 1 }
        var call = calls[number] ?? Call()
        if let id = piece.id, !id.isEmpty { call.id = id }
        if let name = piece.function?.name, call.name.isEmpty { call.name = name }
        let arguments = piece.function?.arguments ?? ""
        call.arguments += arguments
        argumentBytes += arguments.utf8.count
        calls[number] = call
        isBad =
            isBad || calls.count > Self.callsMost || argumentBytes > Self.argumentBytesMost
            || max(call.id.utf8.count, call.name.utf8.count) > Self.nameBytesMost
    }
}

/// A piece of a reply, or a whole one, as far as it is looked at.
private struct Chunk: Decodable {
    let choices: [Choice]?
    let error: Anything?

    struct Choice: Decodable {
        let delta: Delta?
        let message: Delta?
        let finishReason: String?

        enum CodingKeys: String, CodingKey {
            case delta, message
            case finishReason = "finish_reason"
        }
    }

    struct Delta: Decodable {
        let content: String?
        let toolCalls: [ToolCall]?

        enum CodingKeys: String, CodingKey {
            case content
            case toolCalls = "tool_calls"
        }
    }

    struct ToolCall: Decodable {
        let index: Int?
        let id: String?
        let function: Function?
    }

    struct Function: Decodable {
        let name: String?
        let arguments: String?
    }

    /// Something that is there, whatever it is.
    struct Anything: Decodable {
        init(from decoder: any Decoder) throws {}
    }
}
