import SQL

/// A record with its place in the chain, as both are stored.
public struct RecordedLink<Record: Sendable>: Sendable {
    /// The record.
    public let record: Record
    /// The position in the chain.
    public let sequence: Int64
    /// The stored hash of the link before.
    public let previousHash: String
    /// The stored hash.
    public let hash: String

    /// Places a record.
    public init(record: Record, sequence: Int64, previousHash: String, hash: String) {
        self.record = record
        self.sequence = sequence
        self.previousHash = previousHash
        self.hash = hash
    }

    /// Reads a row that begins with the record's id.
    ///
    /// At `column` stand the position, the hash before and the hash, one after the other.
    ///
    /// - Throws: ``UnreadableLink`` when the row cannot be what was stored.
    init(
        _ table: String,
        _ row: any Row,
        placeAt column: Int,
        _ decode: (any Row) throws -> Record
    ) throws {
        do {
            record = try decode(row)
        } catch let error as DatabaseError where error.code == .corrupt {
            throw UnreadableLink(table: table, id: row.text(0), reason: error.reason)
        }
        sequence = row.integer(column)
        previousHash = row.text(column + 1)
        hash = row.text(column + 2)
    }
}

/// A link whose row holds what the program never stored.
public struct UnreadableLink: Error, Sendable, Equatable {
    /// The table.
    public let table: String
    /// The row's id.
    public let id: String
    /// What is wrong with it.
    public let reason: String
}
