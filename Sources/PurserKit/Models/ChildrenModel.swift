public import Contract
public import Kernel
public import Observation

/// The family's children with their wallets; a child sees itself.
@MainActor
@Observable
public final class ChildrenModel {
    @ObservationIgnored private var watch: SessionWatch?
    private let content: Content<[API.Allowance.FamilyChildItem]>
    private let action: ModelAction

    /// Makes a model.
    public init(_ purser: Purser) {
        content = Content(purser)
        action = ModelAction(purser)
        watch = SessionWatch(purser) { [weak self] in self?.forget() }
    }

    /// The children.
    public var phase: Phase<[API.Allowance.FamilyChildItem]> { content.phase }
    /// Whether something is changed now.
    public var isBusy: Bool { action.isRunning }
    /// Why the last change failed; `nil` when it did not.
    public var error: PurserError? { action.error }

    /// Asks for the children; a kept answer will do.
    public func load() async { await load(reload: false) }

    /// Asks the server for the children, while those that are shown stay.
    public func refresh() async { await load(reload: true) }

    /// Adds a child with a wallet of its own, and shows it.
    ///
    /// - Returns: Whether it was added; if not ``error`` says why, unless another change was under
    ///   way.
    @discardableResult
    public func add(_ child: API.Allowance.RegisterChildRequest) async -> Bool {
        let done = await action.run("add \(child.email)") { purser in
            try await purser.call(API.Allowance.registerChild, child)
        }
        guard done != nil else { return false }
        await refresh()
        return true
    }

    /// Changes a child's allowance.
    ///
    /// - Returns: Whether it was changed; if not ``error`` says why, unless another change was
    ///   under way.
    @discardableResult
    public func setAllowance(_ amount: DecimalAmount, of child: ID<Entity.Child>) async -> Bool {
        let subject = "allowance \(child.text)"
        let done = await action.run("\(subject) \(amount.minor)", setting: subject) { purser in
            try await purser.call(
                API.Allowance.updateAllowance,
                .init(childID: child, weeklyAllowance: amount)
            )
        }
        guard done != nil else { return false }
        await refresh()
        return true
    }

    /// Takes a child out of the family.
    ///
    /// - Returns: Whether it is out; if not ``error`` says why, unless another change was under
    ///   way.
    @discardableResult
    public func remove(_ child: ID<Entity.Child>) async -> Bool {
        let done = await action.run("remove \(child.text)") { purser in
            try await purser.call(API.Allowance.removeChild, .init(childID: child))
        }
        guard done != nil else { return false }
        content.change { $0.removeAll { $0.childID == child } }
        return true
    }

    /// Forgets ``error``, once the member has read it.
    public func dismissError() { action.dismissError() }

    private func load(reload: Bool) async {
        await content.load(reload: reload) {
            try await $0.call(API.Allowance.familyChildren).children
        }
    }

    private func forget() {
        content.reset()
        action.reset()
    }
}
