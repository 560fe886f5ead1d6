import Kernel
import Providers
import Store

/// That a member's password was right, for the few minutes until the second factor is at hand.
///
/// It is kept nowhere but with who signs in, sealed, so that nobody can make or change one.
struct SignInTicket: Equatable {
    /// Whose password it was.
    let member: ID<Entity.Member>
    /// When it ends by itself.
    let expiresAt: Timestamp
    /// Tells the password of then from another one.
    private let password: String

    /// Stands for a password that was found right now.
    init(for member: MemberRecord, _ call: Call, under key: Secret) {
        self.member = member.id
        expiresAt = call.now.adding(milliseconds: Limits.signInTicketMilliseconds)
        password = Self.mark(of: member, under: key)
    }

    /// Opens a ticket; `nil` when it was changed, or is of another context.
    init?(opening text: String, from context: String, under key: Secret) {
        guard let sealed = Base64URL.bytes(text), let bytes = key.open(sealed, from: context)
        else { return nil }
        let parts = String(decoding: bytes, as: UTF8.self).split(separator: " ").map(String.init)
        guard parts.count == 3, let member = ID<Entity.Member>(parts[0]),
            let milliseconds = Int64(parts[1])
        else { return nil }
        self.member = member
        expiresAt = Timestamp(milliseconds: milliseconds)
        password = parts[2]
    }

    /// The ticket as who signs in carries it.
    func sealed(in context: String, under key: Secret) throws -> String {
        let text = "\(member.text) \(expiresAt.milliseconds) \(password)"
        return Base64URL.text(try key.seal(Array(text.utf8), in: context))
    }

    /// Whether it is the member's, and the password is what it was.
    func isOf(_ member: MemberRecord, under key: Secret) -> Bool {
        self.member == member.id && password == Self.mark(of: member, under: key)
    }

    private static func mark(of member: MemberRecord, under key: Secret) -> String {
        let bytes = key.authenticationCode(for: Array((member.passwordHash ?? "").utf8))
        return Base64URL.text(bytes.prefix(16))
    }
}
