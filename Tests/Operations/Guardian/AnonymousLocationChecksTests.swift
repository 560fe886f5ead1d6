import Guardian
import Kernel
import Testing

@testable import Operations

@Suite("Location checks of anonymous callers")
struct AnonymousLocationChecksTests {
    private func fix(_ second: Int64) -> PositionFix {
        let place = Coordinate(latitude: 40.7128, longitude: -74.006)
        return PositionFix(place, at: Timestamp(seconds: 1_736_937_000 + second))
    }

    private func check(
        _ strangers: AnonymousLocationChecks,
        _ name: String,
        _ second: Int64
    ) -> Int64 {
        strangers.check(name, fix(second), isNearRestaurant: true)
    }

    @Test("that are too many are forgotten from the one not seen for longest on")
    func order() {
        let strangers = AnonymousLocationChecks(capacity: 10)
        for number in 0..<10 { #expect(check(strangers, "\(number)", Int64(number)) == 0) }
        // Seen again, so the next is the one not seen for longest.
        #expect(check(strangers, "0", 10) == 1)
        #expect(check(strangers, "new", 11) == 0)
        #expect(strangers.count == 10)
        #expect(check(strangers, "new", 12) == 1)
        #expect(check(strangers, "0", 13) == 2)
        for number in 2..<10 { #expect(check(strangers, "\(number)", 14) == 1, "\(number)") }
        #expect(check(strangers, "1", 15) == 0, "forgotten")
    }

    @Test("that are too many are forgotten a tenth at a time, never all")
    func tenth() {
        let strangers = AnonymousLocationChecks(capacity: 100)
        for number in 0..<100 { _ = check(strangers, "\(number)", Int64(number)) }
        _ = check(strangers, "new", 100)
        #expect(strangers.count == 91)
        #expect(check(strangers, "10", 101) == 1)
        #expect(check(strangers, "9", 102) == 0)
    }

    @Test("are found by the bytes of their names")
    func exactNames() {
        let strangers = AnonymousLocationChecks()
        #expect(check(strangers, "\u{E9}", 0) == 0)
        #expect(check(strangers, "e\u{301}", 1) == 0)
        #expect(check(strangers, "\u{E9}", 2) == 1)
        #expect(strangers.count == 2)
    }

    @Test("are counted up to 250 checks in the window, of which the newest stay")
    func most() {
        let strangers = AnonymousLocationChecks()
        var counts: [Int64] = []
        for second in 0..<300 { counts.append(check(strangers, "a", Int64(second))) }
        #expect(counts[249] == 249)
        #expect(counts[250] == 250)
        #expect(counts[299] == 250)
        #expect(check(strangers, "a", 499) == 250)
        #expect(check(strangers, "a", 779) == 250)
        // The window begins at second 150: 150 of the first 300 are in it, and three since.
        #expect(check(strangers, "a", 1_050) == 153)
    }
}
