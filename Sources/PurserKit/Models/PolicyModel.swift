public import Contract
public import Kernel
public import Observation

/// A policy that somebody edits, tries on the past and beside the present, and makes live.
@MainActor
@Observable
public final class PolicyModel {
    /// What is shown of a policy.
    public struct Shown: Sendable, Equatable {
        /// The policy as it stands.
        public let policy: API.Guardian.Policy
        /// What it would have answered since it is in shadow; `nil` while it is not.
        public let shadow: API.Guardian.ShadowReport?
    }

    /// What would have become of past purchases.
    public struct Trial: Sendable, Equatable {
        /// What was tried.
        public let draft: PolicyDraft
        /// What it would have done.
        public let report: API.Guardian.BacktestReport
    }

    /// The policy; `nil` until one that is new is saved.
    public private(set) var id: ID<Entity.Policy>?
    /// What it is to say; `nil` until it is there.
    ///
    /// What was edited stays, also when the policy was changed elsewhere meanwhile.
    public var draft: PolicyDraft?

    @ObservationIgnored private let purser: Purser
    @ObservationIgnored private var watch: SessionWatch?
    /// What ``draft`` was made of.
    private var base: PolicyDraft?
    private let content: Content<Shown>
    private let trials: Content<Trial>
    private let action: ModelAction

    /// Makes a model of a policy that there is.
    public convenience init(_ purser: Purser, id: ID<Entity.Policy>) {
        self.init(purser, id, nil)
    }

    /// Makes a model of a new policy, which is none before it is saved.
    public convenience init(_ purser: Purser, new draft: PolicyDraft) {
        self.init(purser, nil, draft)
    }

    private init(_ purser: Purser, _ id: ID<Entity.Policy>?, _ draft: PolicyDraft?) {
        self.purser = purser
        self.id = id
        self.draft = draft
        content = Content(purser)
        trials = Content(purser)
        action = ModelAction(purser)
        watch = SessionWatch(purser) { [weak self] in self?.forget() }
    }

    /// The policy as it stands.
    public var phase: Phase<Shown> { content.phase }
    /// What became of past purchases when a draft was tried on them.
    public var trial: Phase<Trial> { trials.phase }
    /// Whether ``trial`` is of the draft as it is now.
    public var isTried: Bool { trial.value.map { $0.draft == draft } ?? false }
    /// Whether the draft says something else than the policy does, or is none yet.
    public var isChanged: Bool { draft != base }
    /// The change that waits, because it may let purchases through; `nil` where what was saved is
    /// so already.
    public var pending: API.Guardian.PendingChange? { phase.value?.policy.pending }
    /// Whether something is saved now.
    public var isBusy: Bool { action.isRunning }
    /// Why the last change was not made; `nil` when it was.
    ///
    /// Of a change that was made of an earlier version it is
    /// ``PurserError/Kind-swift.enum/conflict`` with the status 412, and the policy is asked for
    /// anew: the member looks at it and decides again.
    public var error: PurserError? { action.error }

    /// Asks the server for the policy, and for what it would have answered while it is in shadow.
    public func load() async {
        guard let id else { return }
        let loaded = await content.load(reload: true) { purser in
            let policy = try await purser.guardian.getPolicy(id)
            guard policy.state == .shadow else { return Shown(policy: policy, shadow: nil) }
            return Shown(policy: policy, shadow: try await purser.guardian.getPolicyShadow(id))
        }
        if case .success(let shown)? = loaded { rebase(on: shown.policy) }
    }

    /// Asks for the policy, and then for it anew whenever it changed.
    ///
    /// It returns when its task is cancelled, and when the server tells no more; call it from the
    /// `task` of a view.
    ///
    /// - Throws: ``PurserError``, as ``LiveService/events(after:)`` does.
    public func follow() async throws {
        for try await signal in purser.live.signals() {
            switch signal {
            case .opened: await load()
            case .event(let event):
                guard case .policyChanged(let notice) = event.content, notice.policyID == id,
                    notice.version != phase.value?.policy.version
                else { continue }
                await load()
            }
        }
    }

    /// Saves ``draft``: what tightens is so at once, else it is ``pending``.
    ///
    /// Repeated with the same words after the network failed it is the same change, made once.
    ///
    /// - Returns: Whether it was saved; if not ``error`` says why, unless something else was under
    ///   way.
    @discardableResult
    public func save() async -> Bool {
        guard let draft else { return false }
        let version = phase.value?.policy.version
        let saved: API.Guardian.Policy? =
            if let id {
                await action.run("update \(version ?? 0) \(draft)", setting: "terms") { purser in
                    try await purser.guardian.updatePolicy(id, to: draft.input, of: version).get()
                }
            } else {
                await action.run("create \(draft)") { purser in
                    try await purser.guardian.createPolicy(draft.input).get()
                }
            }
        // Whoever typed on meanwhile keeps it.
        if saved != nil { base = draft }
        return await show(saved)
    }

    /// Makes the policy live, asks it in shadow or ends it; confirms or cancels what is
    /// ``pending``.
    ///
    /// What is edited is not saved by it.
    ///
    /// - Returns: Whether the server took it, at once or as ``pending``; if not ``error`` says why,
    ///   unless something else was under way or the policy is not saved yet.
    @discardableResult
    public func set(_ state: API.Guardian.PolicyStep) async -> Bool {
        guard let id else { return false }
        let version = phase.value?.policy.version ?? 0
        let changed = await action.run(
            "\(state.rawValue) of \(version)",
            setting: "state"
        ) { purser in
            try await purser.guardian.setPolicyState(id, to: state).get()
        }
        return await show(changed)
    }

    /// Gives up what was edited.
    public func revert() { draft = base ?? draft }

    /// Tries ``draft`` on the purchases of some days, as if it had been live; stores nothing.
    ///
    /// `mode`: What becomes of what it would have stopped; it was not spent when `nil`.
    public func tryOnPast(
        from: CivilDay,
        to: CivilDay,
        mode: API.Guardian.BacktestMode? = nil
    ) async {
        guard let draft else { return }
        let request = API.Guardian.BacktestRequest(
            policies: [.init(draft.input)],
            from: WireDay(from),
            to: WireDay(to),
            mode: mode
        )
        await trials.load(reload: true) { purser in
            Trial(draft: draft, report: try await purser.guardian.backtestPolicies(request))
        }
    }

    /// Forgets ``error``, once the member has read it.
    public func dismissError() { action.dismissError() }

    /// Shows what a change made of the policy; asks anew where it was refused for being made of
    /// what was.
    private func show(_ policy: API.Guardian.Policy?) async -> Bool {
        guard let policy else {
            if action.error?.status == 412 || action.error?.kind == .notFound { await load() }
            return false
        }
        id = policy.id
        rebase(on: policy)
        if policy.state == .shadow {
            await load()
        } else {
            await content.load(reload: true) { _ in Shown(policy: policy, shadow: nil) }
        }
        return true
    }

    /// Goes on from the policy as it stands; what is edited stays.
    private func rebase(on policy: API.Guardian.Policy) {
        let standing = PolicyDraft(policy)
        if draft == nil || draft == base { draft = standing }
        base = standing
    }

    private func forget() {
        content.reset()
        trials.reset()
        action.reset()
        (id, draft, base) = (nil, nil, nil)
    }
}
