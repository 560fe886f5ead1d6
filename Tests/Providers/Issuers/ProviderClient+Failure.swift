@testable import Providers

extension ProviderClient {
    /// How the exchange of a grant fails; `nil` when it does not.
    func failure(of grant: Grant) async -> ProviderError? {
        do {
            _ = try await exchange(grant)
            return nil
        } catch {
            return error
        }
    }
}
