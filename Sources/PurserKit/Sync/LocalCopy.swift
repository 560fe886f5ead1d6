/// One record on the device.
///
/// Its fields are read as if they were its own: `copy.monthlyLimitCents`.
@dynamicMemberLookup
public struct LocalCopy<Record: Codable & Sendable & Equatable>: Sendable, Equatable, Identifiable {
    /// Its id on this device, which stays while the record is there.
    public let id: String
    /// The server's id; `nil` until it has given one.
    public let remoteID: String?
    /// The record as it is here.
    public let record: Record
    /// Whether the server does not know the record as it is here.
    public let isEdited: Bool

    /// A field of the record.
    public subscript<Field>(dynamicMember path: KeyPath<Record, Field>) -> Field {
        record[keyPath: path]
    }

    /// - Returns: `nil` for one that was deleted.
    init?(_ row: CopyRow) throws {
        guard let mine = row.mine else { return nil }
        id = row.id
        remoteID = row.remoteID
        record = try CopyFields.read(Record.self, mine)
        isEdited = row.isEdited || row.push.creation != nil
    }
}
