import Foundation
import Programs
import Testing

extension Faults {
    @Suite("A full disk")
    struct DiskFullTests {
        @Test(
            "refuses writes with 503, lets reads go on, and takes writes again when there is room"
        )
        func comesAndGoes() async throws {
            try await TinyDisk.with(megabytes: 8) { disk in
                try await House.with(disk) { house in
                    let told = Told()
                    try await house.serving { server in
                        let load = Load(token: try await server.signIn(), told: told)
                        try await load.run(on: server, untilDecided: 20)
                        for _ in 1...2 {
                            try disk.fill(leavingKilobytes: 256)
                            try await Self.write(load, on: server)
                            try await Self.expectStandstill(load.token, on: server)
                            try disk.empty()
                            let refused = told.refused
                            try await load.run(on: server, untilDecided: 50)
                            #expect(told.refused == refused, "there is room, and they are refused")
                        }
                        try await server.stop()
                    }
                    try await house.expectBooksFit()
                    try await told.expectTrue(of: house.storage)
                }
            }
        }

        @Test("stops a start with a sentence, and loses nothing to a crash")
        func crash() async throws {
            try await TinyDisk.with(megabytes: 8) { disk in
                try await House.with(disk) { house in
                    let told = Told()
                    var token = ""
                    try await house.serving { server in
                        token = try await server.signIn()
                        try disk.fill(leavingKilobytes: 256)
                        try await Self.write(Load(token: token, told: told), on: server)
                        try await server.kill()
                    }
                    try disk.fill(leavingKilobytes: 0)
                    let start = try await house.run(["serve", "--port", "0"])
                    #expect(start.end == .exit(1), "\(start.errors)")
                    #expect(start.errors.contains("purser.db"), "\(start.errors)")
                    try disk.empty()
                    try await house.serving { server in
                        try await told.repeatAll(token: token, on: server)
                        try await server.stop()
                    }
                    try await house.expectBooksFit()
                    try await told.expectTrue(of: house.storage)
                }
            }
        }

        /// Writes until the disk has taken nothing for a while.
        private static func write(_ load: Load, on server: Server) async throws {
            let (told, goal) = (load.told, load.told.refused + 20)
            try await load.run(on: server) {
                try await until("the disk is full") { told.refused >= goal }
            }
            // What was refused has left room in the log, which smaller groups may still use.
            var refused = 0
            try await until("the disk takes nothing") {
                let key = told.newKey()
                let answer = try await server.ask(.purchase(token: load.token, key: key))
                told.note(answer, for: key)
                refused = answer.status == 503 ? refused + 1 : 0
                return refused == 5
            }
        }

        /// Reads are answered or refused, and the server is there.
        private static func expectStandstill(_ token: String, on server: Server) async throws {
            let rules = try await server.ask(Request("GET", "/rules", token: token))
            let health = try await server.ask(Request("GET", "/health"))
            #expect([200, 503].contains(rules.status), "\(rules)")
            #expect([200, 503].contains(health.status), "\(health)")
            #expect(server.child.isRunning)
        }
    }
}
