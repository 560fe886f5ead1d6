import ArgumentParser
import Contract
import Foundation
import Kernel
import Operations

/// What the operator does for users.
struct UserCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "user",
        abstract: "Creates users, locks them out, helps them in again, tells events.",
        discussion: """
            Passwords are read from the environment variable PURSER_USER_PASSWORD or, without it, \
            from the first line of standard input.
            """,
        subcommands: [
            Create.self, Lock.self, Unlock.self, Reset.self, SecondFactorOff.self, Events.self,
        ]
    )

    struct Create: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Creates a parent with a new household."
        )

        @OptionGroup var storage: StorageFlags
        @Argument(help: "The e-mail address.") var email: String
        @Option(help: "The first name.") var firstName: String?
        @Option(help: "The last name.") var lastName: String?
        @Option(help: "The household's time zone, such as Europe/Berlin.") var timeZone: String?

        func run() async throws {
            let password = try readPassword()
            try await operate(storage) { operations, call in
                let member = try await operations.identity.createUser(
                    email: email,
                    password: password,
                    firstName: firstName,
                    lastName: lastName,
                    timeZone: timeZone,
                    call
                )
                print("created \(member)")
            }
        }
    }

    struct Lock: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Locks a user out and ends all sessions."
        )

        @OptionGroup var storage: StorageFlags
        @Argument(help: "The e-mail address.") var email: String

        func run() async throws {
            try await operate(storage) { operations, call in
                try await operations.identity.setUserActive(false, email: email, call)
                print("locked")
            }
        }
    }

    struct Unlock: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Lets a user in again.")

        @OptionGroup var storage: StorageFlags
        @Argument(help: "The e-mail address.") var email: String

        func run() async throws {
            try await operate(storage) { operations, call in
                try await operations.identity.setUserActive(true, email: email, call)
                print("unlocked")
            }
        }
    }

    struct Reset: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Sets a new password and ends all sessions."
        )

        @OptionGroup var storage: StorageFlags
        @Argument(help: "The e-mail address.") var email: String

        func run() async throws {
            let password = try readPassword()
            try await operate(storage) { operations, call in
                try await operations.identity.resetPassword(email: email, to: password, call)
                print("reset")
            }
        }
    }

    struct SecondFactorOff: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Turns a user's second factor off: the password alone signs in again.",
            discussion: "For who lost the app and the recovery codes. Make sure who is asking."
        )

        @OptionGroup var storage: StorageFlags
        @Argument(help: "The e-mail address.") var email: String

        func run() async throws {
            try await operate(storage) { operations, call in
                try await operations.identity.turnOffSecondFactor(email: email, call)
                print("the second factor is off")
            }
        }
    }

    struct Events: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Prints what happened to a user's account, newest first.",
            discussion: """
                A line for each event: when, what, and the session, the client and the trace that \
                it concerns, or - where there is none.
                """
        )

        @OptionGroup var storage: StorageFlags
        @Argument(help: "The e-mail address.") var email: String
        @Option(help: "How many events, at most.") var limit = 100

        func validate() throws {
            guard (1...10_000).contains(limit) else {
                throw ValidationError("--limit must be from 1 to 10000")
            }
        }

        func run() async throws {
            try await operate(storage, to: .look) { operations, _ in
                for event in try await operations.identity.userEvents(email: email, limit: limit) {
                    let words = [
                        event.happenedAt.instant.text, event.kind, event.sessionID?.text ?? "-",
                        event.clientID ?? "-", event.traceID,
                    ]
                    print(words.joined(separator: " "))
                }
            }
        }
    }
}

/// Does something for the operator; a refusal becomes a message and exit code 1.
func operate(
    _ storage: StorageFlags,
    to purpose: Installation.Purpose = .use,
    _ work: (Operations, Call) async throws -> Void
) async throws {
    do {
        try await Installation.with(storage, to: purpose) { installation in
            try await work(installation.operations, installation.operatorCall())
        }
    } catch let problem as Problem {
        complain(problem.message)
        throw ExitCode(1)
    }
}

/// Tells the operator what went wrong.
func complain(_ sentence: String) {
    try? FileHandle.standardError.write(contentsOf: Data("\(sentence)\n".utf8))
}

/// The password from the environment or standard input; never from a flag, which others can see.
private func readPassword() throws -> Password {
    if let password = ProcessInfo.processInfo.environment["PURSER_USER_PASSWORD"] {
        return Password(password)
    }
    guard let line = withoutEcho({ readLine() }), !line.isEmpty else {
        throw ValidationError("a password is read from PURSER_USER_PASSWORD or standard input")
    }
    return Password(line)
}

/// Turns off the terminal's echo while a password is typed.
private func withoutEcho<R>(_ work: () -> R) -> R {
    var usual = termios()
    guard isatty(STDIN_FILENO) == 1, tcgetattr(STDIN_FILENO, &usual) == 0 else { return work() }
    var silent = usual
    silent.c_lflag &= ~tcflag_t(ECHO)
    tcsetattr(STDIN_FILENO, TCSANOW, &silent)
    defer { tcsetattr(STDIN_FILENO, TCSANOW, &usual) }
    return work()
}
