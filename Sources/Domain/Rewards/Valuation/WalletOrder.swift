import Kernel

/// In which order cards stand that are worth the same.
enum WalletOrder {
    /// The places of the cards by name, ignoring case, then by id.
    static func places(of wallet: [RewardCard]) -> [Int] {
        let names = wallet.map { $0.name.lowercased() }
        return wallet.indices.sorted { left, right in
            names[left] == names[right]
                ? wallet[left].id < wallet[right].id : names[left] < names[right]
        }
    }
}
