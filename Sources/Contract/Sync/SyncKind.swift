public import Kernel

/// What a record holds of which devices keep copies: its fields, with the rules of the document's
/// own endpoints.
public protocol SyncValue: WireInput, Equatable {}

extension SyncValue {
    /// The names of its fields, found once for each type that says so.
    static var fieldNames: Set<String> { Set(Schema(of: Self.self).properties.map(\.name)) }
}

/// A kind of record of which devices keep copies, from which its endpoints follow.
public struct SyncKind<Subject, Value: SyncValue>: Sendable {
    /// Its word in paths and answers.
    public let name: String
    /// Shows a record.
    public let get: Endpoint<SyncReference<Subject>, SyncRecord<Subject, Value>>
    /// Makes or changes a record.
    public let put: Endpoint<SyncWrite<Subject, Value>, SyncRecord<Subject, Value>>
    /// Removes a record; `nil` for a kind of which devices remove none.
    public let delete: Endpoint<SyncRemoval<Subject>, SyncRecord<Subject, Value>>?

    /// Declares a kind.
    ///
    /// - Parameters:
    ///   - name: Its word.
    ///   - title: What operations are called by, such as `Rule` in `getRuleCopy`.
    ///   - what: What a record is, such as `a monthly limit`.
    ///   - room: Whose scopes it needs.
    ///   - writing: Who may make and change records, as far as that follows from the role.
    ///   - removing: Who may remove them; `nil` where nobody does.
    ///   - example: A value, as the document shows it.
    init(
        _ name: String,
        _ title: String,
        _ what: String,
        of room: Surface,
        writing: Access = .member,
        removing: Access? = .member,
        example: Value
    ) {
        let id = ID<Subject>(RawID(high: 0x0194_4B1E_7A40_7E01, low: 0x8F5E_7F0A_6F1F_2B71))
        let record = { (version: Int64, value: Value?) in
            SyncRecord<Subject, Value>(
                kind: name,
                id: id,
                version: version,
                updatedAt: WireTimestamp(Timestamp(seconds: 1_747_612_800)),
                updatedBy: ID(RawID(high: 0x3F2B_8F57_6C1E_4C9C, low: 0x9A55_2F9F_3C0D_8E11)),
                deleted: value == nil,
                value: value
            )
        }
        self.name = name
        let path = PathTemplate(stringLiteral: "/sync/\(name)/{id}")
        get = Endpoint(
            "get\(title)Copy",
            .get,
            path,
            "Shows \(what) with its version; also that it was removed.",
            headers: [.version],
            access: .member,
            room: room,
            surface: .insights,
            example: SyncReference(id),
            answers: record(10, example)
        )
        put = Endpoint(
            "put\(title)Copy",
            .put,
            path,
            "Makes \(what), or changes it from the version that is named.",
            headers: [.requiredMatch, .noMatch, .version],
            access: writing,
            room: room,
            surface: .insights,
            otherStatuses: [201],
            refusals: [.forbidden, .stale, .preconditionRequired],
            example: SyncWrite(id, example, ifMatch: VersionTag(10)),
            answers: record(11, example),
            waits: .zero
        )
        delete = removing.map { access in
            Endpoint(
                "delete\(title)Copy",
                .delete,
                path,
                "Removes \(what) of the version that is named.",
                headers: [.requiredMatch, .version],
                access: access,
                room: room,
                surface: .insights,
                refusals: [.forbidden, .stale, .preconditionRequired],
                example: SyncRemoval(id, ifMatch: VersionTag(11)),
                answers: record(12, nil),
                waits: .zero
            )
        }
    }

    /// The endpoints of the kind.
    public var endpoints: [any EndpointDeclaration] {
        let all: [(any EndpointDeclaration)?] = [get, put, delete]
        return all.compactMap(\.self)
    }
}

/// Which record is meant.
public struct SyncReference<Subject>: WireInput, Equatable {
    /// The record.
    public let id: ID<Subject>

    /// Makes a request.
    public init(_ id: ID<Subject>) {
        self.id = id
    }
}

/// A record that is to be removed.
public struct SyncRemoval<Subject>: WireInput, Equatable {
    /// The record.
    public let id: ID<Subject>
    /// The version that is to be removed, in a header.
    public let ifMatch: VersionTag?

    /// Makes a request.
    public init(_ id: ID<Subject>, ifMatch: VersionTag?) {
        self.id = id
        self.ifMatch = ifMatch
    }
}

/// A record as it is to be, with the version that it was made of.
public struct SyncWrite<Subject, Value: SyncValue>: WireInput, Equatable {
    /// The record; for a new one the device makes its id.
    public let id: ID<Subject>
    /// The version that it was made of, in a header.
    public let ifMatch: VersionTag?
    /// That there is no such record yet, in a header.
    public let ifNoneMatch: NoVersionTag?
    /// What it is to hold.
    public let value: Value

    /// Changes a record of a version.
    public init(_ id: ID<Subject>, _ value: Value, ifMatch: VersionTag?) {
        self.init(id, value, ifMatch: ifMatch, ifNoneMatch: nil)
    }

    /// Makes a record.
    public init(new id: ID<Subject>, _ value: Value) {
        self.init(id, value, ifMatch: nil, ifNoneMatch: NoVersionTag())
    }

    init(
        _ id: ID<Subject>,
        _ value: Value,
        ifMatch: VersionTag?,
        ifNoneMatch: NoVersionTag?
    ) {
        self.id = id
        self.ifMatch = ifMatch
        self.ifNoneMatch = ifNoneMatch
        self.value = value
    }

    /// The rules of the value's fields.
    public static var rules: [FieldRule<Self>] { Value.rules.map { $0.lifted(\.value) } }

    /// The fields of the value, beside what travels in path and headers.
    public static var closedFields: Set<String>? {
        Value.closedFields?.union(CodingKeys.allCases.map(\.rawValue))
    }
}

extension SyncWrite: Codable {
    private enum CodingKeys: String, CodingKey, CaseIterable {
        case id
        case ifMatch
        case ifNoneMatch
    }

    /// Reads the fields of the value beside the id and the headers.
    public init(from decoder: any Decoder) throws {
        let own = try decoder.container(keyedBy: CodingKeys.self)
        id = try own.decode(ID<Subject>.self, forKey: .id)
        value = try Value(from: decoder)
        ifMatch = try own.decodeIfPresent(VersionTag.self, forKey: .ifMatch)
        ifNoneMatch = try own.decodeIfPresent(NoVersionTag.self, forKey: .ifNoneMatch)
    }

    /// Writes the fields of the value beside the id and the headers.
    public func encode(to encoder: any Encoder) throws {
        var members = [JSON.Member("id", .string(id.text))]
        members += try JSONParser.parse(WireEncoder.bytes(value)).members
        if let ifMatch { members.append(JSON.Member("ifMatch", .string(ifMatch.text))) }
        if ifNoneMatch != nil { members.append(JSON.Member("ifNoneMatch", .string("*"))) }
        let json = JSON.object(members)
        if WireEncoder.write(verbatim: json.text, to: encoder) { return }
        try json.encode(foreign: encoder)
    }
}
