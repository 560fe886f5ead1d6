import Catalogue
public import Contract
import Guardian
import Kernel
import Ledger
import SQL
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
            let fence = Geofence(
                number: Serial(0),
                name: input.name ?? "Geofence",
                centre: Coordinate(latitude: input.latitude, longitude: input.longitude),
                radiusMetres: input.radiusM,
                category: category,
                policy: policy
            )
            let id: ID<Entity.Geofence> = call.newID()
            let number = try Self.drawGeofence(
                fence,
                id,
                of: member,
                membership,
                call,
                in: session
            )
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
            try Self.removeGeofence(Serial(input.id), of: member, membership, call, in: session)
            return API.Guardian.Status(status: "deleted")
        }
    }

    /// Draws a geofence and records who did.
    ///
    /// - Returns: Its integer id.
    /// - Throws: ``Problem`` `conflict` for one geofence too many.
    @discardableResult
    static func drawGeofence(
        _ fence: Geofence,
        _ id: ID<Entity.Geofence>,
        of member: ID<Entity.Member>,
        _ membership: Membership,
        _ call: Call,
        in session: any Session
    ) throws -> Serial<Entity.Geofence> {
        guard try Geofences.count(of: member, in: session) < Limits.fencesPerMember else {
            throw Problem(.conflict, "A member has at most \(Limits.fencesPerMember) geofences")
        }
        let number = try Geofences.insert(
            id,
            fence.name,
            around: fence.centre,
            radiusMetres: fence.radiusMetres,
            category: fence.category,
            policy: fence.policy,
            of: member,
            now: call.now,
            in: session
        )
        try recordGeofence(fence, id, of: member, membership, call, in: session)
        return number
    }

    /// Draws a geofence anew and records who did.
    static func redrawGeofence(
        _ fence: Geofence,
        _ id: ID<Entity.Geofence>,
        of member: ID<Entity.Member>,
        _ membership: Membership,
        _ call: Call,
        in session: any Session
    ) throws {
        try Geofences.update(id, to: fence, in: session)
        try recordGeofence(fence, id, of: member, membership, call, in: session)
    }

    /// Removes a geofence and records who did.
    ///
    /// - Throws: ``Problem`` `notFound` when the member has no such geofence.
    static func removeGeofence(
        _ number: Serial<Entity.Geofence>,
        of member: ID<Entity.Member>,
        _ membership: Membership,
        _ call: Call,
        in session: any Session
    ) throws {
        let id = try Geofences.delete(number, of: member, in: session).orNotFound().text
        let body = [JSON.Member("member", .string(member.text))]
        try recordEdit(.geofenceDeleted, of: id, body, owner: member, membership, call, in: session)
    }

    private static func recordGeofence(
        _ fence: Geofence,
        _ id: ID<Entity.Geofence>,
        of member: ID<Entity.Member>,
        _ membership: Membership,
        _ call: Call,
        in session: any Session
    ) throws {
        let body = [
            JSON.Member("member", .string(member.text)),
            JSON.Member("latitude", .number("\(fence.centre.latitude)")),
            JSON.Member("longitude", .number("\(fence.centre.longitude)")),
            JSON.Member("radius_m", .number(String(fence.radiusMetres))),
            JSON.Member("category", fence.category.map { .string($0) } ?? .null),
            JSON.Member("policy", .string(fence.policy.rawValue)),
        ]
        try recordEdit(
            .geofenceCreated,
            of: id.text,
            body,
            owner: member,
            membership,
            call,
            in: session
        )
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
