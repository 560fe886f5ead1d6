import Contract
import Kernel
import Testing

@testable import Web

@Suite("Templates of the family's pages")
struct FamilyTemplateTests {
    private static let evil = #"<img src=x onerror="alert('1')">"#

    private var words: FamilyWords {
        FamilyWords(PageFormat(languages: nil, currency: .usd), zone: .utc)
    }

    private func forms(
        _ form: String = "none",
        on thing: String = "",
        values: [String: String] = [:],
        problems: [String: String] = [:]
    ) -> PageForms {
        let sent = SentForm(form, on: thing, values: values, problems: problems)
        return PageForms(token: "token", key: "key", sent: sent, in: .usd)
    }

    private var movements: API.Allowance.TransactionListResponse {
        let answer = API.Allowance.walletTransactions.answers
        return API.Allowance.TransactionListResponse(
            childID: answer.childID,
            totalCount: 60,
            limit: 20,
            offset: 20,
            transactions: answer.transactions
        )
    }

    private var chores: [API.Allowance.ChoreResponse] {
        [
            API.Allowance.assignChore.answers, API.Allowance.finishChore.answers,
            API.Allowance.approveChore.answers, API.Allowance.rejectChore.answers,
        ]
    }

    private var requests: [API.Allowance.MoneyRequestResponse] {
        [
            API.Allowance.requestMoney.answers, API.Allowance.approveMoneyRequest.answers,
            API.Allowance.declineMoneyRequest.answers,
        ]
    }

    private func family(_ forms: PageForms, isEmpty: Bool = false) -> FamilyView {
        let child = FamilyView.Child(
            item: API.Allowance.familyChildren.answers.children[0],
            schedule: API.Allowance.pauseSchedule.answers,
            done: [API.Allowance.finishChore.answers]
        )
        return FamilyView(
            familyName: "Doe Family",
            children: isEmpty ? [] : [child],
            requests: isEmpty ? [] : [API.Allowance.requestMoney.answers],
            pool: API.Allowance.getPool.answers,
            approvals: isEmpty ? [] : [approval],
            notices: [Notice(.bad, "No")],
            forms,
            words
        )
    }

    private func child(
        _ forms: PageForms,
        _ schedule: API.Allowance.ScheduleResponse = API.Allowance.getSchedule.answers
    ) -> ChildView {
        ChildView(
            ChildAnswers(
                child: API.Allowance.getChild.answers,
                history: movements,
                chores: chores,
                goals: API.Allowance.listGoals.answers,
                jars: API.Allowance.getJars.answers,
                schedule: schedule,
                requests: requests
            ),
            approvals: [approval],
            notices: [Notice(.bad, "No")],
            forms,
            words
        )
    }

    private var approval: ApprovalView {
        ApprovalView(
            API.Guardian.listApprovals.answers[0],
            askedBy: "Zoe",
            isParent: true,
            now: Self.now,
            formToken: "token",
            words.format
        )
    }

    /// Four minutes after the example's purchase was asked about.
    private static let now = Timestamp(seconds: 1_736_937_240)

    private func own(_ forms: PageForms) throws -> OwnView {
        OwnView(
            OwnView.Answers(
                child: API.Allowance.childDashboard.answers,
                chores: chores,
                goals: API.Allowance.listGoals.answers,
                jars: API.Allowance.getJars.answers,
                schedule: API.Allowance.getSchedule.answers,
                requests: requests,
                purchases: OwnPurchases.Answers(
                    overrides: API.Guardian.listOverrides.answers.map { row in
                        API.Guardian.OverrideRow(
                            ts: row.ts,
                            merchant: row.merchant,
                            amountCents: row.amountCents,
                            used: false
                        )
                    },
                    approvals: API.Guardian.listApprovals.answers,
                    parents: ["Ana", "Ben"]
                )
            ),
            now: Self.now,
            currency: .usd,
            notices: [Notice(.bad, "No")],
            forms,
            words
        )
    }

    private func past(isEmpty: Bool) -> PastView {
        PastView(
            API.Allowance.childDashboard.answers,
            history: movements,
            approvals: isEmpty ? [] : API.Guardian.listApprovals.answers,
            requests: isEmpty ? [] : requests,
            words
        )
    }

    private func own(chores: [API.Allowance.ChoreResponse]) -> ChoresView {
        ChoresView(chores, notices: [Notice(.bad, "No")], forms(), words)
    }

    @Test("name nothing that their views do not have")
    func known() throws {
        var check = TemplateCheck()
        let wrong = forms("add-child", problems: ["firstName": "is required"])
        try check.check("family", family(wrong))
        try check.check("family", family(forms(), isEmpty: true))
        try check.check("family-child", child(forms("move", problems: ["amount": "is too much"])))
        try check.check("family-child", child(forms(), API.Allowance.pauseSchedule.answers))
        try check.check("family-own", own(forms("ask", problems: ["amount": "is too much"])))
        try check.check("family-past", past(isEmpty: false))
        try check.check("family-past", past(isEmpty: true))
        try check.check("family-chores", own(chores: chores))
        try check.check("family-chores", own(chores: []))
        #expect(check.unknown == [])
        for word in [
            "family: holds", "family: owed", "family-waiting: heading", "field-state: described",
            "text-field: isChosen", "form: hiddenValue", "goals: forms", "meter: sum",
            "entry: detail", "entry: tags", "family-child: sentence", "family-child: upcoming",
            "family-child: wallet.balance", "family-own: chores", "family-own: given",
            "family-own: movements", "family-own: ownSays", "own-purchases: again",
            "own-purchases: askedAge", "family-past: bought", "family-past: asked",
            "family-chores: open", "family-chores: past", "family: approvals",
        ] {
            #expect(check.known.contains(word), "\(word)")
        }
    }

