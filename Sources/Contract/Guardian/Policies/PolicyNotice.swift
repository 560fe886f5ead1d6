public import Kernel

extension API.Guardian {
    /// What is told live when a policy is made, changed, or takes another state.
    ///
    /// What the policy says is not told: a condition may say where a member is.
    public struct PolicyNotice: Codable, SnakeCaseKeys, Sendable, Equatable {
        /// The policy.
        public let policyID: ID<Entity.Policy>
        /// What becomes of its answers.
        public let state: PolicyState
        /// Its version from now on.
        public let version: Int64

        /// Makes what is told.
        public init(policyID: ID<Entity.Policy>, state: PolicyState, version: Int64) {
            self.policyID = policyID
            self.state = state
            self.version = version
        }
    }
}
