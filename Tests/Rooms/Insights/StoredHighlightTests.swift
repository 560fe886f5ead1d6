import Contract
import Kernel
import Operations
import Providers
import PurserKit
import SQL
import Store
import Synchronization
import Testbed
import Testing

@testable import ServerTestbed

@Suite("The highlight of a month, by a language model")
struct StoredHighlightTests {
    private static let may = """
        Title: A good May
        Summary: You earned $8,406.25 and spent $4,317.79, so $4,088.46 is left.
        Recommendation: Put a part of the $4,088.46 aside.
        """
    private static let june = """
        Title: A hard June
        Summary: You spent $10,656.53, which is $6,456.53 more than came in.
        Recommendation: Spend less on Shopping.
        """
    private static let plain = "$4,088.46 ahead in May 2025"

    /// A model that writes of the month it is told.
    private static func model() -> ScriptedModel {
        ScriptedModel { text in text.contains("Month: May 2025") ? may : june }
    }

    private func highlights(_ home: InsightsHome) async throws -> Int {
        try #require(try await home.server.contents().tables["highlights"]).count
    }

    @Test("is written when that is asked for, and kept for the same facts", arguments: Engine.all)
    func stored(engine: Engine) async throws {
        let model = Self.model()
        try await InsightsHome.demo(engine, model) { home in
            let before = try await home.server.contents()
            let usual = try await home.summary("2025-05")
            #expect(usual.aiHighlight.title == Self.plain && usual.latestHighlight == nil)
            let not = try await home.summary("2025-05&generateAi=false")
            #expect(not.aiHighlight == usual.aiHighlight)
            #expect(model.requests.isEmpty)
            #expect(try await home.server.contents() == before)

            let written = try await home.summary("2025-05&generateAi=true")
            #expect(written.aiHighlight.title == "A good May")
            #expect(written.aiHighlight.summary.hasSuffix("$4,088.46 is left."))
            #expect(written.aiHighlight.sentiment == .positive)
            let advice = ["Put a part of the $4,088.46 aside."]
            #expect(written.aiHighlight.recommendations == advice)
            #expect(written.latestHighlight?.month.month.text == "2025-05")
            #expect(written.latestHighlight?.highlight == written.aiHighlight)
            #expect(try await home.server.contents().changed(since: before) == ["highlights"])

            // Asked again or not, it is the stored one, and the model is left alone.
            let kept = try await home.server.contents()
            model.now { _ throws(LanguageModelError) in throw .unreachable }
            for query in ["2025-05", "2025-05&generateAi=true"] {
                let again = try await home.summary(query)
                #expect(again.aiHighlight == written.aiHighlight, "\(query)")
                #expect(again.latestHighlight == written.latestHighlight, "\(query)")
            }
            #expect(model.requests.count == 1)
            #expect(try await home.server.contents() == kept)
        }
    }

    @Test("is not the month's any more once a row is edited", arguments: Engine.all)
    func stale(engine: Engine) async throws {
        let model = Self.model()
        try await InsightsHome.demo(engine, model) { home in
            let written = try await home.summary("2025-05&generateAi=true")
            let row = try #require(try await home.may().transactions.first)
            _ = try await home.owner.updateTransaction(row.id, category: "Gifts")
            let stale = try await home.summary("2025-05")
            #expect(stale.aiHighlight.title == Self.plain)
            #expect(stale.latestHighlight == written.latestHighlight)
            // What was written of the facts of before is what the row is put back to.
            _ = try await home.owner.updateTransaction(row.id, category: row.category)
            #expect(try await home.summary("2025-05").aiHighlight == written.aiHighlight)
            _ = try await home.owner.updateTransaction(row.id, category: "Gifts")
            model.now { _ in Self.may.replacing("A good May", with: "May again") }
            let again = try await home.summary("2025-05&generateAi=true")
            #expect(again.aiHighlight.title == "May again")
            #expect(again.latestHighlight?.highlight == again.aiHighlight)
            #expect(model.requests.count == 2)
            #expect(try await highlights(home) == 1)
        }
    }

    @Test("that is the latest is the one of the greatest month", arguments: Engine.all)
    func latest(engine: Engine) async throws {
        try await InsightsHome.demo(engine, Self.model()) { home in
            let june = try await home.summary("2025-06&generateAi=true")
            #expect(june.aiHighlight.title == "A hard June")
            #expect(june.aiHighlight.sentiment == .negative)
            let may = try await home.summary("2025-05&generateAi=true")
            #expect(may.aiHighlight.title == "A good May")
            for query in ["2025-05", "2025-04", "2030-01"] {
                let latest = try await home.summary(query).latestHighlight
                #expect(latest?.month.month.text == "2025-06", "\(query)")
                #expect(latest?.highlight == june.aiHighlight, "\(query)")
            }
            #expect(may.latestHighlight == june.latestHighlight)
            #expect(try await highlights(home) == 2)
            // Of another household, and of another member, it is none.
            let child = try await home.server.registerChild(of: home.owner)
            let stranger = try await home.server.registerParent("stranger@roe.example")
            for member in [child, stranger] {
                #expect(try await home.summary("2025-06", of: member).latestHighlight == nil)
            }
        }
    }

