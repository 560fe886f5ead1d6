import Foundation

/// Tells which geofences may hold a position by multiplications alone, so that a database can.
///
/// What it leaves out is outside for certain; what it keeps is measured.
public struct ProximityFilter: Sendable, Equatable {
    /// The position.
    public let position: Coordinate
    /// Metres that a degree of latitude has at least; on our sphere it has 111,195.
    public let metresPerLatitude = 111_000.0
    /// Metres that a degree of longitude between the position and a fence's centre has at least.
    public let metresPerLongitude: Double

    /// Makes the measures around a position.
    public init(_ position: Coordinate) {
        // A fence reaches 100 km, which is less than a degree of latitude: its centre is at most
        // that much nearer to a pole. A chord is at least 2/π of its arc.
        let narrowest = min(90, abs(position.latitude) + 1) * .pi / 180
        self.position = position
        metresPerLongitude = max(0, metresPerLatitude * cos(narrowest) * 2 / .pi)
    }

    /// Whether a fence may hold the position; `false` is certain.
    public func allows(_ fence: Geofence) -> Bool {
        let radius = Double(fence.radiusMetres)
        let rise = abs(fence.centre.latitude - position.latitude)
        let run = abs(fence.centre.longitude - position.longitude)
        return rise * metresPerLatitude <= radius
            && min(run, 360 - run) * metresPerLongitude <= radius
    }
}
