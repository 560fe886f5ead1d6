#if canImport(CoreLocation)
public import Contract
public import CoreLocation

extension API.Guardian.Geofence {
    /// The centre, for a map.
    public var coordinate: CLLocationCoordinate2D {
        CLLocationCoordinate2D(latitude: latitude, longitude: longitude)
    }

    /// The radius in metres, for a map.
    public var radiusMeters: CLLocationDistance { CLLocationDistance(radiusM) }
}
#endif
