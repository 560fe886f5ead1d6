extension Catalogue {
    /// Parses the files that the program carries.
    ///
    /// A mistake in them is ours, so it ends the program; the tests read every row.
    static func carried() -> Catalogue {
        let categories = readCategories()
        let byCode = Dictionary(uniqueKeysWithValues: categories.map { ($0.code, $0) })
        return Catalogue(
            categories: categories,
            byCode: byCode,
            byMCC: readCodes(byCode),
            mccRanges: readRanges(byCode),
            merchants: readMerchants(byCode)
        )
    }

    /// What each word means: the first row that carries it.
    ///
    /// Rows that the contract fixes come first, in its order. Of the others purchases come first,
    /// so that a word as wide as `Other` does not hide an expense from a limit.
    static func words(
        of categories: [Category],
        _ byCode: [String: Category]
    ) -> [String: Category] {
        let fixed = FixedCategory.all.compactMap { byCode[$0.code] }
        let ranked =
            fixed + categories.filter(\.isPurchase) + categories.filter { !$0.isPurchase }
        var meaning: [String: Category] = [:]
        for category in ranked {
            for word in category.words where meaning[Word.key(word)] == nil {
                meaning[Word.key(word)] = category
            }
        }
        return meaning
    }

    private static func readCategories() -> [Category] {
        let fixed = Dictionary(uniqueKeysWithValues: FixedCategory.all.map { ($0.code, $0) })
        let rows = CSV.rows(
            CarriedFiles.categories,
            columns: [
                "code", "primary", "primary_label", "label", "flow", "guardian", "rewards",
                "insights", "necessity",
            ]
        )
        return rows.map { row in
            guard let flow = Category.Flow(rawValue: row[4]) else {
                preconditionFailure("\(row[0]) flows nowhere")
            }
            let fixed = fixed[row[0]]
            return Category(
                code: row[0],
                primary: row[1],
                primaryLabel: row[2],
                label: fixed?.label ?? row[3],
                flow: flow,
                guardian: fixed.map { $0.guardian?.rawValue } ?? present(row[5]),
                rewards: fixed.map { $0.rewards } ?? present(row[6]),
                insights: fixed?.insights ?? row[7],
                fileLabel: row[3]
            )
        }
    }

    private static func readCodes(_ byCode: [String: Category]) -> [Int: Category] {
        let rows = CSV.rows(
            CarriedFiles.merchantCodes,
            columns: ["mcc", "description", "category"]
        )
        let pairs = rows.map { row in
            let mcc = number(row[0])
            let code = mcc == Anchor.cinemas ? FixedCategory.events : row[2]
            return (mcc, known(code, byCode))
        }
        return Dictionary(uniqueKeysWithValues: pairs)
    }

    /// Brands' private ranges before the rough classes of the standard.
    private static func readRanges(
        _ byCode: [String: Category]
    ) -> [(codes: ClosedRange<Int>, category: Category)] {
        let rows = CSV.rows(
            CarriedFiles.merchantCodeRanges,
            columns: ["mcc_start", "mcc_end", "description", "category", "kind"]
        )
        let ranked = rows.filter { $0[4] == "private" } + rows.filter { $0[4] == "iso_class" }
        precondition(ranked.count == rows.count, "a range is of an unknown kind")
        return ranked.map { (number($0[0])...number($0[1]), known($0[3], byCode)) }
    }

    private static func readMerchants(_ byCode: [String: Category]) -> [MerchantAlias.Row] {
        let rows = CSV.rows(
            CarriedFiles.merchants,
            columns: ["name", "aliases", "mcc", "category"]
        )
        return rows.map { row in
            let isCinema = present(row[2]).map(number) == Anchor.cinemas
            return MerchantAlias.Row(
                name: row[0],
                aliases: row[1].split(separator: "|").map(String.init),
                category: known(isCinema ? FixedCategory.events : row[3], byCode)
            )
        }
    }

    private static func present(_ field: String) -> String? { field.isEmpty ? nil : field }

    private static func number(_ field: String) -> Int {
        guard let number = Int(field) else { preconditionFailure("\(field) is no number") }
        return number
    }

    private static func known(_ code: String, _ byCode: [String: Category]) -> Category {
        guard let category = byCode[code] else { preconditionFailure("\(code) is no category") }
        return category
    }
}
