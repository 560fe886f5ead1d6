import Kernel

extension API.Guardian {
    /// Where the caller is now.
    public struct LocationUpdate: WireInput, SnakeCaseKeys, Equatable {
        /// The latitude in degrees, −90...90.
        public let latitude: Double
        /// The longitude in degrees, −180...180.
        public let longitude: Double
        /// How exact that is, in metres.
        public let accuracyM: Double?

        /// Makes an update.
        public init(latitude: Double, longitude: Double, accuracyM: Double? = nil) {
            self.latitude = latitude
            self.longitude = longitude
            self.accuracyM = accuracyM
        }

        /// The rules of the fields.
        public static let rules: [FieldRule<Self>] = [
            .number("latitude", in: -90...90) { $0.latitude },
            .number("longitude", in: -180...180) { $0.longitude },
            .number("accuracy_m", in: 0...Limits.accuracyMetres) { $0.accuracyM },
        ]
    }

    /// That a position was taken, and when.
    public struct LocationUpdated: Codable, Sendable, Equatable {
        /// `ok`.
        public let status: String
        /// When it was taken.
        public let ts: GuardianTimestamp

        /// Makes an answer.
        public init(status: String = "ok", ts: GuardianTimestamp) {
            self.status = status
            self.ts = ts
        }
    }

    /// A position to hold against where somebody lingers.
    public struct LocationCheck: WireInput, SnakeCaseKeys, Equatable {
        /// Whose position it is: without a token any name; with one, the caller or its child.
        public let userID: MemberReference?
        /// The latitude in degrees, −90...90.
        public let lat: Double
        /// The longitude in degrees, −180...180.
        public let lon: Double

        /// Makes a check.
        public init(userID: MemberReference? = nil, lat: Double, lon: Double) {
            self.userID = userID
            self.lat = lat
            self.lon = lon
        }

        /// The rules of the fields.
        public static let rules: [FieldRule<Self>] = [
            .number("lat", in: -90...90) { $0.lat },
            .number("lon", in: -180...180) { $0.lon },
        ]
    }

    /// Whether somebody lingers near restaurants.
    public struct LocationAnswer: Codable, Sendable, Equatable {
        /// What is advised.
        public enum Decision: String, Codable, Sendable, CaseIterable, WireEnum {
            /// Nothing speaks against it.
            case ok
            /// Somebody has been near restaurants without moving for too long.
            case block
        }

        /// What was counted.
        public struct Stats: Codable, SnakeCaseKeys, Sendable, Equatable {
            /// Checks in the window without movement near a restaurant.
            public let recentStationaryPingsNearRestaurants: Int64
            /// The window in minutes.
            public let windowMinutes: Int64

            /// Makes the figures.
            public init(recentStationaryPingsNearRestaurants: Int64, windowMinutes: Int64) {
                self.recentStationaryPingsNearRestaurants = recentStationaryPingsNearRestaurants
                self.windowMinutes = windowMinutes
            }
        }

        /// What the member is told.
        public struct Notification: Codable, Sendable, Equatable {
            /// `behavior`.
            public let type: String
            /// `RESTAURANT_STATIONARY_TOO_LONG`.
            public let code: String
            /// `warning`.
            public let severity: String

            /// That somebody lingers near restaurants.
            public static let lingering = Self(
                type: "behavior",
                code: "RESTAURANT_STATIONARY_TOO_LONG",
                severity: "warning"
            )
        }

        /// What is advised.
        public let decision: Decision
        /// What was counted; only with `block`.
        public let stats: Stats?
        /// What the member is told; only with `block`.
        public let notifications: [Notification]?

        /// Makes an answer.
        public init(
            decision: Decision,
            stats: Stats? = nil,
            notifications: [Notification]? = nil
        ) {
            self.decision = decision
            self.stats = stats
            self.notifications = notifications
        }
    }

    /// Takes the caller's position, which geofences are held against.
    public static let updateLocation = Endpoint<LocationUpdate, LocationUpdated>(
        "updateLocation",
        .post,
        "/location/update",
        "Takes the caller's position, which geofences are held against for 30 minutes.",
        access: .member,
        surface: .guardian,
        example: LocationUpdate(latitude: 40.7128, longitude: -74.006, accuracyM: 10.5),
        answers: LocationUpdated(ts: GuardianTimestamp(Timestamp(seconds: 1_736_937_000))),
        outdates: .ownRoom,
        waits: .zero
    )

    /// Tells whether somebody lingers near restaurants.
    public static let checkLocation = Endpoint<LocationCheck, LocationAnswer>(
        "checkLocation",
        .post,
        "/location-check",
        "Tells whether somebody has been near restaurants without moving for too long.",
        access: .optional,
        surface: .guardian,
        example: LocationCheck(userID: MemberReference("test_user"), lat: 40.7128, lon: -74.006),
        answers: LocationAnswer(
            decision: .block,
            stats: LocationAnswer.Stats(
                recentStationaryPingsNearRestaurants: 5,
                windowMinutes: 15
            ),
            notifications: [.lingering]
        ),
        outdates: .ownRoom,
        waits: .zero
    )

    /// The same by query, as the document has it; although it is a GET, the position is kept.
    public static let checkLocationByQuery = Endpoint<LocationCheck, LocationAnswer>(
        "checkLocationByQuery",
        .get,
        "/location-check",
        "Tells whether somebody has been near restaurants without moving for too long.",
        access: .optional,
        scope: .changing,
        repeats: .never,
        surface: .guardian,
        example: LocationCheck(userID: MemberReference("test_user"), lat: 40.7128, lon: -74.006),
        answers: LocationAnswer(decision: .ok),
        outdates: .ownRoom,
        waits: .zero
    )
}
