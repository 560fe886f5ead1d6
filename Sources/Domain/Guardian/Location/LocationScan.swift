public import Kernel

/// A member's geofences, gone through one by one to find what a decision depends on.
///
/// Fences are taken without their names, in any order; only the one that is hit is looked up whole.
public struct LocationScan: Sendable {
    private let position: Coordinate?
    private let category: String
    private var blocking = Found()
    private var warning = Found()

    /// What was found of the fences of one policy.
    private struct Found {
        var count = 0
        var applying = 0
        var hit: Serial<Entity.Geofence>?
    }

    /// Begins to look.
    ///
    /// - Parameters:
    ///   - position: The member's newest position that is not too old.
    ///   - category: The purchase's category.
    public init(position: Coordinate?, category: String) {
        self.position = position
        self.category = category
    }

    /// Takes a geofence into account.
    public mutating func take(_ fence: Geofence.Circle) {
        switch fence.policy {
        case .block: take(fence, into: &blocking)
        case .warn: take(fence, into: &warning)
        }
    }

    private func take(_ fence: Geofence.Circle, into found: inout Found) {
        found.count += 1
        guard fence.category == nil || fence.category == category else { return }
        found.applying += 1
        // Of several, the lowest id is named.
        guard let position, fence.number < found.hit ?? Serial(.max) else { return }
        if fence.contains(position) { found.hit = fence.number }
    }

    /// Gathers what the decision depends on.
    ///
    /// - Parameter fence: Looks a fence up; `nil` when it is gone.
    /// - Returns: The facts, with the name of a fence that is hit.
    /// - Throws: What `fence` throws.
    public func facts(
        naming fence: (Serial<Entity.Geofence>) throws -> Geofence?
    ) rethrows -> LocationFacts {
        LocationFacts(
            isPositionKnown: position != nil,
            blocking: try facts(of: blocking, naming: fence),
            warning: try facts(of: warning, naming: fence)
        )
    }

    private func facts(
        of found: Found,
        naming fence: (Serial<Entity.Geofence>) throws -> Geofence?
    ) rethrows -> FenceFacts {
        let hit = try found.hit.flatMap(fence)
        return FenceFacts(
            count: found.count,
            applying: found.applying,
            hit: hit.flatMap { hit in position.map { FenceHit(hit, $0) } }
        )
    }
}
