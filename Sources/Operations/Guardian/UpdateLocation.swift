public import Contract
import Guardian
import Store

extension GuardianOperations {
    /// Takes the caller's position, which geofences are held against for 30 minutes.
    ///
    /// - Throws: ``Problem`` `unauthenticated`; ``ReplayedAnswer``; `DatabaseError`.
    public func updateLocation(
        _ input: API.Guardian.LocationUpdate,
        _ call: Call
    ) async throws -> API.Guardian.LocationUpdated {
        try await writing(call) { session, membership in
            try Pings.insert(
                Coordinate(latitude: input.latitude, longitude: input.longitude),
                accuracyMetres: input.accuracyM,
                of: membership.member,
                now: call.now,
                in: session
            )
            return API.Guardian.LocationUpdated(ts: GuardianTimestamp(call.now))
        }
    }
}
