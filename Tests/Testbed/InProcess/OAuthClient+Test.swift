public import Operations

extension OAuthClient {
    /// A client that every server of a test has beside the usual one.
    public static let testApp = OAuthClient(
        id: "test-app",
        redirects: ["https://app.example.com/back?from=purser", "http://[::1]/back"]
    )
}
