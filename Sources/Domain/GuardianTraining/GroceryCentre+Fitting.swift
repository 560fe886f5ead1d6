import Guardian

extension GroceryCentre {
    /// Finds the centres of the kinds of grocery shopping by Lloyd's k-means, k-means++ start; the
    /// cheapest first.
    static func fit(to purchases: [ModelInput], _ chance: inout SeededChance) -> [GroceryCentre] {
        precondition(purchases.count >= ModelFeatures.microCount, "each kind has a purchase")
        var centres = start(purchases, &chance)
        var members: [Int] = []
        for _ in 0..<200 {
            let nearest = purchases.map { Self.nearest(to: $0, among: centres) }
            if nearest == members { break }
            members = nearest
            centres = centres.indices.map { kind in
                let own = zip(purchases, members).filter { $0.1 == kind }.map(\.0)
                return mean(of: own) ?? centres[kind]
            }
        }
        return centres.sorted {
            ($0.amount, $0.hour, $0.weekday) < ($1.amount, $1.hour, $1.weekday)
        }
    }

    /// The first centre is any purchase, each other one a purchase that is far from those before.
    private static func start(
        _ purchases: [ModelInput],
        _ chance: inout SeededChance
    ) -> [GroceryCentre] {
        var centres = [GroceryCentre(purchases[chance.below(purchases.count)])]
        while centres.count < ModelFeatures.microCount {
            let distances = purchases.map { purchase in
                centres.map { $0.squaredDistance(to: purchase) }.min() ?? 0
            }
            var drawn = chance.uniform() * distances.reduce(0, +)
            let index = distances.firstIndex { distance in
                drawn -= distance
                return drawn < 0
            }
            centres.append(GroceryCentre(purchases[index ?? purchases.count - 1]))
        }
        return centres
    }

    private static func mean(of purchases: [ModelInput]) -> GroceryCentre? {
        guard !purchases.isEmpty else { return nil }
        let count = Double(purchases.count)
        return GroceryCentre(
            amount: purchases.reduce(0) { $0 + $1.amount } / count,
            hour: purchases.reduce(0) { $0 + Double($1.hour) } / count,
            weekday: purchases.reduce(0) { $0 + Double($1.weekday) } / count
        )
    }

    private init(_ purchase: ModelInput) {
        self.init(
            amount: purchase.amount,
            hour: Double(purchase.hour),
            weekday: Double(purchase.weekday)
        )
    }
}
