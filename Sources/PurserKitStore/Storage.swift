import Foundation
public import PurserKit

extension Configuration.Storage {
    /// In a folder of the program's own.
    ///
    /// That is in `Application Support` of the app's container on Apple's systems, in
    /// `XDG_DATA_HOME` or `~/.local/share` on Linux. Each server has a folder there.
    public static let onDevice = Self { server, time in
        DeviceDatabase(DeviceFolder(AppFolder.path(of: server)), time)
    }

    /// In a folder that an app names, perhaps one that it shares with its extensions.
    ///
    /// It is made when it is missing. Each server has a folder there.
    public static func directory(_ path: String) -> Self {
        Self { server, time in DeviceDatabase(DeviceFolder("\(path)/\(server)"), time) }
    }

    /// In a folder that is gone with the client.
    public static let temporary = Self { _, time in DeviceDatabase(.temporary(), time) }
}
