import Kernel

/// A card or a wallet that a member pays with.
struct ModelSource: Sendable {
    /// The integer id; the engine's own choice.
    let number: Int64
    let isWallet: Bool
    let externalID: String
    var account: ID<Entity.Account>
    var isDefault = false
}
