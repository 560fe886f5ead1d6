import Foundation
import Programs
import Testing

/// A `purser serve` that a test started.
struct Server: Sendable {
    /// The process.
    let child: Child
    /// The ports it listens on, in the order of its log.
    let ports: [Int]

    /// The first port.
    var port: Int { ports[0] }

    /// Starts a server and waits until it listens.
    ///
    /// `ports`: How many ports, each a free one.
    static func start(_ command: [String], ports count: Int = 1) async throws -> Server {
        let flags = (0..<count).flatMap { _ in ["--port", "0"] }
        let child = try Child(command + flags + ["--requests-per-second", "0"])
        do {
            var ports: [Int] = []
            try await until("the server listens") {
                let isOver = !child.isRunning
                ports = self.ports(in: child.errors)
                if ports.count == count { return true }
                try #require(!isOver, "the server ended: \(child.errors)")
                return false
            }
            return Server(child: child, ports: ports)
        } catch {
            try await child.remove()
            throw error
        }
    }

    private static func ports(in log: String) -> [Int] {
        log.matches(of: /"message":"listening","address":"127\.0\.0\.1:([0-9]+)"/)
            .compactMap { Int($0.1) }
    }

    /// Stops it as an operator does.
    func stop() async throws {
        child.signal(SIGTERM)
        #expect(try await child.end() == .exit(0), "\(child.errors)")
    }

    /// Kills it in the middle of whatever it does.
    func kill() async throws {
        child.signal(SIGKILL)
        #expect(try await child.end() == .signal(SIGKILL))
    }

    /// Whether nobody listens on the port any more.
    func isPortClosed() async -> Bool {
        guard let wire = try? await Wire.open(port) else { return true }
        await wire.close()
        return false
    }

    /// Asks on a connection of its own.
    func ask(_ request: Request, on port: Int? = nil) async throws -> Answer {
        let wire = try await Wire.open(port ?? self.port)
        do {
            let answer = try await wire.ask(request)
            await wire.close()
            return answer
        } catch {
            await wire.close()
            throw error
        }
    }

    /// Signs somebody in.
    ///
    /// - Returns: The token, good for 24 hours.
    func signIn(_ email: String = House.email) async throws -> String {
        let body = #"{"email":"\#(email)","password":"\#(House.password)"}"#
        let answer = try await ask(Request("POST", "/api/v1/auth/login", body: body))
        return try #require(try answer.json().token, "\(answer)")
    }
}
