public import Contract
import Guardian
import Kernel
import SQL
import Store
import Synchronization

extension GuardianOperations {
    /// Tells whether somebody has been near restaurants without moving for too long.
    ///
    /// - Throws: ``Problem`` `invalid` when neither a token nor `user_id` says who; `notFound` when
    ///   `user_id` names nobody the caller may look at; `unauthenticated`; ``ReplayedAnswer``;
    ///   `DatabaseError`.
    public func checkLocation(
        _ input: API.Guardian.LocationCheck,
        _ call: Call
    ) async throws -> API.Guardian.LocationAnswer {
        let fix = PositionFix(Coordinate(latitude: input.lat, longitude: input.lon), at: call.now)
        guard case .member = call.caller else {
            guard let name = input.userID?.text else {
                throw Problem.invalid([Fault(field: "user_id", rule: "is required")])
            }
            return try await checkAnonymous(name, fix, call)
        }
        return try await writing(call) { session, membership in
            let member = try Self.subject(input.userID, membership, in: session)
            let isCounted = try Self.isCounted(fix, of: member, in: session)
            try LocationChecks.insert(fix, isCounted: isCounted, of: member, in: session)
            let count = try LocationChecks.counted(of: member, now: call.now, in: session)
            return API.Guardian.LocationAnswer(counting: count)
        }
    }

    private static func isCounted(
        _ fix: PositionFix,
        of member: ID<Entity.Member>,
        in session: any Session
    ) throws -> Bool {
        let last = try LocationChecks.last(of: member, in: session)
        guard fix.isStationary(since: last) else { return false }
        return try Places.hasRestaurant(near: fix.place, in: session)
    }

    /// A caller without a token leaves nothing in the database but the answer to a key.
    private func checkAnonymous(
        _ name: String,
        _ fix: PositionFix,
        _ call: Call
    ) async throws -> API.Guardian.LocationAnswer {
        // The transaction may run again, and it is still one check.
        let counted = Mutex<Int64?>(nil)
        let check = { @Sendable (session: any Session) throws -> API.Guardian.LocationAnswer in
            let isNear = try Places.hasRestaurant(near: fix.place, in: session)
            let count = counted.withLock { counted in
                let count =
                    counted ?? anonymousLocationChecks.check(name, fix, isNearRestaurant: isNear)
                counted = count
                return count
            }
            return API.Guardian.LocationAnswer(counting: count)
        }
        guard call.idempotency != nil else { return try await database.read(check) }
        return try await idempotentAnonymous(call, check)
    }
}

extension API.Guardian.LocationAnswer {
    /// The answer to so many stationary checks near restaurants.
    fileprivate init(counting count: Int64) {
        guard count >= Limits.lingeringChecks else {
            self.init(decision: .ok)
            return
        }
        self.init(
            decision: .block,
            stats: Stats(
                recentStationaryPingsNearRestaurants: count,
                windowMinutes: Limits.lingeringMilliseconds / 60_000
            ),
            notifications: [.lingering]
        )
    }
}
