import Contract
import Kernel

/// What a child saves for, with how far it is, and the forms that set and change it.
struct GoalList: PageView {
    static let template = "goals"

    struct Goal: Sendable {
        let meter: Meter
        let forms: [ActionForm]
    }

    let goals: [Goal]
    let creating: ActionForm

    /// A child's goals for its parents.
    init(_ list: API.Allowance.GoalListResponse, _ forms: PageForms, _ words: FamilyWords) {
        let sentences = list.goals.map { goal in
            "\(goal.progressPercent) % is saved, \(words.money(goal.remainingAmount)) is missing."
        }
        self.init(list, sentences, [:], forms, words)
    }

    /// A child's goals for itself.
    ///
    /// `pace`: How its allowance fills them; `nil` where nothing does. `holding`: What it may put
    /// in.
    init(
        _ list: API.Allowance.GoalListResponse,
        pace: GoalPace?,
        holding: DecimalAmount,
        _ forms: PageForms,
        _ words: FamilyWords
    ) {
        var missing: Int64 = 0
        let sentences = list.goals.map { goal in
            missing += goal.remainingAmount.minor
            let rest = "\(words.money(goal.remainingAmount)) to go."
            guard let day = pace?.day(bringing: missing) else { return rest }
            return "\(rest) At this pace you have it on \(words.format.day(day))."
        }
        // Savings fill the goals in their order: what is put in now is the next one's.
        let next = holding.minor > 0 ? list.goals.first { !$0.isReached } : nil
        let puttingIn = next.map { [$0.id: Self.puttingIn($0, forms)] } ?? [:]
        self.init(list, sentences, puttingIn, forms, words)
    }

    private init(
        _ list: API.Allowance.GoalListResponse,
        _ sentences: [String],
        _ puttingIn: [ID<Entity.Goal>: ActionForm],
        _ forms: PageForms,
        _ words: FamilyWords
    ) {
        goals = zip(list.goals, sentences).map { goal, sentence in
            Goal(
                meter: Self.meter(goal, saying: sentence, words),
                forms: [puttingIn[goal.id]].compactMap(\.self)
                    + [Self.changing(goal, forms), Self.removing(goal, forms)]
            )
        }
        creating = forms.form(
            "create-goal",
            "Save for it",
            Self.fields(forms, "create-goal"),
            behind: "Save for something new"
        )
    }

    private static func meter(
        _ goal: API.Allowance.GoalResponse,
        saying sentence: String,
        _ words: FamilyWords
    ) -> Meter {
        let (saved, target) = (words.money(goal.savedAmount), words.money(goal.targetAmount))
        return Meter(
            goal.name,
            tag: goal.isReached ? Tag(.good, "reached") : nil,
            sum: "\(saved) of \(target)",
            percent: Int64(goal.progressPercent),
            label: "\(goal.name): \(goal.progressPercent) % saved",
            goal.isReached ? "All of it is saved." : sentence
        )
    }

    private static func puttingIn(
        _ goal: API.Allowance.GoalResponse,
        _ forms: PageForms
    ) -> ActionForm {
        let thing = goal.id.text
        return forms.form(
            "save-up",
            on: thing,
            "Put it in",
            [forms.amount("save-up", on: thing)],
            isQuiet: false,
            behind: "Put something in",
            saying: "Only a parent can take it out again.",
            about: ": \(goal.name)"
        )
    }

    private static func changing(
        _ goal: API.Allowance.GoalResponse,
        _ forms: PageForms
    ) -> ActionForm {
        let thing = goal.id.text
        return forms.form(
            "update-goal",
            on: thing,
            "Keep",
            fields(
                forms,
                "update-goal",
                thing,
                name: goal.name,
                target: FamilyWords.plain(goal.targetAmount)
            ),
            behind: "Change",
            about: " \(goal.name)"
        )
    }

    private static func removing(
        _ goal: API.Allowance.GoalResponse,
        _ forms: PageForms
    ) -> ActionForm {
        forms.form(
            "delete-goal",
            on: goal.id.text,
            "Yes, remove \(goal.name)",
            behind: "Remove",
            saying: "What was saved stays saved.",
            about: " \(goal.name)"
        )
    }

    private static func fields(
        _ forms: PageForms,
        _ form: String,
        _ thing: String = "",
        name: String = "",
        target: String = ""
    ) -> [TextField] {
        [
            forms.field(form, on: thing, "name", "What it is", name),
            forms.amount(form, on: thing, "targetAmount", "What it costs", target),
        ]
    }
}
