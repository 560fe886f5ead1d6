import Kernel

/// What lines come to, added up one by one.
struct DemoSums {
    /// A group of them: how many, and what they come to in cents.
    struct Group: Equatable {
        var count: Int64 = 0
        var cents: Int64 = 0
    }

    var count: Int64 = 0
    var income: Int64 = 0
    var expense: Int64 = 0
    var byCategory: [String: Group] = [:]
    var byMerchant: [String: Group] = [:]
    var byMonth: [String: Group] = [:]
    /// The merchants without what is between own accounts.
    private var paid: [String: Group] = [:]

    init(_ lines: [DemoLine]) {
        for line in lines {
            count += 1
            if !line.isTransfer {
                if line.cents < 0 { expense += line.cents } else { income += line.cents }
                Self.add(line, to: &paid[line.merchant, default: Group()])
            }
            Self.add(line, to: &byCategory[line.category, default: Group()])
            Self.add(line, to: &byMerchant[line.merchant, default: Group()])
            Self.add(line, to: &byMonth[line.day.month.text, default: Group()])
        }
    }

    private static func add(_ line: DemoLine, to group: inout Group) {
        group.count += 1
        group.cents += line.cents
    }

    /// The categories that cost something, the dearest first.
    var costs: [(name: String, group: Group)] {
        Self.ordered(byCategory.filter { $0.key != "Transfer" })
    }

    /// The merchants that cost something, the dearest first.
    var dearest: [(name: String, group: Group)] { Self.ordered(paid) }

    private static func ordered(_ groups: [String: Group]) -> [(name: String, group: Group)] {
        groups.filter { $0.value.cents < 0 }.sorted {
            ($0.value.cents, $0.key) < ($1.value.cents, $1.key)
        }
        .map { (name: $0.key, group: $0.value) }
    }
}
