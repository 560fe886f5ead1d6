import Contract
import Kernel
import PurserKit
import Testbed
import Testing

@Suite("The methods of the services")
struct EndpointMethodTests {
    @Test("are one for each endpoint of the contract, with its name")
    func complete() {
        let rows = EndpointRow.all.map(\.endpoint.name)
        #expect(rows.count == Set(rows).count)
        #expect(Set(rows) == Set(API.all.map(\.name)))
    }

    @Test(
        "send what the endpoint declares, and return what it answers",
        arguments: EndpointRow.all
    )
    func example(row: EndpointRow) async throws {
        let preview = PreviewTransport()
        let session = StoredSession(
            id: "session",
            accessToken: "token",
            refreshToken: nil,
            issuedAt: TestClock.noon,
            expiresAt: TestClock.noon.adding(seconds: 3_600)
        )
        let purser = try Purser.test(preview, tokens: MemoryTokenStore(session))
        try await row.check(purser, preview)
        await purser.shutdown()
    }
}
