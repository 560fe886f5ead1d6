import Foundation

/// What the system says of the connections to a port of this machine.
enum SocketQueues {
    /// How many bytes were sent to the port and are not read yet.
    static func unread(by port: Int) throws -> Int {
        let table = try String(contentsOfFile: "/proc/net/tcp", encoding: .utf8)
        return table.split(separator: "\n").dropFirst().reduce(0) { sum, line in
            let fields = line.split(separator: " ")
            let queues = fields[4].split(separator: ":").compactMap { Int($0, radix: 16) }
            if fields[1].hasSuffix(suffix(of: port)) { return sum + queues[1] }
            if fields[2].hasSuffix(suffix(of: port)) { return sum + queues[0] }
            return sum
        }
    }

    private static func suffix(of port: Int) -> String { String(format: ":%04X", port) }
}
