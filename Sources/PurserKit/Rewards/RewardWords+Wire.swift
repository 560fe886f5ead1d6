import Contract
import Rewards

// The words of the wire and of the domain are the same; a test holds them against each other.

extension RewardsCategory {
    /// The category that a word of the wire names.
    init(_ category: API.Rewards.SpendingCategory) { self = .same(as: category.rawValue) }
}

extension API.Rewards.SpendingCategory {
    /// The wire's word for a category.
    init(_ category: RewardsCategory) { self = .same(as: category.rawValue) }
}

extension PointType {
    /// The points that a word of the wire names.
    init(_ points: API.Rewards.PointType) { self = .same(as: points.name) }

    /// The points that a member prefers.
    init(_ points: API.Rewards.PointSystem) { self = .same(as: points.rawValue) }
}

extension API.Rewards.PointType {
    /// The wire's short word for points.
    init(_ points: PointType) {
        self = API.Rewards.PointSystem.same(as: points.rawValue).points
    }
}

extension CardType {
    /// The type that a word of the wire names.
    init(_ type: API.Rewards.CardType) { self = .same(as: type.rawValue) }
}

extension ResetType {
    /// What a word of the wire says.
    init(_ type: API.Rewards.ResetType) { self = .same(as: type.rawValue) }
}

extension AnswerLanguage {
    /// The language that a word of the wire names.
    init(_ language: API.Rewards.Language) { self = .same(as: language.rawValue) }
}

extension RawRepresentable where RawValue == String {
    /// The word of another vocabulary, in this one.
    fileprivate static func same(as word: String) -> Self {
        guard let same = Self(rawValue: word) else {
            preconditionFailure("the wire and the domain have the same words")
        }
        return same
    }
}
