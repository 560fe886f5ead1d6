import Foundation
import Programs
import Testbed
import Testing

extension Faults {
    @Suite("Explaining decisions")
    struct DecideTests {
        @Test(
            "an exported decision is explained without a database, and a changed one is told",
            arguments: Engine.all
        )
        func explain(engine: Engine) async throws {
            try await House.with(engine) { house in
                try await house.serving { server in
                    let token = try await server.signIn()
                    #expect(try await server.ask(.purchase(token: token)).status == 200)
                    try await server.stop()
                }
                let id = try #require(try await house.storage.decisions().all.first)
                let exported = try await house.run(["decide", "--export", id])
                #expect(exported.isSuccess, "\(exported.errors)")
                let same = try await Program.run(
                    ["decide", "--explain", "-"],
                    input: exported.output
                )
                #expect(same.isSuccess, "\(same.errors)")
                #expect(same.output.hasPrefix("decision \(id) of "), "\(same.output)")
                #expect(same.output.hasSuffix("\nthe facts give the bytes that were stored\n"))
                let file = "\(house.folder)/decision.json"
                let changed = exported.output.replacing(
                    #""answer":"APPROVE""#,
                    with: #""answer":"DECLINE""#
                )
                try changed.write(toFile: file, atomically: true, encoding: .utf8)
                let other = try await Program.run(["decide", "--explain", file])
                #expect(other.end == .exit(1))
                #expect(other.output.contains("\nnot as it was stored: answer: from byte 0 on: "))
                let nobody = "00000000-0000-0000-0000-000000000000"
                let missing = try await house.run(["decide", "--export", nobody])
                #expect(missing.end == .exit(1))
                #expect(missing.errors == "There is no decision \(nobody)\n")
                #expect(missing.output.isEmpty)
            }
        }

        @Test(
            "what is no decision ends with 64 and the field",
            arguments: [
                (["--explain", "-"], "{}", "-: facts is required"),
                (["--explain", "-"], "", "-: byte 0 "),
                (["--explain", "nowhere.json"], "", "nowhere.json cannot be read"),
                (["--export", "x"], "", "x is no UUID"), ([], "", "either --explain or --export"),
                (["--explain", "-", "--export", "x"], "", "either --explain or --export"),
            ]
        )
        func refused(flags: [String], input: String, reason: String) async throws {
            let result = try await Program.run(["decide"] + flags, input: input)
            #expect(result.end == .exit(64))
            #expect(result.errors.contains(reason), "\(result.errors)")
            #expect(result.output.isEmpty)
        }
    }
}
