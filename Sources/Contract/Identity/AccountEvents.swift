public import Kernel

extension API.Identity {
    /// Which events of an account to show.
    public struct AccountEventsRequest: WireInput, Equatable {
        /// How many, 1...100; 20 when left out.
        public let limit: PageNumber?
        /// Only those before this number; the newest when left out.
        public let before: PageNumber?

        /// Makes a request.
        public init(limit: PageNumber? = nil, before: PageNumber? = nil) {
            self.limit = limit
            self.before = before
        }
    }

    /// Something that happened to the caller's account.
    public struct AccountEvent: Codable, Sendable, Equatable {
        /// The event.
        public let eventID: ID<Entity.AuthEvent>
        /// Its place among all of them, which `before` takes.
        public let number: Int64
        /// What happened, such as `signed_in` or `password_changed`.
        public let kind: String
        /// The session it concerns, where it concerns one.
        public let sessionID: ID<Entity.Session>?
        /// The OAuth client it concerns, where it concerns one.
        public let clientID: String?
        /// The trace of the call that it happened in.
        public let traceID: String
        /// When it happened.
        public let happenedAt: WireTimestamp

        /// Makes an event.
        public init(
            eventID: ID<Entity.AuthEvent>,
            number: Int64,
            kind: String,
            sessionID: ID<Entity.Session>?,
            clientID: String?,
            traceID: String,
            happenedAt: WireTimestamp
        ) {
            self.eventID = eventID
            self.number = number
            self.kind = kind
            self.sessionID = sessionID
            self.clientID = clientID
            self.traceID = traceID
            self.happenedAt = happenedAt
        }
    }

    /// What happened to the caller's account.
    public struct AccountEventsResponse: Codable, Sendable, Equatable {
        /// The newest first.
        public let events: [AccountEvent]

        /// Makes an answer.
        public init(events: [AccountEvent]) {
            self.events = events
        }
    }

    /// Lists what happened to the caller's account.
    public static let listAccountEvents = Endpoint<AccountEventsRequest, AccountEventsResponse>(
        "listAccountEvents",
        .get,
        "/api/v1/auth/events",
        "Lists what happened to the caller's account, newest first.",
        access: .member,
        scope: .account,
        surface: .allowance,
        example: AccountEventsRequest(limit: PageNumber(20)),
        answers: AccountEventsResponse(
            events: [
                AccountEvent(
                    eventID: ID(RawID(high: 0x0194_690E_2F40_7B1E, low: 0x9D3C_5A60_41F2_7C03)),
                    number: 42,
                    kind: "signed_in",
                    sessionID: SessionReference.example.sessionID,
                    clientID: "purser-native",
                    traceID: "d4b1c2a0-5e6f-4a7b-8c9d-0e1f2a3b4c5d",
                    happenedAt: WireTimestamp(Timestamp(seconds: 1_736_937_000))
                )
            ]
        )
    )
}
