import Contract
import Kernel

/// A record at the server, or a version of one.
struct RemoteRecord: Sendable, Equatable {
    /// The server's id.
    let id: String
    /// The fields.
    let fields: [String: JSON]
}

/// One copy as it is kept on the device.
struct CopyRow: Sendable, Equatable {
    /// The copy's id on this device, which stays when the server's changes.
    let id: String
    /// The record when device and server last had the same; `nil` while the server has none.
    var base: [String: JSON]?
    /// The record as the app sees it; `nil` when it was deleted here.
    var mine: [String: JSON]?
    /// The server's id.
    var remoteID: String?
    /// When a sync found its record beside what this device knew already; `nil` for what was made
    /// here, and for what was there when this device first looked.
    var seenAt: Timestamp?
    /// What is under way to the server.
    var push = PushState()

    /// Whether there is something to tell the server.
    var isEdited: Bool { mine != base }

    /// Whether a sync has something left to do.
    var isOpen: Bool { isEdited || push.isOpen }

    /// Whether nothing depends on the row any more.
    var isDone: Bool { base == nil && mine == nil && !push.isOpen && push.watch == nil }

    /// The server's version that the base is of.
    var remote: RemoteRecord? {
        guard let remoteID, let base else { return nil }
        return RemoteRecord(id: remoteID, fields: base)
    }
}
