import Contract
import Testing

@testable import PurserKit

@Suite("Configuration")
struct ConfigurationTests {
    @Test(
        "outside of development the server must speak TLS",
        arguments: Configuration.Environment.allCases
    )
    func speaksTLS(in environment: Configuration.Environment) throws {
        let open = Configuration(environment, at: "http://purser.example.com")
        let isTaken = (try? Purser(configuration: open)) != nil
        #expect(isTaken == (environment == .development))
        #expect(throws: Never.self) {
            try Purser(configuration: Configuration(environment, at: "https://purser.example.com"))
        }
    }

    @Test(
        "an address is a scheme and a host, and nothing else",
        arguments: [
            ("https://purser.example.com", "https://purser.example.com"),
            ("https://purser.example.com/", "https://purser.example.com"),
            ("https://[::1]:8443", "https://[::1]:8443"), ("https://host/path", nil),
            ("https://ana@host", nil), ("https://host?a=1", nil), ("https://", nil),
            ("purser.example.com", nil), ("ftp://host", nil), ("https://a b", nil),
        ]
    )
    func address(_ text: String, taken: String?) {
        let configuration = Configuration(.development, at: text)
        #expect((try? configuration.checkedBaseURL()) == taken)
    }

    @Test("what the documents ask for is what a configuration begins with")
    func documented() {
        let configuration = Configuration.production(at: "https://purser.example.com")
        #expect(configuration.requestTimeout == .seconds(30))
        #expect(configuration.callDeadline == .seconds(60))
        let kept = API.all.filter { $0.keeps?.fresh == .seconds(300) }.map(\.name)
        let analytics = [
            "monthlySummary", "monthlyTotals", "spendingByCategory", "spendingByDay",
            "spendingByMerchant", "spendingSummary",
        ]
        #expect(kept.sorted() == analytics)
        #expect(configuration.lifetimes.isEmpty)
        #expect(LiveService.syncStatusInterval == .seconds(180))
        #expect(LiveService.transactionsInterval == .seconds(120))
    }
}
