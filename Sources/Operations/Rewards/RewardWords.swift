import Contract
import Rewards

// The words of the wire and of the domain are the same; a test holds them against each other.

extension API.Rewards.SpendingCategory {
    /// The wire's word for a category.
    init(_ category: RewardsCategory) { self = Self.same(as: category) }

    /// The domain's category.
    var category: RewardsCategory { RewardsCategory.same(as: self) }
}

extension API.Rewards.CardType {
    /// The wire's word for a type of card.
    init(_ type: CardType) { self = Self.same(as: type) }

    /// The domain's type.
    var type: CardType { CardType.same(as: self) }
}

extension API.Rewards.ResetType {
    /// The wire's word for how often a limit begins anew.
    init(_ type: ResetType) { self = Self.same(as: type) }

    /// The domain's word.
    var type: ResetType { ResetType.same(as: self) }
}

extension API.Rewards.Language {
    /// The wire's word for a language.
    init(_ language: AnswerLanguage) { self = Self.same(as: language) }

    /// The domain's language.
    var language: AnswerLanguage { AnswerLanguage.same(as: self) }
}

extension API.Rewards.PointSystem {
    /// The wire's word for points that are preferred.
    init(_ points: PointType) { self = Self.same(as: points) }

    /// The domain's points.
    var pointType: PointType { PointType.same(as: self) }
}

extension API.Rewards.PointType {
    /// The wire's short word for points.
    init(_ points: PointType) { self = API.Rewards.PointSystem(points).points }

    /// The domain's points.
    var pointType: PointType {
        guard let points = PointType(rawValue: name) else {
            preconditionFailure("the wire and the domain have the same points")
        }
        return points
    }
}

extension RawRepresentable where RawValue == String {
    /// The word of another vocabulary, in this one.
    fileprivate static func same(as word: some RawRepresentable<String>) -> Self {
        guard let same = Self(rawValue: word.rawValue) else {
            preconditionFailure("the wire and the domain have the same words")
        }
        return same
    }
}
