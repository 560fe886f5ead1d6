import Foundation
import Programs
import SQL
import Testbed
import Testing

extension Faults {
    @Suite("A restored installation")
    struct RestoreTests {
        /// What somebody was handed before the backup was made.
        private struct Handed {
            let token: String
            let refreshToken: String
            let invitation: String
        }

        @Test(
            "lets nobody in by what was handed out before, and everybody who signs in",
            arguments: Engine.all
        )
        func grants(engine: Engine) async throws {
            try await House.with(engine) { house in
                let copy = "\(house.folder)/copy.db"
                var handed: Handed?
                try await house.serving { server in
                    let before = try await Self.handOut(server)
                    handed = before
                    let backup = try await house.run(["backup", copy])
                    #expect(backup.isSuccess, "\(backup.errors)")
                    // What is taken back after the backup must not come to life again.
                    let end = Request("DELETE", "/api/v1/auth/sessions", token: before.token)
                    #expect(try await server.ask(end).status == 204)
                    try await server.stop()
                }
                let directory = try TemporaryDirectory()
                defer { directory.remove() }
                let storage = Storage.sqlite(path: directory.file("purser.db"))
                let restored = House(
                    folder: directory.path,
                    storage: storage,
                    database: storage.url,
                    keys: house.keys,
                    prefix: []
                )
                let result = try await restored.run(["restore", copy])
                #expect(result.isSuccess, "\(result.errors)")
                let given = try #require(handed)
                try await restored.serving { server in
                    try await Self.expectWorthless(given, server)
                    try await server.stop()
                }
                try await restored.expectBooksFit()
            }
        }

        private static func handOut(_ server: Server) async throws -> Handed {
            let token = try await server.signIn()
            let login = #"{"email":"\#(House.email)","password":"\#(House.password)"}"#
            let banking = try await server.ask(
                Request("POST", "/api/auth/login", body: login)
            )
            let invited = try await server.ask(
                Request(
                    "POST",
                    "/api/v1/auth/invitations",
                    token: token,
                    body: #"{"email":"second@example.com"}"#
                )
            )
            #expect([banking.status, invited.status] == [200, 201])
            return Handed(
                token: token,
                refreshToken: try text("refresh_token", in: banking),
                invitation: try text("code", in: invited)
            )
        }

        private static func expectWorthless(_ handed: Handed, _ server: Server) async throws {
            let rules = Request("GET", "/rules", token: handed.token)
            #expect(try await server.ask(rules).status == 401)
            let refresh =
                #"{"grantType":"refresh_token","refreshToken":"\#(handed.refreshToken)"}"#
            let renewed = try await server.ask(Request("POST", "/auth/token", body: refresh))
            #expect(renewed.status == 401)
            let join = """
                {"code":"\(handed.invitation)","password":"password123","firstName":"J",\
                "lastName":"D"}
                """
            let joined = try await server.ask(
                Request("POST", "/api/v1/auth/register/invited", body: join)
            )
            #expect(joined.status == 400)
            let again = Request("GET", "/rules", token: try await server.signIn())
            #expect(try await server.ask(again).status == 200)
        }

        private static func text(_ key: String, in answer: Answer) throws -> String {
            let object = try JSONSerialization.jsonObject(with: answer.body) as? [String: Any]
            return try #require(object?[key] as? String)
        }
    }
}
