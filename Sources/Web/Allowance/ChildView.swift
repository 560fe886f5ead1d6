import Contract
public import Kernel

/// Everything about one child, for its parents.
public struct ChildView: PageView {
    /// The template's name.
    public static let template = "family-child"

    /// The address of a child's page.
    public static func path(of child: ID<Entity.Child>) -> String {
        "\(Frame.Place.family.path)/\(child.text)"
    }

    /// The child's name.
    public let fullName: String
    let subtitle: String
    let family = Frame.Place.family.path
    let notices: [Notice]
    /// What it asked to buy, and a parent answers.
    let approvals: [ApprovalView]
    let waiting: WaitingList?
    let wallet: ChildWallet
    let moving: ActionForm
    let addingChore: ActionForm
    let jars: JarsCard
    let schedule: ScheduleCard

    /// Makes the page.
    ///
    /// - Parameters:
    ///   - answers: What was answered.
    ///   - approvals: What it asked to buy, and a parent answers.
    ///   - notices: What stands above.
    ///   - forms: What its forms have in common.
    ///   - words: How amounts and days are said.
    public init(
        _ answers: ChildAnswers,
        approvals: [ApprovalView] = [],
        notices: [Notice] = [],
        _ forms: PageForms,
        _ words: FamilyWords
    ) {
        let child = answers.child
        var forms = forms
        forms.action = Self.path(of: child.childID)
        fullName = FamilyWords.name(
            first: child.firstName,
            last: child.lastName,
            email: child.email
        )
        let joined = words.format.month(words.day(of: child.createdAt.instant).month)
        subtitle = "\(child.email) · here since \(joined)"
        self.notices = notices
        self.approvals = approvals
        let name = FamilyWords.shortName(first: child.firstName, email: child.email)
        waiting = WaitingList(
            chores: answers.chores.filter { $0.state == .done },
            requests: answers.requests.filter { $0.state == .pending },
            names: [child.childID: name],
            forms,
            words
        )
        wallet = ChildWallet(answers, forms, words)
        moving = forms.form(
            saying: ("do", "move"),
            [forms.amount("move"), forms.field("move", "description", "What for")],
            buttons: [
                Button("Pay in", sending: ("type", "Credit")),
                Button("Charge", .quiet, sending: ("type", "Debit")),
            ]
        )
        addingChore = forms.form(
            "assign-chore",
            "Add the chore",
            [
                forms.field("assign-chore", "title", "What is to be done"),
                forms.amount("assign-chore", "reward", "Reward", hint: "0 for nothing"),
            ]
        )
        jars = JarsCard(answers.jars, forms, words)
        schedule = ScheduleCard(answers.schedule, forms, words)
    }
}