    @Test("escape whatever is put into them, and keep it where it was typed")
    func escaping() throws {
        let values = ["amount": Self.evil, "description": Self.evil]
        let html = Templates.html(child(forms("move", values: values, problems: values)))
        #expect(!html.contains("<img"))
        let escaped = "&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;"
        #expect(html.contains("value=\"\(escaped)\""))
        #expect(html.contains("<p class=\"error\" id=\"move-amount-problem\">\(escaped)</p>"))
        #expect(html.contains("aria-describedby=\"move-amount-problem\""))
    }

    @Test("never show a password again")
    func password() throws {
        let values = ["firstName": "Zoe", "password": "secret-1234"]
        let html = Templates.html(family(forms("add-child", values: values)))
        #expect(html.contains("value=\"Zoe\""))
        #expect(!html.contains("secret-1234"))
    }

    @Test("keep what was typed in the form of the thing that it is about, and in no other")
    func things() throws {
        let goal = API.Allowance.listGoals.answers.goals[0].id.text
        let sent = { (thing: String) in
            forms("update-goal", on: thing, values: ["name": "Red", "targetAmount": "none"])
        }
        #expect(Templates.html(child(sent(goal))).contains("value=\"none\""))
        #expect(!Templates.html(child(sent("another"))).contains("value=\"none\""))
    }

    @Test("offer a child what it may say is done, and a parent what it may take back")
    func doing() throws {
        let (own, parents) = (Templates.html(try own(forms())), Templates.html(child(forms())))
        let count = { (html: String, job: String) in
            html.ranges(of: "name=\"do\" value=\"\(job)\"").count
        }
        let list = chores
        #expect(list.map(\.isOpen) == [true, false, false, true])
        #expect(count(own, "finish-chore") == 2)
        #expect(count(own, "delete-chore") == 0)
        #expect(count(parents, "delete-chore") == list.filter { $0.state != .approved }.count)
        #expect(count(parents, "finish-chore") == 0)
    }

    @Test("give each field an id of its own")
    func ids() throws {
        for html in [
            Templates.html(family(forms())), Templates.html(child(forms())),
            Templates.html(try own(forms())), Templates.html(past(isEmpty: false)),
            Templates.html(own(chores: chores)),
        ] {
            let ids = html.matches(of: /\ id="([^"]+)"/).map { String($0.1) }
            #expect(ids.count == Set(ids).count)
            for field in html.matches(of: /<label for="([^"]+)"/) {
                #expect(ids.contains(String(field.1)), "\(field.1)")
            }
        }
    }
}

@Suite("Words of the family's pages")
struct FamilyWordsTests {
    private let words = FamilyWords(PageFormat(languages: nil, currency: .usd), zone: .utc)

    private func schedule(
        _ frequency: API.Allowance.Frequency = .weekly,
        minor: Int64 = 1_000,
        next: Int64? = nil,
        pausedBecause reason: String? = nil
    ) -> API.Allowance.ScheduleResponse {
        API.Allowance.ScheduleResponse(
            childID: API.Allowance.getSchedule.answers.childID,
            frequency: frequency,
            weekday: frequency == .monthly ? nil : .friday,
            dayOfMonth: frequency == .monthly ? 31 : nil,
            amount: DecimalAmount(minor: minor),
            isPaused: reason != nil,
            pauseReason: reason,
            nextAllowanceDate: next.map { WireTimestamp(Timestamp(seconds: $0)) }
        )
    }

    @Test("say what comes next, or why nothing does")
    func next() {
        let friday = schedule(next: 1_737_072_000)
        #expect(words.next(friday) == "The next $10.00 comes on Friday, January 17.")
        #expect(words.next(schedule()) == "The first allowance of $10.00 comes soon.")
        #expect(words.next(schedule(minor: 0)) == "No allowance is set.")
        let paused = schedule(pausedBecause: "Camp")
        #expect(words.next(paused) == "The allowance has a break: Camp")
    }

    @Test("say how often")
    func rhythm() {
        #expect(words.rhythm(schedule()) == "every week on Friday")
        #expect(words.rhythm(schedule(.biweekly)) == "every two weeks on Friday")
        #expect(words.rhythm(schedule(.monthly)) == "every month on day 31")
    }

    @Test("link to newer and older movements only where there are some")
    func pages() {
        let answer = API.Allowance.walletTransactions.answers
        let history = { (total: Int64, offset: Int64) in
            WalletHistory(
                API.Allowance.TransactionListResponse(
                    childID: answer.childID,
                    totalCount: total,
                    limit: 20,
                    offset: offset,
                    transactions: answer.transactions
                ),
                at: "/app/family",
                words
            )
        }
        #expect(history(20, 0).older == nil)
        #expect(history(21, 0).older == "/app/family?page=2#history")
        #expect(history(21, 0).newer == nil)
        #expect(history(21, 20).newer == "/app/family?page=1#history")
        #expect(history(21, 20).older == nil)
        #expect(history(2, 0).movements.map(\.amount.text) == ["+$15.50", "+$10.00"])
    }
}
