import Foundation
import Kernel
import Programs
import SQL
import Testbed
import Testing

extension Faults {
    @Suite("The operator's commands")
    struct OperatorTests {
        @Test(
            "verify ends with 0 when everything fits, with 1 and the row when not",
            arguments: Engine.all
        )
        func verify(engine: Engine) async throws {
            try await House.with(engine) { house in
                try await Self.decide(in: house)
                try await house.expectBooksFit()
                let decision = Statement("UPDATE decisions SET amount_minor = amount_minor + 1")
                #expect(try await house.storage.tamper(decision) == 1)
                let result = try await house.run(["verify"])
                #expect(result.end == .exit(1))
                #expect(result.output.hasPrefix("does not fit: "), "\(result.output)")
                #expect(result.output.contains("decisions "), "\(result.output)")
            }
        }

        @Test("places are imported all or none, with the line that is wrong", arguments: Engine.all)
        func places(engine: Engine) async throws {
            try await House.with(engine) { house in
                let file = "\(house.folder)/places.csv"
                let write = { (rows: String) in
                    try "name,latitude,longitude,kind\n\(rows)"
                        .write(toFile: file, atomically: true, encoding: .utf8)
                }
                try write("Here,1,2,bar\nThere,91,2,bar\n")
                let refused = try await house.run(["places", "import", file])
                #expect(refused.end == .exit(64))
                let reason = "line 3: latitude must be a number from -90 to 90"
                #expect(refused.errors.contains(reason), "\(refused.errors)")
                try write("Here,1,2,bar\nThere,3,4,cafe\n")
                for _ in 0..<2 {
                    let done = try await house.run(["places", "import", file])
                    #expect(done.isSuccess, "\(done.errors)")
                    #expect(done.output == "2 places\n")
                }
                let all = Statement("UPDATE places SET kind = kind")
                #expect(try await house.storage.tamper(all) == 12)
            }
        }

        @Test("looking makes nothing", arguments: ["verify", "backup"])
        func looking(command: String) async throws {
            let directory = try TemporaryDirectory()
            defer { directory.remove() }
            let flags = ["--database", directory.file("typo.db"), "--keys", directory.file("keys")]
            let file = command == "backup" ? [directory.file("copy.db")] : []
            let result = try await Program.run([command] + file + flags)
            #expect(result.end == .exit(1))
            #expect(result.errors.contains("typo.db: there is no such database"))
            #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == [])
        }

        @Test(
            "a backup of a serving server is one file, and either engine is filled from it",
            arguments: Engine.all,
            Engine.all
        )
        func backup(from source: Engine, to target: Engine) async throws {
            try await House.with(source) { house in
                let copy = "\(house.folder)/copy.db"
                try await house.serving { server in
                    let token = try await server.signIn()
                    #expect(try await server.ask(.purchase(token: token)).status == 200)
                    let backup = try await house.run(["backup", copy])
                    #expect(backup.isSuccess, "\(backup.errors)")
                    #expect(backup.output.hasPrefix("backed up and verified: 1 households"))
                    try await server.stop()
                }
                let files = try FileManager.default.contentsOfDirectory(atPath: house.folder)
                #expect(files.filter { $0.hasPrefix("copy.db") } == ["copy.db"])
                try Self.expectNoKeys(of: house, in: copy)
                #expect(try await house.run(["backup", copy]).end == .exit(64))
                try await Self.withEmpty(target) { empty in
                    try await Self.restore(copy, of: house, into: empty)
                }
            }
        }

        @Test("a restore that is cut off has restored nothing, and can be made again")
        func cutOff() async throws {
            try await House.with(.sqlite) { house in
                try await Self.decide(in: house)
                let copy = "\(house.folder)/copy.db"
                #expect(try await house.run(["backup", copy]).isSuccess)
                try await Self.breakLastRow(of: copy)
                try await Self.withEmpty(.sqlite) { empty in
                    let flags = ["--database", empty.url, "--keys", house.keys]
                    let result = try await Program.run(["restore", copy] + flags)
                    #expect(result.end == .exit(1), "\(result.output)")
                    let members = Statement("SELECT COUNT(*) FROM members")
                    #expect(try await empty.count(members) == 0)
                }
            }
        }

        @Test(
            "a user is locked out, let in again, and given another password",
            arguments: Engine.all
        )
        func users(engine: Engine) async throws {
            try await House.with(engine) { house in
                try await house.serving { server in
                    let token = try await server.signIn()
                    let rules = Request("GET", "/rules", token: token)
                    #expect(try await server.ask(rules).status == 200)
                    #expect(try await house.run(["user", "lock", House.email]).isSuccess)
                    #expect(try await server.ask(rules).status == 401)
                    #expect(try await house.run(["user", "unlock", House.email]).isSuccess)
                    _ = try await server.signIn()
                    try await Self.expectHelp(in: house, server)
                    let reset = try await house.run(
                        ["user", "reset", House.email],
                        input: "another-passw0rd"
                    )
                    #expect(reset.isSuccess, "\(reset.errors)")
                    let body = #"{"email":"\#(House.email)","password":"\#(House.password)"}"#
                    let old = try await server.ask(
                        Request("POST", "/api/v1/auth/login", body: body)
                    )
                    #expect(old.status == 401)
                    let nobody = try await house.run(["user", "lock", "nobody@example.com"])
                    #expect(nobody.end == .exit(1))
                    try await server.stop()
                }
            }
        }

