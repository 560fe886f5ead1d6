import Kernel
import Testing

@testable import Allowance

@Suite("The rhythm of an allowance")
struct RhythmTests {
    @Test("the words of the wire are these")
    func words() {
        #expect(Frequency.allCases.map(\.rawValue) == ["Weekly", "BiWeekly", "Monthly"])
    }

    @Test("what does not fit together is no rhythm", arguments: Frequency.allCases)
    func refused(frequency: Frequency) {
        for weekday in [nil, -1, 0, 3, 6, 7, .min, .max] {
            for monthDay in [nil, 0, 1, 28, 31, 32, .min, .max] {
                let rhythm = Rhythm(frequency: frequency, weekday: weekday, monthDay: monthDay)
                let isWeekday = weekday.map { $0 >= 0 && $0 <= 6 } ?? true
                let fits =
                    frequency == .monthly
                    ? weekday == nil && [1, 28, 31].contains(monthDay)
                    : monthDay == nil && isWeekday
                #expect((rhythm != nil) == fits, "\(frequency) \(weekday ?? -9) \(monthDay ?? -9)")
                guard let rhythm else { continue }
                #expect(rhythm.frequency == frequency)
                #expect(rhythm.weekday == weekday)
                #expect(rhythm.monthDay == monthDay)
                #expect(rhythm.isFree == (weekday == nil && monthDay == nil))
            }
        }
        #expect(Rhythm.weekly == Rhythm(frequency: .weekly))
        #expect(Rhythm.weekly.isFree)
    }

    @Test(
        "due days follow one another",
        arguments: [
            ("w", "2025-01-06", ["2025-01-13", "2025-01-20", "2025-01-27", "2025-02-03"]),
            ("w0", "2025-01-06", ["2025-01-13", "2025-01-20"]),
            ("b", "2025-01-06", ["2025-01-20", "2025-02-03", "2025-02-17"]),
            ("b0", "2025-01-06", ["2025-01-20", "2025-02-03"]),
            ("m6", "2025-01-06", ["2025-02-06", "2025-03-06"]),
            // Across the end of a year, and across 29 February.
            ("w", "2024-12-28", ["2025-01-04"]), ("b", "2024-12-23", ["2025-01-06"]),
            ("m15", "2024-12-15", ["2025-01-15"]), ("w", "2024-02-26", ["2024-03-04"]),
            ("w", "2025-02-26", ["2025-03-05"]), ("b", "2024-02-16", ["2024-03-01"]),
            ("w3", "2024-02-29", ["2024-03-07"]), ("w", "1999-12-27", ["2000-01-03"]),
            // The ends of months.
            ("m31", "2025-01-31", ["2025-02-28", "2025-03-31", "2025-04-30", "2025-05-31"]),
            ("m30", "2025-01-30", ["2025-02-28", "2025-03-30", "2025-04-30", "2025-05-30"]),
            ("m29", "2025-01-29", ["2025-02-28", "2025-03-29"]),
            ("m29", "2024-01-29", ["2024-02-29", "2024-03-29"]),
            ("m30", "2024-01-30", ["2024-02-29", "2024-03-30"]),
            ("m31", "2024-01-31", ["2024-02-29", "2024-03-31"]),
            ("m31", "2024-11-30", ["2024-12-31", "2025-01-31"]),
            ("m31", "1900-01-31", ["1900-02-28", "1900-03-31"]),
            ("m31", "2000-01-31", ["2000-02-29", "2000-03-31"]),
            ("m28", "2024-02-28", ["2024-03-28"]), ("m1", "2024-12-01", ["2025-01-01"]),
        ]
    )
    func following(text: String, first: String, later: [String]) throws {
        let rhythm = try rhythm(text)
        var due = try day(first)
        #expect(rhythm.first(onOrAfter: due) == due)
        for expected in later {
            due = rhythm.next(after: due)
            #expect(due.text == expected)
        }
    }

