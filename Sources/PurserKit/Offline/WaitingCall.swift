public import Kernel

/// A write that waits for the network.
public struct WaitingCall: Sendable, Hashable, Identifiable {
    /// The name of a waiting call, on this device.
    public struct ID: RawRepresentable, Sendable, Hashable, Codable {
        /// The name as text.
        public let rawValue: String

        /// Takes a name that was written down.
        public init(rawValue: String) { self.rawValue = rawValue }
    }

    /// Its name.
    public let id: ID
    /// The endpoint's name, such as `createGeofence`.
    public let endpoint: String
    /// What it is about: calls about the same are done one after the other, in their order.
    public let about: String
    /// When it was added, by the clock of this device.
    public let addedAt: Timestamp
    /// From when on it is not wanted any more.
    public let expiresAt: Timestamp
    /// When it was sent for the first time, as far as the server may have heard it; `nil` while it
    /// certainly has not.
    public let firstSentAt: Timestamp?

    /// Makes a call, as an app does for its own tests.
    public init(
        id: ID,
        endpoint: String,
        about: String,
        addedAt: Timestamp,
        expiresAt: Timestamp,
        firstSentAt: Timestamp? = nil
    ) {
        self.id = id
        self.endpoint = endpoint
        self.about = about
        self.addedAt = addedAt
        self.expiresAt = expiresAt
        self.firstSentAt = firstSentAt
    }
}
