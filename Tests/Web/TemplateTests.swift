import Contract
import Kernel
import Testing

@testable import Web

@Suite("Templates of pages")
struct TemplateTests {
    private let format = PageFormat(languages: nil, currency: .usd)

    private func today(_ role: API.Allowance.Role = .parent) throws -> TodayView {
        let reader = API.Allowance.currentMember.answers
        return TodayView(
            TodayView.Answers(
                reader: reader,
                accounts: API.Insights.accountsOverview.answers,
                summary: API.Insights.monthlySummary.answers,
                days: API.Guardian.spendingByDay.answers,
                approvals: API.Guardian.listApprovals.answers,
                names: [:]
            ),
            today: try #require(CivilDay("2025-03-05")),
            hour: 9,
            zone: .utc,
            notices: [Notice(.good, "Done")],
            formToken: "token",
            format
        )
    }

    private func transactions(isOpen: Bool) throws -> TransactionsView {
        let list = API.Insights.transactionsOverview.answers
        let account = API.Insights.accountsOverview.answers.accounts[0]
        let month = try #require(CivilMonth("2025-01"))
        return TransactionsView(
            TransactionsView.Answers(list: list, accounts: [account, account]),
            TransactionsView.Window(
                month: month,
                page: 2,
                open: isOpen ? list.transactions[0].id : nil
            ),
            today: try #require(CivilDay("2025-03-05")),
            zone: .utc,
            notices: [Notice(.bad, "No")],
            formToken: "token",
            format
        )
    }

    private func frame(titled title: String = "A title") -> Frame {
        Frame(
            titled: title,
            at: .buy,
            for: Frame.Reader(name: "Ann", role: "Parent"),
            format,
            formToken: "token",
            waiting: [.today: 2]
        )
    }

    @Test("name nothing that their views do not have")
    func words() throws {
        var check = TemplateCheck()
        let answer = PurchaseAnswer(API.Guardian.authorizePurchase.answers, format)
        let problems = ["merchant": "a", "amount_cents": "b", "category": "c"]
        let buy = { (answer: PurchaseAnswer?) in
            BuyView(
                answer: answer,
                problems: problems,
                notices: [Notice(.bad, "No")],
                currency: "USD",
                formToken: "token"
            )
        }
        try check.check("today", try today())
        try check.check("buy", buy(answer))
        try check.check("buy", buy(nil))
        try check.check("frame", FramedPage(frame: frame(), content: ""))
        try check.check("transactions", try transactions(isOpen: true))
        try check.check("transactions", try transactions(isOpen: false))
        try check.check("message", MessageView("a", "b", trace: "c"))
        let asking = SignInView(formToken: "a", next: "/app", asksForCode: true, problem: "b")
        try check.check("sign-in", asking)
        #expect(check.unknown == [])
        for word in [
            "today: greeting", "approval: question", "bars: width", "chart: spentPoints",
            "trace: detail", "frame: icon", "sign-in: email", "notice: text",
            "transactions: bankName", "transactions: detail",
        ] {
            #expect(check.known.contains(word), "\(word)")
        }
    }

    @Test("are all read, and each is some view's or a part of one")
    func all() throws {
        _ = try Templates()
        #expect(Templates.texts.count == 11)
    }

    @Test("escape whatever is put into them")
    func escaping() throws {
        let evil = #"<img src=x onerror="alert('1')">&"#
        let escaped = "&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;"
        let templates = try Templates()
        let message = templates.html(MessageView(evil, evil, trace: evil))
        #expect(!message.contains("<img"))
        #expect(message.contains(escaped))
        let page = templates.document(
            BuyView(
                BuyView.Question(merchant: evil, amount: evil, category: evil),
                problems: ["merchant": evil],
                notices: [Notice(.warn, evil)],
                currency: evil,
                formToken: evil
            ),
            in: frame(titled: evil)
        )
        #expect(!page.contains("<img"))
        #expect(page.contains("value=\"\(escaped)\""))
        #expect(page.contains("<title>\(escaped) – Purser</title>"))
        #expect(page.hasPrefix("<!doctype html>"))
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
