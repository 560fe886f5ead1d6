import Foundation

/// A point on the earth, in degrees.
public struct Coordinate: Hashable, Sendable {
    /// Degrees north of the equator, −90...90.
    public let latitude: Double
    /// Degrees east of Greenwich, −180...180.
    public let longitude: Double

    /// Makes a point.
    public init(latitude: Double, longitude: Double) {
        self.latitude = latitude
        self.longitude = longitude
    }

    /// The great-circle distance in metres, on a sphere (the haversine formula).
    ///
    /// A sphere's distances are wrong by half a per cent at most, which no fence of a household
    /// notices; the formula keeps its digits for small distances, at the poles and across the
    /// antimeridian.
    public func distance(to other: Coordinate) -> Double {
        let rise = Self.haversine(other.latitude - latitude)
        let run = Self.haversine(other.longitude - longitude)
        let narrowing = cos(Self.radians(latitude)) * cos(Self.radians(other.latitude))
        // Rounding may take the sum above 1 for opposite points.
        return 2 * Self.earthRadiusMetres * asin(min(1, (rise + narrowing * run).squareRoot()))
    }

    /// The mean radius of the earth, as the contract has it.
    static let earthRadiusMetres = 6_371_000.0

    private static func radians(_ degrees: Double) -> Double { degrees * .pi / 180 }

    private static func haversine(_ degrees: Double) -> Double {
        let half = sin(radians(degrees) / 2)
        return half * half
    }
}

extension Coordinate {
    /// The rectangle of degrees that holds every point within a distance, for asking an index.
    public struct BoundingBox: Equatable, Sendable {
        /// From the southern to the northern edge.
        public let latitudes: ClosedRange<Double>
        /// From the western to the eastern edge; beyond ±180 where it crosses the antimeridian.
        public let longitudes: ClosedRange<Double>
    }

    /// A rectangle that holds every point within so many metres.
    public func boundingBox(metres: Double) -> BoundingBox {
        let height = metres / Self.earthRadiusMetres * 180 / .pi
        let south = max(-90, latitude - height)
        let north = min(90, latitude + height)
        let narrowest = min(cos(Self.radians(south)), cos(Self.radians(north)))
        // A cap around a pole has every longitude.
        let width =
            south == -90 || north == 90 || narrowest <= 0
            ? 180 : min(180, height / narrowest)
        return BoundingBox(
            latitudes: south...north,
            longitudes: (longitude - width)...(longitude + width)
        )
    }
}
