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

    /// The rooms of which some answer may be another once the call is done.
    ///
    /// Every room reads one ledger: money that moves, and a transaction that gets another category,
    /// show in all of them. What moves no money is told apart by name, so that a search while
    /// somebody types, a question or the position of a device costs no kept answer of other rooms.
    var outdatedRooms: [Surface] {
        if Self.questions.contains(name) { return [] }
        return Self.ofOwnRoom.contains(name) ? [surface] : Surface.allCases
    }

    /// Calls that only ask, though they have a body.
    static let questions: Set<String> = [
        "searchTransactions", "aggregateTransactions", "recommendCard", "backtestPolicies",
    ]

    /// Calls that write what only their own room shows.
    static let ofOwnRoom: Set<String> = [
        "monthlySummary", "sendMessage", "deleteConversations",
        "updateLocation", "checkLocation", "checkLocationByQuery",
        "createGeofence", "deleteGeofence", "setRule", "deleteRule", "setProfile", "giveFeedback",
        "scoreTransaction", "assessPurchase", "coachPurchase",
        "createPolicy", "updatePolicy", "setPolicyState", "setFriction",
        "registerDeviceToken", "testNotification", "setNotificationPreferences",
        "createLinkToken", "createPlaidLinkToken",
        "createCard", "addCatalogueCard", "updateCard", "deleteCard", "updateSpending",
        "updatePreferences",
        "sendChatMessage", "deleteChatMessages",
    ]
}

extension ResponseCache {
    /// Forgets what a call may have made stale.
    func forget(after call: PreparedCall) async {
        for room in call.outdatedRooms { await forget(room) }
    }
}
