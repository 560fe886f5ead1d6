import Foundation
import Programs
import Testbed
import Testing

extension Faults {
    @Suite("The operator's look at keys and accounts")
    struct KeysTests {
        @Test("a key is changed once, and again only by force; a serving server stays as it is")
        func rotate() async throws {
            try await House.with(.sqlite) { house in
                try await house.serving { server in
                    let token = try await server.signIn()
                    let first = try await house.run(["keys", "show"])
                    #expect(first.isSuccess, "\(first.errors)")
                    #expect(Self.lines(first.output).count == 1)
                    let done = try await house.run(["keys", "rotate"])
                    #expect(done.isSuccess, "\(done.errors)")
                    #expect(done.output.hasPrefix("new key "), "\(done.output)")
                    #expect(done.output.contains("former key "), "\(done.output)")
                    let both = try await house.run(["keys", "show"])
                    #expect(Self.lines(both.output).count == 2)
                    #expect(both.output.hasSuffix(first.output))
                    let refused = try await house.run(["keys", "rotate"])
                    #expect(refused.end == .exit(1))
                    #expect(refused.errors.contains("--force"), "\(refused.errors)")
                    #expect(try await house.run(["keys", "show"]).output == both.output)
                    let rules = Request("GET", "/rules", token: token)
                    #expect(try await server.ask(rules).status == 200)
                    // The serving server looks every ten seconds.
                    try await server.child.writes(#""message":"signing key changed""#)
                    #expect(try await Self.listed(by: server) == Self.names(both.output))
                    let forced = try await house.run(["keys", "rotate", "--force"])
                    #expect(forced.isSuccess, "\(forced.errors)")
                    let last = try await house.run(["keys", "show"])
                    #expect(!last.output.contains(first.output))
                    try await server.stop()
                }
            }
        }

        @Test("what happened to an account is printed, newest first", arguments: Engine.all)
        func events(engine: Engine) async throws {
            try await House.with(engine) { house in
                try await house.serving { server in
                    let token = try await server.signIn()
                    let logout = Request("POST", "/api/auth/logout", token: token)
                    #expect(try await server.ask(logout).status == 200)
                    try await server.stop()
                }
                let events = try await house.run(["user", "events", House.email])
                #expect(events.isSuccess, "\(events.errors)")
                let newest = try #require(Self.lines(events.output).first).split(separator: " ")
                #expect(newest.count == 5 && newest[1] == "signed_out")
                let one = try await house.run(["user", "events", House.email, "--limit", "1"])
                #expect(Self.lines(one.output).count == 1)
                let nobody = try await house.run(["user", "events", "nobody@example.com"])
                #expect(nobody.end == .exit(1))
            }
        }

        /// The names of the keys that a server tells clients of.
        private static func listed(by server: Server) async throws -> [String] {
            let answer = try await server.ask(Request("GET", "/.well-known/jwks.json"))
            return try JSONDecoder().decode(KeySet.self, from: answer.body).keys.map(\.kid)
        }

        private struct KeySet: Decodable {
            struct Key: Decodable {
                let kid: String
            }

            let keys: [Key]
        }

        /// The names of the keys that `purser keys show` wrote.
        private static func names(_ output: String) -> [String] {
            lines(output).map { line in String(line.prefix { $0 != " " }) }
        }

        private static func lines(_ text: String) -> [Substring] { text.split(separator: "\n") }
    }
}
