import NIOCore
import Testing

@testable import Server
@testable import ServerTestbed

@Suite("Network addresses")
struct AddressTests {
    @Test(
        "are an IPv4 address, or the /64 of an IPv6 one",
        arguments: [
            ("192.0.2.1", "192.0.2.1"), ("255.255.255.255", "255.255.255.255"),
            ("::ffff:192.0.2.1", "192.0.2.1"), ("::FFFF:c000:0201", "192.0.2.1"),
            ("2001:db8::1", "2001:db8:0:0::/64"), ("2001:db8::ffff:0:0:1", "2001:db8:0:0::/64"),
            ("2001:DB8:0:1::1", "2001:db8:0:1::/64"), ("::1", "0:0:0:0::/64"),
            ("fe80::1", "fe80:0:0:0::/64"),
        ]
    )
    func texts(address: String, text: String) throws {
        let parsed = try #require(IPAddress(address))
        #expect(NetworkAddress(parsed).text == text)
        let socket = try SocketAddress(ipAddress: address, port: 443)
        #expect(IPAddress(socket) == parsed)
    }

    @Test("without an address are one for all")
    func unknown() throws {
        #expect(IPAddress(try SocketAddress(unixDomainSocketPath: "/tmp/purser")) == nil)
        #expect(NetworkAddress(nil).text == "unknown")
    }

    @Test(
        "are not what looks a little like one",
        arguments: [
            "", " ", "1", "1.2.3", "1.2.3.4.5", "1.2.3.256", "01.2.3.4", "1.2.3.4 ", "localhost",
            "2001:db8::1%eth0", "[2001:db8::1]", "2001:db8:::1", "1.2.3.4/24", "unknown",
        ]
    )
    func malformed(text: String) {
        #expect(IPAddress(text) == nil)
    }

    @Test(
        "of loopback are this machine's own",
        arguments: [
            ("127.0.0.1", true), ("127.255.0.9", true), ("::1", true), ("::ffff:127.0.0.1", true),
            ("128.0.0.1", false), ("::2", false), ("1::1", false), ("126.0.0.127", false),
        ]
    )
    func loopback(text: String, isLoopback: Bool) throws {
        #expect(try #require(IPAddress(text)).isLoopback == isLoopback)
    }

    @Test(
        "lie in a block or not",
        arguments: [
            ("10.0.0.0/8", "10.255.0.1", true), ("10.0.0.0/8", "11.0.0.0", false),
            ("192.0.2.1", "192.0.2.1", true), ("192.0.2.1", "192.0.2.2", false),
            ("192.0.2.1/32", "192.0.2.0", false), ("0.0.0.0/0", "203.0.113.9", true),
            ("0.0.0.0/0", "2001:db8::1", false), ("192.0.2.128/25", "192.0.2.127", false),
            ("192.0.2.128/25", "192.0.2.255", true), ("10.0.0.0/8", "::ffff:10.1.2.3", true),
            ("2001:db8::/32", "2001:db8:ffff::1", true), ("2001:db8::/32", "2001:db9::1", false),
            ("2001:db8::/96", "2001:db8::1:0:0", false), ("2001:db8::1", "2001:db8::1", true),
            ("2001:db8::1", "2001:db8::2", false), ("::/0", "2001:db8::2", true),
            ("2001:db8::/64", "2001:db8:0:0:ffff::", true),
            ("2001:db8::/64", "2001:db8:0:1::", false),
        ]
    )
    func blocks(block: String, address: String, isInside: Bool) throws {
        let block = try #require(AddressBlock(block))
        #expect(block.contains(try #require(IPAddress(address))) == isInside)
    }

    @Test(
        "in no block are what a configuration may hold by mistake",
        arguments: [
            "", "/", "10.0.0.0/", "/8", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/+8", "10.0.0.1/8",
            "2001:db8::/129", "2001:db8::/16", "2001:db8::1/64", "10.0.0.0/8/8", "10.0.0/8",
            "proxy.example.com",
            "10.0.0.0/ 8", "10.0.0.0/99999999999999999999",
        ]
    )
    func malformedBlocks(text: String) {
        #expect(AddressBlock(text) == nil)
    }
}
