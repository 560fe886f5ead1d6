public import Contract
public import Observation

/// How much of each monthly limit is spent, for a dashboard.
@MainActor
@Observable
public final class BudgetProgressModel {
    @ObservationIgnored private let member: MemberReference?
    @ObservationIgnored private var watch: SessionWatch?
    private let content: Content<[BudgetProgress]>

    /// Makes a model of a child's limits; of the member's own when none is named.
    public init(_ purser: Purser, of member: MemberReference? = nil) {
        self.member = member
        let content = Content<[BudgetProgress]>(purser)
        self.content = content
        watch = SessionWatch(purser) { [weak content] in content?.reset() }
    }

    /// The limits, in the order in which they were made.
    public var phase: Phase<[BudgetProgress]> { content.phase }

    /// Whether it is known that there is no limit.
    public var isEmpty: Bool { phase.value?.isEmpty ?? false }

    /// Asks for the limits; a kept answer will do.
    public func load() async { await load(reload: false) }

    /// Asks the server for the limits, while those that are shown stay.
    public func refresh() async { await load(reload: true) }

    private func load(reload: Bool) async {
        await content.load(reload: reload) { [member] purser in
            try await purser.call(API.Guardian.rulesProgress, .init(userID: member))
                .map(BudgetProgress.init)
        }
    }
}
