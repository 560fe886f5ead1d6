import Contract

/// Which kept answers a call leaves as they were, and which it makes stale.
extension PreparedCall {
    /// Whether its answer may be kept: it only reads, and everything that it depends on is in its
    /// target.
    var mayBeKept: Bool { onlyReads && wire.body == nil && wire.headers.isEmpty }

    /// Whether nothing is written by it; a highlight that the language model writes is stored,
    /// though the call that asks for it may be repeated freely.
    var onlyReads: Bool {
        repeats == .freely
            && !(name == API.Insights.monthlySummary.name
                && wire.target.contains("generateAi=true"))
    }

    /// The rooms of which some answer may be another once the call is done, as its endpoint
    /// declares; of an endpoint that this version does not know, all.
    var outdatedRooms: [Surface] {
        switch Self.outdated[name] ?? .everything {
        case .nothing: []
        case .ownRoom: [surface]
        case .everything: Surface.allCases
        }
    }

    private static let outdated = Dictionary(
        uniqueKeysWithValues: API.all.map { ($0.name, $0.outdates) }
    )
}

extension ResponseCache {
    /// Forgets what a call may have made stale.
    func forget(after call: PreparedCall) async {
        for room in call.outdatedRooms { await forget(room) }
    }
}
