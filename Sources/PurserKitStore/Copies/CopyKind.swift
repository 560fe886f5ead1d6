import Contract
import PurserKit

/// A record as the server has it.
struct ServerRecord: Sendable, Equatable {
    let id: String
    let version: Int64
    /// Its fields as the wire writes them; `nil` when it was removed.
    let fields: [String: JSON]?
}

/// What the server said to a change.
enum PushOutcome: Sendable {
    /// It was taken, and the record is this now.
    case taken(ServerRecord)
    /// Something else stands there.
    case stale(ServerRecord)
    /// Another record holds the same key.
    case held(by: ServerRecord)
    /// It was refused, and will be again as long as nothing else changes.
    case refused(PurserError)
}

/// A kind of record, as one sync that knows no values treats every kind.
struct CopyKind: Sendable {
    /// Its word on the wire.
    let name: String
    let merge: CopyMerge
    /// Whether a device may make one.
    let isMadeHere: Bool
    /// The fields of a value in the one form in which they are compared.
    let normalised: @Sendable (JSON) throws -> [String: JSON]
    /// Makes a record, or changes it from a version.
    let put: @Sendable (MemberCalls, String, [String: JSON], Int64?) async throws -> PushOutcome
    /// Removes a record; `nil` for a kind of which devices remove none.
    let delete: (@Sendable (MemberCalls, String, Int64) async throws -> PushOutcome)?

    init<Subject, Value>(
        _ kind: SyncKind<Subject, Value>,
        _ merge: CopyMerge,
        isMadeHere: Bool = true
    ) {
        name = kind.name
        self.merge = merge
        self.isMadeHere = isMadeHere
        normalised = { try CopyFields.of(WireDecoder.decode(Value.self, from: $0)) }
        put = { calls, id, fields, version in
            let id = try Self.id(Subject.self, id)
            let value = try CopyFields.read(Value.self, fields)
            let write =
                version.map { SyncWrite(id, value, ifMatch: VersionTag($0)) }
                ?? SyncWrite(new: id, value)
            return try await Self.outcome(kind, id) { try await calls.call(kind.put, write) }
        }
        guard let endpoint = kind.delete else {
            delete = nil
            return
        }
        delete = { calls, id, version in
            let id = try Self.id(Subject.self, id)
            let removal = SyncRemoval(id, ifMatch: VersionTag(version))
            return try await Self.outcome(kind, id) { try await calls.call(endpoint, removal) }
        }
    }

    private static func id<Subject>(_ type: Subject.Type, _ text: String) throws -> ID<Subject> {
        guard let id = ID<Subject>(text) else {
            throw PurserError(.storage, "A copy on this device has no id")
        }
        return id
    }

    private static func outcome<Subject, Value>(
        _ kind: SyncKind<Subject, Value>,
        _ id: ID<Subject>,
        _ call: () async throws -> SyncRecord<Subject, Value>
    ) async throws -> PushOutcome {
        do {
            return .taken(try ServerRecord(try await call()))
        } catch let error as PurserError {
            if let current = error.current(of: kind) {
                let record = try ServerRecord(current)
                return current.id == id ? .stale(record) : .held(by: record)
            }
            switch error.kind {
            case .forbidden, .notFound, .invalid, .insufficientFunds, .paymentRequired, .conflict:
                guard !error.isTemporary else { throw error }
                return .refused(error)
            case .unauthorized, .rateLimited, .server, .network, .decoding, .storage: throw error
            }
        }
    }

    /// Every kind, in the order in which changes are pushed.
    static let all: [CopyKind] = [
        CopyKind(
            API.Sync.child,
            CopyMerge(
                together: [["frequency", "weekday", "dayOfMonth"], ["isPaused", "pauseReason"]]
            ),
            isMadeHere: false
        ),
        CopyKind(API.Sync.rule, CopyMerge(rules: ["monthlyLimitCents": .smaller])),
        // The stricter one stays.
        CopyKind(
            API.Sync.geofence,
            CopyMerge(
                rules: ["radiusM": .larger, "policy": .text("block")],
                together: [["lat", "lon"]]
            )
        ),
        // What somebody did, or decided, stays.
        CopyKind(
            API.Sync.chore,
            CopyMerge(rules: ["state": .theirs], together: [["state", "reason"]])
        ),
        CopyKind(API.Sync.policy, CopyMerge(rules: ["pending": .theirs])),
        CopyKind(API.Sync.goal, CopyMerge()),
        CopyKind(API.Sync.card, CopyMerge()),
        CopyKind(API.Sync.preferences, CopyMerge()),
        CopyKind(API.Sync.transactionEdit, CopyMerge()),
    ]
}

extension ServerRecord {
    init<Subject, Value>(_ record: SyncRecord<Subject, Value>) throws {
        self.init(
            id: record.id.text,
            version: record.version,
            fields: try record.value.map { try CopyFields.of($0) }
        )
    }
}

/// The fields of a value, and the value of fields.
enum CopyFields {
    /// The fields of a value as the wire writes them.
    static func of(_ value: some Encodable) throws -> [String: JSON] {
        let json = try JSONParser.parse(WireEncoder.bytes(value))
        return Dictionary(json.members.map { ($0.key, $0.value) }) { first, _ in first }
    }

    /// The value that fields are of.
    static func read<Value: Decodable>(
        _ type: Value.Type,
        _ fields: [String: JSON]
    ) throws -> Value {
        try WireDecoder.decode(type, from: json(of: fields))
    }

    /// The object of fields, in the one order in which it is kept.
    static func json(of fields: [String: JSON]) -> JSON {
        .object(fields.sorted { $0.key < $1.key }.map { JSON.Member($0.key, $0.value) })
    }
}
