import Foundation
import Hummingbird
import NIOCore
import ServiceLifecycle

/// Listens on one port until the server is told to stop.
struct Listener: Service {
    private let application: Application<AnyMethod>
    private let address: String

    /// Takes what serves, and the address it listens on.
    init(_ application: Application<AnyMethod>, address: String) {
        self.application = application
        self.address = address
    }

    func run() async throws {
        do {
            try await application.run()
        } catch let error as IOError {
            throw StartError("cannot listen on \(address): \(Self.words(for: error.errnoCode))")
        } catch let error as SocketAddressError.UnknownHost {
            throw StartError("cannot listen on \(address): there is no host \(error.host)")
        }
    }

    private static func words(for code: CInt) -> String { String(cString: strerror(code)) }
}
