import Kernel
import Rewards
import Testing

@Suite("When limits begin anew")
struct ResetDateTests {
    @Test("16: the first date of a limit made today")
    func first() {
        let rows: [(ResetType, String, String, String)] = [
            (.monthly, "2025-02-10T12:00:00Z", "UTC", "2025-03-10T00:00:00Z"),
            (.quarterly, "2025-02-10T12:00:00Z", "UTC", "2025-04-01T00:00:00Z"),
            (.annually, "2025-02-10T12:00:00Z", "UTC", "2026-02-10T00:00:00Z"),
            (.never, "2025-02-10T12:00:00Z", "UTC", "2025-02-10T12:00:00Z"),
            (.monthly, "2025-01-31T23:59:59Z", "UTC", "2025-02-28T00:00:00Z"),
            (.monthly, "2024-01-30T00:00:00Z", "UTC", "2024-02-29T00:00:00Z"),
            (.monthly, "2025-12-31T00:00:00Z", "UTC", "2026-01-31T00:00:00Z"),
            (.annually, "2024-02-29T00:00:00Z", "UTC", "2025-02-28T00:00:00Z"),
            (.quarterly, "2025-03-31T23:59:59Z", "UTC", "2025-04-01T00:00:00Z"),
            (.quarterly, "2025-04-01T00:00:00Z", "UTC", "2025-07-01T00:00:00Z"),
            (.quarterly, "2025-12-31T00:00:00Z", "UTC", "2026-01-01T00:00:00Z"),
            // The clocks of New York are put forward on 9 March.
            (.monthly, "2025-02-10T12:00:00Z", "America/New_York", "2025-03-10T04:00:00Z"),
            (.quarterly, "2025-04-01T03:59:59Z", "America/New_York", "2025-04-01T04:00:00Z"),
        ]
        for (type, now, name, date) in rows {
            let first = ResetDate.first(of: type, at: instant(now), in: zone(name))
            #expect(first.date.text == date, "\(type) at \(now) in \(name)")
        }
    }

    @Test("16: a monthly limit of today is empty on 15 April, and begins anew on 10 May")
    func moved() {
        let made = made(.monthly, at: today)
        let read = made.moved(to: instant("2025-04-15T09:00:00Z"), in: .utc)
        #expect(read.spentCents == 0)
        #expect(read.resetDate.text == "2025-05-10T00:00:00Z")
        #expect(made.moved(to: instant("2025-03-09T23:59:59Z"), in: .utc) == made)
        #expect(made.spentCents == 700)
        let atOnce = made.moved(to: instant("2025-03-10T00:00:00Z"), in: .utc)
        #expect(atOnce.enteredCents == 0)
        #expect(atOnce.postedCents == 0)
        #expect(atOnce.resetDate.text == "2025-04-10T00:00:00Z")
    }

    @Test("dates move on by whole periods and keep to the 31st")
    func periods() {
        let rows: [(ResetType, String, String, String)] = [
            (.monthly, "2025-01-31T10:00:00Z", "2025-02-28T00:00:00Z", "2025-03-31T00:00:00Z"),
            (.monthly, "2025-01-31T10:00:00Z", "2025-04-29T23:59:59Z", "2025-04-30T00:00:00Z"),
            (.monthly, "2025-01-31T10:00:00Z", "2025-04-30T00:00:00Z", "2025-05-31T00:00:00Z"),
            (.monthly, "2025-01-31T10:00:00Z", "2028-02-28T12:00:00Z", "2028-02-29T00:00:00Z"),
            (.quarterly, "2025-02-10T10:00:00Z", "2025-06-30T23:59:59Z", "2025-07-01T00:00:00Z"),
            (.quarterly, "2025-02-10T10:00:00Z", "2025-12-31T23:59:59Z", "2026-01-01T00:00:00Z"),
            (.quarterly, "2025-02-10T10:00:00Z", "2026-01-01T00:00:00Z", "2026-04-01T00:00:00Z"),
            (.annually, "2024-02-29T10:00:00Z", "2025-02-28T00:00:00Z", "2026-02-28T00:00:00Z"),
            (.annually, "2024-02-29T10:00:00Z", "2027-06-01T00:00:00Z", "2028-02-29T00:00:00Z"),
            (.annually, "2025-02-10T10:00:00Z", "2999-02-10T00:00:00Z", "3000-02-10T00:00:00Z"),
        ]
        for (type, madeAt, now, date) in rows {
            let read = made(type, at: instant(madeAt)).moved(to: instant(now), in: .utc)
            #expect(read.resetDate.text == date, "\(type) of \(madeAt) at \(now)")
            #expect(read.spentCents == 0)
        }
    }

    @Test("reading on every day between gives what reading once gives")
    func steps() {
        for type in ResetType.allCases {
            var wrong: [String] = []
            for day in 0..<45 {
                let start = instant("2024-12-20T08:00:00Z").adding(seconds: Int64(day) * 86_400)
                let once = made(type, at: start)
                var limit = once
                for step in 0..<400 {
                    let now = start.adding(seconds: Int64(step) * 86_400)
                    limit = limit.moved(to: now, in: .utc)
                    if limit.resetDate != once.moved(to: now, in: .utc).resetDate {
                        wrong.append(now.text)
                    }
                }
            }
            #expect(wrong.isEmpty, "\(type)")
        }
    }

    @Test("a date that was sent keeps its time of day, and its instant where the zone is another")
    func sent() {
        let rows = [
            ("2025-03-10T15:30:00Z", "UTC", "2025-03-10T16:00:00Z", "2025-04-10T15:30:00Z"),
            (
                "2025-03-10T00:00:00Z", "America/New_York", "2025-03-20T00:00:00Z",
                "2025-04-10T00:00:00Z"
            ),
            (
                "2025-10-10T04:00:00Z", "America/New_York", "2025-10-20T00:00:00Z",
                "2025-11-10T05:00:00Z"
            ),
        ]
        for (date, name, now, next) in rows {
            let limit = SpendingLimit(
                id: id(1),
                category: .gas,
                limitCents: 1,
                resetDate: instant(date),
                resetType: .monthly
            )
            let read = limit.moved(to: instant(now), in: zone(name))
            #expect(read.resetDate.text == next, "\(date) in \(name)")
        }
    }

    @Test("a limit without periods never begins anew")
    func never() {
        let limit = made(.never, at: today)
        #expect(limit.moved(to: instant("2999-01-01T00:00:00Z"), in: .utc) == limit)
    }

    private func made(_ type: ResetType, at now: Timestamp) -> SpendingLimit {
        let first = ResetDate.first(of: type, at: now, in: .utc)
        return SpendingLimit(
            id: id(1),
            category: .groceries,
            limitCents: 1_000,
            enteredCents: 500,
            postedCents: 200,
            resetDate: first.date,
            resetType: type,
            resetDay: first.day
        )
    }
}
