import Contract
import Kernel

/// When a child is paid how much, and the forms that set, pause and end it.
struct ScheduleCard: Sendable {
    let sentence: String
    let rhythm: String?
    let upcoming: String?
    let isPaused: Bool
    let resuming: ActionForm?
    /// What sets it, and what pauses and ends it where there is one.
    let forms: [ActionForm]

    init(
        _ schedule: API.Allowance.ScheduleResponse,
        _ forms: PageForms,
        _ words: FamilyWords
    ) {
        let isSet = schedule.amount.minor > 0
        sentence = words.next(schedule)
        rhythm = isSet ? "\(words.money(schedule.amount)) \(words.rhythm(schedule))" : nil
        let days = schedule.upcoming.compactMap { CivilDay($0) }.dropFirst()
            .map(words.format.shortDay)
        upcoming = days.isEmpty ? nil : "After that: \(days.joined(separator: ", "))"
        isPaused = schedule.isPaused
        resuming =
            schedule.isPaused ? forms.form("resume", "Let it go on", isQuiet: false) : nil
        let setting = forms.form(
            "set-schedule",
            "Keep",
            Self.fields(schedule, forms),
            behind: "Set amount and day",
            isOpen: !isSet
        )
        let mayPause = isSet && !schedule.isPaused
        self.forms =
            [setting] + (mayPause ? [Self.pausing(forms)] : [])
            + (isSet ? [Self.ending(forms)] : [])
    }

    private static func pausing(_ forms: PageForms) -> ActionForm {
        forms.form(
            "pause",
            "Pause",
            [forms.field("pause", "reason", "Why", hint: "your child reads it")],
            behind: "Pause it"
        )
    }

    private static func ending(_ forms: PageForms) -> ActionForm {
        forms.form(
            "end-schedule",
            "Yes, end the allowance",
            behind: "End it",
            saying: "What is owed up to today is paid; then nothing more comes, until you set an "
                + "amount again."
        )
    }

    private static func fields(
        _ schedule: API.Allowance.ScheduleResponse,
        _ forms: PageForms
    ) -> [TextField] {
        let form = "set-schedule"
        return [
            forms.amount(form, "amount", "How much", FamilyWords.plain(schedule.amount)),
            forms.field(
                form,
                "frequency",
                "How often",
                schedule.frequency.rawValue,
                options: [
                    ("Weekly", "Every week"), ("BiWeekly", "Every two weeks"),
                    ("Monthly", "Every month"),
                ]
            ),
            forms.field(
                form,
                "weekday",
                "On which weekday",
                schedule.weekday?.rawValue ?? "",
                hint: "counts for every week and every two weeks",
                options: [("", "That of the first payment")]
                    + API.Allowance.Weekday.allCases.map { ($0.rawValue, $0.rawValue) }
            ),
            forms.field(
                form,
                "dayOfMonth",
                "On which day of the month",
                schedule.dayOfMonth.map { String($0) } ?? "",
                inputmode: "numeric",
                isRequired: false,
                hint: "1 to 31, counts for every month"
            ),
        ]
    }
}
