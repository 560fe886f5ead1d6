import Foundation
import Testing

/// Notes which test ran on which engine, so that a run can show that none was left out.
enum Tally {
    /// Adds a line `engine<TAB>test` to the file that `PURSER_TEST_TALLY` names.
    static func note(_ engine: Engine) {
        guard let path = ProcessInfo.processInfo.environment["PURSER_TEST_TALLY"] else { return }
        let test = Test.current.map { "\($0.id)" } ?? "outside of a test"
        let line = "\(engine.rawValue)\t\(test)\n"
        // One call that appends, so that lines of tests side by side do not mix.
        let file = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o644)
        guard file >= 0 else { return }
        defer { close(file) }
        _ = line.utf8CString.withUnsafeBytes { write(file, $0.baseAddress, $0.count - 1) }
    }
}
