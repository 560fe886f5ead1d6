public import Contract
public import Kernel

/// A child's own page: what it has, what it saves for, and what it can do.
public struct OwnView: PageView {
    /// The template's name.
    public static let template = "family-own"

    /// What the page is made of.
    public struct Answers: Sendable {
        /// The child with its wallet, and what moved last.
        public var child: API.Allowance.ChildDashboardResponse
        /// Its chores.
        public var chores: [API.Allowance.ChoreResponse]
        /// What it saves for.
        public var goals: API.Allowance.GoalListResponse
        /// What is in which jar.
        public var jars: API.Allowance.JarsResponse
        /// When it is paid how much.
        public var schedule: API.Allowance.ScheduleResponse
        /// The money that it asked for.
        public var requests: [API.Allowance.MoneyRequestResponse]
        /// What became of what it asked to buy.
        public var purchases: OwnPurchases.Answers

        /// Gathers what the page is made of.
        public init(
            child: API.Allowance.ChildDashboardResponse,
            chores: [API.Allowance.ChoreResponse],
            goals: API.Allowance.GoalListResponse,
            jars: API.Allowance.JarsResponse,
            schedule: API.Allowance.ScheduleResponse,
            requests: [API.Allowance.MoneyRequestResponse],
            purchases: OwnPurchases.Answers
        ) {
            self.child = child
            self.chores = chores
            self.goals = goals
            self.jars = jars
            self.schedule = schedule
            self.requests = requests
            self.purchases = purchases
        }
    }

    /// How many of what moved, and of what was asked for, are shown; the rest has a page.
    private static let mostShown = 5

    let greeting: String
    let today: String
    let buy = Frame.Place.buy.path
    let past = Frame.Place.past.path
    let allChores = Frame.Place.chores.path
    let notices: [Notice]
    let purchases: OwnPurchases
    let balance: String
    let next: String
    let isPaused: Bool
    let saving: GoalList
    /// What is put aside, and for what.
    let saved: String
    let given: String?
    let puttingAside: ActionForm
    let chores: [Entry]
    let asking: ActionForm
    let asked: [Entry]
    let movements: [Entry]

    /// Makes the page.
    ///
    /// - Parameters:
    ///   - answers: What was answered.
    ///   - now: The household's clock.
    ///   - currency: The household's currency.
    ///   - notices: What stands above.
    ///   - forms: What its forms have in common.
    ///   - words: How amounts and days are said.
    public init(
        _ answers: Answers,
        now: Timestamp,
        currency: Currency,
        notices: [Notice] = [],
        _ forms: PageForms,
        _ words: FamilyWords
    ) {
        let child = answers.child
        greeting = child.firstName.isEmpty ? "Hi" : "Hi \(child.firstName)"
        today = words.format.longDay(words.day(of: now))
        self.notices = notices
        purchases = OwnPurchases(
            answers.purchases,
            currency: currency,
            now: now,
            zone: words.zone,
            words.format
        )
        balance = words.money(child.currentBalance)
        next = words.next(answers.schedule)
        isPaused = answers.schedule.isPaused
        saving = GoalList(
            answers.goals,
            pace: GoalPace(answers.schedule, answers.jars.split, in: words.zone),
            holding: child.currentBalance,
            forms,
            words
        )
        saved = words.money(answers.jars.save)
        given = answers.jars.give.minor > 0 ? words.money(answers.jars.give) : nil
        puttingAside = Self.puttingAside(forms)
        chores = ChoreList(answers.chores, for: .child, forms, words).open
        asking = forms.form(
            "ask",
            "Ask",
            [forms.amount("ask"), forms.field("ask", "purpose", "What for")],
            isQuiet: false
        )
        asked = answers.requests.prefix(Self.mostShown).map { Entry($0, words) }
        movements = child.recentTransactions.prefix(Self.mostShown).map { Entry($0, words) }
    }

    private static func puttingAside(_ forms: PageForms) -> ActionForm {
        let purpose = forms.field(
            "move-jar",
            "to",
            "What for",
            "Save",
            options: [("Save", "For what I save for"), ("Give", "To give away")]
        )
        return forms.form(
            saying: ("from", "Spend"),
            [forms.amount("move-jar"), purpose],
            buttons: [Button("Put it aside", sending: ("do", "move-jar"))],
            asking: ActionForm.Question(
                "Put money aside",
                "Only a parent can take it out again.",
                isOpen: forms.isSent("move-jar")
            )
        )
    }
}
