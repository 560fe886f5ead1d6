import Contract
import Kernel
import Testing

@testable import Web

@Suite("Transactions of a page")
struct TransactionListTests {
    private let format = PageFormat(languages: nil, currency: .usd)

    private func transaction(
        _ hundredths: Int64,
        _ currency: String,
        pending: Bool = false,
        notes: String? = nil,
        anomaly: API.Insights.AnomalyScore? = nil
    ) -> API.Insights.Transaction {
        let example = API.Insights.transactionsOverview.answers.transactions[0]
        return API.Insights.Transaction(
            id: example.id,
            userID: example.userID,
            accountID: example.accountID,
            merchantName: "Corner Books",
            amount: DecimalAmount(minor: hundredths),
            currency: currency,
            occurredAt: example.occurredAt,
            pending: pending,
            category: "Shopping",
            notes: notes,
            anomalyScore: anomaly
        )
    }

    private func page(
        _ transaction: API.Insights.Transaction,
        isOpen: Bool = true
    ) throws -> String {
        let example = API.Insights.transactionsOverview.answers
        let month = try #require(CivilMonth("2025-05"))
        let list = API.Insights.TransactionsListResponse(
            [transaction],
            period: example.period,
            aggregates: example.aggregates,
            page: 0,
            pageSize: 51,
            traceID: "a"
        )
        return Templates.html(
            TransactionsView(
                TransactionsView.Answers(
                    list: list,
                    open: isOpen ? transaction : nil,
                    choices: SearchForm.Choices(accounts: [], kinds: ["Dining"])
                ),
                TransactionSearch(month: month, open: isOpen ? transaction.id : nil),
                today: try #require(CivilDay("2026-03-05")),
                zone: .utc,
                formToken: "token",
                format
            )
        )
    }

    @Test("are written in the currency of their account")
    func currencies() throws {
        for (currency, text) in [("EUR", "€100.00"), ("JPY", "¥100"), ("USD", "$100.00")] {
            let html = try page(transaction(-100_00, currency))
            // In the list and beside it.
            let count = html.ranges(of: ">\u{2212}\(text)<").count
            #expect(count == 2, "\(currency)")
        }
        #expect(try page(transaction(100_00, "EUR")).contains(">+€100.00<"))
    }

    /// A line whose form was refused, and one whose was not.
    static func lines() throws -> [TransactionLine] {
        let transaction = Self().transaction(-100_00, "USD", pending: true, notes: "a")
        let month = try #require(CivilMonth("2025-05"))
        return [nil, "typed"].map { (typed: String?) in
            let forms = TransactionForms(
                search: TransactionSearch(month: month),
                edited: typed.map { text in
                    EditedTransaction(
                        transaction.id,
                        isInList: true,
                        category: text,
                        notes: "",
                        problems: ["category": "is wrong"]
                    )
                },
                formToken: "token"
            )
            return TransactionLine(transaction, ["Shopping"], forms, on: nil, Self().format)
        }
    }

    @Test(
        "have the form that is made of components elsewhere, line breaks aside",
        arguments: [
            (-100_00, false, nil), (250_00, true, nil), (-1_00, false, "b < \"c\""),
            (-7, true, "n"),
        ]
    )
    func line(hundredths: Int64, isPending: Bool, notes: String?) throws {
        let transaction = transaction(hundredths, "USD", pending: isPending, notes: notes)
        let month = try #require(CivilMonth("2025-05"))
        let search = TransactionSearch(month: month)
        let day = try #require(CivilDay("2025-05-04"))
        for edited in [nil, false, true] as [Bool?] {
            let forms = TransactionForms(
                search: search,
                edited: edited.map { isInList in
                    EditedTransaction(
                        transaction.id,
                        isInList: isInList,
                        category: "typed",
                        notes: "",
                        problems: ["category": "is wrong"]
                    )
                },
                formToken: "to&ken"
            )
            let line = TransactionLine(transaction, ["Shopping", ""], forms, on: day, format)
            let detail = ["Shopping", notes].compactMap(\.self).joined(separator: " · ")
            let entry = Entry(
                transaction.merchantName,
                .moved(transaction, format),
                detail,
                tags: transaction.tags,
                forms: [forms.inList(TransactionForms.Subject(transaction))],
                to: search.with { ($0.open, $0.day) = (transaction.id, day) }.path
            )
            let html = Templates.html(line)
            #expect(html.filter { $0 != "\n" } == Templates.html(entry).filter { $0 != "\n" })
            #expect(html.contains("value=\"typed\"") == (edited == true))
        }
    }

