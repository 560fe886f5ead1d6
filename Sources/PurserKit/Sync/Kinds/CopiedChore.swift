public import Contract
public import Kernel

/// A task for a child, as a copy that the app edits.
///
/// Title and reward may be changed as long as the server has not heard of it; the contract has no
/// call that changes them later.
public struct CopiedChore: Codable, Sendable, Equatable {
    /// What is to be done, 1...200 characters.
    public var title: String
    /// What it is rewarded with, 0...10000.
    public var reward: DecimalAmount
    /// What became of it; changed by ``Copies/finish(_:)``.
    public internal(set) var state: API.Allowance.ChoreState
    /// When it was assigned; `nil` while only this device knows it.
    public let assignedAt: WireTimestamp?
    /// When the child last said that it is done, as the server has it.
    public let doneAt: WireTimestamp?
    /// When a parent agreed or did not.
    public let decidedAt: WireTimestamp?
    /// Why a parent did not agree.
    public let reason: String?
    /// The movement that paid the reward.
    public let transactionID: ID<Entity.Transfer>?

    /// Makes a task that is to be assigned.
    public init(title: String, reward: DecimalAmount) {
        self.title = title
        self.reward = reward
        state = .assigned
        assignedAt = nil
        doneAt = nil
        decidedAt = nil
        reason = nil
        transactionID = nil
    }
}

/// The tasks of one child.
///
/// A parent assigns them and takes them back, the child finishes them. A parent's decision pays
/// money, so that it is a call of its own and no edit of a copy. What the server has stays in every
/// conflict, because a task is a record of what somebody did: one that was taken back cannot be
/// finished, and one that was finished in the meantime is not taken back. That a parent decides
/// soon after the child is no conflict.
struct ChoreKind: CopiedKind {
    let child: ID<Entity.Child>

    var name: String { "chores/\(child.text)" }
    let editable: Set<String> = ["state"]
    let policy = MergePolicy(deletion: .server)
    let watchesOverwriting = false
    let mayEnd = true

    func list(_ caller: CopyCaller) async throws -> [RemoteRecord] {
        let newest = try await list(nil, caller)
        // Where there are more than a list shows, older ones may still be open.
        guard newest.count >= Limits.choresListed else { return newest }
        var records = Dictionary(newest.map { ($0.id, $0) }) { _, last in last }
        // In this order, so that what a child finishes or a parent rejects meanwhile is not missed.
        let states: [API.Allowance.ChoreState] = [.assigned, .rejected, .done, .rejected]
        for state in states {
            for record in try await list(state, caller) { records[record.id] = record }
        }
        return Array(records.values)
    }

    private func list(
        _ state: API.Allowance.ChoreState?,
        _ caller: CopyCaller
    ) async throws -> [RemoteRecord] {
        let list = try await caller.call(
            API.Allowance.listChores,
            .init(childID: child, state: state)
        )
        return try list.chores.map(Self.record)
    }

    func checked(_ fields: [String: JSON]) throws -> [String: JSON] {
        let chore = try CopyFields.read(CopiedChore.self, fields)
        let input = try API.Allowance.assignChore.accepted(input(chore))
        var fields = fields
        fields["title"] = .string(input.title)
        return fields
    }

    func creation(_ fields: [String: JSON], key: String) throws -> CopyCall? {
        let chore = try CopyFields.read(CopiedChore.self, fields)
        return try CopyCall(API.Allowance.assignChore, input(chore), key: key, Self.record)
    }

    func update(_ old: RemoteRecord, to fields: [String: JSON], key: String) throws -> CopyCall? {
        guard fields["state"] == .string(API.Allowance.ChoreState.done.rawValue),
            let id = ID<Entity.Chore>(old.id)
        else { return nil }
        return try CopyCall(API.Allowance.finishChore, .init(choreID: id), key: key, Self.record)
    }

    func deletion(_ record: RemoteRecord, key: String) throws -> CopyCall? {
        guard let id = ID<Entity.Chore>(record.id) else { return nil }
        return try CopyCall(API.Allowance.deleteChore, .init(choreID: id), key: key) { _ in record }
    }

    private func input(_ chore: CopiedChore) -> API.Allowance.ChoreRequest {
        .init(childID: child, title: chore.title, reward: chore.reward)
    }

    private static let record: @Sendable (API.Allowance.ChoreResponse) throws -> RemoteRecord = {
        var fields = try CopyFields.of($0)
        fields["id"] = nil
        fields["childId"] = nil
        return RemoteRecord(id: $0.id.text, fields: fields)
    }
}
