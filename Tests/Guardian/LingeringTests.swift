import Guardian
import Kernel
import Testing

@Suite("Lingering")
struct LingeringTests {
    private static let place = Coordinate(latitude: 40.7128, longitude: -74.006)
    private static let start = Timestamp(seconds: 1_736_937_000)

    private static func fix(_ seconds: Double, metresNorth: Double = 0) -> PositionFix {
        let degrees = metresNorth / 6_371_000 * 180 / Double.pi
        return PositionFix(
            Coordinate(latitude: place.latitude + degrees, longitude: place.longitude),
            at: start.adding(milliseconds: Int64(seconds * 1_000))
        )
    }

    @Test(
        "is to be no faster than half a metre per second since a check of the last five minutes",
        arguments: [
            (60, 0, true), (60, 29.9, true), (60, 30.1, false), (300, 149, true),
            (300.001, 0, false), (301, 0, false), (0, 0, true), (0, 0.1, false), (-1, 0, false),
        ]
    )
    func stationary(seconds: Double, metres: Double, isStationary: Bool) {
        let now = Self.fix(seconds, metresNorth: metres)
        #expect(now.isStationary(since: Self.fix(0)) == isStationary)
        #expect(!now.isStationary(since: nil))
    }

    @Test("counts the checks of the last fifteen minutes that were near a restaurant")
    func counting() {
        var lingering = Lingering()
        let counts = (0..<20).map { minute in
            lingering.check(Self.fix(Double(minute) * 60), isNearRestaurant: minute != 3)
        }
        #expect(counts.prefix(7) == [0, 1, 2, 2, 3, 4, 5])
        // Minute 3 never counts; from minute 17 on minute 1 and those after it drop out.
        #expect(counts.suffix(4) == [15, 15, 15, 16])
        #expect(lingering.check(Self.fix(20 * 60 + 301), isNearRestaurant: true) == 9)
    }
}
