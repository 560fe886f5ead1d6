import Operations

extension Mount {
    /// Serves every declared endpoint with its operation.
    mutating func serveAll(_ operations: Operations, _ operatorToken: OperatorToken?) {
        serveGuardian(operations.guardian, operations.insights)
        serveIdentity(operations.identity)
        serveBanking(operations.banking)
        serveRewards(operations.rewards)
        serveSync(operations.sync)
        serveAllowance(operations.allowance)
        serveInsights(operations.insights)
        serveDeletion(operations.allowance, operatorToken)
    }
}
