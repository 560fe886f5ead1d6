public import Foundation

extension URL {
    /// Where an app keeps what is its own.
    public static var applicationSupportDirectory: URL { fatalError("a declaration alone") }
}
