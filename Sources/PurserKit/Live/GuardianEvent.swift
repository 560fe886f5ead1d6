public import Contract

/// Something that happened in the household.
public struct GuardianEvent: Sendable, Equatable {
    /// What happened.
    public enum Content: Sendable, Equatable {
        /// A child asks to be allowed a purchase that was declined.
        case approvalRequested(API.Guardian.Approval)
        /// A parent decided what a child asked for.
        case approvalDecided(API.Guardian.Approval)
        /// A parent invited another one.
        case parentInvited(API.Guardian.ParentChange)
        /// An invited parent joined.
        case parentJoined(API.Guardian.ParentChange)
        /// A parent was taken out of the household, or left it.
        case parentRemoved(API.Guardian.ParentChange)
        /// Something that this version does not know, as it was told: a word, and mostly JSON.
        case other(kind: String, body: String)
    }

    /// Its number, with which ``LiveService/events(after:)`` goes on behind it.
    ///
    /// Later events of a household have higher ones. `nil` when there is no going on behind it.
    public let id: Int64?
    /// What happened.
    public let content: Content

    /// Makes an event.
    public init(id: Int64?, content: Content) {
        self.id = id
        self.content = content
    }

    /// Takes an event as it was told.
    init(_ event: ServerSentEvent) {
        id = event.id.flatMap { Int64($0) }
        content = Self.content(event) ?? .other(kind: event.kind, body: event.data)
    }

    private static func content(_ event: ServerSentEvent) -> Content? {
        switch event.kind {
        case "approval.requested": approval(event).map { .approvalRequested($0) }
        case "approval.decided": approval(event).map { .approvalDecided($0) }
        case "parent.invited": parentChange(event).map { .parentInvited($0) }
        case "parent.joined": parentChange(event).map { .parentJoined($0) }
        case "parent.removed": parentChange(event).map { .parentRemoved($0) }
        default: nil
        }
    }

    private static func approval(_ event: ServerSentEvent) -> API.Guardian.Approval? {
        guard let body = try? JSONParser.parse(event.data.utf8) else { return nil }
        return try? WireDecoder.decode(API.Guardian.Approval.self, from: body)
    }

    private static func parentChange(_ event: ServerSentEvent) -> API.Guardian.ParentChange? {
        guard let body = try? JSONParser.parse(event.data.utf8) else { return nil }
        return try? WireDecoder.decode(API.Guardian.ParentChange.self, from: body)
    }
}
