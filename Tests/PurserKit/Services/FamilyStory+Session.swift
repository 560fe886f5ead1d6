import Contract
import Foundation
import Kernel
import Providers
import Testbed
import Testing

@testable import PurserKit

/// Who is signed in, and everything about the account.
extension FamilyStory {
    func secondFactor(_ parent: Purser) async throws {
        let session = parent.session
        let begun = try await session.beginSecondFactor(password: Self.password)
        let totp = TOTP(secret: base32(begun.secret))
        func code() -> String { totp.code(at: TOTP.step(at: server.clock.now)) }
        #expect(try await session.confirmSecondFactor(code: code()).recoveryCodes.count > 1)
        #expect(try await session.getSecondFactor().isOn)
        server.clock.advance(seconds: 30)
        try await session.disableSecondFactor(password: Self.password, code: code())
        #expect(try await !session.getSecondFactor().isOn)
    }

    func passkeys(_ parent: Purser) async throws {
        let session = parent.session
        let options = try await session.passkeyOptions()
        let authenticator = try TestAuthenticator()
        let made = authenticator.make(
            answering: Base64URL.bytes(options.challenge) ?? [],
            server.site
        )
        let request = API.Identity.PasskeyRequest(made)
        let passkey = try await session.addPasskey(
            name: "Phone",
            credential: request.credential,
            password: Self.password
        )
        #expect(try await session.listPasskeys().passkeys == [passkey])
        try await session.deletePasskey(passkeyID: passkey.passkeyID)
        #expect(try await session.listPasskeys().passkeys.isEmpty)
    }

    func invitations(_ parent: Purser) async throws {
        let session = parent.session
        let first = try await session.createInvitation(email: "aunt@example.com")
        try await session.withdrawInvitation(invitationID: first.invitationID)
        #expect(try await session.listInvitations().invitations.isEmpty)
        let second = try await session.createInvitation(email: "jane@example.com")
        let other = try newApp()
        let joined = try await other.session.registerInvited(
            code: second.code,
            password: Self.password,
            firstName: "Jane",
            lastName: "Doe"
        )
        #expect(joined.familyName == "Doe Family")
        let jane = try await other.session.currentMember()
        #expect(jane.fullName == "Jane Doe")
        try await parent.allowance.removeParent(memberID: jane.userID, password: Self.password)
        await #expect(throws: PurserError.self) { try await other.session.currentMember() }
        await other.shutdown()
    }

    func account(_ parent: Purser) async throws {
        let session = parent.session
        let former = try await parent.client.keeper.session()
        server.clock.advance(seconds: 60)
        let renewed = try await session.refreshMember()
        let present = try await parent.client.keeper.session()
        #expect(present?.accessToken == renewed.token && present?.id == former?.id)
        let moved = try await session.changeEmail(
            email: "john@example.com",
            password: Self.password
        )
        #expect(moved.email == "john@example.com")
        try await session.changePassword(
            currentPassword: Self.password,
            newPassword: "password456"
        )
        #expect(try await session.currentMember().email == "john@example.com")
        #expect(try await session.listAccountEvents(limit: 3).events.count == 3)
    }

    /// Another household that comes in by the doors of the other documents.
    func otherDoors() async throws {
        let (first, second) = (try newApp(), try newApp())
        let registered = try await first.session.registerUser(
            email: "ann@example.com",
            password: Self.password,
            firstName: "Ann"
        )
        #expect(registered.user.displayName == "Ann")
        let login = try await second.session.loginUser(
            email: "ann@example.com",
            password: Self.password
        )
        #expect(login.user == registered.user)
        let exchanged = try await second.session.exchangeToken(
            grantType: .refreshToken,
            refreshToken: login.refreshToken
        )
        let kept = try await second.client.keeper.session()
        #expect(kept?.accessToken == exchanged.accessToken)

        // Another session ends, and this one goes on.
        let sessions = try await first.session.listSessions().sessions
        #expect(sessions.count == 2)
        for session in sessions where !session.isCurrent {
            try await first.session.endSession(sessionID: session.sessionID)
        }
        #expect(try await first.session.currentUser() == login.user)
        await #expect(throws: PurserError.self) { try await second.session.currentUser() }
        #expect(try await second.session.state == .signedOut(.expired))

        // This one ends.
        let own = try #require(sessions.first { $0.isCurrent })
        try await first.session.endSession(sessionID: own.sessionID)
        #expect(try await first.session.state == .signedOut(.byMember))
        try await second.session.signIn(email: "ann@example.com", password: Self.password)
        try await second.session.logoutUser()
        #expect(try await second.session.state == .signedOut(.byMember))

        // Ann goes for good.
        try await second.session.signIn(email: "ann@example.com", password: Self.password)
        let members = try await second.allowance.familyMembers().members
        try await second.insights.deleteUser(try #require(members.first).userID)
        await #expect(throws: PurserError.self) {
            try await first.session.signIn(email: "ann@example.com", password: Self.password)
        }
        for app in [first, second] { await app.shutdown() }
    }

    func end(_ parent: Purser) async throws {
        try await parent.session.endSessions()
        #expect(try await parent.session.state == .signedOut(.byMember))
        let error = await #expect(throws: PurserError.self) {
            try await parent.session.currentMember()
        }
        #expect(error?.kind == .unauthorized)
    }

    /// The bytes of a secret as a person types it in.
    private func base32(_ text: String) -> [UInt8] {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
        var (bits, count, bytes) = (UInt32(0), 0, [UInt8]())
        for character in text {
            bits = bits << 5 | UInt32(alphabet.firstIndex(of: character) ?? 0)
            count += 5
            guard count >= 8 else { continue }
            count -= 8
            bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
        }
        return bytes
    }
}
