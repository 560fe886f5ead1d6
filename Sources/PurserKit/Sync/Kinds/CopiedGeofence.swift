public import Contract

/// A geofence, as a copy that the app edits.
public struct CopiedGeofence: Codable, SnakeCaseKeys, Sendable, Equatable {
    /// A point on the map; merged as one value, because half of it is another point.
    public struct Centre: Codable, Sendable, Equatable {
        /// The latitude in degrees, −90...90.
        public var latitude: Double
        /// The longitude in degrees, −180...180.
        public var longitude: Double

        /// Makes a point.
        public init(latitude: Double, longitude: Double) {
            self.latitude = latitude
            self.longitude = longitude
        }
    }

    /// What it is called, 1...100 characters.
    public var name: String
    /// Its centre.
    public var centre: Centre
    /// The radius in metres, 1...100,000.
    public var radiusM: Int64
    /// The category it is for; every category when `nil`.
    public var category: String?
    /// What it does.
    public var policy: API.Guardian.GeofencePolicy

    /// Makes a geofence.
    public init(
        name: String,
        centre: Centre,
        radiusM: Int64,
        category: String? = nil,
        policy: API.Guardian.GeofencePolicy = .block
    ) {
        self.name = name
        self.centre = centre
        self.radiusM = radiusM
        self.category = category
        self.policy = policy
    }
}
