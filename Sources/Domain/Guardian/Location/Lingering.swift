public import Kernel

/// Somebody's position at an instant.
public struct PositionFix: Sendable, Equatable {
    /// Where.
    public let place: Coordinate
    /// When.
    public let instant: Timestamp

    /// Makes a sighting.
    public init(_ place: Coordinate, at instant: Timestamp) {
        self.place = place
        self.instant = instant
    }

    /// Whether nobody moved since the sighting before.
    ///
    /// That is when it is at most five minutes old and the way from there was slower than half a
    /// metre per second; in no time at all, when there was no way.
    public func isStationary(since previous: PositionFix?) -> Bool {
        guard let previous else { return false }
        let elapsed = instant.milliseconds - previous.instant.milliseconds
        guard (0...Limits.stationaryMilliseconds).contains(elapsed) else { return false }
        let metres = previous.place.distance(to: place)
        guard elapsed > 0 else { return metres == 0 }
        return metres / (Double(elapsed) / 1_000) < Limits.stationaryMetresPerSecond
    }
}

/// What is remembered of somebody's location checks.
public struct Lingering: Sendable, Equatable {
    /// The newest sighting.
    public private(set) var last: PositionFix?
    /// When the checks were that count, oldest first; the newest, where there are very many.
    public private(set) var counted: [Timestamp] = []

    /// Begins with nothing.
    public init() {}

    /// Takes a check.
    ///
    /// - Returns: How many checks count in the window that ends with this one.
    public mutating func check(_ fix: PositionFix, isNearRestaurant: Bool) -> Int64 {
        if fix.isStationary(since: last), isNearRestaurant { counted.append(fix.instant) }
        last = fix
        let oldest = fix.instant.adding(milliseconds: -Limits.lingeringMilliseconds)
        counted.removeAll { $0 < oldest }
        counted.removeFirst(max(0, counted.count - Limits.lingeringChecksKept))
        return Int64(counted.count)
    }
}
