public import Kernel

extension API.Guardian {
    /// How a member wants to spend.
    public enum SpendingProfile: String, Codable, Sendable, CaseIterable, WireEnum {
        /// Purchases are advised against early.
        case saver = "Saver"
        /// The usual.
        case average = "Average"
        /// Purchases are advised against late.
        case spender = "Spender"
    }

    /// The profile to set.
    public struct ProfileRequest: WireInput, SnakeCaseKeys, Equatable {
        /// How the member wants to spend.
        public let profile: SpendingProfile
        /// The monthly income in cents, 0 or more.
        public let monthlyIncomeCents: Int64
        /// The child it is for; the caller when left out.
        public let userID: MemberReference?

        /// Makes a request.
        public init(
            profile: SpendingProfile,
            monthlyIncomeCents: Int64,
            userID: MemberReference? = nil
        ) {
            self.profile = profile
            self.monthlyIncomeCents = monthlyIncomeCents
            self.userID = userID
        }

        /// The rules of the fields.
        public static let rules: [FieldRule<Self>] = [
            .limit("monthly_income_cents") { $0.monthlyIncomeCents }
        ]
    }

    /// How a member wants to spend.
    public struct Profile: Codable, SnakeCaseKeys, Sendable, Equatable {
        /// How soon purchases are advised against.
        public let profile: SpendingProfile
        /// The monthly income in cents.
        public let monthlyIncomeCents: Int64

        /// Makes a profile.
        public init(profile: SpendingProfile, monthlyIncomeCents: Int64) {
            self.profile = profile
            self.monthlyIncomeCents = monthlyIncomeCents
        }
    }

    /// What a member says of a decision.
    public struct FeedbackRequest: WireInput, SnakeCaseKeys, Equatable {
        /// The id of a score or of an authorize decision of the caller.
        public let decisionID: ID<Entity.Decision>
        /// Whether the purchase was avoidable.
        public let avoidable: Bool

        /// Makes a request.
        public init(decisionID: ID<Entity.Decision>, avoidable: Bool) {
            self.decisionID = decisionID
            self.avoidable = avoidable
        }
    }

    /// Tells how a member wants to spend.
    public static let getProfile = Endpoint<SubjectRequest, Profile>(
        "getProfile",
        .get,
        "/guardian/profile",
        "Tells how a member wants to spend.",
        access: .member,
        surface: .guardian,
        example: SubjectRequest(),
        answers: Profile(profile: .average, monthlyIncomeCents: 300_000)
    )

    /// Sets how a member wants to spend.
    public static let setProfile = Endpoint<ProfileRequest, Profile>(
        "setProfile",
        .put,
        "/guardian/profile",
        "Sets how a member wants to spend.",
        access: .parent,
        surface: .guardian,
        example: ProfileRequest(profile: .saver, monthlyIncomeCents: 200_000),
        answers: Profile(profile: .saver, monthlyIncomeCents: 200_000),
        outdates: .ownRoom
    )

    /// Takes the caller's word on a decision, from which its scores learn.
    public static let giveFeedback = Endpoint<FeedbackRequest, Status>(
        "giveFeedback",
        .post,
        "/guardian/feedback",
        "Takes the caller's word whether a purchase was avoidable; its scores learn from it.",
        access: .member,
        surface: .guardian,
        refusals: [.notFound],
        example: FeedbackRequest(
            decisionID: ID(RawID(high: 0x0194_6B5C_7C00_7000, low: 0x8000_0000_0000_0001)),
            avoidable: true
        ),
        answers: Status(status: "ok"),
        outdates: .ownRoom
    )
}
