import Banking
import Kernel
import Testing

@Suite("Trying again")
struct RetryScheduleTests {
    private static let now = Timestamp(seconds: 1_736_942_400)
    private static let never = now.adding(seconds: 1_000_000)
    private static let schedule = RetrySchedule(
        firstMilliseconds: 1_000,
        mostMilliseconds: 60_000,
        attemptsMost: 10
    )

    private static func pause(
        _ attempts: Int,
        told: Int64? = nil,
        chance: Double = 0,
        expiresAt: Timestamp = never
    ) -> Int64? {
        schedule.next(
            attempts: attempts,
            now: now,
            expiresAt: expiresAt,
            toldSeconds: told,
            chance: chance
        )
        .map { $0.milliseconds - now.milliseconds }
    }

    @Test(
        "is after pauses that double up to the longest, half of each by chance",
        arguments: [
            (1, 1_000), (2, 2_000), (3, 4_000), (4, 8_000), (5, 16_000), (6, 32_000), (7, 60_000),
            (8, 60_000), (9, 60_000),
        ] as [(Int, Int64)]
    )
    func pauses(attempts: Int, most: Int64) throws {
        #expect(Self.pause(attempts, chance: 0) == most / 2)
        #expect(Self.pause(attempts, chance: 0.5) == most * 3 / 4)
        let nearly = try #require(Self.pause(attempts, chance: 1.0.nextDown))
        #expect((most - 1...most).contains(nearly))
    }

    @Test("is given up after the last attempt")
    func attempts() {
        #expect(Self.pause(9) != nil)
        #expect(Self.pause(10) == nil)
        #expect(Self.pause(.max) == nil)
        let once = RetrySchedule(firstMilliseconds: 1, mostMilliseconds: 1, attemptsMost: 1)
        let next = once.next(attempts: 1, now: Self.now, expiresAt: Self.never, chance: 0)
        #expect(next == nil)
    }

    @Test("is given up when it would come too late")
    func expiry() {
        let expiry = Self.now.adding(milliseconds: 500)
        #expect(Self.pause(1, expiresAt: expiry) == nil)
        #expect(Self.pause(1, expiresAt: expiry.adding(milliseconds: 1)) == 500)
        #expect(Self.pause(1, told: 60, expiresAt: Self.now.adding(seconds: 60)) == nil)
        #expect(Self.pause(1, expiresAt: Self.now.adding(seconds: -5)) == nil)
    }

    @Test(
        "waits as long as it is told, where that is longer, and not for ever",
        arguments: [
            (nil, 500), (0, 500), (-7, 500), (.min, 500), (1, 1_000), (60, 60_000),
            (86_400, 86_400_000), (.max, 86_400_000),
        ] as [(Int64?, Int64)]
    )
    func told(seconds: Int64?, pause: Int64) {
        #expect(Self.pause(1, told: seconds) == pause)
    }

    @Test("with the largest pauses overflows nothing")
    func largest() throws {
        let schedule = RetrySchedule(
            firstMilliseconds: 1,
            mostMilliseconds: Int64.max / 2,
            attemptsMost: 1_000
        )
        let start = Timestamp(milliseconds: 0)
        let last = Timestamp(milliseconds: .max)
        let next = schedule.next(attempts: 999, now: start, expiresAt: last, chance: 0)
        #expect(next == Timestamp(milliseconds: Int64.max / 4 + 1))
    }

    @Test("of notifications goes on for some hours")
    func notifications() throws {
        var now = Self.now
        var attempts = 1
        while let next = RetrySchedule.notifications.next(
            attempts: attempts,
            now: now,
            expiresAt: Self.never,
            chance: 0.5
        ) {
            now = next
            attempts += 1
        }
        #expect(attempts == 24)
        #expect((2 * 3_600...6 * 3_600).contains(now.seconds - Self.now.seconds))
    }
}
