public import Observation
public import PurserKit

/// The records of one kind on the device, for a view: as they are now, and as they become.
///
/// ```swift
/// let limits = RecordsModel(purser.copies.rules)
/// ForEach(limits.records) { LimitRow($0) }
/// ```
@MainActor
@Observable
public final class RecordsModel<Subject: Sendable, Value: SyncValue> {
    /// The records, by id.
    public private(set) var records: [LocalRecord<Subject, Value>] = []
    /// Whether ``records`` was read.
    public private(set) var isLoaded = false
    /// Why nothing can be read, or the last edit was refused; `nil` while all is well.
    public private(set) var error: PurserError?

    @ObservationIgnored private let copies: RecordCopies<Subject, Value>
    @ObservationIgnored private var task: Task<Void, Never>?

    /// Makes a model, which follows the records while it is held.
    public init(_ copies: RecordCopies<Subject, Value>) {
        self.copies = copies
        task = Task { [weak self] in
            do {
                for try await records in try await copies.snapshots() {
                    self?.show(records)
                }
            } catch {
                self?.fail(error)
            }
        }
    }

    deinit { task?.cancel() }

    /// Adds a record.
    ///
    /// - Returns: Its id; `nil` when it was refused, and ``error`` says why.
    @discardableResult
    public func add(_ value: Value) async -> ID<Subject>? {
        await attempt { try await $0.add(value) }
    }

    /// Changes a record.
    ///
    /// - Returns: Whether it was changed; if not ``error`` says why.
    @discardableResult
    public func edit(
        _ id: ID<Subject>,
        _ change: @escaping @Sendable (inout Value) -> Void
    ) async -> Bool {
        await attempt { try await $0.edit(id, change) } != nil
    }

    /// Removes a record.
    ///
    /// - Returns: Whether it was removed; if not ``error`` says why.
    @discardableResult
    public func remove(_ id: ID<Subject>) async -> Bool {
        await attempt { try await $0.remove(id) } != nil
    }

    private func attempt<R: Sendable>(
        _ work: (RecordCopies<Subject, Value>) async throws -> R
    ) async -> R? {
        do {
            let result = try await work(copies)
            error = nil
            return result
        } catch {
            fail(error)
            return nil
        }
    }

    private func show(_ records: [LocalRecord<Subject, Value>]) {
        self.records = records
        isLoaded = true
    }

    private func fail(_ error: any Error) {
        guard !(error is CancellationError) else { return }
        self.error = error as? PurserError ?? PurserError(.storage, "The records cannot be read")
    }
}
