import Catalogue
import Contract

/// Geofences of one member.
///
/// The server draws and deletes them, and changes none: an edited one is drawn anew, and then the
/// old one is deleted, in this order, so that there is no moment without protection; in the other
/// order only where the member has as many as the server allows. Which of two devices that replace
/// the same geofence at the same time came first is told by the deletion of the old one, which only
/// one of them achieves; the other looks for the successor and merges with it. A successor has the
/// centre of the old one, or its name unless that is the one that every geofence without a name
/// has, and was not there long before. Between the two calls the server has both: a geofence that
/// is like one that is there comes to other devices only a minute after they saw it.
///
/// Where two devices change the same, the larger radius stays, all categories go before one
/// category, `block` before `warn`, and a changed fence before its deletion: the stricter
/// of the two.
struct GeofenceKind: CopiedKind {
    let member: MemberReference?

    var name: String { member.map { "geofences/\($0.text)" } ?? "geofences" }
    let isReplaced = true
    var mayEnd: Bool { member != nil }
    let editable: Set<String> = ["name", "centre", "radius_m", "category", "policy"]
    let policy = MergePolicy(
        fields: [
            "radius_m": .larger,
            "category": .custom { _, mine, theirs in mine == nil ? nil : theirs },
            "policy": .custom { _, mine, theirs in mine == .string("block") ? mine : theirs },
        ],
        deletion: .edit
    )

    func list(_ caller: CopyCaller) async throws -> [RemoteRecord] {
        let fences = try await caller.call(API.Guardian.listGeofences, .init(userID: member))
        return try fences.map { fence in
            let copied = CopiedGeofence(
                name: fence.name,
                centre: .init(latitude: fence.latitude, longitude: fence.longitude),
                radiusM: fence.radiusM,
                category: fence.category,
                policy: fence.policy
            )
            return RemoteRecord(id: String(fence.id), fields: try CopyFields.of(copied))
        }
    }

    func checked(_ fields: [String: JSON]) throws -> [String: JSON] {
        let input = try API.Guardian.createGeofence.accepted(input(fields))
        return try CopyFields.of(
            CopiedGeofence(
                name: input.name ?? Self.nameless,
                centre: .init(latitude: input.latitude, longitude: input.longitude),
                radiusM: input.radiusM,
                category: input.category.map { GuardianCategory.normalised($0) },
                policy: input.policy ?? .block
            )
        )
    }

    func creation(_ fields: [String: JSON], key: String) throws -> CopyCall? {
        try CopyCall(API.Guardian.createGeofence, input(fields), key: key) { created in
            RemoteRecord(id: String(created.id), fields: fields)
        }
    }

    func deletion(_ record: RemoteRecord, key: String) throws -> CopyCall? {
        guard let id = Int64(record.id) else { return nil }
        return try CopyCall(
            API.Guardian.deleteGeofence,
            .init(id: id, userID: member),
            key: key
        ) { _ in record }
    }

    func likeness(_ record: [String: JSON], to former: [String: JSON]) -> Int {
        let isNamed = record["name"] != .string(Self.nameless)
        let hasName = isNamed && record["name"] == former["name"]
        let hasCentre = record["centre"] == former["centre"]
        return (hasCentre ? 2 : 0) + (hasName ? 1 : 0)
    }

    private func input(_ fields: [String: JSON]) throws -> API.Guardian.GeofenceRequest {
        let fence = try CopyFields.read(CopiedGeofence.self, fields)
        return .init(
            name: fence.name,
            latitude: fence.centre.latitude,
            longitude: fence.centre.longitude,
            radiusM: fence.radiusM,
            category: fence.category,
            policy: fence.policy,
            userID: member
        )
    }

    /// What the server calls a geofence without a name.
    private static let nameless = "Geofence"
}
