/// Why a server does not start, in words for its operator.
public struct StartError: Error, Equatable, CustomStringConvertible {
    /// The sentence that the start ends with.
    public let description: String

    init(_ description: String) {
        self.description = description
    }
}
