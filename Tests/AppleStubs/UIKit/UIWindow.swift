public import Foundation

/// A window of an app.
@MainActor
open class UIWindow: NSObject {}
