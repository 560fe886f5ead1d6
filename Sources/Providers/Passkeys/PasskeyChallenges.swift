import Crypto
public import Kernel

/// Challenges that need not be remembered until they are answered: each carries when it ends and
/// what it is for, under a key.
public struct PasskeyChallenges: Sendable {
    /// What a challenge is for.
    public enum Purpose: Sendable, Equatable {
        /// Making a passkey for a member.
        case registration(ID<Entity.Member>)
        /// Signing in.
        case signIn

        fileprivate var text: String {
            switch self {
            case .registration(let member): "registration \(member.text)"
            case .signIn: "sign-in"
            }
        }
    }

    /// A challenge that was answered, to be remembered as spent for as long as it is good.
    public struct Answered: Sendable, Equatable {
        /// The challenge's hash.
        public let hash: String
        /// When it ends by itself.
        public let expiresAt: Timestamp
    }

    private let key: Secret

    private static let randomBytes = 16
    private static let headBytes = 24

    /// Makes challenges under a key.
    public init(key: Secret) {
        self.key = key
    }

    /// A challenge that nobody can guess.
    public func make(for purpose: Purpose, until expiry: Timestamp) -> [UInt8] {
        let random = SymmetricKey(size: .bits128).withUnsafeBytes { Array($0) }
        let end = UInt64(clamping: expiry.milliseconds)
        let head = random + (0..<8).map { UInt8(truncatingIfNeeded: end >> (56 - 8 * $0)) }
        return head + code(of: head, purpose)
    }

    /// The challenge as it was answered; `nil` when it is none of ours, for something else, or has
    /// ended.
    public func answered(_ challenge: [UInt8], for purpose: Purpose, now: Timestamp) -> Answered? {
        guard challenge.count > Self.headBytes else { return nil }
        let head = Array(challenge[..<Self.headBytes])
        // Secrets are compared in a time that tells nothing.
        guard Secret(Array(challenge[Self.headBytes...])) == Secret(code(of: head, purpose)) else {
            return nil
        }
        let end = head[Self.randomBytes...].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let expiry = Timestamp(milliseconds: Int64(clamping: end))
        guard now < expiry else { return nil }
        return Answered(
            hash: Base64URL.text(Array(SHA256.hash(data: challenge))),
            expiresAt: expiry
        )
    }

    private func code(of head: [UInt8], _ purpose: Purpose) -> [UInt8] {
        key.authenticationCode(for: head + Array(purpose.text.utf8))
    }
}
