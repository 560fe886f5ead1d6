import Foundation

/// Shows how far something is: a bar on a terminal, lines elsewhere.
final class ProgressBar: Sendable {
    private let isTerminal = isatty(STDERR_FILENO) == 1
    private let what: String
    private let showsLines: Bool

    /// `what`: What is counted; `showsLines`: whether something is shown without a terminal.
    init(of what: String, showsLines: Bool = true) {
        self.what = what
        self.showsLines = showsLines
    }

    @Sendable
    func show(_ done: Int64, _ total: Int64) {
        let percent = Int(min(100, done * 100 / max(total, 1)))
        guard isTerminal else {
            if showsLines { complain("\(percent) %: \(done) of \(total) \(what)") }
            return
        }
        let filled = String(repeating: "#", count: percent / 4)
        let empty = String(repeating: ".", count: 25 - percent / 4)
        write("\r[\(filled)\(empty)] \(percent) %")
    }

    /// Leaves the line free for what follows.
    func end() {
        if isTerminal { write("\r\u{1B}[K") }
    }

    private func write(_ text: String) {
        FileHandle.standardError.write(Data(text.utf8))
    }
}
