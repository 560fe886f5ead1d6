public import Contract
public import Kernel

/// What a sync did.
public struct SyncReport: Sendable, Equatable {
    /// The copies that have something new of the server's.
    public var pulled: Set<String> = []
    /// The copies whose changes the server took.
    public var pushed: Set<String> = []
    /// The copies that are gone, here and at the server.
    public var deleted: Set<String> = []
    /// What was changed in two places, with what was kept of it.
    public var conflicts: [SyncConflict] = []
    /// The changes that the server refused; they stay on the device, and the next sync tries again.
    ///
    /// Those of a child who left go with its copies.
    public var refused: [Refusal] = []
    /// The changes that still wait, because others changed the same all the while; and the server's
    /// new records that may yet turn out to take the place of one that is here: a sync a minute
    /// later takes them.
    public var waiting = 0

    /// Makes a report of nothing.
    public init() {}

    /// Whether the device and the server have the same now.
    public var isComplete: Bool { refused.isEmpty && waiting == 0 }

    /// A change that the server refused.
    public struct Refusal: Sendable, Equatable {
        /// The copy.
        public let id: String
        /// Why.
        public let error: PurserError
    }

    mutating func add(_ other: SyncReport) {
        pulled.formUnion(other.pulled)
        pushed.formUnion(other.pushed)
        deleted.formUnion(other.deleted)
        conflicts += other.conflicts
        refused += other.refused
        waiting += other.waiting
    }
}

/// What was changed in two places, with what was kept of it; kept until the app dismisses it.
public struct SyncConflict: Sendable, Hashable, Identifiable {
    /// How it came about.
    public enum Cause: String, Sendable, CaseIterable {
        /// Both sides changed the same since they last had the same.
        case merged
        /// The server had taken this device's change, and another device wrote over it shortly
        /// after. Whether that one had seen it nobody can tell, because the server counts no
        /// versions.
        case overtaken
    }

    /// Its number on this device.
    public let id: Int64
    /// The kind of the copy, such as `rules`.
    public let kind: String
    /// The copy.
    public let copyID: String
    /// How it came about.
    public let cause: Cause
    /// The field; `nil` when it is about the whole record, which one side deleted.
    public let field: String?
    /// The value when both sides last had the same; `nil` for none, as below.
    public let base: JSON?
    /// This device's value.
    public let mine: JSON?
    /// The server's value.
    public let theirs: JSON?
    /// What was kept.
    public let kept: JSON?
    /// When it was found.
    public let at: Timestamp
}
