public import Contract
import Kernel

/// What parents see of their children: what each has and gets next, and what waits for an answer.
public struct FamilyView: PageView {
    /// The template's name.
    public static let template = "family"

    /// A child with what the page says of it.
    public struct Child: Sendable {
        /// The child with its wallet.
        public var item: API.Allowance.FamilyChildItem
        /// When it is paid how much.
        public var schedule: API.Allowance.ScheduleResponse
        /// The chores that it says are done.
        public var done: [API.Allowance.ChoreResponse]

        /// Gathers what is said of a child.
        public init(
            item: API.Allowance.FamilyChildItem,
            schedule: API.Allowance.ScheduleResponse,
            done: [API.Allowance.ChoreResponse]
        ) {
            self.item = item
            self.schedule = schedule
            self.done = done
        }
    }

    struct Card: Sendable {
        let name: String
        let href: String
        let balance: String
        let next: String
        let isPaused: Bool
        let waits: String?
    }

    let familyName: String
    let summary: String
    let notices: [Notice]
    /// What children asked to buy, and a parent answers.
    let approvals: [ApprovalView]
    let waiting: WaitingList?
    let cards: [Card]
    let pool: PoolCard
    let adding: ActionForm
    let empty: EmptyState?

    /// Makes the page.
    ///
    /// - Parameters:
    ///   - familyName: The family's name.
    ///   - children: In the order in which they joined.
    ///   - requests: The money that children ask for and nobody answered.
    ///   - pool: What allowances are paid from.
    ///   - approvals: What they asked to buy, and a parent answers.
    ///   - notices: What stands above.
    ///   - forms: What its forms have in common.
    ///   - words: How amounts and days are said.
    public init(
        familyName: String,
        children: [Child],
        requests: [API.Allowance.MoneyRequestResponse],
        pool: API.Allowance.PoolResponse,
        approvals: [ApprovalView] = [],
        notices: [Notice] = [],
        _ forms: PageForms,
        _ words: FamilyWords
    ) {
        self.familyName = familyName
        self.notices = notices
        self.approvals = approvals
        let total = children.map(\.item.currentBalance.minor).reduce(0, +)
        let count = children.count == 1 ? "1 child" : "\(children.count) children"
        summary = "\(count) · \(words.format.money(hundredths: total)) in wallets"
        let names = children.map { child in
            let item = child.item
            return (item.childID, FamilyWords.shortName(first: item.firstName, email: item.email))
        }
        waiting = WaitingList(
            chores: children.flatMap(\.done),
            requests: requests,
            names: Dictionary(names, uniquingKeysWith: { first, _ in first }),
            forms,
            words
        )
        cards = children.map { child in
            let asked = requests.filter { $0.childID == child.item.childID }
            return Card(child, waiting: child.done.count + asked.count, words)
        }
        self.pool = PoolCard(pool, forms, words)
        adding = Self.adding(forms, isOpen: children.isEmpty)
        empty =
            children.isEmpty
            ? EmptyState(
                "Nobody gets an allowance yet",
                """
                Add your first child below. It gets a wallet, an allowance that comes by itself, \
                and a page of its own to sign in to.
                """
            ) : nil
    }

    private static func adding(_ forms: PageForms, isOpen: Bool) -> ActionForm {
        let form = "add-child"
        let fields = [
            forms.field(form, "firstName", "First name"),
            forms.field(form, "lastName", "Last name"),
            forms.field(form, "email", "E-mail to sign in with", inputmode: "email"),
            forms.field(
                form,
                "password",
                "Password",
                type: "password",
                autocomplete: "new-password",
                hint: "8 to 128 characters with at least one letter and one digit"
            ),
            forms.amount(
                form,
                "weeklyAllowance",
                "Allowance each week",
                isRequired: false,
                hint: "left empty, there is none for now"
            ),
        ]
        return forms.form(
            form,
            "Add the child",
            fields,
            isQuiet: false,
            behind: "A name and a password",
            isOpen: isOpen
        )
    }
}

extension FamilyView.Card {
    fileprivate init(_ child: FamilyView.Child, waiting: Int, _ words: FamilyWords) {
        let item = child.item
        self.init(
            name: FamilyWords.name(
                first: item.firstName,
                last: item.lastName,
                email: item.email
            ),
            href: ChildView.path(of: item.childID),
            balance: words.money(item.currentBalance),
            next: words.next(child.schedule),
            isPaused: child.schedule.isPaused,
            waits: waiting == 0 ? nil : waiting == 1 ? "1 waits for you" : "\(waiting) wait for you"
        )
    }
}

/// What allowances, rewards and money that is asked for are paid from.
struct PoolCard: Sendable {
    let holds: String
    let isLimited: Bool
    let owed: String?
    let depositing: ActionForm
    let setting: ActionForm

    init(_ pool: API.Allowance.PoolResponse, _ forms: PageForms, _ words: FamilyWords) {
        isLimited = pool.isLimited
        holds = pool.balance.map(words.money) ?? ""
        let days = pool.owedCount == 1 ? "1 day" : "\(words.format.number(pool.owedCount)) days"
        owed =
            pool.owedCount == 0
            ? nil : "\(words.money(pool.owed)) for \(days) is owed, because there was not enough."
        depositing = forms.form(
            "deposit",
            "Put it in",
            [forms.amount("deposit", "amount", "Put in")]
        )
        let limit = forms.amount(
            "set-pool",
            "balance",
            "What is there for the children",
            pool.balance.map(FamilyWords.plain) ?? "",
            isRequired: false,
            hint: "left empty, it never runs dry"
        )
        setting = forms.form("set-pool", "Keep", [limit], behind: "Set or lift the limit")
    }
}
