public import Kernel

/// A record of which devices keep copies, with the version that it has.
public struct SyncRecord<Subject, Value: Codable & Sendable>: Codable, Sendable {
    /// What kind of record it is.
    public let kind: String
    /// The record.
    public let id: ID<Subject>
    /// The position of its last change in the household's chain.
    public let version: Int64
    /// When it was changed last.
    public let updatedAt: WireTimestamp
    /// Who changed it last, where that is told.
    public let updatedBy: ID<Entity.Member>?
    /// Whether it is there no more.
    public let deleted: Bool
    /// What it is; absent when it was deleted.
    public let value: Value?
    /// Whether it was made just now; the status tells it.
    public var isNew = false

    private enum CodingKeys: String, CodingKey {
        case kind
        case id
        case version
        case updatedAt
        case updatedBy
        case deleted
        case value
    }

    /// Makes a record.
    public init(
        kind: String,
        id: ID<Subject>,
        version: Int64,
        updatedAt: WireTimestamp,
        updatedBy: ID<Entity.Member>? = nil,
        deleted: Bool = false,
        value: Value?
    ) {
        self.kind = kind
        self.id = id
        self.version = version
        self.updatedAt = updatedAt
        self.updatedBy = updatedBy
        self.deleted = deleted
        self.value = value
    }
}

extension SyncRecord: Equatable where Value: Equatable {}

extension SyncRecord: StatusTelling {
    /// 201 for a record that was made just now.
    public var status: Int? { isNew ? 201 : nil }
}

extension Problem {
    /// The refusal of a record whose key another one holds, which it tells.
    ///
    /// - Throws: `EncodingError`.
    public static func taken<Subject, Value: Codable & Sendable>(
        by current: SyncRecord<Subject, Value>
    ) throws -> Problem {
        let json = try JSONParser.parse(WireEncoder.bytes(current))
        return Problem(
            .conflict,
            "Another record is of the same key",
            details: [JSON.Member("current", json)]
        )
    }

    /// The refusal of a change of another version than the one that stands, which it tells.
    ///
    /// - Throws: `EncodingError`.
    public static func stale<Subject, Value: Codable & Sendable>(
        _ current: SyncRecord<Subject, Value>
    ) throws -> Problem {
        let json = try JSONParser.parse(WireEncoder.bytes(current))
        return Problem(.stale, details: [JSON.Member("current", json)])
    }
}
