import Kernel

extension Planner {
    /// Calls one after the other, each of which may be made again without harm.
    mutating func lane() -> [PlannedCall] {
        (0..<(4 + chance.below(12))).map { _ in repeatable() }
    }

    private mutating func repeatable() -> PlannedCall {
        let calls: [[PlannedCall]]
        switch chance.below(10) {
        case 0...4: calls = authorize()
        case 5: calls = setRule()
        case 6: calls = Array(permit().prefix(1))
        default: calls = transfer()
        }
        var call = calls[0][0]
        if case .recordTransfers(var plans, let household) = call.deed {
            for index in plans.indices where plans[index].record == nil {
                plans[index].record = newRecord()
            }
            return self.call(nil, .recordTransfers(plans, of: household))
        }
        if call.key == nil { call.key = newKey() }
        return call
    }
}
