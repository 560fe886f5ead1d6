import Guardian
import Testing

@Suite("Distances on the earth")
struct CoordinateTests {
    /// Two points and the metres between them: arcs of a sphere of 6,371,000 m.
    static let distances: [(Double, Double, Double, Double, Double)] = [
        (40.7128, -74.0060, 40.7128, -74.0060, 0),
        (40.7128, -74.0060, 40.7172, -74.0060, 489.26),
        (40.7128, -74.0060, 40.7173, -74.0060, 500.38),
        (0, 179.9995, 0, -179.9995, 111.19),
        (0, -180, 0, 180, 0),
        (90, 0, 90, 123, 0),
        (89.9995, 0, 89.9995, 180, 111.19),
        (-90, 17, 90, -163, 20_015_086.80),
        (0, 0, 0, 180, 20_015_086.80),
        (12.5, 30, -12.5, -150, 20_015_086.80),
        (51.4779, -0.0015, 48.8584, 2.2945, 334_001.22),
    ]

    @Test("are those of the great circle, also at the poles and across the antimeridian")
    func known() {
        for (south, west, north, east, metres) in Self.distances {
            let one = Coordinate(latitude: south, longitude: west)
            let other = Coordinate(latitude: north, longitude: east)
            let distance = one.distance(to: other)
            #expect(abs(distance - metres) < max(0.01, metres * 1e-5), "\(one) to \(other)")
            #expect(distance == other.distance(to: one))
        }
    }

    @Test("the bounding box holds every point within the distance, and no far one")
    func boundingBox() {
        let places: [(Double, Double)] = [
            (0, 0), (40.7128, -74.0060), (-33.9, 179.9999), (60, -180), (89.9997, 20), (-90, 0),
            (85, 180),
        ]
        for (latitude, longitude) in places {
            let centre = Coordinate(latitude: latitude, longitude: longitude)
            let box = centre.boundingBox(metres: 50)
            #expect(box.latitudes.contains(latitude))
            for step in -12...12 {
                for stride in -12...12 {
                    let north = latitude + Double(step) * 0.00005
                    let width = abs(latitude) > 89 ? 30.0 : 0.0002
                    let east = longitude + Double(stride) * width
                    guard (-90...90).contains(north), abs(east) <= 360 else { continue }
                    let wrapped = east > 180 ? east - 360 : east < -180 ? east + 360 : east
                    let point = Coordinate(latitude: north, longitude: wrapped)
                    guard centre.distance(to: point) <= 50 else { continue }
                    #expect(box.latitudes.contains(north))
                    let isInside = [wrapped, wrapped - 360, wrapped + 360]
                        .contains { box.longitudes.contains($0) }
                    #expect(isInside, "\(point) of \(centre)")
                }
            }
        }
        let box = Coordinate(latitude: 40.7128, longitude: -74.006).boundingBox(metres: 50)
        #expect(!box.latitudes.contains(40.714))
        #expect(!box.longitudes.contains(-74.007))
    }
}
