import Programs
import Testing

extension Cluster {
    /// The server of the suite that runs; see ``ClusterTrait``.
    @TaskLocal static var current: Cluster?
}

/// Runs a suite with one server for all of its tests, and removes it after the last.
struct ClusterTrait: SuiteTrait, TestScoping {
    func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        try await Cluster.with { cluster in
            try await Cluster.$current.withValue(cluster) { try await function() }
        }
    }
}

extension Trait where Self == ClusterTrait {
    /// One server for the suite.
    static var cluster: Self { Self() }
}
