import { describe, expect, it } from 'vitest'
import { passwordStoreOf } from '../../../electron/shell/system/password-store.js'

const BUS = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/run/user/1000/bus', HOME: '/home/ada' }
const NO_FILE = (): boolean => false
const service = (name: string) => (file: string) =>
  file === `/usr/share/dbus-1/services/${name}.service`

describe('The key store under a desktop that Chromium does not know', () => {
  it('SEC-18 is the one that the session bus can start', () => {
    const stores = ['org.freedesktop.secrets', 'org.kde.kwalletd6', 'org.kde.kwalletd5'].map(
      (name) => passwordStoreOf('linux', BUS, service(name)),
    )
    expect(stores).toEqual(['gnome-libsecret', 'kwallet6', 'kwallet5'])
    const sway = { ...BUS, XDG_CURRENT_DESKTOP: 'sway', DESKTOP_SESSION: 'sway' }
    expect(passwordStoreOf('linux', sway, service('org.kde.kwalletd6'))).toBe('kwallet6')
    const lxqt = { ...BUS, XDG_CURRENT_DESKTOP: 'LXQt' }
    expect(passwordStoreOf('linux', lxqt, service('org.freedesktop.secrets'))).toBe(
      'gnome-libsecret',
    )
  })

  it('SEC-18 may be a service that runs without a file, and a bus that has only a socket', () => {
    expect(passwordStoreOf('linux', BUS, NO_FILE)).toBe('gnome-libsecret')
    const socket = (file: string): boolean => file === '/run/user/1000/bus'
    const env = { XDG_RUNTIME_DIR: '/run/user/1000' }
    expect(passwordStoreOf('linux', env, socket)).toBe('gnome-libsecret')
    expect(passwordStoreOf('linux', env, NO_FILE)).toBeNull()
  })

  it('SEC-18 is left to Chromium where it knows the desktop, and on other systems', () => {
    for (const desktop of ['GNOME', 'ubuntu:GNOME', 'KDE', 'X-Cinnamon', 'XFCE']) {
      expect(passwordStoreOf('linux', { ...BUS, XDG_CURRENT_DESKTOP: desktop }, NO_FILE)).toBeNull()
    }
    for (const session of ['mate', 'plasma', 'xfce']) {
      expect(passwordStoreOf('linux', { ...BUS, DESKTOP_SESSION: session }, NO_FILE)).toBeNull()
    }
    expect(passwordStoreOf('darwin', BUS, NO_FILE)).toBeNull()
    expect(passwordStoreOf('win32', BUS, NO_FILE)).toBeNull()
    expect(passwordStoreOf('linux', {}, NO_FILE)).toBeNull()
  })
})
