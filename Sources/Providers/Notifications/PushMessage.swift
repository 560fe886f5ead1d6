import Crypto
public import Kernel

/// A notification as it is sent to one member.
public struct PushMessage: Sendable, Hashable {
    /// The same for every attempt to send it, and for no other message.
    public let id: RawID
    /// What it is about, in a word such as `low_balance`.
    public let kind: String
    /// Who is told.
    public let member: ID<Entity.Member>
    /// A few words.
    public let title: String
    /// A sentence or two.
    public let body: String
    /// What an app needs to show more, such as the id of a request.
    public let data: [String: String]
    /// On a screen this message takes the place of an earlier one with the same.
    public let collapseID: RawID
    /// Whether it is to be shown at once, and not when that suits the battery.
    public let isUrgent: Bool
    /// When what it is about happened.
    public let createdAt: Timestamp
    /// From when on it is not worth being shown.
    public let expiresAt: Timestamp
    /// The trace of the request that it came of.
    public let trace: String?

    /// Makes a message.
    ///
    /// - Parameters:
    ///   - event: Names what happened, such as an event's id; the id follows from it, the kind and
    ///     the member.
    ///   - kind: What it is about.
    ///   - member: Who is told.
    ///   - title: A few words.
    ///   - body: A sentence or two.
    ///   - data: What an app needs to show more.
    ///   - subject: Names what the message is the newest word on, so that it replaces older ones
    ///     of its kind on the screen; `nil` where each stands for itself.
    ///   - isUrgent: Whether it is to be shown at once.
    ///   - createdAt: When it happened.
    ///   - expiresAt: From when on it is not worth being shown.
    ///   - trace: The trace of the request that it came of.
    public init(
        event: String,
        kind: String,
        member: ID<Entity.Member>,
        title: String,
        body: String,
        data: [String: String] = [:],
        subject: String? = nil,
        isUrgent: Bool = false,
        createdAt: Timestamp,
        expiresAt: Timestamp,
        trace: String? = nil
    ) {
        let id = Self.id(of: event, kind: kind, to: member)
        self.id = id
        self.kind = kind
        self.member = member
        self.title = title
        self.body = body
        self.data = data
        collapseID =
            subject.map { RawID(hashing: ["notified subject", member.text, kind, $0]) } ?? id
        self.isUrgent = isUrgent
        self.createdAt = createdAt
        self.expiresAt = expiresAt
        self.trace = trace
    }

    /// The id of what a member is told of an event.
    public static func id(of event: String, kind: String, to member: ID<Entity.Member>) -> RawID {
        RawID(hashing: ["notification", member.text, kind, event])
    }
}

extension PushMessage: Confidential {
    /// Its id and kind; nothing of what it says.
    public var description: String { "PushMessage(\(kind), \(id.text))" }
}

extension RawID {
    /// The UUID of version 8 (RFC 9562, section 5.8) that follows from texts.
    fileprivate init(hashing texts: [String]) {
        var hash = SHA256()
        for text in texts { hash.update(data: Array("\(text.utf8.count):\(text)".utf8)) }
        let halves = hash.finalize().prefix(16).chunked(by: 8)
        self.init(
            high: halves[0] & ~0xF000 | 0x8000,
            low: halves[1] & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
        )
    }
}

extension Sequence<UInt8> {
    /// Big-endian numbers of so many bytes each.
    fileprivate func chunked(by count: Int) -> [UInt64] {
        let bytes = Array(self)
        return stride(from: 0, to: bytes.count, by: count).map { start in
            bytes[start..<start + count].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        }
    }
}
