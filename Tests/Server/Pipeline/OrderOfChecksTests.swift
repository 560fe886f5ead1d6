import Contract
import PurserKit
import Server
import Testbed
import Testing

@testable import ServerTestbed

@Suite("The order of checks")
struct OrderOfChecksTests {
    /// A request in which everything from some step on is wrong.
    struct Step: Sendable, CustomTestStringConvertible {
        var name: String
        var status: Int
        var isOverRate = true
        var isTooLarge = true
        var token = Token.bad
        var type = "text/plain"
        var body = "{"
        var key = "used"
        var subject = "nobody"

        enum Token: Sendable { case bad, child, parent }

        var testDescription: String { name }
    }

    /// Each row mends one thing more; the next check in the contract's order answers.
    static let steps: [Step] = {
        var step = Step(name: "rate limit", status: 429)
        var steps = [step]
        let mend = { (name: String, status: Int, change: (inout Step) -> Void) in
            change(&step)
            step.name = name
            step.status = status
            steps.append(step)
        }
        mend("body size", 413) { $0.isOverRate = false }
        mend("token", 401) { $0.isTooLarge = false }
        mend("role", 403) { $0.token = .child }
        mend("content type", 415) { $0.token = .parent }
        mend("JSON", 400) { $0.type = "application/json" }
        mend("fields", 400) { $0.body = #"{"amount_cents":0,"merchant":"a","user_id":"SUBJECT"}"# }
        mend("idempotency", 409) {
            $0.body = #"{"amount_cents":2,"merchant":"a","user_id":"SUBJECT"}"#
        }
        mend("lookup", 404) { $0.key = "new" }
        mend("nothing", 200) {
            $0.subject = ""
            $0.key = "newer"
        }
        return steps
    }()

    @Test("is the contract's: what comes first is what is told", arguments: Engine.embedded, steps)
    func order(engine: Engine, step: Step) async throws {
        var settings = ServerSettings()
        settings.requestsPerSecond = 1
        settings.requestBurst = 5
        try await withServer(engine, settings: settings) { server in
            let parent = try await server.registerParent()
            let child = try await server.registerChild(of: parent)
            let first = try await server.post(
                "/guardian/override",
                #"{"amount_cents":1,"merchant":"a"}"#,
                token: parent.token,
                headers: ["Idempotency-Key": "used"]
            )
            #expect(first.status == 200)
            let token =
                switch step.token {
                case .bad: "bad"
                case .child: child.token
                case .parent: parent.token
                }
            server.clock.advance(seconds: 60)
            let before = try await server.contents()
            if step.isOverRate {
                for _ in 0..<5 { _ = try await server.get("/rules", token: token) }
            }
            let padding = step.isTooLarge ? String(repeating: " ", count: 1_048_577) : ""
            let answer = try await server.post(
                "/guardian/override",
                step.body.replacing("SUBJECT", with: step.subject) + padding,
                token: token,
                headers: ["Content-Type": step.type, "Idempotency-Key": step.key]
            )
            #expect(answer.status == step.status)
            guard step.status != 200 else { return }
            let changed = try await server.contents().changed(since: before)
            #expect(changed == (step.name == "lookup" ? ["idempotency_keys"] : []))
        }
    }

    @Test("begins with the route: a path or method that is not there needs no token and no rate")
    func route() async throws {
        var settings = ServerSettings()
        settings.requestsPerSecond = 1
        settings.requestBurst = 1
        try await withServer(.sqlite, settings: settings) { server in
            for _ in 0..<3 {
                let unknown = try await server.post("/nope", "{", token: "bad")
                #expect(unknown.status == 404)
                let method = try await server.raw("PUT", "/guardian/override", "{", token: "bad")
                #expect(method.status == 405)
            }
            #expect(try await server.get("/rules", token: "bad").status == 401)
            #expect(try await server.get("/rules", token: "bad").status == 429)
        }
    }
}
