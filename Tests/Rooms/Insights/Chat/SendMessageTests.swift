import Contract
import Kernel
import PurserKit
import Testbed
import Testing

@testable import ServerTestbed

@Suite("A question and its answer")
struct SendMessageTests {
    @Test("say the figures with the transactions behind them", arguments: Engine.all)
    func figures(engine: Engine) async throws {
        // Case 17; the sandbox bank has the same rows in May and April as the demo household.
        try await InsightsHome.with(engine) { home in
            let month = try #require(CivilMonth("2025-05"))
            let first = try await home.ask("How much did I spend on groceries last month?")
            let answer = try #require(first.messages.last)
            #expect(answer.content.contains("580.65") && answer.content.contains("5"))
            let figures = try #require(answer.figures)
            let spent = try #require(figures.first { $0.unit == "USD" })
            let count = try #require(figures.first { $0.unit == "count" })
            #expect(spent.value == DecimalAmount(minor: 58_065))
            #expect(count.value == DecimalAmount(minor: 500))
            for figure in [spent, count] {
                #expect(figure.from == WireDay(month.firstDay))
                #expect(figure.to == WireDay(month.lastDay))
            }
            #expect(answer.sources.count == 5)
            #expect(answer.sources.reduce(0) { $0 + $1.amountCents } == -58_065)
            let ids = try await Set(home.may().transactions.map(\.id))
            #expect(answer.sources.allSatisfy { ids.contains($0.transactionID) })
            let next = try await home.ask("And in April?", in: first)
            let april = try #require(next.messages.last)
            #expect(april.content.contains("580.65"))
            #expect(
                april.figures?.first { $0.unit == "USD" }?.from
                    == WireDay(month.adding(months: -1).firstDay)
            )
            #expect(april.sources.count == 5)
            // What was said is kept as it was said.
            #expect(try await home.shown(next).messages == next.messages)
        }
    }

    @Test("are kept once for a key", arguments: Engine.all)
    func repeats(engine: Engine) async throws {
        try await InsightsHome.with(engine, linked: false) { home in
            let body = InsightsHome.body("One")
            let first = try await home.send(body, headers: ["Idempotency-Key": "k"])
            let again = try await home.send(body, headers: ["Idempotency-Key": "k"])
            #expect(first.status == 200 && again.body == first.body)
            #expect(again.headers["Idempotency-Replayed"] == "true")
            let other = try await home.send(
                InsightsHome.body("Two"),
                headers: ["Idempotency-Key": "k"]
            )
            #expect(other.status == 409)
            #expect(try await home.kept() == [1, 2])
        }
    }

    @Test("refused for a message that is not there are refused again", arguments: Engine.all)
    func refusedAgain(engine: Engine) async throws {
        try await InsightsHome.with(engine, linked: false) { home in
            let nobody = "00000000-0000-7000-8000-000000000000"
            let body = InsightsHome.body("One", from: nobody)
            let first = try await home.send(body, headers: ["Idempotency-Key": "k"])
            let again = try await home.send(body, headers: ["Idempotency-Key": "k"])
            #expect(first.status == 404 && again.status == 404)
            #expect(first.headers["Idempotency-Replayed"] == nil)
            #expect(again.headers["Idempotency-Replayed"] == "true" && again.body == first.body)
            #expect(try await home.kept() == [0, 0])
        }
    }

    @Test("are both kept, or neither, wherever a write fails", arguments: Engine.all)
    func failures(engine: Engine) async throws {
        var failing: FailingDatabase?
        try await withServer(
            engine,
            interposing: { database in
                let database = FailingDatabase(database)
                failing = database
                return database
            }
        ) { server in
            let home = InsightsHome(server: server, owner: try await server.registerParent())
            let database = try #require(failing)
            let began = try await home.ask("One")
            let body = InsightsHome.body(
                "Again",
                in: began.conversationID.text,
                from: began.messages[0].id.text
            )
            var statement = 0
            repeat {
                statement += 1
                let before = try await server.contents()
                database.fail(at: statement)
                let answer = try await home.send(body, headers: ["Idempotency-Key": "k"])
                guard database.hasFailed else {
                    #expect(answer.status == 200)
                    break
                }
                #expect(answer.status >= 500, "at statement \(statement)")
                database.fail(at: nil)
                #expect(try await server.contents() == before, "at statement \(statement)")
            } while statement < 50
            #expect((5..<50).contains(statement))
            database.fail(at: nil)
            #expect(try await home.shown().questions == ["Again"])
        }
    }
}
