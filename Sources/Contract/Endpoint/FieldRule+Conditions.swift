extension FieldRule {
    /// A field that is there, or is not there, where another one says one of some words.
    ///
    /// `demand`: Present or absent. `read` says the word of the other field, and whether the field
    /// is there.
    static func field<Word: WireEnum & Equatable & Sendable>(
        _ field: String,
        is demand: Schema.Condition.Demand,
        where other: String,
        says words: [Word],
        _ sentence: String,
        _ read: @escaping @Sendable (Body) -> (word: Word, isPresent: Bool)
    ) -> Self {
        let conditions = words.map { word in
            Schema.Condition(field: other, word: word.rawValue, other: field, demand: demand)
        }
        return Self(field, conditions: conditions, reading: [other]) { body in
            let (word, isPresent) = read(body)
            guard words.contains(word) else { return nil }
            return isPresent == (demand == .present) ? nil : sentence
        }
    }

    /// A field that says another word than another one.
    static func field<Word: WireEnum & Equatable & Sendable>(
        _ field: String,
        isOtherThan other: String,
        _ sentence: String,
        _ read: @escaping @Sendable (Body) -> (own: Word, other: Word)
    ) -> Self {
        let conditions = Word.allCases.map { word in
            Schema.Condition(
                field: other,
                word: word.rawValue,
                other: field,
                demand: .not(word.rawValue)
            )
        }
        return Self(field, conditions: conditions, reading: [other]) { body in
            let (own, other) = read(body)
            return own == other ? sentence : nil
        }
    }
}
