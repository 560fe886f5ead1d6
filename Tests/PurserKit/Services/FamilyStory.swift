import Contract
import Kernel
import PurserKit
import Server
import Testbed
import Testing

/// What one family does with its apps, so that every endpoint is called and succeeds.
struct FamilyStory {
    let server: InProcessServer
    /// Makes the app of one more device, on whose store nobody is signed in.
    let newApp: @Sendable () throws -> Purser

    static let password = "password123"

    /// A server that keeps passkeys, and limits no rates.
    static var settings: ServerSettings {
        var settings = ServerSettings.unlimited
        settings.publicURL = "https://purser.example"
        return settings
    }

    /// The family's people and what they hold in their hands.
    struct Cast {
        let parent: Purser
        let child: Purser
        let childID: ID<Entity.Child>
        /// The child as Guardian names it.
        let subject: MemberReference
    }

    /// Plays the whole story, and tells where it stopped if it did.
    func play(_ called: CalledEndpoints) async {
        do {
            try await play()
        } catch let error as PurserError {
            let end = called.latest ?? "the beginning"
            Issue.record(error, "at \(end): \(error.code) \(error.message) \(error.details)")
        } catch {
            Issue.record(error)
        }
    }

    private func play() async throws {
        let cast = try await begin()
        try await family(cast)
        try await wallet(cast)
        try await schedule(cast)
        try await jars(cast)
        try await chores(cast)
        try await requests(cast)
        try await limits(cast)
        try await places(cast)
        try await purchase(cast)
        try await analytics(cast)
        try await cards(cast)
        try await policies(cast)
        try await copies(cast)
        try await transactions(cast)
        try await insights(cast)
        try await rewards(cast)
        try await notifications(cast)
        try await secondFactor(cast.parent)
        try await passkeys(cast.parent)
        try await invitations(cast.parent)
        try await account(cast.parent)
        try await otherDoors()
        try await cast.parent.allowance.removeChild(childID: cast.childID)
        await #expect(throws: PurserError.self) {
            try await cast.child.allowance.childDashboard()
        }
        try await end(cast.parent)
        for app in [cast.parent, cast.child] { await app.shutdown() }
    }

    /// Registers the family.
    private func begin() async throws -> Cast {
        let parent = try newApp()
        #expect(try await parent.guardian.root().status == "ok")
        #expect(try await parent.guardian.health().status == "ok")
        try await parent.session.registerParent(
            email: "parent@example.com",
            password: Self.password,
            firstName: "John",
            lastName: "Doe",
            familyName: "Doe Family"
        )
        let made = try await parent.allowance.registerChild(
            email: "alice@example.com",
            password: Self.password,
            firstName: "Alice",
            lastName: "Doe",
            weeklyAllowance: DecimalAmount(minor: 1_000)
        )
        let child = try newApp()
        let member = try await child.session.loginMember(
            email: "alice@example.com",
            password: Self.password
        )
        #expect(member.userID == made.userID)
        return Cast(
            parent: parent,
            child: child,
            childID: made.childID,
            subject: MemberReference(made.userID)
        )
    }
}
