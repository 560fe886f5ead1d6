public import Kernel

/// A circle inside which a member's purchases are blocked or warned about.
public struct Geofence: Sendable, Equatable {
    /// What it does with a purchase inside it.
    public enum Policy: String, Sendable, CaseIterable {
        /// Declines it.
        case block
        /// Lets it pass with a warning.
        case warn
    }

    /// The integer id.
    public let number: Serial<Entity.Geofence>
    /// What it is called.
    public let name: String
    /// The middle.
    public let centre: Coordinate
    /// The radius in metres.
    public let radiusMetres: Int64
    /// The normalised category it is for; `nil` for every purchase.
    public let category: String?
    /// What it does.
    public let policy: Policy

    /// Makes a geofence.
    public init(
        number: Serial<Entity.Geofence>,
        name: String,
        centre: Coordinate,
        radiusMetres: Int64,
        category: String?,
        policy: Policy
    ) {
        self.number = number
        self.name = name
        self.centre = centre
        self.radiusMetres = radiusMetres
        self.category = category
        self.policy = policy
    }

    /// The fence without its name.
    public var circle: Circle {
        Circle(
            number: number,
            centre: centre,
            radiusMetres: radiusMetres,
            category: category,
            policy: policy
        )
    }

    /// A geofence without its name, which is all that finds out whether it is hit.
    public struct Circle: Sendable {
        /// The integer id.
        public let number: Serial<Entity.Geofence>
        /// The middle.
        public let centre: Coordinate
        /// The radius in metres.
        public let radiusMetres: Int64
        /// The normalised category it is for; `nil` for every purchase.
        public let category: String?
        /// What it does.
        public let policy: Policy

        /// Makes a circle.
        public init(
            number: Serial<Entity.Geofence>,
            centre: Coordinate,
            radiusMetres: Int64,
            category: String?,
            policy: Policy
        ) {
            self.number = number
            self.centre = centre
            self.radiusMetres = radiusMetres
            self.category = category
            self.policy = policy
        }

        /// Whether a position is inside; the edge is.
        func contains(_ position: Coordinate) -> Bool {
            // A degree of latitude has 111,195 m: what is too far north or south needs no sines.
            abs(centre.latitude - position.latitude) * 111_000 <= Double(radiusMetres)
                && centre.distance(to: position) <= Double(radiusMetres)
        }
    }
}
