import Contract
public import Kernel

/// The page that shows every component with invented content, for whoever builds pages.
///
/// Only a demo has it. Its forms do nothing.
public struct ComponentsView: PageView {
    /// The template's name.
    public static let template = "components"

    /// Its address.
    public static let path = "\(WebApp.home)/components"

    let action = ComponentsView.path
    let formToken: String
    let buttons: [Button]
    let fields: [TextField]
    let boxes: [ActionForm.Box]
    let amounts: [Entry]
    let meters: [Meter]
    let gauges: [Gauge]
    let bars: Bars
    let chart: CourseChart
    let table: Table
    let notices: [Notice]
    let toasts: [Notice]
    let folded: [ActionForm]
    let asking: [ActionForm]
    let approval: ApprovalView
    let chips: Chips
    let tags: [Tag]
    let empty: EmptyState

    /// Makes the page.
    ///
    /// - Parameters:
    ///   - today: The day whose month the chart shows.
    ///   - formToken: What forms carry against those of other sites.
    ///   - format: How figures and days are written.
    public init(today: CivilDay, formToken: String, _ format: PageFormat) {
        self.formToken = formToken
        buttons = [
            Button("Keep"), Button("Not this time", .quiet), Button("Add a part", .plain),
            Button("Keep, while offline", isDisabled: true),
            Button("Not this time, while offline", .quiet, isDisabled: true),
        ]
        fields = Self.fields
        boxes = [
            ActionForm.Box("weekly", "Every week", isTicked: true),
            ActionForm.Box("monthly", "Every month", isTicked: false),
        ]
        amounts = Self.amounts(format)
        meters = Self.meters(format)
        gauges = Self.gauges(format)
        bars = Bars(
            [("Groceries", 58_065), ("Dining", 21_240), ("Transport", 8_400), ("Fun", 0)],
            to: { $0 == "Groceries" ? Self.path : nil },
            format
        )
        chart = Self.chart(today.month, format)
        table = Self.table(format)
        notices = [
            Notice(.settled, "What the file brought is taken back."),
            Notice(
                .warn,
                "One bank did not answer; what it knows is from yesterday.",
                to: (SettingsPage.accounts.path, "See what is wrong")
            ),
            Notice(.bad, "Nothing was changed; what is wrong is marked below."),
        ]
        toasts = [Notice(.good, "The limit is kept.")]
        folded = Self.folded(formToken)
        asking = Self.asking(formToken)
        approval = Self.approval(formToken, format)
        chips = Chips(
            "Whose example",
            [
                Chips.Chip("Everybody", to: "\(Self.path)#chips", isCurrent: true),
                Chips.Chip("Ana", to: "\(Self.path)?for=ana#chips", isCurrent: false),
                Chips.Chip("Cleo", to: "\(Self.path)?for=cleo#chips", isCurrent: false),
            ]
        )
        tags = [
            Tag(.plain, "pending"), Tag(.good, "allowed", icon: "check"),
            Tag(.warn, "nearly used", icon: "alert"), Tag(.bad, "refused", icon: "cross"),
        ]
        empty = EmptyState(
            "Which cards do you have?",
            "Here will be what each of your cards pays, and which is the best for a purchase.",
            way: ("Look for a card", CardsView.addPath)
        )
    }

    private static let fields = [
        TextField("empty", "Where", id: "field-empty", isRequired: false),
        TextField(
            "hint",
            "Kind of purchase",
            "Groceries",
            id: "field-hint",
            isRequired: false,
            hint: "left empty, the merchant tells"
        ),
        TextField(
            "unit",
            "How much",
            "12.50",
            id: "field-unit",
            inputmode: "decimal",
            isRequired: false,
            unit: "USD"
        ),
        TextField(
            "choice",
            "How often",
            "Monthly",
            id: "field-choice",
            options: [("Weekly", "Every week"), ("Monthly", "Every month")]
        ),
        TextField("lines", "Your question", id: "field-lines", isRequired: false, lines: 3),
        TextField(
            "problem",
            "At most in a month",
            "a lot",
            id: "field-problem",
            inputmode: "decimal",
            isRequired: false,
            isFocused: false,
            unit: "USD",
            hint: "0 blocks the kind",
            problem: "must be an amount, such as 200 or 12.50"
        ),
    ]

