import Contract
import PurserKitStore
import Server
import Testbed

@testable import PurserKit

// Clients of these tests keep what apps keep, in folders that are gone with them. These stand in
// for what Testbed has by the same names, which knows nothing of a database on the device.

extension Configuration {
    static var test: Configuration {
        var configuration = Configuration.development
        configuration.pace = .unlimited
        configuration.storage = .temporary
        return configuration
    }
}

extension Purser {
    /// A client over a transport, by the time of the test.
    static func test(
        _ transport: any Transport,
        configuration: Configuration = .test,
        tokens: any TokenStore = MemoryTokenStore(),
        time: TestTimekeeper = TestTimekeeper()
    ) throws -> Purser {
        try Purser(configuration, transport, tokens, time.keeper)
    }
}

extension InProcessServer {
    /// A whole client of the server, in process, by the server's own clock unless said.
    func app(
        configuration: Configuration = .test,
        tokens: any TokenStore = MemoryTokenStore(),
        time: TestTimekeeper? = nil
    ) throws -> Purser {
        try .test(
            transport(),
            configuration: configuration,
            tokens: tokens,
            time: time ?? TestTimekeeper(clock)
        )
    }
}
