import Contract
import Kernel
import Testbed
import Testing

@testable import PurserKit

@MainActor
@Suite("The model of a month")
struct MonthModelTests {
    private let preview = PreviewTransport()
    private let purser: Purser
    private let may: CivilMonth

    init() throws {
        purser = try .test(preview, tokens: MemoryTokenStore.signedIn())
        may = try #require(CivilMonth("2025-05"))
        // Each month is told by its name, and a highlight that was written by its title.
        preview.answer(API.Insights.monthlySummary) { input in
            let title = input.generateAi == true ? "written" : "plain"
            return .example(of: input.month, title: title)
        }
    }

    private var asked: [String] {
        preview.requests.filter { $0.endpoint == "monthlySummary" }.map(\.request.target)
    }

    @Test("shows a month, the one before and the one after")
    func months() async throws {
        let model = MonthModel(purser, month: may)
        #expect(model.phase == .idle)
        await model.load()
        #expect(model.phase.value?.month.month == may)
        #expect(model.phase.value?.safeToSpend.daysRemaining == 9)
        await model.showPrevious()
        #expect(model.month.text == "2025-04")
        #expect(model.phase.value?.month.month.text == "2025-04")
        await model.showNext()
        await model.showNext()
        #expect(model.month.text == "2025-06")
        #expect(model.phase.value?.month.month.text == "2025-06")
        // May was kept.
        let path = "/analytics/summary?month=2025-"
        #expect(asked == ["\(path)05", "\(path)04", "\(path)06"])
        await model.refresh()
        #expect(asked.count == 4)
    }

    @Test("shows nothing of a month once another one is asked for")
    func otherMonth() async throws {
        let model = MonthModel(purser, month: may)
        await model.load()
        preview.fail("monthlySummary", with: NetworkFailure.offline)
        await model.showNext()
        #expect(model.phase.error?.kind == .network(.offline))
        #expect(model.phase.value == nil)
        await model.showPrevious()
        // What is kept of it needs no network.
        #expect(model.phase.value?.month.month == may)
        await model.refresh()
        #expect(model.phase.error != nil && model.phase.value?.month.month == may)
    }

    @Test("stops at the calendar's ends", arguments: ["0001-01", "9999-12"])
    func ends(text: String) async throws {
        let month = try #require(CivilMonth(text))
        let model = MonthModel(purser, month: month)
        await (month.year == 1 ? model.showPrevious() : model.showNext())
        #expect(model.month == month && asked.isEmpty)
    }

    @Test("has a highlight written, and shows it at once and later")
    func highlight() async throws {
        let model = MonthModel(purser, month: may)
        await model.load()
        #expect(model.phase.value?.aiHighlight.title == "plain")
        #expect(await model.writeHighlight())
        #expect(model.phase.value?.aiHighlight.title == "written")
        #expect(!model.isWritingHighlight && model.error == nil)
        #expect(asked.last?.hasSuffix("generateAi=true") == true)
        preview.fail("monthlySummary", with: Problem(.modelUnavailable))
        #expect(!(await model.writeHighlight()))
        #expect(model.error?.code == "AI_UNAVAILABLE")
        #expect(model.phase.value?.aiHighlight.title == "written")
        model.dismissError()
        #expect(model.error == nil)
    }

    @Test("shows no highlight of a month that is not shown any more")
    func lateHighlight() async throws {
        let gate = Gate()
        let may = may
        let transport = ScriptedTransport { request in
            let isWriting = request.target.contains("generateAi=true")
            if isWriting { await gate.pass() }
            let month = try #require(CivilMonth(request.target.dropFirst(25).prefix(7)))
            return try .of(
                API.Insights.AnalyticsSummaryResponse.example(
                    of: WireMonth(month),
                    title: isWriting ? "written" : "plain"
                )
            )
        }
        let purser = try Purser.test(transport, tokens: MemoryTokenStore.signedIn())
        let model = MonthModel(purser, month: may)
        await model.load()
        let writing = Task { await model.writeHighlight() }
        await gate.arrived()
        #expect(model.isWritingHighlight)
        await model.showNext()
        await gate.open()
        #expect(!(await writing.value))
        #expect(model.phase.value?.month.month.text == "2025-06")
        #expect(model.phase.value?.aiHighlight.title == "plain")
    }

    @Test("shows nothing once the member is gone")
    func signOut() async throws {
        let model = MonthModel(purser, month: may)
        await model.load()
        try await purser.session.signOut()
        await untilShown { model.phase == .idle }
    }
}

extension API.Insights.AnalyticsSummaryResponse {
    /// The contract's example, of another month and with another highlight.
    fileprivate static func example(of month: WireMonth, title: String) -> Self {
        let example = API.Insights.monthlySummary.answers
        return Self(
            month: month,
            totals: example.totals,
            byCategory: example.byCategory,
            topMerchants: example.topMerchants,
            anomalies: example.anomalies,
            aiHighlight: API.Insights.AiHighlight(
                title: title,
                summary: "",
                sentiment: .neutral,
                recommendations: []
            ),
            safeToSpend: example.safeToSpend,
            traceID: example.traceID
        )
    }
}
