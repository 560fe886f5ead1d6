import Kernel

extension API.Guardian {
    /// What a geofence does with a purchase inside it.
    public enum GeofencePolicy: String, Codable, Sendable, CaseIterable, WireEnum {
        /// Declines it.
        case block
        /// Lets it pass with a warning.
        case warn
    }

    /// A circle on the map inside which purchases are blocked or warned about.
    public struct GeofenceRequest: WireInput, SnakeCaseKeys, Equatable {
        /// What it is called, at most 100 characters; `Geofence` when left out.
        public let name: String?
        /// The centre's latitude in degrees, −90...90.
        public let latitude: Double
        /// The centre's longitude in degrees, −180...180.
        public let longitude: Double
        /// The radius in metres, 1...100,000.
        public let radiusM: Int64
        /// The category it is for; every category when left out.
        public let category: String?
        /// `block` when left out.
        public let policy: GeofencePolicy?
        /// The child it is for; the caller when left out.
        public let userID: MemberReference?

        /// Makes a request.
        public init(
            name: String? = nil,
            latitude: Double,
            longitude: Double,
            radiusM: Int64,
            category: String? = nil,
            policy: GeofencePolicy? = nil,
            userID: MemberReference? = nil
        ) {
            self.name = name
            self.latitude = latitude
            self.longitude = longitude
            self.radiusM = radiusM
            self.category = category
            self.policy = policy
            self.userID = userID
        }

        /// The rules of the fields.
        public static let rules: [FieldRule<Self>] = [
            .text("name", upTo: Limits.fenceNameCharacters) { $0.name },
            .number("latitude", in: -90...90) { $0.latitude },
            .number("longitude", in: -180...180) { $0.longitude },
            .integer("radius_m", in: 1...Limits.fenceRadiusMetres) { $0.radiusM },
            .text("category", upTo: Limits.categoryCharacters) { $0.category },
        ]
    }

    /// A geofence as it is kept.
    public struct Geofence: Codable, SnakeCaseKeys, Sendable, Equatable {
        /// The integer id.
        public let id: Int64
        /// What it is called.
        public let name: String
        /// The centre's latitude in degrees.
        public let latitude: Double
        /// The centre's longitude in degrees.
        public let longitude: Double
        /// The radius in metres.
        public let radiusM: Int64
        /// The category it is for; every category when absent.
        public let category: String?
        /// What it does.
        public let policy: GeofencePolicy

        /// Makes a geofence.
        public init(
            id: Int64,
            name: String,
            latitude: Double,
            longitude: Double,
            radiusM: Int64,
            category: String?,
            policy: GeofencePolicy
        ) {
            self.id = id
            self.name = name
            self.latitude = latitude
            self.longitude = longitude
            self.radiusM = radiusM
            self.category = category
            self.policy = policy
        }
    }

    /// The id of what was made.
    public struct Created: Codable, Sendable, Equatable {
        /// The integer id.
        public let id: Int64
        /// `created`.
        public let status: String

        /// Makes an answer.
        public init(id: Int64, status: String = "created") {
            self.id = id
            self.status = status
        }
    }

    /// One numbered thing of a member: a limit, a geofence.
    public struct NumberedRequest: WireInput, SnakeCaseKeys, Equatable {
        /// The integer id.
        public let id: Int64
        /// The child it belongs to; the caller when left out.
        public let userID: MemberReference?

        /// Makes a request.
        public init(id: Int64, userID: MemberReference? = nil) {
            self.id = id
            self.userID = userID
        }
    }

    /// Lists a member's geofences, newest first.
    public static let listGeofences = Endpoint<SubjectRequest, [Geofence]>(
        "listGeofences",
        .get,
        "/rules/geofence",
        "Lists geofences, newest first.",
        access: .member,
        surface: .guardian,
        example: SubjectRequest(),
        answers: [
            Geofence(
                id: 1,
                name: "Shopping Mall",
                latitude: 40.7128,
                longitude: -74.006,
                radiusM: 500,
                category: "fun",
                policy: .block
            )
        ]
    )

    /// Draws a geofence.
    public static let createGeofence = Endpoint<GeofenceRequest, Created>(
        "createGeofence",
        .post,
        "/rules/geofence",
        "Draws a circle inside which purchases are blocked or warned about.",
        access: .parent,
        surface: .guardian,
        example: GeofenceRequest(
            name: "Shopping Mall",
            latitude: 40.7128,
            longitude: -74.006,
            radiusM: 500,
            category: "fun",
            policy: .block
        ),
        answers: Created(id: 1),
        outdates: .ownRoom
    )

    /// Removes a geofence.
    public static let deleteGeofence = Endpoint<NumberedRequest, Status>(
        "deleteGeofence",
        .delete,
        "/rules/geofence/{id}",
        "Removes a geofence.",
        access: .parent,
        surface: .guardian,
        example: NumberedRequest(id: 1),
        answers: Status(status: "deleted"),
        outdates: .ownRoom
    )

    /// Removes a monthly limit.
    public static let deleteRule = Endpoint<NumberedRequest, Status>(
        "deleteRule",
        .delete,
        "/rules/{id}",
        "Removes a monthly limit.",
        access: .parent,
        surface: .guardian,
        example: NumberedRequest(id: 1),
        answers: Status(status: "deleted"),
        outdates: .ownRoom
    )
}
