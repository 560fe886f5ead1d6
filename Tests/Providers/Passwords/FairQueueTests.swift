import Testing

@testable import Providers

@Suite("The hasher's queue")
struct FairQueueTests {
    /// A queue whose elements are named for their clients: `a1` is of `a`.
    private struct Line {
        var queue: FairQueue<String>

        init(capacity: Int = 100, share: Int = 100, _ elements: String = "") {
            queue = FairQueue(capacity: capacity, share: share)
            for element in elements.split(separator: " ") { _ = join(String(element)) }
        }

        /// Asks for a place; tells who lost one by it, and `full` when there is none.
        mutating func join(_ element: String) -> String? {
            switch queue.append(element, of: String(element.prefix(1))) {
            case .waits: nil
            case .waitsInstead(let other): other
            case .full: "full"
            }
        }

        mutating func rest() -> String {
            var elements: [String] = []
            while let element = queue.popFirst() { elements.append(element) }
            return elements.joined(separator: " ")
        }
    }

    @Test(
        "gives turns to all who wait, and keeps the order of what is of one",
        arguments: [
            ("", ""), ("a1 a2 a3", "a1 a2 a3"), ("a1 a2 a3 b1", "a1 b1 a2 a3"),
            ("a1 a2 b1 b2 c1 c2", "a1 b1 c1 a2 b2 c2"), ("a1 b1 b2 b3 a2", "a1 b1 a2 b2 b3"),
        ]
    )
    func turns(joined: String, expected: String) {
        var line = Line(joined)
        #expect(line.rest() == expected)
        #expect(line.queue.count == 0)
    }

    @Test("gives who comes back a turn behind those who wait")
    func comingBack() {
        var line = Line("a1 b1 b2")
        #expect(line.queue.popFirst() == "a1")
        #expect(line.join("a2") == nil)
        #expect(line.rest() == "b1 a2 b2")
    }

    @Test("has a share of its places for each, and no more")
    func share() {
        var line = Line(capacity: 8, share: 2)
        #expect(line.join("a1") == nil)
        #expect(line.join("a2") == nil)
        #expect(line.join("a3") == "full")
        #expect(line.join("b1") == nil)
        #expect(line.queue.count == 3)
        #expect(line.queue.popFirst() == "a1")
        #expect(line.join("a3") == nil)
        #expect(line.rest() == "b1 a2 a3")
    }

    @Test("that is full gives the last place of who has most to who has at least two fewer")
    func displacement() {
        var line = Line(capacity: 4, share: 4, "a1 a2 a3 b1")
        #expect(line.join("c1") == "a3")
        #expect(line.join("d1") == "a2")
        #expect(line.join("e1") == "full")
        #expect(line.queue.count == 4)
        #expect(line.rest() == "a1 b1 c1 d1")
        line = Line(capacity: 3, share: 3, "a1 a2 b1")
        #expect(line.join("b2") == "full")
        #expect(line.join("a3") == "full")
        #expect(line.rest() == "a1 b1 a2")
    }

    @Test("counts places that are kept to the share of who keeps them, and to nobody else's")
    func kept() {
        var line = Line(capacity: 3, share: 2)
        #expect(line.queue.mayKeep(of: "a"))
        line.queue.keep(of: "a")
        #expect(line.queue.mayKeep(of: "a"))
        #expect(line.join("a1") == nil)
        #expect(line.join("a2") == "full")
        #expect(!line.queue.mayKeep(of: "a"))
        line.queue.keep(of: "b")
        line.queue.keep(of: "b")
        #expect((line.queue.count, line.queue.keptCount) == (1, 3))
        #expect(!line.queue.mayKeep(of: "c"), "as many are kept as there are places")
        #expect(line.join("c1") == nil)
        #expect(line.join("c2") == nil)
        #expect(line.join("d1") == "c2", "those that wait have all the places to themselves")
        line.queue.release(of: "a")
        #expect(line.queue.mayKeep(of: "c"))
        #expect(line.queue.mayKeep(of: "a"))
        line.queue.release(of: "b")
        line.queue.release(of: "b")
        #expect(line.queue.keptCount == 0)
        #expect(line.rest() == "a1 c1 d1")
        #expect(line.queue.clientCount == 0)
    }

    @Test("lets go what is taken out of turn")
    func removal() {
        var line = Line(capacity: 3, share: 3, "a1 a2 b1")
        #expect(line.queue.remove { $0 == "a1" } == "a1")
        #expect(line.queue.remove { $0 == "x" } == nil)
        #expect(line.queue.remove { $0 == "b1" } == "b1")
        #expect(line.join("b2") == nil)
        #expect(line.join("c1") == nil)
        #expect(line.rest() == "a2 b2 c1")
        // Whose only element went has no turn until it comes back, and one then.
        line = Line("a1 a2 b1")
        #expect(line.queue.remove { $0 == "b1" } == "b1")
        #expect(line.join("b2") == nil)
        #expect(line.join("b3") == nil)
        #expect(line.rest() == "a1 b2 a2 b3")
    }

    @Test("has all its places again, and remembers nobody, when nothing waits")
    func emptied() {
        var line = Line(capacity: 3, share: 3, "a1 a2 a3")
        #expect(line.join("b1") == "a3")
        line.queue.keep(of: "c")
        line.queue.release(of: "c")
        #expect(line.rest() == "a1 b1 a2")
        #expect(line.queue.clientCount == 0)
        for element in ["d1", "e1", "f1"] { #expect(line.join(element) == nil) }
        #expect(line.join("g1") == "full")
        #expect(line.queue.clientCount == 3)
        _ = line.queue.remove { $0 == "e1" }
        #expect(line.queue.clientCount == 2)
    }
}
