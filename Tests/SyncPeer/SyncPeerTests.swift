import Foundation
import Programs
import Testing

/// Devices that know of sync what its contract says, and nothing of Purser's SDK.
@Suite("devices in Python, from the contract of sync alone")
struct SyncPeerTests {
    @Test("two devices agree, whatever each did without the other")
    func wholeWay() async throws {
        let script = Program.root.appending(path: "Tests/SyncPeer/sync_client.py").path
        try await Served.with { served in
            let result = try await Program.run(
                command: [try Python.path, script, served.url, Served.email, Served.password]
            )
            #expect(result.isSuccess, "\(result.output)\(result.errors)")
            let steps = [
                "copied", "the stricter limit", "both changes of one fence",
                "an edit before a deletion", "two fences of one place",
                "an answer that was lost", "one limit of two",
                "a change through the document's endpoint", "began anew, and lost no edit", "",
            ]
            #expect(result.output == steps.joined(separator: "\n"))
        }
    }
}
