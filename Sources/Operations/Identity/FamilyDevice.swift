public import Contract
public import Kernel
import Providers
import SQL
import Store

/// A device that a family uses together: it lists who belongs to the household before anybody has
/// signed in.
///
/// The device keeps, sealed, which household that is and which parent said so; here nothing is
/// stored. It ends by itself after a year, and when that parent gets another password, may not sign
/// in any more or is gone.
public struct FamilyDevice: Sendable, Equatable {
    /// A member who has a password to sign in with.
    public struct Person: Sendable, Equatable {
        /// What a page calls the member by; it means nothing elsewhere.
        public let reference: String
        /// The member's name, or its role where there is none; never the e-mail address.
        public let name: String
        /// What the member signs in with, for no page.
        public let email: String
    }

    /// Whose device it is.
    public let household: ID<Entity.Household>
    /// Parents before children, each in the order in which they joined.
    public let people: [Person]
    /// When it ends by itself.
    public let expiresAt: Timestamp
}

extension IdentityOperations {
    /// Makes a device one that lists the caller's family.
    ///
    /// What it shows outlasts the caller's session, so a token alone is not enough.
    ///
    /// - Returns: What the device keeps.
    /// - Throws: ``Problem`` `unauthenticated` naming the password where it is missing or wrong,
    ///   `forbidden` for a child, `rateLimited`; `DatabaseError`.
    public func beginFamilyDevice(
        _ password: Password?,
        _ call: Call
    ) async throws -> String {
        let member = try await provingMember(password, code: nil, call)
        guard member.role == .parent else { throw Problem(.forbidden) }
        let end = call.now.adding(milliseconds: Limits.familyDeviceMilliseconds)
        return try FamilyDeviceClaim(of: member, until: end, under: familyDevices)
            .sealed(under: familyDevices)
    }

    /// The family of a device by what the device keeps, as the family is now; `nil` when that was
    /// made up, or is good no more.
    ///
    /// - Throws: `DatabaseError`.
    public func familyDevice(_ kept: String, now: Timestamp) async throws -> FamilyDevice? {
        let key = familyDevices
        guard let claim = FamilyDeviceClaim(opening: kept, under: key), now < claim.expiresAt
        else { return nil }
        let members = try await database.read { session in
            try Members.present(in: claim.household, session: session).filter(\.isActive)
        }
        guard let parent = members.first(where: { $0.id == claim.parent }),
            claim.isOf(parent, under: key)
        else { return nil }
        let people = members.filter { $0.passwordHash != nil }.map { member in
            FamilyDevice.Person(
                reference: FamilyDeviceClaim.reference(to: member, under: key),
                name: member.nameOnFamilyDevice,
                email: member.email
            )
        }
        return FamilyDevice(
            household: claim.household,
            people: Array(people.prefix(Limits.familyDevicePeople)),
            expiresAt: claim.expiresAt
        )
    }

    /// The key that seals what such devices keep.
    private var familyDevices: Secret { tokens.secret(for: "family devices") }
}

/// What a device keeps of the family it lists.
private struct FamilyDeviceClaim {
    /// What it is sealed for.
    private static let context = "family device"

    let household: ID<Entity.Household>
    /// Who said so.
    let parent: ID<Entity.Member>
    let expiresAt: Timestamp
    /// Tells the parent's password of then from another one.
    private let password: String

    init(of parent: MemberRecord, until end: Timestamp, under key: Secret) {
        household = parent.household
        self.parent = parent.id
        expiresAt = end
        password = Self.mark(of: parent, under: key)
    }

    /// Opens what a device keeps; `nil` when it was changed or made up.
    init?(opening text: String, under key: Secret) {
        guard text.utf8.count <= Limits.familyDeviceBytes, let sealed = Base64URL.bytes(text),
            let bytes = key.open(sealed, from: Self.context)
        else { return nil }
        let parts = String(decoding: bytes, as: UTF8.self).split(separator: " ").map(String.init)
        guard parts.count == 4, let household = ID<Entity.Household>(parts[0]),
            let parent = ID<Entity.Member>(parts[1]), let milliseconds = Int64(parts[2])
        else { return nil }
        self.household = household
        self.parent = parent
        expiresAt = Timestamp(milliseconds: milliseconds)
        password = parts[3]
    }

    func sealed(under key: Secret) throws -> String {
        let text = "\(household.text) \(parent.text) \(expiresAt.milliseconds) \(password)"
        return Base64URL.text(try key.seal(Array(text.utf8), in: Self.context))
    }

    /// Whether the parent's password is what it was.
    func isOf(_ parent: MemberRecord, under key: Secret) -> Bool {
        self.parent == parent.id && password == Self.mark(of: parent, under: key)
    }

    static func reference(to member: MemberRecord, under key: Secret) -> String {
        code("person \(member.id.text)", under: key)
    }

    private static func mark(of parent: MemberRecord, under key: Secret) -> String {
        code("password \(parent.passwordHash ?? "")", under: key)
    }

    private static func code(_ text: String, under key: Secret) -> String {
        Base64URL.text(Array(key.authenticationCode(for: Array(text.utf8)).prefix(16)))
    }
}

extension MemberRecord {
    /// A name that tells no e-mail address, also where somebody typed one as its name.
    fileprivate var nameOnFamilyDevice: String {
        let name = shownName(firstName, lastName)
        let usual = role == .parent ? "A parent" : "A child"
        return name.flatMap { $0.contains("@") ? nil : $0 } ?? usual
    }
}
