import Contract
import Kernel
import PurserKit
import SQL
import Synchronization
import Testbed
import Testing

@testable import ServerTestbed

@Suite("An answer that is told while it is made", .timeLimit(.minutes(10)))
struct ChatStreamTests {
    @Test("is provisional pieces, and then what is kept", arguments: Engine.all)
    func pieces(engine: Engine) async throws {
        try await InsightsHome.with(engine) { home in
            let question = "How much did I spend on groceries last month?"
            let answer = try await home.stream(InsightsHome.body(question))
            #expect(answer.status == 200)
            #expect(answer.headers["Content-Type"] == "text/event-stream")
            #expect(answer.headers["Cache-Control"] == "no-store")
            let events = try ChatEvent.all(in: answer)
            #expect(events.dropLast().allSatisfy { $0.kind == "delta" } && events.count > 1)
            let whole = try #require(events.last).whole()
            #expect(whole.traceID == answer.headers["X-Request-Trace"])
            #expect(whole.questions == [question] && whole.isPaired)
            #expect(ChatEvent.text(of: events) == whole.messages.last?.content)
            #expect(try await home.shown().messages == whole.messages)
        }
    }

    @Test("is asked for by Accept, which may name more", arguments: Engine.all)
    func accept(engine: Engine) async throws {
        try await InsightsHome.with(engine, linked: false) { home in
            let body = InsightsHome.body("One")
            for (accepted, isStream) in [
                ("text/event-stream", true), ("Text/Event-Stream;q=0.9, */*", true),
                ("application/json, text/event-stream", true), ("*/*", false),
                ("application/json", false), ("text/event-streams", false), ("", false),
            ] {
                let answer = try await home.send(body, headers: ["Accept": accepted])
                let type = isStream ? "text/event-stream" : "application/json"
                #expect(answer.status == 200)
                #expect(answer.headers["Content-Type"] == type, "\(accepted)")
            }
            let shown = try await home.server.get(
                "/ai/chat",
                token: home.owner.token,
                headers: ["Accept": "text/event-stream"]
            )
            #expect(shown.headers["Content-Type"] == "application/json")
        }
    }

