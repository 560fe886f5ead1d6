import Foundation
import Programs
import Testbed
import Testing

extension Faults {
    @Suite(
        "A disk that fails to flush",
        .enabled("strace may attach to programs here") { try await FailingFlushes.canAttach() }
    )
    struct FlushTests {
        @Test("acknowledges nothing, lets reads go on, and serves again when it flushes again")
        func comesAndGoes() async throws {
            try await House.with(.sqlite) { house in
                let told = Told()
                try await house.serving { server in
                    let token = try await server.signIn()
                    let load = Load(token: token, told: told)
                    for _ in 1...2 {
                        try await load.run(on: server, untilDecided: 50)
                        try await load.run(on: server) {
                            try await FailingFlushes.with(server.child.pid) {
                                let goal = told.refused + 50
                                try await until("callers are refused") { told.refused >= goal }
                            }
                        }
                        try await FailingFlushes.with(server.child.pid) {
                            try await Self.expectStandstill(told, token, on: server)
                        }
                    }
                    try await load.run(on: server, untilDecided: 50)
                    try await told.repeatAll(token: token, on: server)
                    try await server.stop()
                }
                try await house.expectBooksFit()
                try await told.expectTrue(of: house.storage)
            }
        }

        private static func expectStandstill(
            _ told: Told,
            _ token: String,
            on server: Server
        ) async throws {
            for _ in 1...10 {
                let key = told.newKey()
                let answer = try await server.ask(.purchase(token: token, key: key))
                #expect(answer.status == 503, "\(answer)")
                told.note(answer, for: key)
            }
            let rules = try await server.ask(Request("GET", "/rules", token: token))
            #expect(rules.status == 200, "\(rules)")
        }

        @Test("and a crash then: what was refused as not done is not there, and repeats are safe")
        func crash() async throws {
            try await House.with(.sqlite) { house in
                let told = Told()
                var token = ""
                try await house.serving { server in
                    token = try await server.signIn()
                    try await Load(token: token, told: told).run(on: server, untilDecided: 20)
                    try await FailingFlushes.with(server.child.pid) {
                        try await Self.expectStandstill(told, token, on: server)
                        try await server.kill()
                    }
                }
                // The last of them is in the log, whole: that is why it was not refused for sure.
                #expect(told.fates.values.contains(.unknown))
                try await told.expectTrue(of: house.storage)
                try await house.serving { server in
                    try await told.repeatAll(token: token, on: server)
                    try await server.stop()
                }
                try await house.expectBooksFit()
                try await told.expectTrue(of: house.storage)
            }
        }

        @Test("a backup's name is on the disk before it is called done")
        func backup() async throws {
            try await House.with(.sqlite) { house in
                let trace = "\(house.folder)/trace"
                let tracer = [
                    "/usr/bin/strace", "-f", "-y", "-o", trace,
                    "-e", "trace=fsync,link,linkat,rename,renameat,renameat2",
                ]
                let backup = try house.command(["backup", "\(house.folder)/copy.db"])
                let result = try await Program.run(command: tracer + backup)
                #expect(result.isSuccess, "\(result.errors)")
                let calls = try String(contentsOfFile: trace, encoding: .utf8).split(
                    separator: "\n"
                )
                let folder = (house.folder as NSString).lastPathComponent
                let named = calls.lastIndex {
                    $0.contains("/copy.db\"") && ($0.contains("link") || $0.contains("rename"))
                }
                let flushed = calls.lastIndex {
                    $0.contains("fsync(") && $0.contains("/\(folder)>)") && $0.hasSuffix("= 0")
                }
                #expect(try #require(flushed) > #require(named))
            }
        }

        @Test("stops a start whose log cannot be brought into the file, and loses none of it")
        func start() async throws {
            try await House.with(.sqlite) { house in
                let told = Told()
                var token = ""
                try await house.serving { server in
                    token = try await server.signIn()
                    try await Load(token: token, told: told).run(on: server, untilDecided: 20)
                    try await server.kill()
                }
                let command = try house.command(["serve", "--port", "0"])
                let start = try await Program.run(command: FailingFlushes.prefix + command)
                #expect(start.end == .exit(1), "\(start.errors)")
                #expect(start.errors.contains("purser.db: disk I/O error"), "\(start.errors)")
                try await house.serving { server in
                    try await told.repeatAll(token: token, on: server)
                    try await server.stop()
                }
                try await house.expectBooksFit()
                try await told.expectTrue(of: house.storage)
            }
        }

        @Test("of the file behind the log ends the server; the next start has everything")
        func ends() async throws {
            try await House.with(.sqlite) { house in
                let told = Told()
                var token = ""
                try await house.serving { server in
                    token = try await server.signIn()
                    try await Self.failFlushOfFile(of: server, told, token, in: house)
                }
                try await Self.expectAllThere(told, token, in: house)
            }
        }

        @Test("of the file behind the log, while another has the file open, waits for its end")
        func endsBesideAnother() async throws {
            try await House.with(.sqlite) { house in
                let told = Told()
                var token = ""
                // Signing in writes, and what is in the log by then is in the file when it stops.
                try await house.serving { server in
                    token = try await server.signIn()
                    try await server.stop()
                }
                let (file, kept) = ("\(house.folder)/purser.db", "\(house.folder)/kept.db")
                let copied = try await Program.run(command: ["/bin/cp", file, kept])
                #expect(copied.isSuccess, "\(copied.errors)")
                let command = try house.command(["serve", "--port", "0"])
                var next: Child?
                try await house.storage.with { _ in
                    try await house.serving { server in
                        try await Self.failFlushOfFile(of: server, told, token, in: house)
                    }
                    // The system may drop what it could not flush.
                    let lost = try await Program.run(command: ["/bin/cp", kept, file])
                    #expect(lost.isSuccess, "\(lost.errors)")
                    let started = try Child(command)
                    next = started
                    try await Task.sleep(for: .seconds(1))
                    #expect(started.isRunning && started.errors.isEmpty, "\(started.errors)")
                }
                try await next?.writes("listening")
                next?.signal(SIGTERM)
                #expect(try await next?.end() == .exit(0))
                try await Self.expectAllThere(told, token, in: house)
            }
        }

        /// Lets a server write until its log is written back, and every flush of the file fail.
        private static func failFlushOfFile(
            of server: Server,
            _ told: Told,
            _ token: String,
            in house: House
        ) async throws {
            let load = Load(token: token, told: told)
            let file = "\(house.folder)/purser.db"
            try await load.run(on: server) {
                try await until("the log is long") { try size("\(file)-wal") > 40_000_000 }
                try await FailingFlushes.with(server.child.pid, of: file) {
                    try await until("the server ends") { !server.child.isRunning }
                }
            }
            #expect(try await server.child.end() == .exit(74), "\(server.child.errors)")
            let log = server.child.errors
            #expect(log.contains(#""level":"critical""#), "\(log)")
            #expect(log.contains("the disk did not flush the file"), "\(log)")
        }

        private static func expectAllThere(
            _ told: Told,
            _ token: String,
            in house: House
        ) async throws {
            try await told.expectTrue(of: house.storage)
            try await house.serving { server in
                let last = told.fates.count - 200
                try await told.repeatAll(after: max(0, last), token: token, on: server)
                try await server.stop()
            }
            try await house.expectBooksFit()
            try await told.expectTrue(of: house.storage)
        }

        private static func size(_ path: String) throws -> Int {
            try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
        }
    }
}
