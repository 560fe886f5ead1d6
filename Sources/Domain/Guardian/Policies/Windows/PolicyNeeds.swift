public import Kernel

/// What must be read before a set of conditions can be evaluated: each window once.
public struct PolicyNeeds: Sendable {
    /// The sums and numbers, each once, in the order in which they are first asked for.
    public private(set) var windows: [PolicyWindow] = []
    /// The places, each once, in the order in which they are first asked for.
    public private(set) var places: [PolicyPlace] = []
    /// The goals, each once, in the order in which they are first asked for.
    public private(set) var goals: [ID<Entity.Goal>] = []
    /// Whether somebody asks if the member ever bought from the merchant.
    public internal(set) var asksFirstAtMerchant = false
    /// Whether somebody asks if the member ever bought in the category.
    public internal(set) var asksFirstInCategory = false
    /// Whether somebody asks how avoidable the purchase looks.
    public internal(set) var asksScore = false
    /// Whether somebody asks what the wallet holds.
    public internal(set) var asksWallet = false

    private var windowPlaces: [PolicyWindow: Int] = [:]
    private var placePlaces: [PolicyPlace: Int] = [:]
    private var goalPlaces: [ID<Entity.Goal>: Int] = [:]

    /// The needs of conditions.
    ///
    /// - Complexity: O(leaves).
    public init(of conditions: some Sequence<PolicyCondition>) {
        for condition in conditions { gather(condition) }
    }

    private mutating func gather(_ condition: PolicyCondition) {
        switch condition {
        case .all(let parts), .any(let parts): for part in parts { gather(part) }
        case .not(let part): gather(part)
        case .leaf(let leaf): leaf.question.tell(&self)
        }
    }

    mutating func add(_ window: PolicyWindow) {
        Self.add(window, to: &windows, &windowPlaces)
    }

    mutating func add(_ place: PolicyPlace) { Self.add(place, to: &places, &placePlaces) }

    mutating func add(_ goal: ID<Entity.Goal>) { Self.add(goal, to: &goals, &goalPlaces) }

    /// The geofences whose centres are asked for.
    public var fences: [Serial<Entity.Geofence>] {
        var seen: Set<Serial<Entity.Geofence>> = []
        return places.compactMap { place in
            guard case .geofence(let number) = place.centre else { return nil }
            return seen.insert(number).inserted ? number : nil
        }
    }

    func measure(of window: PolicyWindow) -> PolicyMeasure {
        .window(Self.place(of: window, in: windowPlaces))
    }

    func measure(of place: PolicyPlace) -> PolicyMeasure {
        .place(Self.place(of: place, in: placePlaces))
    }

    func measure(of goal: ID<Entity.Goal>) -> PolicyMeasure {
        .goal(Self.place(of: goal, in: goalPlaces))
    }

    private static func add<Need: Hashable>(
        _ need: Need,
        to needs: inout [Need],
        _ places: inout [Need: Int]
    ) {
        guard places.updateValue(places[need] ?? needs.count, forKey: need) == nil else { return }
        needs.append(need)
    }

    private static func place<Need: Hashable>(of need: Need, in places: [Need: Int]) -> Int {
        guard let place = places[need] else {
            preconditionFailure("a leaf tells what it needs before it is tested")
        }
        return place
    }
}
