/// The elements of a statement of CAMT.053 as a tree, so that each tag costs one look.
struct CAMTTree {
    /// A place in the tree; the statement itself is 0.
    typealias Node = Int

    private struct Step: Hashable {
        let parent: Node
        let name: String
    }

    private var steps: [Step: Node] = [:]
    private var paths: [CAMTPath?] = [nil]

    /// The tree of all paths.
    static let all = Self()

    private init() {
        for path in CAMTPath.allCases {
            var node = 0
            for name in path.rawValue.split(separator: "/") {
                let step = Step(parent: node, name: String(name))
                if steps[step] == nil {
                    steps[step] = paths.count
                    paths.append(nil)
                }
                node = steps[step] ?? node
            }
            paths[node] = path
        }
    }

    /// The element of that name in another; `nil` when it does not matter.
    func child(_ name: String, of parent: Node) -> Node? {
        steps[Step(parent: parent, name: name)]
    }

    /// What the element is; `nil` when only what is inside matters.
    func path(_ node: Node) -> CAMTPath? { paths[node] }
}
