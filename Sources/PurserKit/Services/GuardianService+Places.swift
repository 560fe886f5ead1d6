public import Contract

extension GuardianService {
    /// Lists geofences, newest first.
    public func listGeofences(
        userID: MemberReference? = nil
    ) async throws -> [API.Guardian.Geofence] {
        try await purser.call(API.Guardian.listGeofences, .init(userID: userID))
    }

    /// Draws a circle inside which purchases are blocked or warned about.
    ///
    /// The place is in degrees, the radius in metres.
    @discardableResult
    public func createGeofence(
        name: String? = nil,
        latitude: Double,
        longitude: Double,
        radiusM: Int64,
        category: String? = nil,
        policy: API.Guardian.GeofencePolicy? = nil,
        userID: MemberReference? = nil
    ) async throws -> Written<API.Guardian.Created> {
        try await purser.write(
            API.Guardian.createGeofence,
            .init(
                name: name,
                latitude: latitude,
                longitude: longitude,
                radiusM: radiusM,
                category: category,
                policy: policy,
                userID: userID
            )
        )
    }

    /// Removes a geofence.
    @discardableResult
    public func deleteGeofence(
        id: Int64,
        userID: MemberReference? = nil
    ) async throws -> Written<API.Guardian.Status> {
        try await purser.write(
            API.Guardian.deleteGeofence,
            .init(id: id, userID: userID)
        )
    }

    /// Takes the caller's position, which geofences are held against for 30 minutes.
    ///
    /// The place is in degrees, its accuracy in metres.
    @discardableResult
    public func updateLocation(
        latitude: Double,
        longitude: Double,
        accuracyM: Double? = nil
    ) async throws -> API.Guardian.LocationUpdated {
        try await purser.call(
            API.Guardian.updateLocation,
            .init(latitude: latitude, longitude: longitude, accuracyM: accuracyM)
        )
    }

    /// Tells whether somebody has been near restaurants without moving for too long.
    ///
    /// The place is in degrees.
    public func checkLocation(
        userID: MemberReference? = nil,
        lat: Double,
        lon: Double
    ) async throws -> API.Guardian.LocationAnswer {
        try await purser.call(
            API.Guardian.checkLocation,
            .init(userID: userID, lat: lat, lon: lon)
        )
    }

    /// Tells whether somebody has been near restaurants without moving for too long.
    ///
    /// The place is in degrees.
    public func checkLocationByQuery(
        userID: MemberReference? = nil,
        lat: Double,
        lon: Double
    ) async throws -> API.Guardian.LocationAnswer {
        try await purser.call(
            API.Guardian.checkLocationByQuery,
            .init(userID: userID, lat: lat, lon: lon)
        )
    }
}
