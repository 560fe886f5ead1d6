import Contract
import Kernel

/// The table of what was last known, each row with the member it is of.
package struct FactTable: Sendable {
    /// What a row is about.
    package enum Kind: String, Sendable {
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

    /// Which fact.
    package struct Key: Sendable, Hashable {
        package let owner: String
        package let kind: Kind
        package let id: String
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

    let store: any DeviceStore

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
        let key = Key(owner: owner, kind: kind, id: id)
        let found = try await store.read { try $0.fact(key) }
        // What another version wrote and this one cannot read is not known.
        guard let found, let body = try? JSONParser.parse(found.body.utf8),
            let value = try? WireDecoder.decode(type, from: body)
        else { return nil }
        return (value, found.knownAt)
    }

    /// Keeps what was learnt, all of it or nothing; not when the store was cleared meanwhile.
    ///
    /// - Parameters:
    ///   - rows: What was learnt.
    ///   - dropped: Kinds of which everything else is forgotten.
    ///   - owner: Whose it is.
    ///   - instant: When it was asked for.
    ///   - generation: The store's ``DeviceStore/generation`` at that time.
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
        try await store.write { [store] tables in
            // Looked at where writes go one by one, so that nothing comes between.
            guard store.generation == generation, isCurrent() else { return }
            for kind in dropped { try tables.forgetFacts(kind, of: owner) }
            for row in rows {
                let key = Key(owner: owner, kind: row.kind, id: row.id)
                try tables.keepFact(row.body, for: key, at: instant)
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
        let key = Key(owner: owner, kind: kind, id: "")
        try await store.write { [store] tables in
            guard store.generation == generation, let body = try tables.fact(key)?.body,
                let json = try? JSONParser.parse(body.utf8),
                let value = try? WireDecoder.decode(Value.self, from: json)
            else { return }
            try tables.changeFact(try Row(kind, change(value)).body, for: key)
        }
    }
}
