import Operations

extension Mount {
    /// Serves every declared endpoint with its operation.
    mutating func serveAll(_ operations: Operations) {
        serveGuardian(operations)
        serveIdentity(operations)
        serveAllowance(operations)
    }
}