    @Test("say what is pending, what is unusual and what is usual")
    func remarks() throws {
        let score = API.Insights.AnomalyScore(
            method: .zScore,
            deltaAmount: DecimalAmount(minor: 255_00),
            budgetImpactPercent: DecimalAmount(minor: 42_50)
        )
        let html = try page(transaction(-300_00, "USD", pending: true, anomaly: score))
        #expect(html.contains("Pending: the bank may still change it, or take it back."))
        #expect(
            html.contains(
                """
                Unusual: a purchase is usually about $45.00, and this is $255.00 more. It is \
                42.5 % of all that was spent in May 2025.
                """
            )
        )
        #expect(html.contains("Monday, May 19, 2025"))
        let plain = try page(transaction(-300_00, "USD"))
        #expect(!plain.contains("Unusual") && !plain.contains("Pending"))
    }

    @Test("carry what they were called, in the list and beside it")
    func forms() throws {
        let html = try page(transaction(-1_00, "USD"))
        #expect(html.ranges(of: "name=\"category_was\" value=\"Shopping\"").count == 2)
        #expect(html.contains("<span class=\"hidden\"> kind and note of Corner Books</span>"))
        let ids = html.matches(of: /\ id="([^"]+)"/).map { String($0.1) }
        #expect(ids.count == Set(ids).count)
        #expect(!(try page(transaction(-1_00, "USD"), isOpen: false)).contains("<aside"))
    }

    @Test("are of a month, of days, or of one month of many days after the other")
    func periods() throws {
        let today = try #require(CivilDay("2025-03-05"))
        let search = { (from: String, to: String, month: String) in
            TransactionSearch(from: from, to: to, month: CivilMonth(month))
        }
        for (search, first, last, earlier, later) in [
            (search("", "", ""), "2025-03-01", "2025-03-31", "2025-02", nil),
            (search("", "", "2024-12"), "2024-12-01", "2024-12-31", "2024-11", "2025-01"),
            (
                search("2025-02-01", "2025-02-28", ""),
                "2025-02-01", "2025-02-28", "2025-01", "2025-03"
            ),
            (search("2025-01-10", "2025-02-28", ""), "2025-01-10", "2025-02-28", nil, nil),
            (search("", "2024-12-15", ""), "2024-12-01", "2024-12-15", "2024-11", nil),
            (search("2025-02-10", "", ""), "2025-03-01", "2025-03-31", "2025-02", nil),
            (search("2025-02-10", "", "2025-02"), "2025-02-10", "2025-02-28", nil, "2025-03"),
            (search("2020-01-10", "2024-12-15", ""), "2024-12-01", "2024-12-15", "2024-11", nil),
            (search("2025-03-10", "2025-03-01", ""), "2025-03-10", "2025-03-10", nil, nil),
        ] as [(TransactionSearch, String, String, String?, String?)] {
            let period = ListPeriod(of: search, today: today)
            #expect(period.first.text == first && period.last.text == last, "\(search)")
            #expect(period.earlier?.text == earlier && period.later?.text == later, "\(search)")
        }
    }

    @Test("have a place that is read as it is written")
    func places() throws {
        let id = API.Insights.transactionsOverview.answers.transactions[0].id
        for text in ["1741165200000.\(id.text)", "-5", "0"] {
            #expect(TransactionSearch.Place(text)?.text == text)
        }
        for text in ["", ".", "1.", "x", "1.x", "99999999999999999", "1.\(id.text)."] {
            #expect(TransactionSearch.Place(text) == nil, "\(text)")
        }
    }
}
