import Contract
import Kernel
import PurserKit
import Synchronization
import Testbed
import Testing

@testable import ServerTestbed

@Suite("A conversation that changes while it is answered")
struct ChatRacesTests {
    /// Does something once, between the making of an answer and its keeping.
    private func meanwhile(
        _ between: InterposedDatabase,
        _ work: @escaping @Sendable () async throws -> Void
    ) {
        let isDone = Mutex(false)
        between.before { kind in
            guard kind == .write else { return }
            let isFirst = isDone.withLock { isDone in
                defer { isDone = true }
                return !isDone
            }
            if isFirst { try await work() }
        }
    }

    @Test("by another question has both, one after the other", arguments: Engine.all)
    func question(engine: Engine) async throws {
        try await InsightsHome.interposed(engine) { home, between in
            let began = try await home.ask("One")
            meanwhile(between) { try await home.ask("Two", in: began) }
            let answered = try await home.ask("Three", in: began)
            #expect(answered.conversationID == began.conversationID)
            #expect(answered.questions == ["One", "Two", "Three"] && answered.isPaired)
            #expect(try await home.kept() == [1, 6])
        }
    }

    @Test("by many questions at once has all of them or says so", arguments: Engine.all)
    func many(engine: Engine) async throws {
        try await InsightsHome.with(engine, linked: false) { home in
            let began = try await home.ask("Zero")
            let id = began.conversationID.text
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for number in 1...6 {
                    group.addTask {
                        try await home.send(InsightsHome.body("Question \(number)", in: id)).status
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses.allSatisfy { $0 == 200 || $0 == 409 })
            let answered = statuses.count { $0 == 200 }
            #expect(answered >= 1)
            let shown = try await home.shown(began)
            #expect(shown.isPaired && shown.messages.count == 2 + 2 * answered)
            #expect(Set(shown.questions).count == shown.questions.count)
        }
    }

    @Test("by its deletion is not there again", arguments: Engine.all)
    func deletion(engine: Engine) async throws {
        try await InsightsHome.interposed(engine) { home, between in
            let began = try await home.ask("One")
            meanwhile(between) {
                let deleted = try await home.deleteChat()
                #expect(deleted.status == 200)
            }
            let answered = try await home.ask("Two", in: began)
            #expect(answered.conversationID != began.conversationID)
            #expect(answered.questions == ["Two"])
            #expect(try await home.show(began.conversationID.text).status == 404)
            #expect(try await home.kept() == [1, 2])
        }
    }

    @Test("by the loss of the message that is to go is left as it is", arguments: Engine.all)
    func truncation(engine: Engine) async throws {
        try await InsightsHome.interposed(engine) { home, between in
            let began = try await home.ask("One")
            let first = began.messages[0]
            meanwhile(between) { try await home.ask("Two", in: began, from: first) }
            let body = InsightsHome.body(
                "Three",
                in: began.conversationID.text,
                from: first.id.text
            )
            #expect(try await home.send(body).status == 404)
            #expect(try await home.shown().questions == ["Two"])
            #expect(try await home.kept() == [1, 2])
        }
    }

    @Test("by the end of the session keeps nothing of the pair", arguments: Engine.all)
    func session(engine: Engine) async throws {
        try await InsightsHome.interposed(engine) { home, between in
            let began = try await home.ask("One")
            meanwhile(between) { _ = try await home.owner.purser.call(API.Banking.logoutUser) }
            let body = InsightsHome.body("Two", in: began.conversationID.text)
            #expect(try await home.send(body).status == 401)
            #expect(try await home.kept() == [1, 2])
        }
    }

    @Test("by the deletion of its member is gone with the member", arguments: Engine.all)
    func member(engine: Engine) async throws {
        try await InsightsHome.interposed(engine) { home, between in
            let began = try await home.ask("One")
            meanwhile(between) {
                let answer = try await home.server.raw(
                    "DELETE",
                    "/users/\(home.owner.id.text)",
                    nil,
                    token: home.owner.token
                )
                #expect(answer.status == 204)
            }
            let body = InsightsHome.body("Two", in: began.conversationID.text)
            #expect(try await home.send(body).status == 401)
            #expect(try await home.kept() == [0, 0])
        }
    }

    @Test("while the books change says what they held when it was read", arguments: Engine.all)
    func books(engine: Engine) async throws {
        try await InsightsHome.interposed(engine) { home, between in
            _ = try await home.owner.exchangePlaidToken("public-sandbox-a")
            #expect(try await home.owner.syncTransactions().status == .completed)
            meanwhile(between) {
                let answer = try await home.server.post(
                    "/transactions/reset",
                    nil,
                    token: home.owner.token
                )
                #expect(answer.status == 202)
            }
            let question = "How much did I spend on groceries last month?"
            let asked = try await home.ask(question)
            let answer = try #require(asked.messages.last)
            #expect(answer.content.contains("580.65") && answer.sources.count == 5)
            #expect(try await home.shown(asked).messages == asked.messages)
            let next = try #require(try await home.ask(question, in: asked).messages.last)
            #expect(next.sources.isEmpty && !next.content.contains("580.65"))
            #expect(next.figures?.first?.value == DecimalAmount(minor: 0))
        }
    }

    @Test("again and again is given up, and the key is free", arguments: Engine.all)
    func always(engine: Engine) async throws {
        try await InsightsHome.interposed(engine) { home, between in
            let began = try await home.ask("One")
            let isBusy = Mutex(false)
            between.before { kind in
                guard kind == .write else { return }
                let isOuter = isBusy.withLock { isBusy in
                    defer { isBusy = true }
                    return !isBusy
                }
                guard isOuter else { return }
                defer { isBusy.withLock { $0 = false } }
                try await home.ask("Other", in: began)
            }
            let body = InsightsHome.body("Two", in: began.conversationID.text)
            let refused = try await home.send(body, headers: ["Idempotency-Key": "k"])
            #expect(refused.status == 409 && refused.headers["Retry-After"] == "1")
            between.before(nil)
            let others = Array(repeating: "Other", count: Limits.chatAttempts)
            #expect(try await home.shown(began).questions == ["One"] + others)
            let answered = try await home.send(body, headers: ["Idempotency-Key": "k"])
            #expect(answered.status == 200)
            #expect(answered.headers["Idempotency-Replayed"] == nil)
            #expect(try await home.shown(began).questions == ["One"] + others + ["Two"])
        }
    }
}
