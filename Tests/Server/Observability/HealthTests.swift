import Contract
import PurserKit
import SQL
import Testbed
import Testing

@testable import ServerTestbed

@Suite("Health")
struct HealthTests {
    @Test("is told at both doors, to anyone", arguments: Engine.all)
    func good(engine: Engine) async throws {
        try await withServer(engine) { server in
            for target in ["/", "/health"] {
                let answer = try await server.get(target)
                #expect(answer.status == 200)
                let json = try answer.json()
                #expect(json.members.map(\.key) == ["status", "message", "endpoints"])
                #expect(json["status"] == .string("ok"))
                let doors = json["endpoints"]
                #expect(doors?["transaction_scoring"] == .string("/score-transaction"))
                #expect(doors?["location_check"] == .string("/location-check"))
            }
        }
    }

    @Test(
        "is bad while the schema is not this program's own",
        arguments: Engine.all,
        [
            "DELETE FROM schema_migrations",
            "UPDATE schema_migrations SET hash = 'other'",
            "UPDATE schema_migrations SET name = 'm0000_other' WHERE name = 'm0001_foundations'",
            "INSERT INTO schema_migrations (name, hash, run_at_ms) VALUES ('m9999_next', 'h', 0)",
        ]
    )
    func schema(engine: Engine, sql: String) async throws {
        try await withServer(engine) { server in
            _ = try await server.database.write { try $0.run(Statement(sql)) }
            for target in ["/", "/health"] {
                let answer = try await server.get(target)
                #expect(answer.status == 503)
                #expect(answer.headers["Retry-After"] == "1")
                #expect(try answer.string("error") == "internal error")
            }
            #expect(server.log.lines.contains { $0.contains("failure=schema: migration ") })
        }
    }

    @Test("is bad while the database does not answer", arguments: Engine.all)
    func closed(engine: Engine) async throws {
        try await withServer(engine) { server in
            await server.database.close()
            #expect(try await server.get("/health").status == 503)
            let parent = try await server.post(
                "/api/auth/register",
                #"{"email":"a@b.c","password":"password123"}"#
            )
            #expect(parent.status == 503)
        }
    }
}
