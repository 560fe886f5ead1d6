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

    /// Whether it is for purchases of a category.
    public func applies(to category: String) -> Bool {
        self.category == nil || self.category == category
    }

    /// Whether a position is inside; the edge is.
    public func contains(_ position: Coordinate) -> Bool {
        centre.distance(to: position) <= Double(radiusMetres)
    }
}
