import Contract
import Foundation
import Insights
import Kernel
import PurserKit
import SQL
import Store
import Testbed
import Testing

@testable import Operations
@testable import ServerTestbed

@Suite("Answers from the books")
struct AnswerTests {
    /// A question of `Tests/Insights/Answers/questions.jsonl`, with what its answer must hold.
    private struct Asked: Decodable {
        struct Figure: Decodable, Hashable {
            let value: String
            let unit: String
            let from: String?
            let to: String?
        }

        let question: String
        let earlier: [String]?
        let figures: [Figure]?
        let sources: Int?
    }

    private static func table() throws -> [Asked] {
        let tests = URL(filePath: #filePath).resolvingSymlinksInPath()
            .deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let file = tests.appending(path: "Insights/Answers/questions.jsonl")
        return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map {
            try JSONDecoder().decode(Asked.self, from: Data($0.utf8))
        }
    }

    /// Reads as a member does, at the home's clock.
    private func reading<Output: Sendable>(
        _ home: InsightsHome,
        as member: TestMember? = nil,
        _ work: @escaping @Sendable (InsightsOperations, Membership, any Session) throws -> Output
    ) async throws -> Output {
        let insights = home.server.operations.insights
        let email = (member ?? home.owner).email
        return try await home.server.database.read { session in
            let (record, head) = try IdentityOperations.operated(email, in: session)
            return try work(insights, Membership(record, head, in: session), session)
        }
    }

    private static func noon() throws -> Timestamp {
        try #require(Timestamp("2025-06-10T12:00:00Z"))
    }

    private static func figures(of answer: Answer) -> [Asked.Figure] {
        answer.figures.map { figure in
            let (value, unit) =
                switch figure.value {
                case .money(let money): (decimals(money.minor), money.currency.code)
                case .count(let count): (String(count), "count")
                case .percent(let points): (decimals(points), "percent")
                case .days(let days): (String(days), "days")
                }
            return Asked.Figure(
                value: value,
                unit: unit,
                from: figure.first?.text,
                to: figure.last?.text
            )
        }
    }

    private static func decimals(_ hundredths: Int64) -> String {
        let (whole, rest) = hundredths.magnitude.quotientAndRemainder(dividingBy: 100)
        return "\(hundredths < 0 ? "-" : "")\(whole).\(rest < 10 ? "0" : "")\(rest)"
    }

    @Test("hold the figures of the whole table of questions", arguments: Engine.all)
    func table(engine: Engine) async throws {
        let table = try Self.table()
        #expect(table.count == 238)
        let now = try Self.noon()
        try await InsightsHome.demo(engine) { home in
            let answers = try await reading(home) { insights, membership, session in
                try table.map { asked in
                    try insights.answer(
                        asked.question,
                        after: asked.earlier ?? [],
                        membership,
                        at: now,
                        in: session
                    )
                }
            }
            for (asked, answer) in zip(table, answers) {
                #expect(Self.figures(of: answer) == asked.figures ?? [], "\(asked.question)")
                #expect(answer.sources.count == asked.sources ?? 0, "\(asked.question)")
            }
        }
    }

    @Test("go on from the question before in a conversation", arguments: Engine.all)
    func conversation(engine: Engine) async throws {
        try await InsightsHome.demo(engine) { home in
            let first = try await home.ask("How much did I spend on groceries last month?")
            let answer = try #require(first.messages.last)
            #expect(answer.content.contains("580.65") && answer.content.contains(" 5 "))
            #expect(answer.figures?.map(\.unit) == ["USD", "count"])
            #expect(answer.figures?.first?.from?.day.text == "2025-05-01")
            #expect(answer.figures?.first?.to?.day.text == "2025-05-31")
            #expect(answer.sources.count == 5)
            let next = try #require(try await home.ask("And in April?", in: first).messages.last)
            #expect(next.content.contains("580.65"))
            #expect(next.figures?.first?.from?.day.text == "2025-04-01")
        }
    }

    @Test("count an edit at once", arguments: Engine.all)
    func edited(engine: Engine) async throws {
        try await InsightsHome.demo(engine) { home in
            let food = try #require(
                try await home.may().transactions.first { $0.merchantName == "Whole Foods" }
            )
            #expect(try await home.patch(food.id.text, #"{"category":"dining"}"#).status == 200)
            let asked = try await home.ask("How much did I spend on groceries last month?")
            #expect(try #require(asked.messages.last).content.contains("438.30"))
        }
    }

    @Test("show what stands behind them without numbers of accounts")
    func masked() async throws {
        try await InsightsHome.with(.sqlite, linked: false) { home in
            let number = "4417123456789113"
            let account = try await home.server.openAccount(of: home.owner)
            let at = Timestamp(test: "2025-05-20T12:00:00Z")
            try await home.server.record(
                account.purchase(1_000, "FOOD_AND_DRINK_GROCERIES", at: "To \(number)", on: at),
                in: account
            )
            let asked = try await home.ask("How much did I spend on groceries last month?")
            let answer = try #require(asked.messages.last)
            #expect(answer.sources.map(\.merchant) == ["To ***"])
            #expect(try await !home.show().text.contains(number))
        }
    }

    @Test("are of the caller alone, whatever is asked", arguments: Engine.all)
    func others(engine: Engine) async throws {
        let now = try Self.noon()
        try await InsightsHome.demo(engine) { home in
            let other = try await home.server.registerParent("other@example.com")
            let answer = try await reading(home, as: other) { insights, membership, session in
                try insights.answer(
                    "How much did I spend last month?",
                    after: [],
                    membership,
                    at: now,
                    in: session
                )
            }
            #expect(Self.figures(of: answer).map(\.value) == ["0.00", "0"])
            #expect(answer.sources.isEmpty)
        }
    }
}
