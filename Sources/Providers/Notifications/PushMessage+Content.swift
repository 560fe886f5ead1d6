import Foundation
public import Kernel

/// A message as it waits to be sent: an outbox keeps what is told as one text.
extension PushMessage {
    /// What is told, as JSON; who is told, what it is about and when is kept beside it.
    public var content: String {
        let content = Content(
            title: title,
            body: body,
            data: data,
            collapseID: collapseID.text,
            isUrgent: isUrgent,
            trace: trace
        )
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let bytes = try? encoder.encode(content) else {
            preconditionFailure("texts are encoded")
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Makes a message that waited; `nil` when the text is none of ours.
    ///
    /// - Parameters:
    ///   - id: The id that it was made with.
    ///   - kind: What it is about.
    ///   - member: Who is told.
    ///   - content: What is told; see ``content``.
    ///   - createdAt: When it happened.
    ///   - expiresAt: From when on it is not worth being shown.
    public init?(
        id: RawID,
        kind: String,
        member: ID<Entity.Member>,
        content: String,
        createdAt: Timestamp,
        expiresAt: Timestamp
    ) {
        guard let kept = try? JSONDecoder().decode(Content.self, from: Data(content.utf8)),
            let collapseID = RawID(kept.collapseID)
        else { return nil }
        self.id = id
        self.kind = kind
        self.member = member
        title = kept.title
        body = kept.body
        data = kept.data
        self.collapseID = collapseID
        isUrgent = kept.isUrgent
        self.createdAt = createdAt
        self.expiresAt = expiresAt
        trace = kept.trace
    }

    private struct Content: Codable {
        let title: String
        let body: String
        let data: [String: String]
        let collapseID: String
        let isUrgent: Bool
        let trace: String?
    }
}
