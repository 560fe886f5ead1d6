extension Purser {
    /// Writes that wait for the network and are done once it is there.
    public var offline: OfflineQueue { OfflineQueue(client: client, options: options) }
}
