import Contract
import Testbed
import Testing

@testable import PurserKit

@Suite("A call that asks for the password again")
struct ProofTests {
    @Test("is refused without a new token, and leaves the session as it was")
    func refused() async throws {
        try await withPurser(.sqlite) { server, purser in
            try await purser.session.registerParent(
                email: "parent@example.com",
                password: "password123",
                firstName: "John",
                lastName: "Doe",
                familyName: "Doe Family"
            )
            let before = try await purser.client.keeper.session()
            server.clock.advance(seconds: 600)
            let bare = await #expect(throws: PurserError.self) {
                try await purser.session.createInvitation(email: "jane@example.com")
            }
            #expect(bare?.refusesSignIn == true)
            #expect(bare?.details == ["password": "or code is required"])
            let wrong = await #expect(throws: PurserError.self) {
                try await purser.session.createInvitation(
                    email: "jane@example.com",
                    password: "wrong1234"
                )
            }
            #expect(wrong?.details == ["password": "is wrong"])
            // It was sent once: a second try would have counted as another guess.
            #expect(try await server.contents().count("failed_logins") == 1)
            #expect(try await purser.client.keeper.session() == before)
            let sent = try await purser.session.createInvitation(
                email: "jane@example.com",
                password: "password123"
            )
            #expect(sent.email == "jane@example.com")
        }
    }
}
