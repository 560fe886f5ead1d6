public import Contract
import Kernel
public import Observation

/// What children ask to be allowed, for parents to decide and for children to wait for.
@MainActor
@Observable
public final class ApprovalsModel {
    @ObservationIgnored private let purser: Purser
    @ObservationIgnored private var watch: SessionWatch?
    private let content: Content<[API.Guardian.Approval]>
    private let action: ModelAction
    /// The request that is decided now; `nil` when none is.
    public private(set) var decidedID: Int64?

    /// Makes a model.
    public init(_ purser: Purser) {
        self.purser = purser
        content = Content(purser)
        action = ModelAction(purser)
        watch = SessionWatch(purser) { [weak self] in self?.forget() }
    }

    /// The newest requests, newest first.
    public var phase: Phase<[API.Guardian.Approval]> { content.phase }
    /// The requests that wait for a parent, newest first.
    public var pending: [API.Guardian.Approval] {
        (phase.value ?? []).filter { $0.state == .pending }
    }
    /// Why the last decision did not reach the server; `nil` when it did.
    public var error: PurserError? { action.error }

    /// Asks for the requests; a kept answer will do.
    public func load() async { await load(reload: false) }

    /// Asks the server for the requests, while those that are shown stay.
    public func refresh() async { await load(reload: true) }

    /// Asks for the requests, and then shows every change as it happens.
    ///
    /// It returns when its task is cancelled, and when the server tells no more; call it from the
    /// `task` of a view.
    ///
    /// - Throws: ``PurserError``, as ``LiveService/events(after:)`` does.
    public func follow() async throws {
        for try await signal in purser.live.signals() {
            switch signal {
            // What happened before the stream was open is in no stream.
            case .opened: await refresh()
            case .event(let event): show(event)
            }
        }
    }

    /// Allows a purchase, once.
    ///
    /// - Returns: Whether it is allowed now; if not ``error`` says why, unless another decision was
    ///   under way.
    @discardableResult
    public func approve(_ id: Int64) async -> Bool { await decide(id, .approve) }

    /// Does not allow a purchase.
    ///
    /// - Returns: Whether it is refused now; if not ``error`` says why, unless another decision was
    ///   under way.
    @discardableResult
    public func decline(_ id: Int64) async -> Bool { await decide(id, .refuse) }

    /// Forgets ``error``, once the member has read it.
    public func dismissError() { action.dismissError() }

    private func load(reload: Bool) async {
        await content.load(reload: reload) {
            try await $0.call(API.Guardian.listApprovals, .init())
        }
    }

    private func decide(_ id: Int64, _ decision: API.Guardian.ApprovalDecision) async -> Bool {
        guard !action.isRunning else { return false }
        decidedID = id
        defer { decidedID = nil }
        let approval = await action.run("\(decision.rawValue) \(id)") { purser in
            try await purser.call(
                API.Guardian.decideApproval,
                .init(id: id, decision: decision)
            )
        }
        guard let approval else { return false }
        show(approval)
        return true
    }

    private func show(_ event: GuardianEvent) {
        switch event.content {
        case .approvalRequested(let approval), .approvalDecided(let approval): show(approval)
        case .parentInvited, .parentJoined, .parentRemoved, .policyChanged, .recordsChanged, .other:
            break
        }
    }

    private func show(_ approval: API.Guardian.Approval) {
        content.change { approvals in
            if let index = approvals.firstIndex(where: { $0.id == approval.id }) {
                // A request is decided once, so what is told late never brings it back.
                if approvals[index].state == .pending { approvals[index] = approval }
            } else {
                let place = approvals.firstIndex { $0.id < approval.id } ?? approvals.endIndex
                approvals.insert(approval, at: place)
            }
        }
    }

    private func forget() {
        content.reset()
        action.reset()
    }
}
