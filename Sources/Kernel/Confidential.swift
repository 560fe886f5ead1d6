/// What holds a secret: printed, dumped or logged it shows its name alone.
///
/// A type with something harmless to show has a `description` of its own.
public protocol Confidential: CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{}

extension Confidential {
    /// The name of the type.
    public var description: String { "<\(Self.self)>" }
    /// As the description; a debugger's text ends up in logs as well.
    public var debugDescription: String { description }
    /// Shows nothing.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
