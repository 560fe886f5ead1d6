extension Configuration {
    /// Where a client keeps the queue, answers and facts between its calls.
    ///
    /// PurserKitStore has the places: `.onDevice`, `.directory(_:)`, `.temporary`. Copies of
    /// records are kept there too.
    public struct Storage: Sendable {
        /// Nothing is kept: each call asks the server, and writes do not wait for the network.
        public static let none = Storage { _, _ in NoStore() }

        /// Opens the store of a server for one client.
        package let open: @Sendable (_ server: String, _ time: Timekeeper) -> any DeviceStore

        package init(
            _ open: @escaping @Sendable (_ server: String, _ time: Timekeeper) -> any DeviceStore
        ) {
            self.open = open
        }
    }
}