    @Test(
        "is said without the model when that writes a wrong number or not what was asked for",
        arguments: Engine.all,
        [
            "", "Sure, here it is:\n\(may)", "{\"title\":\"May\"}",
            may.replacing("$4,317.79", with: "$4,317.80"),
            may.replacing("aside.", with: "aside, like 80% of people."),
            may.replacing("aside.", with: "aside at www.example.com."),
        ]
    )
    func refused(engine: Engine, wording: String) async throws {
        try await InsightsHome.demo(engine, ScriptedModel(wording)) { home in
            let before = try await home.server.contents()
            let summary = try await home.summary("2025-05&generateAi=true")
            #expect(summary.aiHighlight.title == Self.plain)
            #expect(summary.latestHighlight == nil)
            #expect(try await home.server.contents() == before)
        }
    }

    @Test("is gone when the transactions are reset", arguments: Engine.all)
    func reset(engine: Engine) async throws {
        try await InsightsHome.demo(engine, Self.model()) { home in
            _ = try await home.summary("2025-05&generateAi=true")
            #expect(try await highlights(home) == 1)
            let token = home.owner.token
            let answer = try await home.server.post("/transactions/reset", nil, token: token)
            #expect(answer.status == 202)
            #expect(try await highlights(home) == 0)
            let empty = try await home.summary("2025-05")
            #expect(empty.aiHighlight.title == "No activity" && empty.latestHighlight == nil)
        }
    }

    private static let failures: [LanguageModelError] = [
        .unreachable, .timedOut, .refused(status: 429), .unreadable,
    ]

    @Test("is said without the model when that fails", arguments: Engine.all)
    func failing(engine: Engine) async throws {
        let model = Self.model()
        try await InsightsHome.demo(engine, model) { home in
            let before = try await home.server.contents()
            for failure in Self.failures {
                model.now { _ throws(LanguageModelError) in throw failure }
                let summary = try await home.summary("2025-05&generateAi=true")
                #expect(summary.aiHighlight.title == Self.plain)
            }
            #expect(model.requests.count == Self.failures.count)
            #expect(try await home.server.contents() == before)
        }
    }

    @Test("case 18: is refused in place of that where the model must write", arguments: Engine.all)
    func required(engine: Engine) async throws {
        let model = Self.model()
        try await InsightsHome.demo(engine, model, isRequired: true) { home in
            let before = try await home.server.contents()
            let ask = "/analytics/summary?month=2025-05&generateAi=true"
            for failure in Self.failures {
                model.now { _ throws(LanguageModelError) in throw failure }
                let answer = try await home.get(ask)
                #expect(answer.status == 503)
                #expect(try answer.string("error.code") == "AI_UNAVAILABLE")
            }
            model.now { _ in Self.may.replacing("$4,317.79", with: "$4,317.80") }
            #expect(try await home.get(ask).status == 503)
            #expect(try await home.server.contents() == before)
            // Nobody asked, there is nothing to write of, or it is written already.
            #expect(try await home.summary("2025-05").aiHighlight.title == Self.plain)
            let asked = model.requests.count
            let empty = try await home.summary("2030-01&generateAi=true")
            #expect(empty.aiHighlight.title == "No activity" && model.requests.count == asked)
            model.now { _ in Self.may }
            let written = try await home.summary("2025-05&generateAi=true")
            #expect(written.aiHighlight.title == "A good May")
            model.now { _ throws(LanguageModelError) in throw .timedOut }
            #expect(try await home.get(ask).status == 200)
        }
    }

    @Test("is written while no transaction is open", arguments: Engine.embedded)
    func outside(engine: Engine) async throws {
        let open = Mutex(0)
        let interposed = Interposed()
        let model = ScriptedModel { _ in open.withLock { $0 } == 0 ? Self.may : "" }
        try await InsightsHome.demo(engine, model, interposing: interposed.make) { home in
            interposed.database?.before { _ in open.withLock { $0 += 1 } }
            interposed.database?.after { _ in open.withLock { $0 -= 1 } }
            let summary = try await home.summary("2025-05&generateAi=true")
            #expect(summary.aiHighlight.title == "A good May")
        }
    }

    @Test("is answered and not kept when its facts change meanwhile", arguments: Engine.embedded)
    func meanwhile(engine: Engine) async throws {
        let isFirst = Mutex(true)
        let interposed = Interposed()
        try await InsightsHome.demo(engine, Self.model(), interposing: interposed.make) { home in
            let row = try #require(try await home.may().transactions.first)
            interposed.database?.before { kind in
                guard kind == .write,
                    isFirst.withLock({ first in
                        defer { first = false }
                        return first
                    })
                else { return }
                _ = try await home.owner.updateTransaction(row.id, category: "Gifts")
            }
            let summary = try await home.summary("2025-05&generateAi=true")
            #expect(summary.aiHighlight.title == "A good May" && summary.latestHighlight == nil)
            #expect(isFirst.withLock { $0 } == false)
            #expect(try await highlights(home) == 0)
            #expect(try await home.summary("2025-05").aiHighlight.title == Self.plain)
        }
    }

    @Test("tells the model figures and masked names, and nothing else", arguments: Engine.embedded)
    func privacy(engine: Engine) async throws {
        let model = Self.model()
        try await InsightsHome.demo(engine, model) { home in
            let account = try await home.server.openAccount(of: home.owner)
            try await home.server.spend(300_000, at: "Zelle 012345678901", from: account)
            _ = try await home.summary("2025-06&generateAi=true")
            let request = try #require(model.requests.first)
            #expect(request.text.contains("Zelle ***"))
            let rows = try await home.overview("month=2025-06&pageSize=100").transactions
            let hidden =
                [home.owner.email, home.owner.id.text, home.owner.household.text, "0123456789"]
                + rows.map(\.id.text)
            for word in hidden {
                #expect(!request.text.contains(word) && !request.instruction.contains(word))
            }
        }
    }
}
