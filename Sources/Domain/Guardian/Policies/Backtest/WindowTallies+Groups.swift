extension WindowTallies.Group {
    /// Brings windows that are read together together; `slot` tells where each one goes.
    static func groups(
        of reads: [(slot: Int, read: WindowTallies.Read)]
    ) -> [WindowTallies.Group] {
        let sorted = reads.sorted { one, other in
            (one.read.tally, one.read.kind.rawValue, one.read.milliseconds, one.slot)
                < (other.read.tally, other.read.kind.rawValue, other.read.milliseconds, other.slot)
        }
        let parts = sorted.chunked { one, other in
            one.read.tally == other.read.tally && one.read.kind == other.read.kind
        }
        return parts.map { part in
            WindowTallies.Group(
                tally: part[0].read.tally,
                kind: part[0].read.kind,
                windows: part.map { ($0.slot, $0.read.isSum, $0.read.milliseconds) }
            )
        }
    }
}

extension Array {
    /// The runs of elements that belong together, in order.
    fileprivate func chunked(_ belong: (Element, Element) -> Bool) -> [[Element]] {
        reduce(into: []) { parts, element in
            if let last = parts.last?.last, belong(last, element) {
                parts[parts.count - 1].append(element)
            } else {
                parts.append([element])
            }
        }
    }
}
