public import Foundation

/// What a device's owner proved.
open class LAContext: NSObject {
    /// Why the owner is asked.
    open var localizedReason: String {
        get { fatalError("a declaration alone") }
        set { fatalError("a declaration alone") }
    }
}
