public import Kernel

/// By what a push service finds a member's device; never printed.
public struct DeviceToken: Sendable, Hashable {
    private let text: String

    /// Takes a token as an app registered it, whatever it is.
    public init(_ text: String) {
        self.text = text
    }

    /// The token as it may stand in a path; `nil` when it is none of Apple's, which are hexadecimal
    /// and of no fixed length.
    var hexadecimal: String? {
        let bytes = text.utf8
        guard (1...Limits.deviceTokenCharacters).contains(bytes.count) else { return nil }
        let isHexadecimal = bytes.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte | 0x20)
        }
        return isHexadecimal ? text : nil
    }
}

extension DeviceToken: Confidential {}
