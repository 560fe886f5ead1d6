public import Kernel

extension API.Sync {
    /// What changed of what devices copy.
    public struct ChangesRequest: WireInput, Equatable {
        /// The cursor of the last answer; 0 or left out for everything from the start.
        public let since: Int64?
        /// The kinds that are asked for, between commas; all that the token may read when left out.
        public let kinds: String?
        /// How many a page has, 1...500; 200 when left out.
        public let limit: Int64?

        /// Makes a request.
        public init(since: Int64? = nil, kinds: String? = nil, limit: Int64? = nil) {
            self.since = since
            self.kinds = kinds
            self.limit = limit
        }

        /// The rules of the fields.
        public static let rules: [FieldRule<Self>] = [
            .integer("since", in: 0...Int64(1) << 53) { $0.since ?? 0 },
            .text("kinds", upTo: Limits.copiedKindsCharacters) { $0.kinds },
            .integer("limit", in: 1...Limits.changesPerPage) { $0.limit ?? 1 },
        ]
    }

    /// A record that changed, of any kind.
    public struct Change: Codable, Sendable, Equatable {
        /// What kind of record it is.
        public let kind: String
        /// The record.
        public let id: ID<Entity.Copy>
        /// The position of its last change in the household's chain.
        public let version: Int64
        /// When it was changed last.
        public let updatedAt: WireTimestamp
        /// Who changed it last; absent where the program did.
        public let updatedBy: ID<Entity.Member>?
        /// Whether it is there no more.
        public let deleted: Bool
        /// What it holds, as the kind has it; absent when it was deleted.
        public let value: SyncJSON?

        /// Makes a change.
        public init(
            kind: String,
            id: ID<Entity.Copy>,
            version: Int64,
            updatedAt: WireTimestamp,
            updatedBy: ID<Entity.Member>?,
            deleted: Bool,
            value: SyncJSON?
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

    /// Records that changed, by version.
    public struct ChangesResponse: Codable, Sendable, Equatable {
        /// The records, each once, the earliest change first.
        public let changes: [Change]
        /// The version up to which this page is complete; what to ask from next.
        public let cursor: Int64
        /// Whether there may be more.
        public let hasMore: Bool
        /// Whether everything is told from the start, because what was copied before does not
        /// count: what is not told any more is to be dropped.
        public let reset: Bool

        /// Makes an answer.
        public init(changes: [Change], cursor: Int64, hasMore: Bool, reset: Bool) {
            self.changes = changes
            self.cursor = cursor
            self.hasMore = hasMore
            self.reset = reset
        }
    }

    /// That records changed that the reader may copy, as those who follow the household are told:
    /// a device then asks for changes at once.
    public struct RecordsChanged: Codable, Sendable, Equatable {
        /// The newest version.
        public let version: Int64

        /// Makes what is told.
        public init(version: Int64) {
            self.version = version
        }
    }

    /// Lists what changed of what devices copy.
    public static let listChanges = Endpoint<ChangesRequest, ChangesResponse>(
        "listChanges",
        .get,
        "/sync/changes",
        "Lists the records that changed since a version, each once, the earliest change first.",
        access: .member,
        scope: .nothing,
        surface: .insights,
        example: ChangesRequest(since: 10, kinds: "rule,geofence"),
        answers: ChangesResponse(
            changes: [
                Change(
                    kind: "rule",
                    id: ID(RawID(high: 0x0194_4B1E_7A40_7E01, low: 0x8F5E_7F0A_6F1F_2B71)),
                    version: 12,
                    updatedAt: WireTimestamp(Timestamp(seconds: 1_747_612_800)),
                    updatedBy: nil,
                    deleted: true,
                    value: nil
                )
            ],
            cursor: 12,
            hasMore: false,
            reset: false
        )
    )
}

/// The value of a record of any kind, as JSON; its kind says what it holds.
public struct SyncJSON: Sendable {
    /// What was read, or what was encoded to be answered, which nobody need read again.
    private enum Form {
        case read(JSON)
        case encoded(String)
    }

    private let form: Form

    /// Takes a value's JSON.
    public init(_ json: JSON) {
        form = .read(json)
    }

    /// Encodes a value.
    ///
    /// - Throws: `EncodingError` when a number is not finite.
    public init(encoding value: some SyncValue) throws {
        form = .encoded(String(decoding: try WireEncoder.bytes(value), as: UTF8.self))
    }

    /// The JSON of the value.
    public var json: JSON {
        switch form {
        case .read(let json): return json
        case .encoded(let text):
            guard let json = try? JSONParser.parse(text.utf8) else {
                preconditionFailure("what was encoded is JSON")
            }
            return json
        }
    }

    private var text: String {
        switch form {
        case .read(let json): json.text
        case .encoded(let text): text
        }
    }

    /// The value of a kind.
    ///
    /// - Throws: ``Problem`` `invalid` when it is of another kind.
    public func decoded<Value: SyncValue>(as type: Value.Type = Value.self) throws -> Value {
        try WireDecoder.decode(type, from: json)
    }
}

extension SyncJSON: Hashable {
    /// Values are equal when their JSON is.
    public static func == (left: SyncJSON, right: SyncJSON) -> Bool { left.json == right.json }

    /// Hashes the JSON.
    public func hash(into hasher: inout Hasher) { hasher.combine(json) }
}

extension SyncJSON: Codable {
    /// Reads an object.
    public init(from decoder: any Decoder) throws {
        self =
            decoder is NodeDecoder
            ? try Self.leaf(from: decoder) : Self(try JSON(foreign: decoder))
    }

    /// Writes the JSON.
    public func encode(to encoder: any Encoder) throws {
        if WireEncoder.write(verbatim: text, to: encoder) { return }
        try json.encode(foreign: encoder)
    }
}

extension SyncJSON: WireLeaf {
    static var schema: Schema {
        var schema = Schema(.object)
        schema.choices = [
            Schema(of: API.Sync.RuleValue.self), Schema(of: API.Sync.GeofenceValue.self),
            Schema(of: API.Sync.ChildValue.self), Schema(of: API.Sync.ChoreValue.self),
            Schema(of: API.Sync.PolicyValue.self), Schema(of: API.Sync.GoalValue.self),
            Schema(of: API.Rewards.CardValue.self), Schema(of: API.Rewards.PreferencesValue.self),
            Schema(of: API.Sync.TransactionEditValue.self),
        ]
        return schema
    }

    static var sampleValue: Self { Self(.object([])) }

    static func read(_ json: JSON) -> Result<Self, WireFault> {
        guard case .object = json else { return .failure(.wrongType) }
        return .success(Self(json))
    }
}
