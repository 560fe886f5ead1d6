import Contract
import Kernel

/// What is under way to the server; kept before anything is sent, so that it is known after the app
/// was killed in the middle.
struct PushState: Sendable, Equatable {
    /// A record that is being made at the server.
    struct Creation: Sendable, Equatable {
        /// The idempotency key.
        let key: String
        /// What was sent; sent again as it was, whatever the app changed since.
        let body: [String: JSON]
        /// Since when.
        let at: Timestamp
        /// Whether the former record goes first, as one of the pending deletions: the server has no
        /// room for both.
        var deletesFirst = false
    }

    /// A record of the server that another one stands in for, and that is to be deleted.
    struct PendingDeletion: Sendable, Equatable {
        let record: RemoteRecord
        /// The idempotency key, by which a repeated deletion tells whether it was this one.
        let key: String
    }

    /// A version that was written over another one, and may be written over in turn by a device
    /// that has not seen it.
    struct Watch: Sendable, Equatable {
        /// What was there before; `nil` for nothing.
        var over: [String: JSON]?
        /// What was written; `nil` for a deletion.
        var body: [String: JSON]?
        /// When.
        var at: Timestamp
    }

    /// A version of which another device may make a successor at the same time, and neither would
    /// know.
    struct ConcurrentVersion: Sendable, Equatable {
        let version: [String: JSON]
        /// The newest record at the server when this device looked; a rival is newer.
        let after: String
        /// Since when; anew once this device's own successor is there.
        var at: Timestamp
        /// Whether this device gave way to another one's successor, which may give way itself.
        let gaveWay: Bool
    }

    var creation: Creation?
    var pendingDeletions: [PendingDeletion] = []
    /// Versions that somebody else replaced or deleted at the same time as this device.
    var lost: [[String: JSON]] = []
    var watch: Watch?
    var concurrent: ConcurrentVersion?
    /// The server's records that are like this one and held back, and since when.
    var held: [String: Timestamp] = [:]

    /// Whether something was begun that ends without looking at the server.
    var isUnderWay: Bool { creation != nil || !pendingDeletions.isEmpty }

    /// Whether a sync has something left to do.
    var isOpen: Bool { isUnderWay || !lost.isEmpty }
}

extension PushState {
    /// The state as it is kept; `nil` when there is nothing to keep.
    var text: String? {
        var members: [JSON.Member] = []
        if let creation {
            members.append(
                JSON.Member(
                    "creation",
                    .object([
                        JSON.Member("key", .string(creation.key)),
                        JSON.Member("body", JSON(fields: creation.body)),
                        JSON.Member("at", .number("\(creation.at.milliseconds)")),
                        JSON.Member("deletesFirst", .bool(creation.deletesFirst)),
                    ])
                )
            )
        }
        if !pendingDeletions.isEmpty {
            let values = pendingDeletions.map { pendingDeletion in
                JSON.object([
                    JSON.Member("id", .string(pendingDeletion.record.id)),
                    JSON.Member("fields", JSON(fields: pendingDeletion.record.fields)),
                    JSON.Member("key", .string(pendingDeletion.key)),
                ])
            }
            members.append(JSON.Member("leftovers", .array(values)))
        }
        if !lost.isEmpty {
            members.append(JSON.Member("lost", .array(lost.map { JSON(fields: $0) })))
        }
        if let watch {
            members.append(
                JSON.Member(
                    "watch",
                    .object([
                        JSON.Member("over", watch.over.map { JSON(fields: $0) } ?? .null),
                        JSON.Member("body", watch.body.map { JSON(fields: $0) } ?? .null),
                        JSON.Member("at", .number("\(watch.at.milliseconds)")),
                    ])
                )
            )
        }
        if let concurrent {
            members.append(
                JSON.Member(
                    "kin",
                    .object([
                        JSON.Member("version", JSON(fields: concurrent.version)),
                        JSON.Member("after", .string(concurrent.after)),
                        JSON.Member("at", .number("\(concurrent.at.milliseconds)")),
                        JSON.Member("gaveWay", .bool(concurrent.gaveWay)),
                    ])
                )
            )
        }
        if !held.isEmpty {
            let values = held.sorted { $0.key < $1.key }.map { id, since in
                JSON.Member(id, .number("\(since.milliseconds)"))
            }
            members.append(JSON.Member("held", .object(values)))
        }
        return members.isEmpty ? nil : JSON.object(members).text
    }

    /// Reads what was kept.
    init(text: String?) throws {
        guard let text else { return }
        let json = try JSONParser.parse(Array(text.utf8))
        if let creation = json["creation"] {
            self.creation = Creation(
                key: creation["key"]?.plainText ?? "",
                body: creation["body"]?.fields ?? [:],
                at: creation["at"].instant,
                deletesFirst: creation["deletesFirst"] == .bool(true)
            )
        }
        if case .array(let values)? = json["leftovers"] {
            pendingDeletions = values.map { value in
                PendingDeletion(
                    record: RemoteRecord(
                        id: value["id"]?.plainText ?? "",
                        fields: value["fields"]?.fields ?? [:]
                    ),
                    key: value["key"]?.plainText ?? ""
                )
            }
        }
        if case .array(let values)? = json["lost"] { lost = values.map(\.fields) }
        if let watch = json["watch"] {
            self.watch = Watch(
                over: watch["over"]?.record,
                body: watch["body"]?.record,
                at: watch["at"].instant
            )
        }
        for member in json["held"]?.members ?? [] {
            held[member.key] = Optional(member.value).instant
        }
        if let concurrent = json["kin"] {
            self.concurrent = ConcurrentVersion(
                version: concurrent["version"]?.fields ?? [:],
                after: concurrent["after"]?.plainText ?? "",
                at: concurrent["at"].instant,
                gaveWay: concurrent["gaveWay"] == .bool(true)
            )
        }
    }
}

extension JSON {
    /// The fields; `nil` for what is no object.
    var record: [String: JSON]? {
        guard case .object = self else { return nil }
        return fields
    }

    /// The text of a string or a number.
    var plainText: String? {
        switch self {
        case .string(let text), .number(let text), .loose(let text): text
        case .null, .bool, .array, .object: nil
        }
    }
}

extension JSON? {
    fileprivate var instant: Timestamp {
        Timestamp(milliseconds: self?.plainText.flatMap { Int64($0) } ?? 0)
    }
}
