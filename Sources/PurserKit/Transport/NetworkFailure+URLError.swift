// Elsewhere a target of the tests has it alone: a program that carries Swift's own libraries cannot
// link FoundationNetworking, which needs libcurl, and has AsyncHTTPClient.
#if canImport(Darwin) || URL_SESSION_FOR_TESTS
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

#if URL_SESSION_FOR_TESTS
@testable import PurserKit
#endif

extension NetworkFailure {
    /// What an error of URLSession means for the caller.
    ///
    /// Only what is certain to come before the request is sent becomes a failure that says so.
    init(_ error: any Error) {
        guard let error = error as? URLError else {
            self = error as? NetworkFailure ?? .connectionLost
            return
        }
        switch error.code {
        case .notConnectedToInternet, .dataNotAllowed, .internationalRoamingOff, .callIsActive:
            self = .offline
        case .cannotFindHost, .dnsLookupFailed, .cannotConnectToHost:
            self = .unreachable
        case .timedOut:
            self = .timedOut
        case .serverCertificateHasBadDate, .serverCertificateUntrusted,
            .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid,
            .secureConnectionFailed, .clientCertificateRejected, .clientCertificateRequired,
            .appTransportSecurityRequiresSecureConnection, .userCancelledAuthentication:
            self = .untrusted
        // On Linux an answer that is no HTTP is an unsupported protocol.
        case .badServerResponse, .unsupportedURL, .cannotParseResponse, .cannotDecodeRawData,
            .cannotDecodeContentData, .zeroByteResource:
            self = .damaged
        case .dataLengthExceedsMaximum: self = .tooLarge
        case .httpTooManyRedirects, .redirectToNonExistentLocation: self = .intercepted
        default: self = .connectionLost
        }
    }
}
#endif
