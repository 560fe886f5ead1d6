import Kernel

/// What a decision depends on of geofences and of where the member is.
///
/// Only what the answer and its trace need, so that a decision can be stored with it and found
/// again, and the member's position cannot be read from it.
public struct LocationFacts: Sendable, Equatable, Codable {
    /// Whether a position is known that is not too old.
    public let isPositionKnown: Bool
    /// The fences that block.
    public let blocking: FenceFacts
    /// The fences that warn.
    public let warning: FenceFacts

    /// Gathers the facts.
    public init(isPositionKnown: Bool, blocking: FenceFacts, warning: FenceFacts) {
        self.isPositionKnown = isPositionKnown
        self.blocking = blocking
        self.warning = warning
    }

    /// Holds a position against a member's geofences.
    ///
    /// `near`: The fences that apply to the purchase and may hold the position, in any order.
    /// `position`: The member's newest one that is not too old.
    public init(
        blocking: FenceTally,
        warning: FenceTally,
        near: [Geofence],
        position: Coordinate?
    ) {
        let facts = { (tally: FenceTally, policy: Geofence.Policy) in
            let hits = position.map { position in
                near.filter { $0.policy == policy && $0.contains(position) }
                    .map { FenceHit($0, position) }
            }
            return FenceFacts(
                count: tally.count,
                applying: tally.applying,
                // Of several, the lowest id is named.
                hit: hits?.min { $0.number < $1.number }
            )
        }
        self.init(
            isPositionKnown: position != nil,
            blocking: facts(blocking, .block),
            warning: facts(warning, .warn)
        )
    }
}

/// How many geofences of one policy a member has.
public struct FenceTally: Sendable, Equatable {
    /// How many there are.
    public let count: Int
    /// How many of them are for the purchase's category.
    public let applying: Int

    /// Makes a tally.
    public init(count: Int, applying: Int) {
        self.count = count
        self.applying = applying
    }
}

/// What a decision depends on of the geofences of one policy.
public struct FenceFacts: Sendable, Equatable, Codable {
    /// How many there are.
    public let count: Int
    /// How many of them are for the purchase's category.
    public let applying: Int
    /// The one the member is inside; of several, that with the lowest id.
    public let hit: FenceHit?

    /// Gathers the facts.
    public init(count: Int, applying: Int, hit: FenceHit?) {
        precondition(applying <= count, "fences that apply are among all fences")
        precondition(hit == nil || applying > 0, "only a fence that applies is hit")
        self.count = count
        self.applying = applying
        self.hit = hit
    }
}

/// A geofence that the member is inside.
public struct FenceHit: Sendable, Equatable, Codable {
    /// The integer id.
    public let number: Int64
    /// What it is called.
    public let name: String
    /// How far the member is from its centre, in whole centimetres, rounded.
    public let distanceCentimetres: Int64
    /// The radius in metres.
    public let radiusMetres: Int64

    /// Names a geofence.
    public init(number: Int64, name: String, distanceCentimetres: Int64, radiusMetres: Int64) {
        self.number = number
        self.name = name
        self.distanceCentimetres = distanceCentimetres
        self.radiusMetres = radiusMetres
    }

    /// Names a geofence and how far from its centre a position is.
    init(_ fence: Geofence, _ position: Coordinate) {
        self.init(
            number: fence.number.value,
            name: fence.name,
            distanceCentimetres: Int64((fence.centre.distance(to: position) * 100).rounded()),
            radiusMetres: fence.radiusMetres
        )
    }

    /// The distance as a sentence shows it: `489.26 m`.
    var distance: String { Self.text(ofCentimetres: distanceCentimetres) }

    /// A distance as a sentence shows it.
    static func text(ofCentimetres centimetres: Int64) -> String {
        let (metres, rest) = centimetres.quotientAndRemainder(dividingBy: 100)
        return "\(metres).\(rest < 10 ? "0" : "")\(rest) m"
    }
}
