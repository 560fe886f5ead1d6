public import AppleCoreFoundation

/// A certificate.
public final class SecCertificate {
    private init() {}
}

/// What a server shows of itself.
public final class SecTrust {
    private init() {}
}

/// Reads a certificate.
public func SecCertificateCreateWithData(
    _ allocator: CFAllocator?,
    _ data: CFData
) -> SecCertificate? {
    fatalError("a declaration alone")
}

/// Says whose certificates are good.
@discardableResult
public func SecTrustSetAnchorCertificates(
    _ trust: SecTrust,
    _ anchorCertificates: CFArray?
) -> OSStatus {
    fatalError("a declaration alone")
}

/// Says whether no others are.
@discardableResult
public func SecTrustSetAnchorCertificatesOnly(
    _ trust: SecTrust,
    _ anchorCertificatesOnly: Bool
) -> OSStatus {
    fatalError("a declaration alone")
}

/// Whether what a server shows is good.
@discardableResult
public func SecTrustEvaluateWithError(
    _ trust: SecTrust,
    _ error: UnsafeMutablePointer<CFError?>?
) -> Bool {
    fatalError("a declaration alone")
}
