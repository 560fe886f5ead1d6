/// Thinks of what a parent asks for next.
struct FamilyPlanner {
    var chance: Chance
    let family: ModelFamily

    mutating func action() -> FamilyAction {
        let present = family.present
        if present.isEmpty || present.count < ModelFamily.mostChildren && chance.oneIn(60) {
            return .addChild(amountMinor: amount())
        }
        // Now and then somebody asks about a child who is not there any more.
        let child =
            chance.oneIn(25) ? chance.below(family.children.count) : chance.pick(present)
        if chance.oneIn(300) { return .removeChild(child) }
        let actions: [(weight: Int, thing: (inout Self, Int) -> FamilyAction)] = [
            (14, { planner, child in .setAmount(child, minor: planner.amount()) }),
            (18, { planner, child in planner.schedule(child) }),
            (6, { _, child in .pause(child) }),
            (16, { _, child in .resume(child) }),
            (12, { planner, child in .credit(child, minor: planner.chance.within(1...5_000)) }),
            (16, { planner, child in planner.debit(child) }),
            (7, { planner, child in planner.split(child) }),
            (8, { planner, child in planner.move(child) }),
            (6, { planner, _ in planner.pool() }),
            (12, { planner, _ in .deposit(minor: planner.chance.within(1...9_000)) }),
        ]
        return chance.pick(actions)(&self, child)
    }

    /// Often round, now and then nothing, a cent, or a lot.
    private mutating func amount() -> Int64 {
        switch chance.below(12) {
        case 0: 0
        case 1: chance.within(1...9)
        case 2: 1_000_000
        case 3...6: chance.within(1...2_500)
        default: chance.within(1...20) * 100
        }
    }

    private mutating func schedule(_ child: Int) -> FamilyAction {
        var rhythm = ModelRhythm()
        rhythm.pace = chance.pick(ModelRhythm.Pace.allCases)
        if rhythm.pace == .monthly {
            rhythm.dayOfMonth = chance.oneIn(2) ? 28 + chance.below(4) : 1 + chance.below(31)
        } else if !chance.oneIn(3) {
            rhythm.weekday = chance.below(7)
        }
        return .setSchedule(child, rhythm, minor: chance.oneIn(3) ? amount() : nil)
    }

    private mutating func debit(_ child: Int) -> FamilyAction {
        let held = family.children[child].spendMinor
        let minor = chance.oneIn(3) ? held + chance.within(-1...1) : chance.within(1...3_000)
        return .debit(child, minor: max(1, min(minor, 1_000_000)))
    }

    private mutating func split(_ child: Int) -> FamilyAction {
        let save = chance.below(101)
        return .split(child, save: save, give: chance.below(101 - save))
    }

    private mutating func move(_ child: Int) -> FamilyAction {
        let jars = chance.shuffled(FamilyAction.Jar.allCases)
        return .move(child, from: jars[0], to: jars[1], minor: chance.within(1...1_500))
    }

    private mutating func pool() -> FamilyAction {
        chance.oneIn(3) ? .setPool(minor: nil) : .setPool(minor: chance.within(0...12_000))
    }
}