    @Test("is refused as ever before it begins", arguments: Engine.all)
    func refusals(engine: Engine) async throws {
        try await InsightsHome.with(engine, linked: false) { home in
            let nobody = "00000000-0000-7000-8000-000000000000"
            let before = try await home.server.contents()
            for (body, status) in [
                (InsightsHome.body("One", from: nobody), 404), (#"{"message":""}"#, 400),
                ("{", 400),
            ] {
                let answer = try await home.stream(body)
                #expect(answer.status == status, "\(body)")
                #expect(answer.headers["Content-Type"] == "application/json")
                #expect(try answer.string("error.code") != nil)
            }
            #expect(try await home.server.contents() == before)
        }
    }

    @Test("is told at once when its key was answered, however that was", arguments: Engine.all)
    func repeats(engine: Engine) async throws {
        try await InsightsHome.with(engine, linked: false) { home in
            let body = InsightsHome.body("One")
            let first = try await home.stream(body, key: "k")
            let whole = try #require(ChatEvent.all(in: first).last).data
            let again = try await home.stream(body, key: "k")
            #expect(again.status == 200 && again.headers["Idempotency-Replayed"] == "true")
            #expect(try ChatEvent.all(in: again) == [ChatEvent(kind: "message", data: whole)])
            let plain = try await home.send(body, headers: ["Idempotency-Key": "k"])
            #expect(plain.text == whole && plain.headers["Idempotency-Replayed"] == "true")
            let other = try await home.stream(InsightsHome.body("Two"), key: "k")
            #expect(other.status == 409)
            let nobody = "00000000-0000-7000-8000-000000000000"
            let missing = InsightsHome.body("One", from: nobody)
            #expect(try await home.stream(missing, key: "m").status == 404)
            let refused = try await home.stream(missing, key: "m")
            #expect(refused.status == 404 && refused.headers["Idempotency-Replayed"] == "true")
            #expect(try await home.kept() == [1, 2])
        }
    }

    @Test("is withdrawn when its conversation changed, and begins anew", arguments: Engine.all)
    func withdrawn(engine: Engine) async throws {
        try await InsightsHome.interposed(engine) { home, between in
            let began = try await home.ask("One")
            let isDone = Mutex(false)
            between.before { kind in
                guard kind == .write else { return }
                let isFirst = isDone.withLock { isDone in
                    defer { isDone = true }
                    return !isDone
                }
                if isFirst { try await home.ask("Two", in: began) }
            }
            let body = InsightsHome.body("Three", in: began.conversationID.text)
            let events = try ChatEvent.all(in: try await home.stream(body))
            #expect(events.count { $0.kind == "replace" } == 1)
            let whole = try #require(events.last).whole()
            #expect(whole.questions == ["One", "Two", "Three"])
            #expect(ChatEvent.text(of: events) == whole.messages.last?.content)
        }
    }

    @Test("ends with an error when it cannot be kept", arguments: Engine.all)
    func failure(engine: Engine) async throws {
        try await InsightsHome.interposed(engine) { home, between in
            between.before { kind in
                if kind == .write { throw DatabaseError(.io, "the disk is full") }
            }
            let answer = try await home.stream(InsightsHome.body("One"), key: "k")
            #expect(answer.status == 200)
            let last = try #require(ChatEvent.all(in: answer).last)
            #expect(last.kind == "error")
            let problem = try JSONParser.parse(last.data.utf8)
            #expect(problem["error"]?["code"] == .string("INTERNAL"))
            #expect(last.text("traceId") == answer.headers["X-Request-Trace"])
            #expect(!answer.text.contains("disk"))
            between.before(nil)
            #expect(try await home.kept() == [0, 0])
            let again = try await home.stream(InsightsHome.body("One"), key: "k")
            #expect(try ChatEvent.all(in: again).last?.kind == "message")
            #expect(again.headers["Idempotency-Replayed"] == nil)
        }
    }

    @Test("is not kept when its client is gone", arguments: Engine.all)
    func departure(engine: Engine) async throws {
        try await InsightsHome.interposed(engine) { home, between in
            let began = try await home.ask("One")
            let gate = Gate()
            let stage = Mutex(0)
            // Another question makes the answer begin anew, and there it waits.
            between.before { kind in
                let now = stage.withLock { stage in
                    if stage == 0, kind == .write {
                        stage = 1
                        return 1
                    }
                    if stage == 2, kind == .read {
                        stage = 3
                        return 3
                    }
                    return 0
                }
                if now == 1 {
                    try await home.ask("Two", in: began)
                    stage.withLock { $0 = 2 }
                } else if now == 3 {
                    await gate.pass()
                }
            }
            let body = InsightsHome.body("Three", in: began.conversationID.text)
            do {
                let stream = try await home.open(body, key: "k")
                var pieces = stream.pieces.makeAsyncIterator()
                #expect(try await pieces.next() != nil)
                await gate.arrived()
            }
            await gate.open()
            between.before(nil)
            // The key is free when the call has ended; had it been kept, it would be replayed.
            await eventually("the call ends") {
                let answer = try await home.send(body, headers: ["Idempotency-Key": "k"])
                guard answer.status == 200 else { return false }
                #expect(answer.headers["Idempotency-Replayed"] == nil)
                return true
            }
            #expect(try await home.shown(began).questions == ["One", "Two", "Three"])
        }
    }

    @Test("is told to a member a few times at once")
    func limit() async throws {
        try await InsightsHome.interposed(.sqlite) { home, between in
            let other = try await home.server.registerParent("other@example.com")
            let gate = Gate()
            between.before { kind in if kind == .write { await gate.pass() } }
            let most = Limits.chatStreamsPerMember
            try await withThrowingTaskGroup(of: Int.self) { group in
                for number in 1...most {
                    group.addTask {
                        try await home.stream(InsightsHome.body("Question \(number)")).status
                    }
                }
                await gate.arrived(most)
                let refused = try await home.stream(InsightsHome.body("One more"))
                #expect(refused.status == 429 && refused.headers["Retry-After"] == "5")
                group.addTask { try await home.stream(InsightsHome.body("a"), as: other).status }
                await gate.arrived(most + 1)
                await gate.open()
                for try await status in group { #expect(status == 200) }
            }
            #expect(try await home.stream(InsightsHome.body("One more")).status == 200)
            #expect(try await home.kept() == [most + 2, 2 * (most + 2)])
        }
    }
}
