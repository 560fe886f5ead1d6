public import Kernel

/// A distance from a place, and whether a member is within it.
public struct PolicyPlace: Sendable, Hashable {
    /// What the distance is measured from.
    public enum Centre: Sendable, Hashable {
        /// A point.
        case point(Coordinate)
        /// The middle of a geofence.
        case geofence(Serial<Entity.Geofence>)
    }

    /// What the distance is measured from.
    public let centre: Centre
    /// The distance, in metres.
    public let withinMetres: Int64

    /// Makes a place.
    public init(centre: Centre, withinMetres: Int64) {
        self.centre = centre
        self.withinMetres = withinMetres
    }
}

extension PolicyPlace {
    /// Where a member is.
    ///
    /// Of somebody outside it says nothing more, so that a position cannot be read from it.
    public enum Finding: Sendable, Hashable {
        /// Nobody knows.
        case unknown
        /// Farther away.
        case outside
        /// Not farther away: so many whole centimetres from the centre, rounded.
        case inside(centimetres: Int64)
    }

    /// Holds a position against the place.
    ///
    /// - Parameters:
    ///   - position: The member's newest position that is not too old; `nil` when there is none.
    ///   - fences: The centres of geofences.
    /// - Returns: Where the member is; unknown where the geofence is not there.
    public func finding(
        _ position: Coordinate?,
        fences: [Serial<Entity.Geofence>: Coordinate]
    ) -> Finding {
        let centre: Coordinate? =
            switch self.centre {
            case .point(let point): point
            case .geofence(let number): fences[number]
            }
        guard let position, let centre else { return .unknown }
        let metres = centre.distance(to: position)
        guard metres <= Double(withinMetres) else { return .outside }
        return .inside(centimetres: Int64((metres * 100).rounded()))
    }

    /// `500 m of geofence 3`.
    var words: String { "\(withinMetres) m of \(centre.words)" }
}

extension PolicyPlace.Centre {
    init(_ value: PolicyValue, at path: String) throws(PolicyFault) {
        var reader = try PolicyReader(value, at: path)
        if let number = try reader.optionalInteger("geofence", in: 1...Int64.max) {
            self = .geofence(Serial(number))
        } else {
            let latitude = try reader.decimal("lat", in: -90...90)
            let longitude = try reader.decimal("lon", in: -180...180)
            self = .point(Coordinate(latitude: latitude, longitude: longitude))
        }
        try reader.finish()
    }

    var value: PolicyValue {
        switch self {
        case .point(let point):
            .object(("lat", .number(point.latitude)), ("lon", .number(point.longitude)))
        case .geofence(let number): .object(("geofence", .whole(number.value)))
        }
    }

    fileprivate var words: String {
        switch self {
        case .point(let point): "\(point.latitude), \(point.longitude)"
        case .geofence(let number): "geofence \(number.value)"
        }
    }
}
