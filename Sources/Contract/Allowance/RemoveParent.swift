public import Kernel

extension API.Allowance {
    /// Which parent to remove, and what shows who asks.
    public struct RemoveParentRequest: WireInput, Equatable {
        /// The parent.
        public let memberID: ID<Entity.Member>
        /// The password of who asks; not needed within five minutes of the sign-in.
        public let password: Password?
        /// A code of the second factor, or a recovery code, in place of the password.
        public let code: String?

        /// Makes a request.
        public init(memberID: ID<Entity.Member>, password: Password? = nil, code: String? = nil) {
            self.memberID = memberID
            self.password = password
            self.code = code
        }

        /// The rules of the fields; those of new passwords would keep an old one out.
        public static let rules: [FieldRule<Self>] = [.secondFactorCode { $0.code }]
    }

    /// Takes an invited parent out of the family.
    public static let removeParent = Endpoint<RemoveParentRequest, Empty>(
        "removeParent",
        .delete,
        "/api/v1/families/current/members/{memberId}",
        "Takes an invited parent out of the family, with proof of who asks; its records stay.",
        hasBody: true,
        access: .parent,
        scope: .account,
        surface: .allowance,
        example: RemoveParentRequest(
            memberID: ID(RawID(high: 0x0194_690E_2F40_7B1E, low: 0x9D3C_5A60_41F2_7C04)),
            password: Password("password123")
        ),
        waits: .zero
    )
}
