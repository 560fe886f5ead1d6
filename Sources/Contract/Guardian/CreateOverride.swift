import Kernel

extension API.Guardian {
    /// A purchase that a parent allows once.
    public struct OverrideRequest: WireInput, SnakeCaseKeys, Equatable {
        /// The exact price in cents, more than zero.
        public let amountCents: Int64
        /// The merchant, 1...120 characters.
        public let merchant: String
        /// The child it is for; the caller when left out.
        public let userID: MemberReference?

        /// Makes a request.
        public init(amountCents: Int64, merchant: String, userID: MemberReference? = nil) {
            self.amountCents = amountCents
            self.merchant = merchant
            self.userID = userID
        }

        /// The rules of the fields.
        public static let rules: [FieldRule<Self>] = [
            .amount("amount_cents") { $0.amountCents },
            .text("merchant", upTo: Limits.merchantCharacters) { $0.merchant },
        ]
    }

    /// That it was done.
    public struct Status: Codable, Sendable, Equatable {
        /// `ok`, or what was done.
        public let status: String

        /// Makes an answer.
        public init(status: String) {
            self.status = status
        }
    }

    /// Allows one purchase of exactly this amount at this merchant within the next five minutes.
    public static let createOverride = Endpoint<OverrideRequest, Status>(
        "createOverride",
        .post,
        "/guardian/override",
        "Allows one purchase of this amount at this merchant within the next five minutes.",
        access: .parent,
        surface: .guardian,
        example: OverrideRequest(amountCents: 5_000, merchant: "Starbucks"),
        answers: Status(status: "ok"),
        waits: .seconds(300)
    )
}
