import Catalogue
public import Contract
import Guardian
import Kernel
import Ledger
import Store

extension GuardianOperations {
    /// Lists a member's geofences, newest first.
    ///
    /// - Throws: ``Problem`` `notFound` when `user_id` names nobody the caller may look at;
    ///   `unauthenticated`; `DatabaseError`.
    public func listGeofences(
        _ input: API.Guardian.SubjectRequest,
        _ call: Call
    ) async throws -> [API.Guardian.Geofence] {
        try await reading(call) { session, membership in
            let member = try Self.subject(input.userID, membership, in: session)
            return try Geofences.list(of: member, in: session).map(API.Guardian.Geofence.init)
        }
    }

    /// Draws a circle inside which purchases are blocked or warned about.
    ///
    /// - Throws: ``Problem`` `notFound` when `user_id` names nobody the caller may speak for,
    ///   `conflict` for one geofence too many; `unauthenticated`; ``ReplayedAnswer``;
    ///   `DatabaseError`.
    public func createGeofence(
        _ input: API.Guardian.GeofenceRequest,
        _ call: Call
    ) async throws -> API.Guardian.Created {
        let category = input.category.map(GuardianCategory.normalised)
        let policy = (input.policy ?? .block).policy
        return try await writing(call) { session, membership in
            let member = try Self.subject(input.userID, membership, in: session)
            guard try Geofences.count(of: member, in: session) < Limits.fencesPerMember else {
                throw Problem(
                    .conflict,
                    "A member has at most \(Limits.fencesPerMember) geofences"
                )
            }
            let number = try Geofences.insert(
                input.name ?? "Geofence",
                around: Coordinate(latitude: input.latitude, longitude: input.longitude),
                radiusMetres: input.radiusM,
                category: category,
                policy: policy,
                of: member,
                now: call.now,
                in: session
            )
            let body = Self.body(of: input, category, policy, member)
            let id = String(number.value)
            try Self.recordEdit(.geofenceCreated, of: id, body, membership, call, in: session)
            return API.Guardian.Created(id: number.value)
        }
    }

    /// Removes a geofence.
    ///
    /// - Throws: ``Problem`` `notFound` when the member has no such geofence, or `user_id` names
    ///   nobody the caller may speak for; `unauthenticated`; ``ReplayedAnswer``; `DatabaseError`.
    public func deleteGeofence(
        _ input: API.Guardian.NumberedRequest,
        _ call: Call
    ) async throws -> API.Guardian.Status {
        try await writing(call) { session, membership in
            let member = try Self.subject(input.userID, membership, in: session)
            guard try Geofences.delete(Serial(input.id), of: member, in: session) else {
                throw Problem(.notFound)
            }
            let body = [JSON.Member("member", .string(member.text))]
            let id = String(input.id)
            try Self.recordEdit(.geofenceDeleted, of: id, body, membership, call, in: session)
            return API.Guardian.Status(status: "deleted")
        }
    }

    private static func body(
        of input: API.Guardian.GeofenceRequest,
        _ category: String?,
        _ policy: Geofence.Policy,
        _ member: ID<Entity.Member>
    ) -> [JSON.Member] {
        [
            JSON.Member("member", .string(member.text)),
            JSON.Member("latitude", .number("\(input.latitude)")),
            JSON.Member("longitude", .number("\(input.longitude)")),
            JSON.Member("radius_m", .number(String(input.radiusM))),
            JSON.Member("category", category.map { .string($0) } ?? .null),
            JSON.Member("policy", .string(policy.rawValue)),
        ]
    }
}

extension API.Guardian.GeofencePolicy {
    /// The domain's word.
    fileprivate var policy: Geofence.Policy {
        switch self {
        case .block: .block
        case .warn: .warn
        }
    }
}

extension API.Guardian.Geofence {
    /// A geofence as it is kept.
    fileprivate init(_ fence: Geofence) {
        self.init(
            id: fence.number.value,
            name: fence.name,
            latitude: fence.centre.latitude,
            longitude: fence.centre.longitude,
            radiusM: fence.radiusMetres,
            category: fence.category,
            policy: fence.policy == .block ? .block : .warn
        )
    }
}
