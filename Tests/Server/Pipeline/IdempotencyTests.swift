import Contract
import Kernel
import PurserKit
import SQL
import Testbed
import Testing

@testable import ServerTestbed

@Suite("A call that names an Idempotency-Key")
struct IdempotencyTests {
    private let coffee = #"{"amount_cents":500,"merchant":"Starbucks","category":"fun"}"#

    private func authorize(
        _ body: String,
        as member: TestMember,
        key: String = "k",
        _ server: InProcessServer
    ) async throws -> TransportResponse {
        try await server.post(
            "/guardian/authorize",
            body,
            token: member.token,
            headers: ["Idempotency-Key": key]
        )
    }

    @Test(
        "is done once; the same input in another order is answered with the first answer",
        arguments: Engine.all
    )
    func replay(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let first = try await authorize(coffee, as: parent, server)
            #expect(first.status == 200)
            #expect(first.headers["Idempotency-Replayed"] == nil)
            let before = try await server.contents()
            let reordered =
                #"{ "category":"fun", "merchant":"Starbucks" , "amount_cents":500 }"#
            let second = try await authorize(reordered, as: parent, server)
            #expect(second.status == 200)
            #expect(second.headers["Idempotency-Replayed"] == "true")
            #expect(second.body == first.body)
            #expect(second.headers["Content-Type"] == first.headers["Content-Type"])
            #expect(try await server.contents() == before)
        }
    }

    @Test(
        "is a conflict with any other input under its key",
        arguments: Engine.all,
        [
            #"{"amount_cents":501,"merchant":"Starbucks","category":"fun"}"#,
            #"{"amount_cents":500,"merchant":"starbucks","category":"fun"}"#,
            #"{"amount_cents":500,"merchant":"Starbucks"}"#,
            #"{"amount_cents":500,"merchant":"Starbucks","category":"fun","mcc":5814}"#,
            #"{"amount_cents":500,"merchant":"Starbucks","category":"fun","later":1}"#,
        ]
    )
    func conflict(engine: Engine, other: String) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let first = try await authorize(coffee, as: parent, server)
            let before = try await server.contents()
            let answer = try await authorize(other, as: parent, server)
            #expect(answer.status == 409)
            #expect(try answer.string("error") == "conflict")
            #expect(answer.headers["Idempotency-Replayed"] == nil)
            #expect(try await server.contents() == before)
            #expect(try await authorize(coffee, as: parent, server).body == first.body)
        }
    }

    @Test(
        "shares its key with no other caller, operation or case of letters",
        arguments: Engine.all
    )
    func scopes(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let child = try await server.registerChild(of: parent)
            let first = try await authorize(coffee, as: parent, server)
            let other = try await authorize(coffee, as: child, server)
            let upper = try await authorize(coffee, as: parent, key: "K", server)
            for answer in [other, upper] {
                #expect(answer.status == 200)
                #expect(answer.headers["Idempotency-Replayed"] == nil)
                #expect(answer.body != first.body)
            }
            let override = try await server.post(
                "/guardian/override",
                coffee,
                token: parent.token,
                headers: ["Idempotency-Key": "k"]
            )
            #expect(override.status == 200)
            #expect(override.headers["Idempotency-Replayed"] == nil)
            #expect(try await server.contents().count("decisions") == 3)
            #expect(try await server.contents().count("overrides") == 1)
        }
    }

    @Test(
        "is its member's in every session, and on both spellings of the path",
        arguments: Engine.all
    )
    func sessions(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let first = try await authorize(coffee, as: parent, server)
            let again = try await server.login(parent.email)
            let answer = try await server.post(
                "/guardian/authorize/",
                coffee,
                token: again.token,
                headers: ["Idempotency-Key": "k"]
            )
            #expect(answer.headers["Idempotency-Replayed"] == "true")
            #expect(answer.body == first.body)
        }
    }

    @Test("is forgotten after 24 hours, and done anew", arguments: Engine.all)
    func forgotten(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let first = try await authorize(coffee, as: parent, server)
            server.clock.advance(seconds: 86_399, milliseconds: 999)
            let member = try await server.login(parent.email)
            let late = try await authorize(coffee, as: member, server)
            #expect(late.headers["Idempotency-Replayed"] == "true")
            server.clock.advance(milliseconds: 1)
            let anew = try await authorize(coffee, as: member, server)
            #expect(anew.status == 200)
            #expect(anew.headers["Idempotency-Replayed"] == nil)
            #expect(anew.body != first.body)
            let other = try await authorize("{}", as: member, server)
            #expect(other.status == 400)
            let replay = try await authorize(coffee, as: member, server)
            #expect(replay.body == anew.body)
        }
    }

    @Test("is a conflict, to be tried in a second, while the first one runs", arguments: Engine.all)
    func running(engine: Engine) async throws {
        let gate = Gate()
        let interposed = Interposed()
        try await withServer(engine, interposing: interposed.make) { server in
            let parent = try await server.registerParent()
            interposed.database?.before { kind in
                if kind == .write { await gate.pass() }
            }
            async let first = authorize(coffee, as: parent, server)
            await gate.arrived()
            let second = try await authorize(coffee, as: parent, server)
            #expect(second.status == 409)
            #expect(second.headers["Retry-After"] == "1")
            #expect(try second.string("error") == "conflict")
            await gate.open()
            #expect(try await first.status == 200)
            let third = try await authorize(coffee, as: parent, server)
            #expect(third.headers["Idempotency-Replayed"] == "true")
            #expect(try await first.body == third.body)
            #expect(try await server.contents().count("decisions") == 1)
        }
    }

    @Test("is done once by many servers over one database at once", arguments: Engine.all)
    func racing(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let call = try server.call(as: parent)
            let answers = await withTaskGroup(of: String.self) { group in
                for _ in 0..<6 {
                    group.addTask { await server.authorizeOnce(call) }
                }
                return await group.reduce(into: Set()) { $0.insert($1) }
            }
            #expect(answers.count == 1)
            #expect(try await server.contents().count("decisions") == 1)
            #expect(try await server.faultInBooks() == nil)
        }
    }

    @Test("is refused again as it was refused first", arguments: Engine.all)
    func refusals(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let post = { (trace: String) in
                try await server.post(
                    "/guardian/override",
                    #"{"amount_cents":500,"merchant":"a","user_id":"nobody"}"#,
                    token: parent.token,
                    headers: ["Idempotency-Key": "k", "X-Request-Trace": trace]
                )
            }
            let first = try await post("trace-1")
            #expect(first.status == 404)
            let before = try await server.contents()
            let second = try await post("trace-2")
            #expect(second.status == 404)
            #expect(second.headers["Idempotency-Replayed"] == "true")
            #expect(second.body == first.body)
            #expect(try second.string("traceId") == "trace-1")
            #expect(second.headers["X-Request-Trace"] == "trace-2")
            #expect(try await server.contents() == before)
        }
    }

    @Test("is not remembered when it was refused before it was looked at", arguments: Engine.all)
    func early(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let child = try await server.registerChild(of: parent)
            let before = try await server.contents()
            #expect(try await authorize(#"{"amount_cents":0}"#, as: parent, server).status == 400)
            #expect(try await authorize("{", as: parent, server).status == 400)
            let forbidden = try await server.post(
                "/guardian/override",
                coffee,
                token: child.token,
                headers: ["Idempotency-Key": "k"]
            )
            #expect(forbidden.status == 403)
            #expect(try await server.contents() == before)
            #expect(try await authorize(coffee, as: parent, server).status == 200)
        }
    }

    @Test("is not remembered when it was us who failed", arguments: Engine.all)
    func failures(engine: Engine) async throws {
        let interposed = Interposed()
        try await withServer(engine, interposing: interposed.make) { server in
            let parent = try await server.registerParent()
            let before = try await server.contents()
            let failures = [(DatabaseError.Code.full, 503), (.statement, 500), (.conflict, 503)]
            for (code, status) in failures {
                interposed.database?.before { kind in
                    if kind == .write { throw DatabaseError(code, "made up") }
                }
                let answer = try await authorize(coffee, as: parent, server)
                #expect(answer.status == status)
                #expect(try answer.string("error") == "internal error")
                #expect(answer.headers["Retry-After"] == (status == 503 ? "1" : nil))
                #expect(!answer.text.contains("made up"))
            }
            interposed.database?.before(nil)
            #expect(try await server.contents() == before)
            let anew = try await authorize(coffee, as: parent, server)
            #expect(anew.status == 200)
            #expect(anew.headers["Idempotency-Replayed"] == nil)
        }
    }

    @Test("was done, though its answer got lost: a repeat tells the answer", arguments: Engine.all)
    func lost(engine: Engine) async throws {
        let interposed = Interposed()
        try await withServer(engine, interposing: interposed.make) { server in
            let parent = try await server.registerParent()
            interposed.database?.after { kind in
                guard kind == .write else { return }
                throw DatabaseError(.unavailable, "lost during COMMIT", isUndecided: true)
            }
            let lost = try await authorize(coffee, as: parent, server)
            #expect(lost.status == 503)
            #expect(lost.headers["Retry-After"] == "1")
            let message = try #require(try lost.string("message"))
            #expect(message.contains("may have been done or not"))
            interposed.database?.after(nil)
            let again = try await authorize(coffee, as: parent, server)
            #expect(again.status == 200)
            #expect(again.headers["Idempotency-Replayed"] == "true")
            #expect(try await server.contents().count("decisions") == 1)
        }
    }

    @Test(
        "has a key of 1 to 255 characters",
        arguments: Engine.all,
        [
            ("k", 200), (String(repeating: "k", count: 255), 200),
            (String(repeating: "\u{1F9FE}", count: 255), 200),
            (String(repeating: "k", count: 256), 400), ("", 400),
            // One to a reader's eye.
            ("e" + String(repeating: "\u{301}", count: 255), 400),
        ]
    )
    func lengths(engine: Engine, key: (text: String, status: Int)) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let before = try await server.contents()
            let (key, status) = key
            let answer = try await authorize(coffee, as: parent, key: key, server)
            #expect(answer.status == status)
            guard status == 400 else { return }
            #expect(try answer.string("error") == "Idempotency-Key must have 1 to 255 characters")
            #expect(try await server.contents() == before)
        }
    }
}
