/// Why a password could not be hashed or checked at all; says nothing about the password.
public enum PasswordHasherError: Error, Hashable, Sendable, CaseIterable {
    /// As many are waiting as may wait, or of the client as it may have; try again in a second.
    case queueFull
    /// The password is longer than any that is taken; nothing was computed.
    case tooLong
    /// The hasher was shut down.
    case shutDown
    /// There was not enough memory for the computation; trying again later may help.
    case outOfMemory
    /// libsodium could not start, for example without a source of random numbers.
    case unavailable
}
