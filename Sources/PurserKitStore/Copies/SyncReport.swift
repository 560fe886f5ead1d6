public import PurserKit

/// What a sync did.
public struct CopySyncReport: Sendable, Equatable {
    /// How many records have something new of the server's.
    public internal(set) var pulled = 0
    /// How many changes of this device the server took.
    public internal(set) var pushed = 0
    /// The changes that the server refused; they stay on the device, and the next sync tries again.
    public internal(set) var refused: [Refusal] = []
    /// How many changes still wait, because others changed the same all the while.
    public internal(set) var waiting = 0
    /// Whether another process syncs the same folder just now, so that nothing was done here.
    public internal(set) var isElsewhere = false

    static let elsewhere: CopySyncReport = {
        var report = CopySyncReport()
        report.isElsewhere = true
        return report
    }()

    /// A change that the server refused.
    public struct Refusal: Sendable, Equatable {
        /// The kind of the record.
        public let kind: String
        /// The record.
        public let id: String
        /// Why.
        public let error: PurserError
    }
}

/// A change of this device that did not become what stands; kept until the app dismisses it.
public struct CopyConflict: Sendable, Hashable, Identifiable {
    /// How it came about.
    public enum Cause: String, Sendable, CaseIterable {
        /// Both sides changed one field.
        case merged
        /// The server removed a record that was changed here; the change goes on under a new id.
        case outlivedRemoval
        /// A record that was removed here was changed at the server, and stays.
        case removalGaveWay
        /// Another record holds the same key, and took this one's change in.
        case folded
        /// The server has forgotten what it had, as after a restored backup; what waited here is
        /// told to it anew.
        case forgotten
        /// The server removed a record that no device can make anew, with what was changed here.
        case removed
    }

    /// Its number on this device.
    public let id: Int64
    /// The kind of the record.
    public let kind: String
    /// The record.
    public let recordID: String
    /// How it came about.
    public let cause: Cause
    /// The field; `nil` when it is about the whole record.
    public let field: String?
    /// This device's value.
    public let own: JSON?
    /// The server's value.
    public let theirs: JSON?
    /// What was kept.
    public let kept: JSON?
    /// When it was found.
    public let foundAt: Timestamp
}