    @Test(
        "a day that another rhythm set leads into this one",
        arguments: [
            // A Wednesday.
            ("w", "2025-01-08", "2025-01-15"), ("b", "2025-01-08", "2025-01-22"),
            ("w0", "2025-01-08", "2025-01-13"), ("w1", "2025-01-08", "2025-01-14"),
            ("w2", "2025-01-08", "2025-01-15"), ("w3", "2025-01-08", "2025-01-09"),
            ("w6", "2025-01-08", "2025-01-12"),
            ("b0", "2025-01-08", "2025-01-20"), ("b1", "2025-01-08", "2025-01-21"),
            ("b2", "2025-01-08", "2025-01-22"), ("b3", "2025-01-08", "2025-01-16"),
            ("b6", "2025-01-08", "2025-01-19"),
            ("m7", "2025-01-08", "2025-02-07"), ("m8", "2025-01-08", "2025-02-08"),
            ("m9", "2025-01-08", "2025-01-09"), ("m31", "2025-02-08", "2025-02-28"),
            ("m31", "2025-01-30", "2025-01-31"), ("m30", "2025-02-28", "2025-03-30"),
        ]
    )
    func leading(text: String, from: String, next: String) throws {
        #expect(try rhythm(text).next(after: day(from)).text == next)
    }

    @Test(
        "a rhythm has a first day on or after any",
        arguments: [
            ("w", "2025-01-08", "2025-01-08"), ("b", "2025-01-08", "2025-01-08"),
            ("w2", "2025-01-08", "2025-01-08"), ("w1", "2025-01-08", "2025-01-14"),
            ("w3", "2025-01-08", "2025-01-09"), ("b1", "2025-01-08", "2025-01-14"),
            ("b2", "2025-01-08", "2025-01-08"), ("w0", "2024-12-31", "2025-01-06"),
            ("m8", "2025-01-08", "2025-01-08"), ("m7", "2025-01-08", "2025-02-07"),
            ("m9", "2025-01-08", "2025-01-09"), ("m31", "2025-02-28", "2025-02-28"),
            ("m31", "2025-02-01", "2025-02-28"), ("m29", "2024-02-29", "2024-02-29"),
            ("m28", "2024-02-29", "2024-03-28"), ("m1", "2024-12-02", "2025-01-01"),
            ("m31", "2025-12-31", "2025-12-31"), ("w5", "1969-12-30", "1970-01-03"),
        ]
    )
    func beginning(text: String, from: String, first: String) throws {
        #expect(try rhythm(text).first(onOrAfter: day(from)).text == first)
    }

    @Test(
        "four hundred years of due days are of the rhythm, and none of its days is left out",
        arguments: ["w0", "w6", "b2", "m1", "m28", "m29", "m30", "m31"]
    )
    func fourCenturies(text: String) throws {
        let rhythm = try rhythm(text)
        let first = try day("1899-12-25")
        let last = try day("2300-01-10")
        var due = rhythm.first(onOrAfter: first)
        for number in first.dayNumber...last.dayNumber {
            let walked = CivilDay(dayNumber: number)
            let isOf =
                rhythm.monthDay.map { min($0, walked.month.dayCount) == walked.dayOfMonth }
                ?? (walked.weekday == rhythm.weekday)
            let isOtherWeek =
                rhythm.frequency == .biweekly && (number - due.dayNumber) % 14 != 0
            guard (walked == due) == (isOf && !isOtherWeek) else {
                Issue.record("\(walked.text) and \(due.text)")
                return
            }
            if walked == due { due = rhythm.next(after: due) }
        }
    }

    @Test(
        "a long gap is leapt over to the day that walking would reach",
        arguments: ["w", "w0", "w5", "b", "b0", "b5", "m1", "m15", "m29", "m30", "m31"]
    )
    func leaping(text: String) throws {
        let rhythm = try rhythm(text)
        for start in ["2024-01-31", "2024-02-29", "2025-01-01", "2025-06-05"] {
            let start = try day(start)
            var walked = rhythm.next(after: start)
            for distance in -40...1_500 {
                let today = start.adding(days: distance)
                while walked < today { walked = rhythm.next(after: walked) }
                guard rhythm.first(after: start, onOrAfter: today) != walked else { continue }
                Issue.record("\(start.text), \(today.text): not \(walked.text)")
            }
        }
    }
}
