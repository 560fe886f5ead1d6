public import Contract

/// A child of the family, as a copy of which the app edits the allowance.
public typealias CopiedChild = API.Allowance.FamilyChildItem

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
        _ = try API.Allowance.updateAllowance.accepted(
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
