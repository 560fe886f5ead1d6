/// Why the key file was refused.
///
/// Names the file and what to do; never anything that stands in it.
public enum KeyFileError: Error, Hashable, Sendable {
    /// There is no such file.
    case notFound(path: String)
    /// The folder that should hold the file does not exist.
    case folderMissing(path: String)
    /// Others than the owner may read or change it; the mode is given as `ls` and `chmod` know it.
    case exposed(path: String, mode: UInt32)
    /// It is not what this program writes; `what` names the part.
    case malformed(path: String, what: String)
    /// The system refused to read or write it.
    case system(path: String, step: String, code: Int32)
}

extension KeyFileError: CustomStringConvertible {
    /// A sentence for the operator.
    public var description: String {
        switch self {
        case .notFound(let path):
            "key file \(path) does not exist"
        case .folderMissing(let path):
            "the folder of key file \(path) does not exist; create it first"
        case .exposed(let path, let mode):
            "key file \(path) has mode 0\(String(mode, radix: 8)): others than its owner may use "
                + "it; run chmod 600 on it, and replace its keys if others had access"
        case .malformed(let path, let what):
            "key file \(path) is malformed: \(what)"
        case .system(let path, let step, let code):
            "key file \(path): cannot \(step) (errno \(code))"
        }
    }
}
