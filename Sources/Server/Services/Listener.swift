import Foundation
import Hummingbird
import NIOCore
import ServiceLifecycle

/// Listens on one port until the server is told to stop.
struct Listener: Service {
    let application: Application<AnyMethod>
    let address: String

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
