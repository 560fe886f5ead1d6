/// Takes a stream of server-sent events apart, in whatever pieces it comes.
///
/// Source of the rules: WHATWG HTML, section 9.2.6 "Interpreting an event stream", read 2026-11-21.
struct ServerSentEventParser: Sendable {
    /// The id of the newest event, with which a stream is opened again.
    private(set) var lastID: String
    /// How long the server asks to wait before that; `nil` until it does.
    private(set) var retryMilliseconds: Int64?

    private let maximumBytes: Int
    private var line: [UInt8] = []
    private var isAtStart = true
    private var isAfterReturn = false
    private var data: [UInt8] = []
    private var hasData = false
    private var kind = ""
    private var id: String?

    /// Begins a stream.
    ///
    /// - Parameters:
    ///   - lastID: The id of the newest event of the stream before it.
    ///   - maximumBytes: The longest event that is taken.
    init(after lastID: String = "", maximumBytes: Int) {
        self.lastID = lastID
        self.maximumBytes = maximumBytes
    }

    /// Takes a piece.
    ///
    /// - Returns: The events that ended in it. One that has not ended when the stream has is none.
    /// - Throws: ``NetworkFailure/tooLarge``; then the stream is of no use any more.
    mutating func take(_ piece: some Sequence<UInt8>) throws(NetworkFailure) -> [ServerSentEvent] {
        var events: [ServerSentEvent] = []
        for byte in piece {
            // A line feed behind a carriage return belongs to it, also when it comes much later.
            let isSecondHalf = byte == Self.lineFeed && isAfterReturn
            isAfterReturn = byte == Self.carriageReturn
            if isSecondHalf { continue }
            guard byte == Self.lineFeed || byte == Self.carriageReturn else {
                line.append(byte)
                guard line.count + data.count <= maximumBytes else { throw .tooLarge }
                continue
            }
            if let event = endLine() { events.append(event) }
        }
        return events
    }

    /// Takes the line that ended; gives the event that ended with it.
    private mutating func endLine() -> ServerSentEvent? {
        defer { line.removeAll(keepingCapacity: true) }
        var text = line[...]
        if isAtStart, text.starts(with: Self.byteOrderMark) { text = text.dropFirst(3) }
        isAtStart = false
        guard !text.isEmpty else { return endEvent() }
        let colon = text.firstIndex(of: Self.colon) ?? text.endIndex
        var value = text[colon...].dropFirst()
        if value.first == Self.space { value = value.dropFirst() }
        set(String(decoding: text[..<colon], as: UTF8.self), to: value)
        return nil
    }

    /// Takes a field; a comment is one without a name.
    private mutating func set(_ name: String, to value: ArraySlice<UInt8>) {
        switch name {
        case "event":
            kind = String(decoding: value, as: UTF8.self)
        case "data":
            if hasData { data.append(Self.lineFeed) }
            data += value
            hasData = true
        case "id" where !value.contains(0):
            id = String(decoding: value, as: UTF8.self)
        case "retry" where !value.isEmpty && value.allSatisfy(Self.digits.contains):
            retryMilliseconds = Int64(String(decoding: value, as: UTF8.self)) ?? retryMilliseconds
        default:
            break
        }
    }

    private mutating func endEvent() -> ServerSentEvent? {
        defer {
            data.removeAll(keepingCapacity: true)
            (hasData, kind, id) = (false, "", nil)
        }
        if let id { lastID = id }
        guard hasData else { return nil }
        return ServerSentEvent(
            id: id,
            kind: kind.isEmpty ? ServerSentEvent.message : kind,
            data: String(decoding: data, as: UTF8.self)
        )
    }

    private static let lineFeed: UInt8 = 0x0A
    private static let carriageReturn: UInt8 = 0x0D
    private static let colon: UInt8 = 0x3A
    private static let space: UInt8 = 0x20
    private static let digits: ClosedRange<UInt8> = 0x30...0x39
    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
}
