import { hasBusName } from '../../adapters/session-bus.js'

/** What shows tray icons on a Linux desktop owns this name. */
const WATCHER = 'org.kde.StatusNotifierWatcher'

/**
 * Resolves true when the desktop has an area that shows tray icons. Windows and macOS always have
 * one; many Linux desktops have none, and nothing else reports that an icon is not shown.
 */
export const hasStatusArea = (): Promise<boolean> =>
  process.platform === 'linux'
    ? hasBusName(process.env['DBUS_SESSION_BUS_ADDRESS'], WATCHER)
    : Promise.resolve(true)
