import Kernel
import Testbed

@testable import Providers

extension APNsPeer {
    /// A sender to it, which gives up once a notification was met with silence.
    func sender(_ place: Place, trusts: Bool = true) throws -> APNsSender {
        try APNsSender(
            APNsKey(key, id: PushFixture.keyID, team: PushFixture.team),
            PushFixture.topic,
            place.url,
            trusts ? place.trustRoots : nil,
            timeout: .seconds(60)
        ) {
            while !self.tookSilence() { try await Task.sleep(for: .milliseconds(1)) }
        }
    }

    /// What comes of a message that is sent at its own time.
    func delivery(
        _ sender: APNsSender,
        _ message: PushMessage = PushFixture.message(),
        to device: DeviceToken? = PushFixture.device
    ) async -> Delivery {
        await sender.send(message, to: device, now: clock.now)
    }
}
