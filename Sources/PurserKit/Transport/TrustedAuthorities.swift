import Foundation

#if canImport(Security)
import Security
#endif

/// Whose certificates a server must have one of, where URLSession can be told.
struct TrustedAuthorities: Sendable {
    #if canImport(Security)
    private let certificates: [Data]

    /// Takes authorities as PEM; those of the system when there are none.
    ///
    /// - Throws: ``PurserError`` `invalid`.
    init(_ authorities: [String]) throws {
        certificates = try authorities.flatMap(Self.certificates)
    }

    /// Whether it is left to the system whom to trust.
    var areTheSystems: Bool { certificates.isEmpty }

    /// Whether one of the authorities stands behind a server.
    func stand(behind trust: SecTrust) -> Bool {
        let anchors = certificates.compactMap {
            SecCertificateCreateWithData(nil, $0 as CFData)
        }
        guard anchors.count == certificates.count,
            SecTrustSetAnchorCertificates(trust, anchors as CFArray) == errSecSuccess,
            SecTrustSetAnchorCertificatesOnly(trust, true) == errSecSuccess
        else { return false }
        return SecTrustEvaluateWithError(trust, nil)
    }

    private static func certificates(_ pem: String) throws -> [Data] {
        let end = "-----END CERTIFICATE-----"
        let parts = pem.components(separatedBy: "-----BEGIN CERTIFICATE-----").dropFirst()
        let certificates = parts.compactMap { part in
            part.components(separatedBy: end).first.flatMap {
                Data(base64Encoded: $0, options: .ignoreUnknownCharacters)
            }
        }
        guard !certificates.isEmpty,
            certificates.allSatisfy({ SecCertificateCreateWithData(nil, $0 as CFData) != nil })
        else {
            throw PurserError(.invalid, "trustedAuthorities must be certificates as PEM")
        }
        return certificates
    }
    #else
    /// Takes no authorities: those of the system are trusted, and no others can be.
    ///
    /// - Throws: ``PurserError`` `invalid` when there are any.
    init(_ authorities: [String]) throws {
        guard authorities.isEmpty else {
            throw PurserError(.invalid, "trustedAuthorities need AsyncHTTPTransport here")
        }
    }
    #endif
}