        @Test("a household gets another time zone, and a user is helped in", arguments: Engine.all)
        func households(engine: Engine) async throws {
            try await House.with(engine) { house in
                let move = { (zone: String, email: String) in
                    try await house.run(["household", "time-zone", email, zone])
                }
                let moved = try await move("Europe/Berlin", House.email)
                #expect(moved.isSuccess, "\(moved.errors)")
                #expect(moved.output == "the time zone is Europe/Berlin\n")
                for (zone, email) in [
                    ("Mars/Olympus", House.email), ("Europe/Berlin", House.email),
                    ("Europe/Paris", "nobody@example.com"),
                ] {
                    let refused = try await move(zone, email)
                    #expect(refused.end == .exit(1) && !refused.errors.isEmpty)
                }
                let off = try await house.run(["user", "second-factor-off", House.email])
                #expect(off.end == .exit(1))
                #expect(off.errors == "No second factor is on\n")
                try await house.expectBooksFit()
            }
        }

        /// Whoever lost the second factor signs in by the password alone once it is off.
        private static func expectHelp(in house: House, _ server: Server) async throws {
            // Nobody's secret: it is sealed with another key.
            let lost = Statement(
                """
                INSERT INTO totp_factors
                    (member_id, sealed_secret, created_at_ms, confirmed_at_ms)
                SELECT id, 'x', 0, 0 FROM members
                """
            )
            #expect(try await house.storage.tamper(lost) == 1)
            let body = #"{"email":"\#(House.email)","password":"\#(House.password)"}"#
            let login = Request("POST", "/api/v1/auth/login", body: body)
            let refused = try await server.ask(login)
            #expect(refused.status == 401)
            #expect("\(refused)".contains("A code of the second factor is needed"))
            let off = try await house.run(["user", "second-factor-off", House.email])
            #expect(off.isSuccess, "\(off.errors)")
            #expect(off.output == "the second factor is off\n")
            #expect(try await server.ask(login).status == 200)
            let events = try await house.run(["user", "events", House.email])
            #expect(events.output.contains(" second_factor_off "), "\(events.output)")
        }

        /// What the key file keeps stands nowhere in a backup, as text or as bytes.
        private static func expectNoKeys(of house: House, in copy: String) throws {
            let file = try Data(contentsOf: URL(filePath: house.keys))
            let keys = try JSONDecoder().decode(KeyMaterial.self, from: file)
            let backup = Array(try Data(contentsOf: URL(filePath: copy)))
            // What is looked for would be found.
            #expect(backup.firstRange(of: Array(House.email.utf8)) != nil)
            for secret in keys.signing.map(\.privateKey) + [keys.refresh, keys.idempotency] {
                let bytes = try #require(Base64URL.bytes(secret))
                #expect(bytes.count == 32)
                for form in [Array(secret.utf8), bytes] {
                    #expect(backup.firstRange(of: form) == nil)
                }
            }
        }

        private struct KeyMaterial: Decodable {
            struct Signing: Decodable {
                let privateKey: String
            }

            let signing: [Signing]
            let refresh: String
            let idempotency: String
        }

        private static func decide(in house: House) async throws {
            try await house.serving { server in
                let token = try await server.signIn()
                #expect(try await server.ask(.purchase(token: token)).status == 200)
                try await server.stop()
            }
        }

        /// A place for a database that is not there yet.
        private static func withEmpty(
            _ engine: Engine,
            _ work: (Storage) async throws -> Void
        ) async throws {
            switch engine {
            case .sqlite:
                let directory = try TemporaryDirectory()
                defer { directory.remove() }
                try await work(.sqlite(path: directory.file("purser.db")))
            case .postgres: try await Cluster.with { try await work(.postgres(url: $0.url)) }
            }
        }

        private static func restore(
            _ copy: String,
            of house: House,
            into empty: Storage
        ) async throws {
            let flags = ["--database", empty.url, "--keys", house.keys]
            let restored = try await Program.run(["restore", copy] + flags)
            #expect(restored.isSuccess, "\(restored.errors)")
            #expect(restored.output.hasPrefix("restored and verified: 1 households"))
            let decisions = Statement("SELECT COUNT(*) FROM decisions")
            #expect(try await empty.count(decisions) == 1)
            // Numbers go on where they ended: the restored installation takes new members.
            let user = ["user", "create", "other@example.com"]
            let created = try await Program.run(user + flags, input: House.password)
            #expect(created.isSuccess, "\(created.errors)")
            let again = try await Program.run(["restore", copy] + flags)
            #expect(again.errors.contains("the database is not empty"), "\(again.errors)")
        }

        /// Makes one of the last rows of a backup one that no database takes.
        private static func breakLastRow(of copy: String) async throws {
            let storage = Storage.sqlite(path: copy)
            let orphan = Statement(
                """
                INSERT INTO overrides
                    (id, member_id, created_by, merchant, merchant_key, amount_minor, created_at_ms)
                SELECT 'x', id, id, 'm', 'm', 0, 0 FROM members LIMIT 1
                """
            )
            try await storage.with { database in
                try await database.write { session in
                    try session.script("PRAGMA ignore_check_constraints = ON")
                    _ = try session.run(orphan)
                }
            }
        }
    }
}
