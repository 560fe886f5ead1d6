import Foundation

/// Python in the environment that scripts/setup makes.
public enum Python {
    /// The interpreter.
    public static var path: String {
        get throws {
            let path = Program.root.appending(path: ".venv/bin/python").path
            guard FileManager.default.isExecutableFile(atPath: path) else { throw NoPython() }
            return path
        }
    }

    /// A port that nobody listens on just now, for a server whose address must be known before it
    /// starts.
    public static func freePort() async throws -> Int {
        let program = """
            import socket
            print(socket.create_server(("127.0.0.1", 0)).getsockname()[1])
            """
        let result = try await Program.run(command: [path, "-c", program])
        guard let port = Int(result.output.filter(\.isNumber)) else {
            throw NoPort(errors: result.errors)
        }
        return port
    }
}

/// Python is not on the machine.
public struct NoPython: Error, CustomStringConvertible {
    /// What to do.
    public let description = ".venv/bin/python is missing: run scripts/setup"
}

/// There was no free port.
public struct NoPort: Error {
    /// What was written of it.
    public let errors: String
}
