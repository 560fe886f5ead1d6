public import Foundation
@_exported public import UIKit

/// The window that a sheet is shown over; `NSWindow` on macOS.
public typealias ASPresentationAnchor = UIWindow

/// What shows a page of a server in the system's own browser sheet.
open class ASWebAuthenticationSession: NSObject {
    /// Told of the end.
    public typealias CompletionHandler = (URL?, (any Error)?) -> Void

    /// What ends a session well.
    open class Callback: NSObject {
        /// An address with a scheme of the app's own.
        open class func customScheme(_ customScheme: String) -> Self {
            fatalError("a declaration alone")
        }

        /// An address of the app's own server.
        open class func https(host: String, path: String) -> Self {
            fatalError("a declaration alone")
        }
    }

    /// Makes a session.
    public init(
        url URL: URL,
        callback: Callback,
        completionHandler: @escaping CompletionHandler
    ) {}

    /// Whom the session asks for a window.
    @MainActor open weak var presentationContextProvider:
        (any ASWebAuthenticationPresentationContextProviding)?

    /// Whether the browser forgets afterwards.
    open var prefersEphemeralWebBrowserSession: Bool {
        get { fatalError("a declaration alone") }
        set { fatalError("a declaration alone") }
    }

    /// Shows the sheet.
    open func start() -> Bool { fatalError("a declaration alone") }

    /// Closes the sheet.
    open func cancel() { fatalError("a declaration alone") }
}

/// Who knows the window of a session.
@MainActor
public protocol ASWebAuthenticationPresentationContextProviding: NSObjectProtocol {
    /// The window.
    func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor
}

/// Why a session ended without an answer.
public struct ASWebAuthenticationSessionError: Error {
    /// The reasons.
    public enum Code: Int, Sendable {
        /// The member closed the sheet.
        case canceledLogin = 1
        /// Nobody named a window.
        case presentationContextNotProvided = 2
        /// The window cannot show a sheet.
        case presentationContextInvalid = 3
    }

    /// The reason.
    public var code: Code { fatalError("a declaration alone") }
}
