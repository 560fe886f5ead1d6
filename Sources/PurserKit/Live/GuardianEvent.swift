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
        /// A policy was made, changed, or took another state.
        case policyChanged(API.Guardian.PolicyNotice)
        /// Records changed of which devices keep copies; this has no id.
        case recordsChanged(API.Sync.RecordsChanged)
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
        case "approval.requested": body(event).map(Content.approvalRequested)
        case "approval.decided": body(event).map(Content.approvalDecided)
        case "parent.invited": body(event).map(Content.parentInvited)
        case "parent.joined": body(event).map(Content.parentJoined)
        case "parent.removed": body(event).map(Content.parentRemoved)
        case "policy.changed": body(event).map(Content.policyChanged)
        case "records_changed": body(event).map(Content.recordsChanged)
        default: nil
        }
    }

    private static func body<Body: Decodable>(_ event: ServerSentEvent) -> Body? {
        guard let body = try? JSONParser.parse(event.data.utf8) else { return nil }
        return try? WireDecoder.decode(Body.self, from: body)
    }
}
