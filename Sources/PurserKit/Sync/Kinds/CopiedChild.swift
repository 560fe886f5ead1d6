public import Contract
public import Kernel

/// A child of the family, as a copy of which the app edits the allowance.
public struct CopiedChild: Codable, Sendable, Equatable {
    /// The child's profile.
    public let childID: ID<Entity.Child>
    /// The child's sign-in.
    public let userID: ID<Entity.Member>
    /// The first name; empty where none was given.
    public let firstName: String
    /// The last name; empty where none was given.
    public let lastName: String
    /// The e-mail address, in lower case.
    public let email: String
    /// What the wallet held.
    public let currentBalance: DecimalAmount
    /// What it is paid on each due day, 0...10000.
    public var weeklyAllowance: DecimalAmount
    /// Local midnight of the last due day that was paid.
    public let lastAllowanceDate: WireTimestamp?
    /// Local midnight of the next due day.
    public let nextAllowanceDate: WireTimestamp?
}

/// The children of the family.
///
/// Only the weekly allowance is edited; children join and leave by calls of their own, because an
/// account begins or ends with them. Where two parents changed the same allowance, what the server
/// has stays: the child may have been paid by it.
struct ChildKind: CopiedKind {
    let name = "children"
    let editable: Set<String> = ["weeklyAllowance"]
    let policy = MergePolicy(deletion: .server)

    func list(_ caller: CopyCaller) async throws -> [RemoteRecord] {
        try await caller.call(API.Allowance.familyChildren, Empty()).children.map { child in
            RemoteRecord(id: child.childID.text, fields: try CopyFields.of(child))
        }
    }

    func checked(_ fields: [String: JSON]) throws -> [String: JSON] {
        let child = try CopyFields.read(CopiedChild.self, fields)
        _ = try CopyFields.checked(
            API.Allowance.updateAllowance,
            .init(childID: child.childID, weeklyAllowance: child.weeklyAllowance)
        )
        return fields
    }

    func creation(_ fields: [String: JSON], key: String) throws -> CopyCall? { nil }

    func update(_ old: RemoteRecord, to fields: [String: JSON], key: String) throws -> CopyCall? {
        let child = try CopyFields.read(CopiedChild.self, fields)
        return try CopyCall(
            API.Allowance.updateAllowance,
            .init(childID: child.childID, weeklyAllowance: child.weeklyAllowance),
            key: key
        ) { answer in
            var fields = fields
            fields["weeklyAllowance"] = try CopyFields.of(answer)["weeklyAllowance"]
            return RemoteRecord(id: old.id, fields: fields)
        }
    }

    func deletion(_ record: RemoteRecord, key: String) throws -> CopyCall? { nil }
}
