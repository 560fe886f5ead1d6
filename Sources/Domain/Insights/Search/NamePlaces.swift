import Kernel

/// Names of which many texts have the same: merchants, categories.
struct NamePlaces: Sendable {
    private(set) var names: [String] = []
    private var places: [ExactText: Int32] = [:]

    /// The place of a name, which is added when it is not there.
    mutating func place(of name: String) -> Int32 {
        if let place = places[ExactText(name)] { return place }
        let place = Int32(names.count)
        names.append(name)
        places[ExactText(name)] = place
        return place
    }
}
