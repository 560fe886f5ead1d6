@testable public import PurserKit

extension Purser {
    /// A client over a transport, by the time of the test.
    public static func test(
        _ transport: any Transport,
        configuration: Configuration = .test,
        tokens: any TokenStore = MemoryTokenStore(),
        time: TestTimekeeper = TestTimekeeper()
    ) throws -> Purser {
        try Purser(configuration, transport, tokens, time.keeper)
    }
}

extension Configuration {
    /// As the usual one of development, without a pace: a clock that stands still never lets the
    /// next call through.
    public static var test: Configuration {
        var configuration = Configuration.development
        configuration.pace = .unlimited
        return configuration
    }
}
