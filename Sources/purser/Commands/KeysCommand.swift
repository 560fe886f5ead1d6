import ArgumentParser
import Kernel
import Providers
import Server

/// What the operator does with the keys that sign tokens.
struct KeysCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keys",
        abstract: "Shows and changes the keys that sign tokens.",
        subcommands: [Show.self, Rotate.self]
    )

    /// Names the signing keys.
    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Names the signing keys, the newest first, and when each was made."
        )

        @OptionGroup var storage: StorageFlags

        func run() async throws {
            let keys = try KeyFile.load(try await Settings(storage).keys)
            for key in keys.signing { print("\(key.id) made \(key.createdAt.text)") }
        }
    }

    /// Puts a new signing key before the current one.
    struct Rotate: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Makes a new signing key; servers take it without being started again.",
            discussion: """
                The new key signs after \(Limits.newKeySeconds) seconds, when every server has \
                seen it; the former one is accepted for another 24 hours. Until then another \
                change would drop it with tokens that are still good, and is refused; --force \
                makes it, for when the key before the newest must not be accepted any more. Where \
                a key was stolen, change twice.
                """
        )

        @OptionGroup var storage: StorageFlags
        @Flag(help: "Changes keys although the former one is still in use.") var force = false

        func run() async throws {
            let path = try await Settings(storage).keys
            let now = SystemTime.now()
            let old = try KeyFile.load(path)
            if let until = old.formerInUse(at: now), !force {
                complain("the former key is in use until \(until.text); --force drops it now")
                throw ExitCode(1)
            }
            let keys = try KeyFile.rotateSigningKey(path, now: now).signingKeys
            let (from, until) = (keys.currentFrom.text, keys.formerUntil.text)
            print("new key \(keys.current.id), signs from \(from)")
            if let former = keys.former { print("former key \(former.id), until \(until)") }
        }
    }
}
