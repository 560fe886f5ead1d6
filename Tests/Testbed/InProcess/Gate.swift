/// A place where calls wait until a test lets them on.
public actor Gate {
    private var isOpen = false
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private var watching: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    private var arrivals = 0

    /// Makes a gate that is shut.
    public init() {}

    /// Waits until the gate is open.
    public func pass() async {
        arrivals += 1
        watching.removeAll { watcher in
            guard watcher.count <= arrivals else { return false }
            watcher.continuation.resume()
            return true
        }
        guard !isOpen else { return }
        await withCheckedContinuation { waiting.append($0) }
    }

    /// Waits until so many calls came to the gate in all.
    public func arrived(_ count: Int = 1) async {
        guard arrivals < count else { return }
        await withCheckedContinuation { watching.append((count, $0)) }
    }

    /// Lets everybody on, from now on.
    public func open() {
        isOpen = true
        for continuation in waiting { continuation.resume() }
        waiting = []
    }
}
