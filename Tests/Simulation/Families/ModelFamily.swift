import Contract
import Kernel

/// A family as it must be, in plain memory.
struct ModelFamily: Sendable {
    let place: Int
    let id: ID<Entity.Household>
    let parent: Bearer
    let almanac: Almanac
    /// In the order in which they joined.
    var children: [ModelChild] = []
    /// What allowances are paid from, where that has a set balance.
    private(set) var poolMinor: Int64?

    static let mostChildren = 4

    /// The children who are there.
    var present: [Int] { children.indices.filter { !children[$0].isRemoved } }

    func today(_ nowMS: Int64) -> Int { almanac.day(nowMS).number }

    // MARK: Paying

    /// What a run does.
    mutating func pay(nowMS: Int64) {
        let today = today(nowMS)
        for index in children.indices { children[index].look(through: today, isRun: true) }
        settle()
    }

    /// Pays what is owed, by due day and then by age in the family, until there is too little.
    private mutating func settle() {
        let owed = children.flatMap { child in child.owed.map { (day: $0, child: child.number) } }
        for (day, child) in owed.sorted(by: { ($0.day, $0.child) < ($1.day, $1.child) }) {
            let amount = children[child].dues[day]?.amountMinor ?? 0
            if let poolMinor {
                guard poolMinor >= amount else { return }
                self.poolMinor = poolMinor - amount
            }
            children[child].pay(day)
        }
    }

    // MARK: Deeds

    /// Does what a parent asks for, or tells why not.
    mutating func apply(_ action: FamilyAction, nowMS: Int64) -> FamilyVerdict {
        switch action {
        case .addChild: .done
        case .removeChild(let child): on(child) { $0.remove(child) }
        case .setAmount(let child, let minor):
            on(child) { $0.change(child, nowMS) { $0.setAmount(minor, today: $1) } }
        case .setSchedule(let child, let rhythm, let minor):
            on(child) {
                $0.change(child, nowMS) { child, today in
                    child.setRhythm(rhythm, today: today)
                    if let minor { child.setAmount(minor, today: today) }
                }
            }
        case .pause(let child): on(child) { $0.change(child, nowMS) { $0.pause(today: $1) } }
        case .resume(let child): on(child) { $0.change(child, nowMS) { $0.resume(today: $1) } }
        case .credit(let child, let minor): on(child) { $0.move(child, minor) }
        case .debit(let child, let minor): on(child) { $0.move(child, -minor) }
        case .split(let child, let save, let give):
            on(child) {
                $0.change(child, nowMS) { child, _ in
                    child.percents = (Int64(save), Int64(give))
                }
            }
        case .move(let child, let from, let to, let minor):
            on(child) { $0.move(child, from, to, minor) }
        case .setPool(let minor): setPool(minor, nowMS)
        case .deposit(let minor): deposit(minor)
        }
    }

    /// Takes over a child who joined.
    mutating func join(_ child: ModelChild) { children.append(child) }

    private mutating func on(
        _ child: Int,
        _ work: (inout ModelFamily) -> FamilyVerdict
    ) -> FamilyVerdict {
        children[child].isRemoved ? .refused(.notFound) : work(&self)
    }

    /// What is owed up to today is paid as it was; then the terms change.
    private mutating func change(
        _ child: Int,
        _ nowMS: Int64,
        _ change: (inout ModelChild, _ today: Int) -> Void
    ) -> FamilyVerdict {
        let today = today(nowMS)
        children[child].look(through: today, isRun: false)
        settle()
        change(&children[child], today)
        return .done
    }

    private mutating func remove(_ child: Int) -> FamilyVerdict {
        let rest = children[child].remove()
        if let poolMinor {
            self.poolMinor = poolMinor + rest
            settle()
        }
        return .done
    }

    private mutating func move(_ child: Int, _ minor: Int64) -> FamilyVerdict {
        guard children[child].spendMinor + minor >= 0 else { return .refused(.insufficientFunds) }
        children[child].move(minor)
        return .done
    }

    private mutating func move(
        _ child: Int,
        _ from: FamilyAction.Jar,
        _ to: FamilyAction.Jar,
        _ minor: Int64
    ) -> FamilyVerdict {
        guard children[child][from] >= minor else { return .refused(.insufficientFunds) }
        if children[child].percents == nil { children[child].percents = (0, 0) }
        children[child].put(-minor, into: from)
        children[child].put(minor, into: to)
        return .done
    }

    private mutating func setPool(_ minor: Int64?, _ nowMS: Int64) -> FamilyVerdict {
        let today = today(nowMS)
        for index in children.indices { children[index].look(through: today, isRun: false) }
        settle()
        poolMinor = minor
        settle()
        return .done
    }

    private mutating func deposit(_ minor: Int64) -> FamilyVerdict {
        guard let poolMinor else { return .refused(.conflict) }
        self.poolMinor = poolMinor + minor
        settle()
        return .done
    }
}

extension ModelChild {
    fileprivate subscript(_ jar: FamilyAction.Jar) -> Int64 {
        switch jar {
        case .spend: spendMinor
        case .save: saveMinor
        case .give: giveMinor
        }
    }

    fileprivate mutating func put(_ minor: Int64, into jar: FamilyAction.Jar) {
        switch jar {
        case .spend: move(minor)
        case .save: saveMinor += minor
        case .give: giveMinor += minor
        }
    }
}