    private static func amounts(_ format: PageFormat) -> [Entry] {
        [
            Entry("Corner Bakery", .moved(hundredths: -450, format), "Dining · an expense"),
            Entry("Payroll", .moved(hundredths: 150_000, format), "Income · what came in"),
            Entry(
                "Gas Station",
                .moved(hundredths: -3_820, format),
                "Transport · not booked yet",
                tags: [Tag(.plain, "pending")]
            ),
            Entry(
                "Allowance",
                .moved(hundredths: 1_250, format),
                "Cleo's wallet · every week on Friday",
                tags: [Tag(.good, "paid")],
                to: Frame.Place.family.path
            ),
        ]
    }

    /// Under 70 per cent, up to 90, above, and over the limit.
    private static func meters(_ format: PageFormat) -> [Meter] {
        let limits: [(String, Int64)] = [
            ("groceries", 4_000), ("fun", 8_000), ("entertainment", 9_500), ("transport", 12_000),
        ]
        return limits.map { category, spent in
            let progress = API.Guardian.RuleProgress(
                category: category,
                limitCents: 10_000,
                spentMTDCents: spent,
                remainingCents: max(0, 10_000 - spent),
                utilization: Ratio(spent, of: 10_000)
            )
            return LimitView(progress, of: nil, format).meter
        }
    }

    private static func chart(_ month: CivilMonth, _ format: PageFormat) -> CourseChart {
        let spent: [Int64] = [1_200, 0, 4_350, 800, 0, 9_900, 2_100, 0, 600, 3_300, 0, 12_000]
        let usual = (1...Int64(month.dayCount)).map { $0 * 2_600 }
        return CourseChart(spent, usual: usual, in: month, format)
    }

    private static func table(_ format: PageFormat) -> Table {
        Table(
            "Purchases that a policy was tried on",
            columns: ["Merchant", "When", "Answered", "It would say"],
            [
                (
                    cells: ["Steam", "Friday, 21:40", "yes", "no"],
                    sum: format.money(hundredths: 3_000)
                ),
                (
                    cells: ["Corner Books", "Saturday, 10:05", "yes", "ask a parent"],
                    sum: format.money(hundredths: 1_850)
                ),
            ]
        )
    }

    private static func folded(_ formToken: String) -> [ActionForm] {
        [
            ActionForm(
                path,
                formToken: formToken,
                fields: [TextField("name", "What it is", "Kite", id: "kite-name")],
                buttons: [Button("Keep", about: " Kite")],
                asking: ActionForm.Question("Change", about: " Kite", isOpen: true)
            )
        ]
    }

    /// One that opens over the page, and one that was answered wrongly and stays in its place.
    private static func asking(_ formToken: String) -> [ActionForm] {
        [
            ActionForm(
                path,
                formToken: formToken,
                buttons: [Button("Yes, remove it", .quiet, about: ": Kite")],
                asking: ActionForm.Question(
                    "Remove",
                    "What was saved stays saved.",
                    about: " Kite"
                )
            ),
            ActionForm(
                path,
                formToken: formToken,
                fields: [
                    TextField(
                        "confirmation",
                        "Type your e-mail address",
                        "ana@",
                        id: "dialog-confirmation",
                        isFocused: false,
                        problem: "must be your e-mail address"
                    )
                ],
                buttons: [Button("Delete me for good", .quiet)],
                asking: ActionForm.Question(
                    "Delete my account",
                    "This cannot be taken back.",
                    isOpen: true
                )
            ),
        ]
    }

    private static func gauges(_ format: PageFormat) -> [Gauge] {
        let levels: [(Int64, Gauge.Level)] = [(20, .low), (55, .medium), (80, .high)]
        return levels.map { percent, level in
            Gauge(
                "How avoidable it looks",
                percent: percent,
                mark: 70,
                "a purchase is better slept over",
                level: level,
                format
            )
        }
    }

    /// The contract's example; its answer goes to this page.
    private static func approval(_ formToken: String, _ format: PageFormat) -> ApprovalView {
        let asked = API.Guardian.listApprovals.answers[0]
        var view = ApprovalView(
            asked,
            askedBy: "Cleo",
            isParent: true,
            now: asked.createdAt.instant.adding(seconds: 240),
            formToken: formToken,
            format
        )
        view.action = path
        return view
    }
}
