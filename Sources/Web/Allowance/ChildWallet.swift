public import Contract
import Kernel

/// What its parents' page of a child is made of.
public struct ChildAnswers: Sendable {
    /// The child with its wallet.
    public var child: API.Allowance.ChildDetailResponse
    /// A page of what moved.
    public var history: API.Allowance.TransactionListResponse
    /// Its chores.
    public var chores: [API.Allowance.ChoreResponse]
    /// What it saves for.
    public var goals: API.Allowance.GoalListResponse
    /// What is in which jar.
    public var jars: API.Allowance.JarsResponse
    /// When it is paid how much.
    public var schedule: API.Allowance.ScheduleResponse
    /// What it asked for.
    public var requests: [API.Allowance.MoneyRequestResponse]

    /// Gathers what the page is made of.
    public init(
        child: API.Allowance.ChildDetailResponse,
        history: API.Allowance.TransactionListResponse,
        chores: [API.Allowance.ChoreResponse],
        goals: API.Allowance.GoalListResponse,
        jars: API.Allowance.JarsResponse,
        schedule: API.Allowance.ScheduleResponse,
        requests: [API.Allowance.MoneyRequestResponse]
    ) {
        self.child = child
        self.history = history
        self.chores = chores
        self.goals = goals
        self.jars = jars
        self.schedule = schedule
        self.requests = requests
    }
}

/// What a child has, does, saves for and asked for, on its parents' page of it.
struct ChildWallet: Sendable {
    /// How many answers to what it asked for are shown.
    private static let askedCount = 10

    let balance: String
    let history: WalletHistory
    let chores: [Entry]
    let saving: GoalList
    let asked: [Entry]

    /// Gathers it.
    init(_ answers: ChildAnswers, _ forms: PageForms, _ words: FamilyWords) {
        balance = words.money(answers.child.currentBalance)
        history = WalletHistory(answers.history, at: forms.action, words)
        chores = ChoreList(answers.chores, for: .parent, forms, words).chores
        saving = GoalList(answers.goals, forms, words)
        asked = answers.requests.filter {
            $0.childID == answers.child.childID && $0.state != .pending
        }.prefix(Self.askedCount).map { Entry($0, words) }
    }
}
