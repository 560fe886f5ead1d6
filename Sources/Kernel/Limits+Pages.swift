/// The bounds of what pages of the web app take.
extension Limits {
    /// The largest form that a page of the web app takes, in bytes.
    public static let formBytes = 65_536
    /// The longest address of the web app that a sign-in goes on to, in bytes.
    public static let pageAddressBytes = 2_048
}
