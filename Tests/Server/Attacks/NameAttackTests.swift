import Contract
import Foundation
import Kernel
import Operations
import PurserKit
import Testbed
import Testing

@testable import ServerTestbed

@Suite("Long names in anonymous location checks", .timeLimit(.minutes(10)))
struct NameAttackTests {
    @Test("are refused, and nothing of them is kept")
    func names() async throws {
        try await withServer(.sqlite) { server in
            let end = String(repeating: "x", count: 1_000_000)
            let kept = try await server.listening { port in
                try await LoopbackConnection.to(port) { connection in
                    // What the first request needs anyway is there by then.
                    _ = try await connection.ask("POST", "/location-check", Self.body("a\(end)"))
                    let before = try Self.residentBytes()
                    for number in 0..<150 {
                        let body = Self.body("\(number)\(end)")
                        let answer = try await connection.ask("POST", "/location-check", body)
                        #expect(answer.status == 400)
                        let text = String(decoding: answer.body, as: UTF8.self)
                        #expect(text.contains(#""error":"user_id is too long""#))
                    }
                    return try Self.residentBytes() - before
                }
            }
            #expect(kept < 40_000_000, "\(kept) bytes")
        }
    }

    @Test("are taken up to 255 Unicode scalars, by body and by query")
    func longest() async throws {
        try await withServer(.sqlite) { server in
            for (scalar, other) in [("x", "y"), ("\u{1F4B0}", "\u{1F4B1}")] {
                let most = String(repeating: scalar, count: 254) + other
                let body = try await server.post("/location-check", Self.body(most))
                #expect(body.status == 200)
                let query = "user_id=\(PercentCoding.encoded(most))&lat=1&lon=1"
                #expect(try await server.get("/location-check?\(query)").status == 200)
                let long = try await server.post("/location-check", Self.body("\(most)x"))
                #expect(long.status == 400)
                #expect(try long.string("error") == "user_id is too long")
                let longQuery = "user_id=\(PercentCoding.encoded(most))x&lat=1&lon=1"
                #expect(try await server.get("/location-check?\(longQuery)").status == 400)
            }
            let digits = String(repeating: "1", count: 256)
            let number = #"{"user_id":\#(digits),"lat":1,"lon":1}"#
            #expect(try await server.post("/location-check", number).status == 400)
        }
    }

    private static func body(_ name: String) -> String {
        #"{"user_id":"\#(name)","lat":1,"lon":1}"#
    }

    /// The memory that this process has, in bytes.
    private static func residentBytes() throws -> Int {
        let status = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
        let pages = status.split(separator: " ").dropFirst().first.flatMap { Int($0) }
        return (pages ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE)))
    }
}
