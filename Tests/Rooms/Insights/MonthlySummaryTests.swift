import Contract
import Kernel
import Operations
import PurserKit
import Testbed
import Testing

@testable import ServerTestbed

@Suite("GET /analytics/summary of a month")
struct MonthlySummaryTests {
    @Test("cases 6 to 8: of May has its categories, merchants and anomalies", arguments: Engine.all)
    func may(engine: Engine) async throws {
        try await InsightsHome.demo(engine) { home in
            let may = try await home.summary("2025-05")
            #expect(may.month.month.text == "2025-05" && !may.traceID.isEmpty)
            #expect(may.totals.income.minor == 840_625 && may.totals.expense.minor == -431_779)
            #expect(may.totals.net.minor == 408_846)
            let categories = may.byCategory.map { share in
                "\(share.category) \(share.amount.minor) \(share.percentage.minor)"
            }
            #expect(
                categories == [
                    "Housing -185000 4285", "Travel -74500 1725", "Groceries -58065 1345",
                    "Shopping -51438 1191", "Utilities -27344 633", "Transport -15740 365",
                    "Dining -8750 203", "Health -4999 116",
                ]
            )
            let merchants = may.topMerchants.map { total in
                "\(total.merchant) \(total.amount.minor) (\(total.transactionCount))"
            }
            #expect(
                merchants == [
                    "Oakwood Apartments -185000 (1)", "Whole Foods -42705 (3)", "Delta -42500 (1)",
                    "Airbnb -32000 (1)", "Best Buy -29999 (1)",
                ]
            )
            let anomalies = may.anomalies.map { anomaly in
                """
                \(anomaly.merchantName) \(anomaly.method.rawValue) \(anomaly.amount.minor) \
                \(anomaly.deltaAmount.minor) \(anomaly.budgetImpactPercent.minor) \
                \(anomaly.occurredAt.instant.text)
                """
            }
            #expect(
                anomalies == [
                    "Delta IQR -42500 37080 984 2025-05-26T00:00:00Z",
                    "Oakwood Apartments Z_SCORE -185000 179580 4285 2025-05-03T00:00:00Z",
                ]
            )
            let rows = try await home.may().transactions
            let listed = rows.filter { $0.anomalyScore != nil }.map(\.id)
            #expect(may.anomalies.map(\.transactionID) == listed)
        }
    }

    @Test("is written as the contract has it", arguments: Engine.all)
    func wire(engine: Engine) async throws {
        try await InsightsHome.demo(engine) { home in
            let json = try await home.get("/analytics/summary?month=2025-05").json()
            #expect(
                json.members.map(\.key) == [
                    "month", "totals", "byCategory", "topMerchants", "anomalies", "aiHighlight",
                    "safeToSpend", "traceId",
                ]
            )
            #expect(json["totals"]?.text == #"{"income":8406.25,"expense":-4317.79,"net":4088.46}"#)
            #expect(
                json["aiHighlight"]?.members.map(\.key) == [
                    "title", "summary", "sentiment", "recommendations",
                ]
            )
            guard case .array(let anomalies) = json["anomalies"] else {
                Issue.record("no anomalies")
                return
            }
            #expect(
                anomalies.first?.members.map(\.key) == [
                    "transactionId", "method", "amount", "deltaAmount", "budgetImpactPercent",
                    "occurredAt", "merchantName",
                ]
            )
        }
    }

    @Test("case 9: of June stands out for what is there once", arguments: Engine.all)
    func june(engine: Engine) async throws {
        try await InsightsHome.demo(engine) { home in
            let june = try await home.summary("2025-06")
            #expect(june.totals.income.minor == 420_000)
            #expect(june.totals.expense.minor == -1_065_653 && june.totals.net.minor == -645_653)
            #expect(june.aiHighlight.sentiment == .negative)
            #expect(june.aiHighlight.title == "$6,456.53 behind in June 2025")
            #expect(june.aiHighlight.recommendations.count == 2)
            #expect(june.latestHighlight == nil)
            let anomalies = june.anomalies.map { anomaly in
                "\(anomaly.merchantName) \(anomaly.method.rawValue) "
                    + "\(anomaly.budgetImpactPercent.minor)"
            }
            #expect(
                anomalies == [
                    "Emergency Hospital Bill IQR 3003", "Designer Furniture Z_SCORE 4691",
                    "Oakwood Apartments IQR 1736",
                ]
            )
        }
    }

    @Test("of a month without rows says so", arguments: Engine.all)
    func empty(engine: Engine) async throws {
        try await InsightsHome.demo(engine) { home in
            for month in ["2025-07", "2025-02", "0001-01", "9999-12", "2026-01"] {
                let summary = try await home.summary("\(month)&generateAi=true")
                #expect(summary.month.month.text == month)
                #expect(summary.totals.income.minor == 0 && summary.totals.expense.minor == 0)
                #expect(summary.byCategory == [] && summary.topMerchants == [])
                #expect(summary.anomalies == [] && summary.latestHighlight == nil)
                #expect(summary.aiHighlight.title == "No activity")
                #expect(summary.aiHighlight.sentiment == .neutral)
                #expect(summary.aiHighlight.recommendations == [])
            }
        }
    }

    @Test("is of one month, also where years meet", arguments: Engine.all)
    func years(engine: Engine) async throws {
        try await InsightsHome.demo(engine, at: "2025-02-10T12:00:00Z") { home in
            for month in ["2024-11", "2024-12", "2025-01"] {
                let summary = try await home.summary(month)
                #expect(summary.totals.net.minor == 408_846, "\(month)")
                #expect(summary.byCategory.count == 8)
            }
            #expect(try await home.summary("2024-10").totals.net.minor == 0)
            #expect(try await home.summary("2025-02").totals.net.minor == -645_653)
        }
    }

    @Test("counts a row on the household's day, and tells its instant", arguments: Engine.all)
    func timeZone(engine: Engine) async throws {
        try await InsightsHome.with(
            engine,
            timeZone: "Pacific/Auckland",
            linked: false
        ) { home in
            let account = try await home.server.openAccount(of: home.owner)
            // Midnight in Auckland is noon UTC: two of May, five of June.
            let rows: [(Int64, String)] = [
                (100, "2025-05-30T12:00:00Z"), (200, "2025-05-31T11:59:59Z"),
                (400, "2025-05-31T12:00:00Z"), (400, "2025-06-01T01:00:00Z"),
                (400, "2025-06-01T11:00:00Z"), (400, "2025-06-02T11:00:00Z"),
                (90_000, "2025-06-01T02:03:04Z"),
            ]
            for (minor, at) in rows {
                let purchase = account.purchase(minor, on: Timestamp(test: at))
                try await home.server.record(purchase, in: account)
            }
            let may = try await home.summary("2025-05")
            #expect(may.totals.expense.minor == -300 && may.anomalies == [])
            let june = try await home.summary("2025-06")
            #expect(june.totals.expense.minor == -91_600)
            let instants = june.anomalies.map(\.occurredAt.instant.text)
            #expect(instants == ["2025-06-01T02:03:04Z"])
            // There it is the 11th already.
            #expect(june.safeToSpend.cycleStart.day.text == "2025-06-01")
            #expect(june.safeToSpend.daysRemaining == 20)
        }
    }

    @Test("is about the caller alone", arguments: Engine.all)
    func others(engine: Engine) async throws {
        try await InsightsHome.demo(engine) { home in
            let child = try await home.server.registerChild(of: home.owner)
            let stranger = try await home.server.registerParent("stranger@roe.example")
            for member in [child, stranger] {
                let summary = try await home.summary("2025-05", of: member)
                #expect(summary.totals.income.minor == 0 && summary.totals.expense.minor == 0)
                #expect(summary.byCategory == [] && summary.anomalies == [])
                #expect(summary.aiHighlight.title == "No activity")
                // No cash, of which 100 have to stay.
                #expect(summary.safeToSpend.hardCap.minor == -10_000)
                #expect(summary.safeToSpend.danger)
            }
        }
    }

    @Test("counts an edit at once", arguments: Engine.all)
    func edited(engine: Engine) async throws {
        try await InsightsHome.demo(engine) { home in
            let rows = try await home.may().transactions
            let row = try #require(rows.first { $0.merchantName == "Whole Foods" })
            _ = try await home.owner.updateTransaction(row.id, category: "dining")
            let may = try await home.summary("2025-05")
            let amounts = Dictionary(
                uniqueKeysWithValues: may.byCategory.map { ($0.category, $0.amount.minor) }
            )
            #expect(amounts["Groceries"] == -43_830 && amounts["Dining"] == -22_985)
            #expect(may.topMerchants.contains { $0.amount.minor == -42_705 })
        }
    }

    @Test("refuses what is malformed in its own shape; without a month it is another call")
    func refusals() async throws {
        try await InsightsHome.demo(.sqlite) { home in
            for (query, fields) in [
                ("month=2025-13", ["month"]), ("month=2025-5", ["month"]), ("month=", ["month"]),
                ("month", ["month"]), ("month=0000-01", ["month"]), ("month=2025-05-01", ["month"]),
                ("month=2025-05&generateAi=maybe", ["generateAi"]),
                ("range=7d&month=x&generateAi=2", ["month", "generateAi"]),
                ("month=2025-05&month=2025-06", ["month"]),
            ] {
                let answer = try await home.get("/analytics/summary?\(query)")
                #expect(answer.status == 400, "\(query)")
                #expect(try answer.string("error.code") == "INVALID_REQUEST", "\(query)")
                let named = try answer.faults().map { String($0.prefix { $0 != " " }) }
                #expect(named == fields, "\(query)")
            }
            let usual = try await home.get("/analytics/summary?range=7d&generateAi=maybe").json()
            #expect(usual["spend_cents"] != nil && usual["aiHighlight"] == nil)
            let refused = try await home.get("/analytics/summary?range=1d")
            #expect(refused.status == 400)
            #expect(try refused.string("error")?.hasPrefix("range ") == true)
            let nobody = try await home.server.get("/analytics/summary?month=2025-05")
            #expect(nobody.status == 401)
            #expect(try nobody.string("error.code") == "UNAUTHENTICATED")
            #expect(try await home.server.get("/analytics/summary").string("error.code") == nil)
        }
    }
}
