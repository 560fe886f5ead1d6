import Contract
import Rewards
import Testing

@testable import Operations

@Suite("The words of the wire and of the domain")
struct RewardWordsTests {
    @Test("are the same, each with the same other spelling")
    func same() {
        for category in RewardsCategory.allCases {
            let wire = API.Rewards.SpendingCategory(category)
            #expect(wire.category == category && wire.displayName == category.displayValue)
        }
        #expect(API.Rewards.SpendingCategory.allCases.count == RewardsCategory.allCases.count)
        for type in CardType.allCases {
            let wire = API.Rewards.CardType(type)
            #expect(wire.type == type && wire.displayName == type.displayValue)
        }
        #expect(API.Rewards.CardType.allCases.count == CardType.allCases.count)
        for points in PointType.allCases {
            let wire = API.Rewards.PointType(points)
            #expect(wire.pointType == points && wire.rawValue == points.displayValue)
            #expect(API.Rewards.PointSystem(points).pointType == points)
        }
        #expect(API.Rewards.PointType.allCases.count == PointType.allCases.count)
        for type in ResetType.allCases {
            #expect(API.Rewards.ResetType(type).type == type)
        }
        #expect(API.Rewards.ResetType.allCases.count == ResetType.allCases.count)
        for language in AnswerLanguage.allCases {
            #expect(API.Rewards.Language(language).language == language)
        }
        #expect(API.Rewards.Language.allCases.count == AnswerLanguage.allCases.count)
    }
}
