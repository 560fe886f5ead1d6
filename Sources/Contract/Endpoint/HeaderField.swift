/// A field of an input that travels in a header of the call.
///
/// It is read and written as any other field is: text, without the space around it. Refusals name
/// the header.
public struct HeaderField: Sendable, Hashable {
    /// The header's name, such as `X-Chat-Id`.
    public let name: String
    /// The field's key in the input; in the answer too where ``isAnswered``.
    public let key: String
    /// What it is, in one sentence for the reader of the document.
    public let summary: String
    /// Whether a call may carry it.
    public let isSent: Bool
    /// Whether the answer carries a header of the same name, with the text of its own field.
    public let isAnswered: Bool
    /// Whether that text stands in quotes, as an entity tag does (RFC 9110, section 8.8.3).
    public let isQuoted: Bool

    /// Declares a header.
    public init(
        _ name: String,
        key: String,
        _ summary: String,
        isSent: Bool = true,
        isAnswered: Bool = false,
        isQuoted: Bool = false
    ) {
        self.name = name
        self.key = key
        self.summary = summary
        self.isSent = isSent
        self.isAnswered = isAnswered
        self.isQuoted = isQuoted
    }
}

extension HeaderField {
    /// The text that a body has for the header; `nil` when it has none.
    public func text(in body: JSON) -> String? {
        let text = body.members.last { $0.key == key }?.value.looseText
        return isQuoted ? text.map { "\"\($0)\"" } : text
    }
}
