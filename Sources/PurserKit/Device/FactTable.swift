import Contract
import Kernel
import SQL

/// The table of what was last known, each row with the member it is of.
struct FactTable: Sendable {
    /// What a row is about.
    enum Kind: String {
        /// What purchases are decided by; one row.
        case purchases
        /// Where the member was last; one row.
        case place
        /// When an allowance is due; a row for each child.
        case schedule
        /// The member's reward cards; one row.
        case rewardCards
        /// What the member prefers of cards; one row.
        case rewardPreferences
        /// The household's time zone; one row.
        case timeZone
    }

    struct Row: Sendable {
        let kind: Kind
        let id: String
        let body: String

        /// Makes a row.
        ///
        /// - Throws: ``PurserError`` `storage`.
        init(_ kind: Kind, id: String = "", _ value: some Encodable) throws {
            self.kind = kind
            self.id = id
            do {
                body = String(decoding: try WireEncoder.bytes(value), as: UTF8.self)
            } catch {
                throw PurserError(.storage, "What was learnt cannot be written")
            }
        }
    }

    let store: LocalStore

    /// What is known of something, and since when.
    ///
    /// - Throws: ``PurserError`` `storage`; `CancellationError`.
    func find<Value: Decodable & Sendable>(
        _ type: Value.Type,
        _ kind: Kind,
        id: String = "",
        of owner: String
    ) async throws -> (value: Value, knownAt: Timestamp)? {
        guard store.mayHoldSomething else { return nil }
        let values: [SQL.Value] = [.text(owner), .text(kind.rawValue), .text(id)]
        let found = try await stored(Self.complaint) {
            try await store.database().read { session in
                try session.first(Self.selection, values) { (body: $0.text(0), at: $0.instant(1)) }
            }
        }
        // What another version wrote and this one cannot read is not known.
        guard let found, let body = try? JSONParser.parse(found.body.utf8),
            let value = try? WireDecoder.decode(type, from: body)
        else { return nil }
        return (value, found.at)
    }

    /// Keeps what was learnt, all of it or nothing; not when the store was cleared meanwhile.
    ///
    /// - Parameters:
    ///   - rows: What was learnt.
    ///   - dropped: Kinds of which everything else is forgotten.
    ///   - owner: Whose it is.
    ///   - instant: When it was asked for.
    ///   - generation: The store's ``LocalStore/generation`` at that time.
    ///   - isCurrent: Whether it still is what the server would tell, for all this device knows.
    /// - Throws: ``PurserError`` `storage`; `CancellationError`.
    func keep(
        _ rows: [Row],
        inPlaceOfAll dropped: [Kind] = [],
        of owner: String,
        at instant: Timestamp,
        asOf generation: Int,
        while isCurrent: @escaping @Sendable () -> Bool = { true }
    ) async throws {
        try await stored(Self.complaint) {
            try await store.database().write { session in
                // Looked at where writes go one by one, so that nothing comes between.
                guard store.generation == generation, isCurrent() else { return }
                for kind in dropped {
                    try session.run(Self.removal, [.text(owner), .text(kind.rawValue)])
                }
                for row in rows {
                    try session.run(
                        Self.insertion,
                        [
                            .text(owner), .text(row.kind.rawValue), .text(row.id),
                            .text(row.body), .instant(instant),
                        ]
                    )
                }
            }
        }
    }

    /// Changes what is known of something, if anything is; since when it is known stays.
    ///
    /// - Throws: ``PurserError`` `storage`; `CancellationError`.
    func change<Value: Codable & Sendable>(
        _ kind: Kind,
        of owner: String,
        asOf generation: Int,
        _ change: @escaping @Sendable (Value) -> Value
    ) async throws {
        guard store.mayHoldSomething else { return }
        let key: [SQL.Value] = [.text(owner), .text(kind.rawValue), .text("")]
        try await stored(Self.complaint) {
            try await store.database().write { session in
                guard store.generation == generation else { return }
                let body = try session.first(Self.selection, key) { $0.text(0) }
                guard let body, let json = try? JSONParser.parse(body.utf8),
                    let value = try? WireDecoder.decode(Value.self, from: json)
                else { return }
                let row = try Row(kind, change(value))
                try session.run(Self.update, key + [.text(row.body)])
            }
        }
    }

    private static let complaint = "What was last known could not be read or written"
    private static let selection = Statement(
        "SELECT body, known_at FROM facts WHERE owner = $1 AND kind = $2 AND id = $3"
    )
    private static let update = Statement(
        "UPDATE facts SET body = $4 WHERE owner = $1 AND kind = $2 AND id = $3"
    )
    private static let removal = Statement("DELETE FROM facts WHERE owner = $1 AND kind = $2")
    private static let insertion = Statement(
        """
        INSERT INTO facts (owner, kind, id, body, known_at) VALUES ($1, $2, $3, $4, $5)
        ON CONFLICT (owner, kind, id) DO UPDATE
        SET body = excluded.body, known_at = excluded.known_at
        """
    )
}
