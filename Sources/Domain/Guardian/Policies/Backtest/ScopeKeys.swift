/// Numbers for what a scope tells apart.
struct ScopeKeys: Sendable {
    let scope: PolicyWindow.Scope
    private var known: [UInt64: Int32] = [:]

    init(_ scope: PolicyWindow.Scope) { self.scope = scope }

    mutating func key(member: Int32, category: Int32, merchant: Int32) -> Int32 {
        if !scope.isOfCategory, !scope.isOfMerchant { return scope.isOfHousehold ? 0 : member }
        // 16 bits for members, 24 for each of the others.
        var packed: UInt64 = scope.isOfHousehold ? 0 : UInt64(member) << 48
        if scope.isOfCategory { packed |= UInt64(category) << 24 }
        if scope.isOfMerchant { packed |= UInt64(merchant) }
        if let key = known[packed] { return key }
        let key = Int32(known.count)
        known[packed] = key
        return key
    }
}
