extension RewardsCategory {
    /// The category inside an English sentence: names keep their capitals.
    var english: String {
        switch self {
        case .costco, .amazon, .wholeFoods, .target, .walmart, .paypal: displayValue
        default: displayValue.lowercased()
        }
    }

    /// The category inside a Chinese sentence.
    var chinese: String {
        switch self {
        case .groceries: "超市杂货"
        case .dining: "餐饮"
        case .travel: "旅行"
        case .gas: "加油"
        case .online: "网购"
        case .drugstores: "药店"
        case .streaming: "流媒体"
        case .transit: "公共交通"
        case .office: "办公用品"
        case .phone: "电话服务"
        case .general: "一般消费"
        case .costco, .amazon, .target, .walmart, .wholeFoods, .paypal: " \(displayValue) "
        case .airfare: "机票"
        case .hotels: "酒店"
        case .restaurants: "餐厅"
        case .fastFood: "快餐"
        case .coffee: "咖啡店"
        case .entertainment: "娱乐"
        case .rent: "房租"
        }
    }
}

extension PointType {
    /// The points inside an English sentence: `MR points`, `Cash Back`.
    var english: String {
        switch self {
        case .membershipRewards, .ultimateRewards, .thankYouPoints, .biltRewards:
            displayValue + " points"
        case .cashBack, .capitalOneMiles, .discoverCashback, .ventureXMiles: displayValue
        }
    }

    /// The points inside a Chinese sentence; the short value stays.
    var chinese: String {
        switch self {
        case .membershipRewards, .ultimateRewards, .thankYouPoints, .biltRewards:
            displayValue + " 积分"
        case .cashBack, .discoverCashback: displayValue + " 返现"
        case .capitalOneMiles, .ventureXMiles: displayValue + " 里程"
        }
    }
}
