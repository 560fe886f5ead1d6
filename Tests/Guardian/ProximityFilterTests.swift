import Guardian
import Kernel
import Testing

@Suite("Which geofences may hold a position")
struct ProximityFilterTests {
    private static func fence(_ centre: Coordinate, _ radius: Int64) -> Geofence {
        Geofence(
            number: Serial(1),
            name: "Fence",
            centre: centre,
            radiusMetres: radius,
            category: nil,
            policy: .block
        )
    }

    @Test("is never denied of one that does, anywhere on earth")
    func conservative() {
        var chance = SplitMix(state: 20_250_115)
        var held = 0
        for _ in 0..<200_000 {
            let latitude = Double.random(in: -90...90, using: &chance)
            let position = Coordinate(
                latitude: latitude,
                longitude: Double.random(in: -180...180, using: &chance)
            )
            let rise = Double.random(in: -1...1, using: &chance)
            let run = Double.random(in: -180...180, using: &chance)
            // Mostly near by, at times on the other side of a pole or of the antimeridian.
            let isNear = Bool.random(using: &chance)
            var longitude = position.longitude + (isNear ? run / 100 : run)
            if longitude > 180 { longitude -= 360 }
            if longitude < -180 { longitude += 360 }
            let centre = Coordinate(
                latitude: max(-90, min(90, latitude + rise)),
                longitude: longitude
            )
            let fence = Self.fence(centre, Int64.random(in: 1...100_000, using: &chance))
            guard fence.contains(position) else { continue }
            held += 1
            #expect(ProximityFilter(position).allows(fence), "\(fence) \(position)")
        }
        #expect(held > 1_000)
    }

    @Test("is denied of what is far away in either direction")
    func far() {
        let proximity = ProximityFilter(Coordinate(latitude: 40.74, longitude: -73.99))
        for (latitude, longitude) in [(40.76, -73.99), (40.74, -74.02), (-40.74, -73.99)] {
            let centre = Coordinate(latitude: latitude, longitude: longitude)
            #expect(!proximity.allows(Self.fence(centre, 500)), "\(centre)")
        }
        #expect(proximity.allows(Self.fence(proximity.position, 1)))
    }
}

/// Numbers that are the same in every run (SplitMix64, by Vigna).
private struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
