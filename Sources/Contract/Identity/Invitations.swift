public import Kernel

extension API.Identity {
    /// Whom a parent invites.
    public struct InvitationRequest: WireInput, Equatable {
        /// The e-mail address, in any case.
        public let email: String
        /// The password of who invites; not needed within five minutes of the sign-in.
        public let password: Password?
        /// A code of the second factor, or a recovery code, in place of the password.
        public let code: String?

        /// Makes a request.
        public init(email: String, password: Password? = nil, code: String? = nil) {
            self.email = email
            self.password = password
            self.code = code
        }

        /// The rules of the fields.
        public static let rules: [FieldRule<Self>] = [
            .email { $0.email }, .secondFactorCode { $0.code },
        ]
    }

    /// An open invitation.
    public struct Invitation: Codable, Sendable, Equatable {
        /// The invitation.
        public let invitationID: ID<Entity.Invitation>
        /// The e-mail address that is invited, in lower case.
        public let email: String
        /// When it was made.
        public let createdAt: WireTimestamp
        /// When it ends.
        public let expiresAt: WireTimestamp

        /// Makes an invitation.
        public init(
            invitationID: ID<Entity.Invitation>,
            email: String,
            createdAt: WireTimestamp,
            expiresAt: WireTimestamp
        ) {
            self.invitationID = invitationID
            self.email = email
            self.createdAt = createdAt
            self.expiresAt = expiresAt
        }

        static let example = Self(
            invitationID: ID(RawID(high: 0x0194_690E_2F40_7B1E, low: 0x9D3C_5A60_41F2_7C02)),
            email: "parent2@example.com",
            createdAt: WireTimestamp(Timestamp(seconds: 1_736_937_000)),
            expiresAt: WireTimestamp(Timestamp(seconds: 1_737_541_800))
        )
    }

    /// A new invitation with its code, which is shown this once.
    public struct InvitationResponse: Codable, Sendable, Equatable {
        /// The invitation.
        public let invitationID: ID<Entity.Invitation>
        /// What the invited person registers with.
        public let code: String
        /// The e-mail address that is invited, in lower case.
        public let email: String
        /// When it ends.
        public let expiresAt: WireTimestamp

        /// Makes an answer.
        public init(
            invitationID: ID<Entity.Invitation>,
            code: String,
            email: String,
            expiresAt: WireTimestamp
        ) {
            self.invitationID = invitationID
            self.code = code
            self.email = email
            self.expiresAt = expiresAt
        }
    }

    /// The open invitations of a family.
    public struct InvitationListResponse: Codable, Sendable, Equatable {
        /// The newest first.
        public let invitations: [Invitation]

        /// Makes an answer.
        public init(invitations: [Invitation]) {
            self.invitations = invitations
        }
    }

    /// Which invitation a call is about.
    public struct InvitationReference: WireInput, Equatable {
        /// The invitation.
        public let invitationID: ID<Entity.Invitation>

        /// Makes a reference.
        public init(invitationID: ID<Entity.Invitation>) {
            self.invitationID = invitationID
        }
    }

    /// Invites a second parent into the caller's family.
    public static let createInvitation = Endpoint<InvitationRequest, InvitationResponse>(
        "createInvitation",
        .post,
        "/api/v1/auth/invitations",
        "Invites a second parent, with proof of who asks; the code is shown this once.",
        access: .parent,
        scope: .account,
        // The code is in the answer, and answers of repeated calls are kept readable.
        repeats: .never,
        surface: .allowance,
        status: 201,
        refusals: [.conflict],
        example: InvitationRequest(
            email: "parent2@example.com",
            password: Password("password123")
        ),
        answers: InvitationResponse(
            invitationID: Invitation.example.invitationID,
            code: "0Zx1tqT2Kq4m6Yc0hU3nXw8bVd5eRf7gAj9kLpSoM1E",
            email: Invitation.example.email,
            expiresAt: Invitation.example.expiresAt
        ),
        waits: .zero
    )

    /// Lists the family's open invitations.
    public static let listInvitations = Endpoint<Empty, InvitationListResponse>(
        "listInvitations",
        .get,
        "/api/v1/auth/invitations",
        "Lists the family's open invitations, newest first.",
        access: .parent,
        scope: .account,
        surface: .allowance,
        answers: InvitationListResponse(invitations: [.example])
    )

    /// Withdraws an open invitation.
    public static let withdrawInvitation = Endpoint<InvitationReference, Empty>(
        "withdrawInvitation",
        .delete,
        "/api/v1/auth/invitations/{invitationId}",
        "Withdraws an open invitation; its code is worth nothing from then on.",
        access: .parent,
        scope: .account,
        surface: .allowance,
        example: InvitationReference(invitationID: Invitation.example.invitationID),
        waits: .zero
    )
}
