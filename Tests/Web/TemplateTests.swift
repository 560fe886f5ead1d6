import Contract
import Kernel
import Testing

@testable import Web

@Suite("Templates of pages")
struct TemplateTests {
    private let format = PageFormat(languages: nil, currency: .usd)

    private func today(with changes: PolicyChanges? = nil) throws -> TodayView {
        var answers = TodayView.Answers(
            reader: API.Allowance.currentMember.answers,
            accounts: API.Insights.accountsOverview.answers,
            readings: [try #require(TodayViewTests.reading("Chase", hoursAgo: 25))],
            summary: API.Insights.monthlySummary.answers,
            days: API.Guardian.spendingByDay.answers,
            approvals: API.Guardian.listApprovals.answers,
            names: [:],
            allowances: [try #require(TodayViewTests.allowance(10_00, to: "Cleo", in: 3))]
        )
        answers.answered = [Notice(.good, "Allowed once")]
        answers.changes = changes
        return TodayView(
            answers,
            now: TodayViewTests.now,
            zone: .utc,
            formToken: "token",
            format
        )
    }

    private var changes: PolicyChanges {
        PolicyChanges(
            of: [API.Guardian.getPolicy.answers],
            PolicyTelling(
                to: API.Allowance.currentMember.answers,
                of: API.Allowance.familyMembers.answers.members,
                in: .utc,
                .usd,
                format
            )
        )
    }

    private func transactions(isOpen: Bool) throws -> TransactionsView {
        let list = API.Insights.transactionsOverview.answers
        let account = API.Insights.accountsOverview.answers.accounts[0]
        let month = try #require(CivilMonth("2025-01"))
        let row = list.transactions[0]
        var shown = TransactionSearch(month: month, open: isOpen ? row.id : nil)
        shown.before = isOpen ? nil : TransactionSearch.Place(row.occurredAt.instant, row.id)
        return TransactionsView(
            TransactionsView.Answers(
                list: isOpen ? list : nil,
                open: isOpen ? row : nil,
                choices: SearchForm.Choices(accounts: [account, account], kinds: ["Dining"])
            ),
            shown,
            TransactionsView.State(notices: [Notice(.bad, "No")], problems: ["to": "is wrong"]),
            today: try #require(CivilDay("2025-03-05")),
            zone: .utc,
            formToken: "token",
            format
        )
    }

    /// The page to sign in on, as it asks somebody, a family and one of the family.
    private var signIn: [SignInView] {
        let person = SignInView.Person(name: "<b>Cleo", reference: "abc")
        let passkey = SignInView.Passkey(challenge: "AAE", relyingParty: "purser.example")
        let asked: [SignInView.Asked] = [
            .anybody(email: "a@b.c"), .family([person]), .person(person),
            .code(ticket: "t-1", email: "a@b.c", nil),
            .code(ticket: "t-1", email: "", person),
        ]
        return asked.map { asked in
            SignInView(
                asking: asked,
                formToken: "a",
                next: "/app/buy?a=b&c",
                isFamilyDevice: true,
                passkey: passkey,
                problem: "b"
            )
        }
    }

    @Test("of signing in name whom a device lists, and no address of who was chosen")
    func family() {
        let pages = signIn.map { Templates.html($0) }
        let link = "/app/sign-in?person=abc&amp;next=%2Fapp%2Fbuy%3Fa%3Db%26c"
        #expect(pages[1].contains("<a href=\"\(link)\">&lt;b&gt;Cleo</a>"))
        #expect(!pages[1].contains("type=\"password\""))
        #expect(pages[2].contains("name=\"person\" value=\"abc\""))
        #expect(pages[2].contains("autocomplete=\"username\" value=\"&lt;b&gt;Cleo\" hidden"))
        #expect(!pages[2].contains("name=\"email\""))
        for page in pages { #expect(page.contains("data-challenge=\"AAE\"")) }
        #expect(pages[4].contains("name=\"person\" value=\"abc\""))
        #expect(!pages[4].contains("name=\"email\""))
        let plain = Templates.html(SignInView(formToken: "a", next: "/app"))
        #expect(plain.contains("<html lang=\"en\" dir=\"ltr\">"))
        #expect(plain.contains("autocomplete=\"username\" autocap"))
        for part in ["Who uses this?", "id=\"passkey\"", "passkeys.", "webauthn"] {
            #expect(!plain.contains(part), "\(part)")
        }
    }

    private func frame(titled title: String = "A title") -> Frame {
        Frame(
            titled: title,
            at: .buy,
            for: Frame.Reader(name: "Ann", role: "Parent"),
            format,
            formToken: "token",
            waiting: [.today: 2],
            position: "1-2"
        )
    }

    @Test("name nothing that their views do not have")
    func words() throws {
        var check = TemplateCheck()
        let answer = PurchaseAnswer(API.Guardian.authorizePurchase.answers)
        let problems = ["merchant": "a", "amount_cents": "b", "category": "c"]
        let buy = { (answer: PurchaseAnswer?) in
            BuyView(
                answer: answer,
                problems: problems,
                notices: [Notice(.bad, "No")],
                currency: "USD",
                formToken: "token",
                format
            )
        }
        try check.check("today", try today())
        try check.check("today", try today(with: changes))
        try check.check("buy", buy(answer))
        try check.check("buy", buy(nil))
        try check.check("frame", FramedPage(frame: frame(), content: ""))
        try check.check("transactions", try transactions(isOpen: true))
        try check.check("transactions", try transactions(isOpen: false))
        try check.check("message", MessageView("a", "b", trace: "c"))
        for view in signIn { try check.check("sign-in", view) }
        let refused = Problem.invalid([Fault(field: "code", rule: "is of no open invitation")])
        let trouble = FormTrouble(refused, in: JoinView.job, typed: ["firstName": "<Jane>"])
        try check.check("join", JoinView(trouble, formToken: "a"))
        #expect(check.unknown == [])
        for word in [
            "policy-pending: change", "today: greeting", "approval: question", "bars: width",
            "chart: spentPoints",
            "checks: detail", "frame: icon", "sign-in: email", "notice: text",
            "sign-in: href", "sign-in: reference", "sign-in: challenge", "sign-in: ticket",
            "sign-in: carriedEmail", "sign-in: again", "join: signingIn",
            "open-transaction: bankName", "open-transaction: categoryWas", "transactions: newest",
            "transactions: wayText", "search-form: kinds", "entry: detail", "entry: .way",
            "chips: chips",
        ] {
            #expect(check.known.contains(word), "\(word)")
        }
    }

    @Test("of cards and of questions name nothing that their views do not have")
    func wallet() throws {
        var check = TemplateCheck()
        for isEmpty in [true, false] { try check.check("cards", try cards(isEmpty: isEmpty)) }
        let answer = API.Rewards.recommendCard.answers
        let problems = ["merchant": "a", "spendingCategory": "b", "amount": "c", "userCards": "d"]
        for (answer, problems) in [(answer, [:]), (nil, problems), (nil, [:])] {
            let choice = CardChoiceView(answer: answer, problems: problems, currency: "USD", format)
            try check.check("which-card", choice)
        }
        for isEmpty in [true, false] { try check.check("add-card", offers(isEmpty: isEmpty)) }
        let missed = API.Rewards.missedRewards.answers
        let shown = missed.month.month
        for answers in [[missed], []] {
            let view = MissedRewardsView(answers, of: [shown], shown: shown, format)
            try check.check("missed-rewards", view)
        }
        for isEmpty in [true, false] { try check.check("ask", ask(isEmpty: isEmpty)) }
        #expect(check.unknown == [])
        for word in [
            "wallet-card: subject", "meter: width", "wallet-card: removing",
            "which-card: reason", "card-offer: adding", "add-card: attribution",
            "missed-rewards: monthSentence", "ask: value", "ask: merchant", "ask: deleting",
            "ask: telling", "ask: script",
        ] {
            #expect(check.known.contains(word), "\(word)")
        }
    }

    private func cards(isEmpty: Bool) throws -> CardsView {
        CardsView(
            isEmpty ? [] : API.Rewards.listCards.answers.cards,
            accounts: API.Insights.accountsOverview.answers.accounts,
            choice: CardChoiceView(currency: "USD", format),
            isChild: isEmpty,
            today: try #require(CivilDay("2025-03-05")),
            zone: .utc,
            notices: [Notice(.good, "Done")],
            formToken: "token",
            format
        )
    }

    private func offers(isEmpty: Bool) -> AddCardView {
        let list = API.Rewards.searchCardCatalogue.answers
        return AddCardView(
            isEmpty ? nil : list,
            AddCardView.Window(words: "a b", offset: 1),
            pageSize: 1,
            accounts: API.Insights.accountsOverview.answers.accounts,
            typed: AddCardView.Typed(card: list.cards[0].id, name: "a", account: "b"),
            problems: ["name": "a", "accountId": "b", "q": "c"],
            notices: [Notice(.bad, "No")],
            key: "key",
            formToken: "token",
            format
        )
    }

    private func ask(isEmpty: Bool) -> AskView {
        AskView(
            isEmpty ? nil : API.Insights.sendMessage.answers,
            AskView.Window(isNew: isEmpty),
            question: "What?",
            problem: "a",
            isChild: isEmpty,
            zone: .utc,
            notices: [Notice(.bad, "No")],
            key: "key",
            formToken: "token",
            currency: .usd,
            format
        )
    }

    @Test("are all read, and each is some view's or a part of one")
    func all() throws {
        #expect(Templates.texts.count == 74)
        _ = try Templates.read()
    }

    @Test("close what they open")
    func closed() {
        for (name, bytes) in Templates.texts {
            let text = String(decoding: bytes, as: UTF8.self)
            for tag in ["div", "section", "form", "ul", "li", "details", "nav", "header", "p"] {
                let opened = [">", " ", "{"].reduce(0) { count, next in
                    count + text.ranges(of: "<\(tag)\(next)").count
                }
                let closed = text.ranges(of: "</\(tag)>").count
                #expect(opened == closed, "\(name): \(tag)")
            }
        }
    }

    @Test("escape whatever is put into them")
    func escaping() throws {
        let evil = #"<img src=x onerror="alert('1')">&"#
        let escaped = "&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;"
        let message = Templates.html(MessageView(evil, evil, trace: evil))
        #expect(!message.contains("<img"))
        #expect(message.contains(escaped))
        let page = Templates.document(
            BuyView(
                BuyView.Question(merchant: evil, amount: evil, category: evil),
                problems: ["merchant": evil],
                notices: [Notice(.warn, evil)],
                currency: evil,
                formToken: evil,
                format
            ),
            in: frame(titled: evil)
        )
        #expect(!page.contains("<img"))
        #expect(page.contains("value=\"\(escaped)\""))
        #expect(page.contains("<title>\(escaped) – Purser</title>"))
        #expect(page.hasPrefix("<!doctype html>"))
    }

    @Test("say aloud what waits for an answer, and nothing of what the reader asked itself")
    func saying() throws {
        let approval = API.Guardian.listApprovals.answers[0]
        let view = { (count: Int, names: [ID<Entity.Member>: String]) in
            TodayView(
                TodayView.Answers(
                    reader: API.Allowance.currentMember.answers,
                    accounts: API.Insights.accountsOverview.answers,
                    summary: API.Insights.monthlySummary.answers,
                    days: [],
                    approvals: Array(repeating: approval, count: count),
                    names: names
                ),
                now: TodayViewTests.now,
                zone: .utc,
                formToken: "token",
                format
            )
        }
        let names = [approval.userID: "Cleo"]
        let one = try #require(view(1, names).says)
        #expect(one.hasPrefix("Cleo asks: may I buy this? \(approval.merchant), "))
        #expect(view(2, names).says == "2 purchases wait for your answer")
        #expect(view(1, [:]).says == nil)
        #expect(view(0, names).says == nil)
    }
}

@Suite("Figures of pages")
struct PageFormatTests {
    @Test(
        "are written as the reader writes them, with a minus sign",
        arguments: [
            (nil, "USD", "\u{2212}$1,290.50"), ("en-US,en;q=0.9", "USD", "\u{2212}$1,290.50"),
            ("de-DE", "EUR", "\u{2212}1.290,50\u{A0}€"), ("xx-nothing", "USD", "\u{2212}$1,290.50"),
            ("<script>", "USD", "\u{2212}$1,290.50"),
        ] as [(String?, String, String)]
    )
    func money(languages: String?, code: String, text: String) throws {
        let currency = try #require(Currency(code: code))
        let format = PageFormat(languages: languages, currency: currency)
        #expect(format.money(hundredths: -129_050) == text)
    }

    @Test("have as many decimals as the currency")
    func decimals() throws {
        let text = { (code: String) in
            let currency = try #require(Currency(code: code))
            return PageFormat(languages: nil, currency: currency).money(hundredths: 129_000)
        }
        #expect(try text("JPY").filter(\.isNumber) == "1290")
        #expect(try text("KWD").filter(\.isNumber) == "1290000")
    }

    @Test("say what came in with a plus sign")
    func moved() {
        let format = PageFormat(languages: nil, currency: .usd)
        #expect(Amount.moved(hundredths: 420_000, format).text == "+$4,200.00")
        #expect(Amount.moved(hundredths: 420_000, format).isIn)
        #expect(Amount.moved(hundredths: -999, format).text == "\u{2212}$9.99")
        #expect(!Amount.held(hundredths: 5, format).isIn)
    }

    @Test("draw a month beside its usual course")
    func course() throws {
        let format = PageFormat(languages: nil, currency: .usd)
        let month = try #require(CivilMonth("2025-02"))
        let chart = CourseChart(
            [1_000, 0, 2_000],
            usual: Array(stride(from: 500, through: 14_000, by: 500)),
            in: month,
            format
        )
        #expect(chart.spent == "$30.00")
        #expect(chart.usual == "$15.00")
        #expect(chart.spentPoints == "0,100 3.5,93 7.1,93 10.7,79")
        #expect(chart.label.contains("by this day usually $15.00"))
        #expect(CourseChart([], usual: [], in: month, format).usualPoints == nil)
    }
}
