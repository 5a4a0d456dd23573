import { existsSync } from 'node:fs'
import path from 'node:path'
import type { App } from 'electron'

const SWITCH = 'password-store'

/** Desktops whose key store Chromium chooses itself, by what they write into the environment. */
const KNOWN_DESKTOP = /^(Unity|Deepin|GNOME|X-Cinnamon|KDE|Pantheon|XFCE|UKUI)$/
const KNOWN_SESSION = /deepin|gnome|mate|kde|plasma|xfce|ukui/

/** KWallet by the name that its activation file has, the newest first. */
const WALLETS = [
  ['org.kde.kwalletd6', 'kwallet6'],
  ['org.kde.kwalletd5', 'kwallet5'],
] as const
const SECRET_SERVICE = 'org.freedesktop.secrets'

const isDesktopKnown = (env: NodeJS.ProcessEnv): boolean =>
  (env['XDG_CURRENT_DESKTOP'] ?? '').split(':').some((name) => KNOWN_DESKTOP.test(name)) ||
  KNOWN_SESSION.test(env['DESKTOP_SESSION'] ?? '') ||
  env['GNOME_DESKTOP_SESSION_ID'] !== undefined ||
  env['KDE_FULL_SESSION'] !== undefined

const hasSessionBus = (env: NodeJS.ProcessEnv, exists: (file: string) => boolean): boolean =>
  env['DBUS_SESSION_BUS_ADDRESS'] !== undefined ||
  (env['XDG_RUNTIME_DIR'] !== undefined && exists(path.join(env['XDG_RUNTIME_DIR'], 'bus')))

/** Returns the folders of the files that say which services the session bus can start. */
const serviceFolders = (env: NodeJS.ProcessEnv): readonly string[] =>
  [
    env['XDG_DATA_HOME'] ?? path.join(env['HOME'] ?? '/', '.local', 'share'),
    ...(env['XDG_DATA_DIRS'] ?? '/usr/local/share:/usr/share').split(':'),
  ]
    .filter((folder) => path.isAbsolute(folder))
    .map((folder) => path.join(folder, 'dbus-1', 'services'))

/**
 * Returns the key store to use where Chromium would choose none: it knows desktops by their names,
 * and a window manager such as i3 or sway has none, although its session has a key store. Null
 * where Chromium chooses. A key store that then does not answer is found to be none, as before.
 */
export function passwordStoreOf(
  platform: NodeJS.Platform,
  env: NodeJS.ProcessEnv,
  exists: (file: string) => boolean,
): string | null {
  if (platform !== 'linux' || isDesktopKnown(env) || !hasSessionBus(env, exists)) return null
  const canStart = (service: string): boolean =>
    serviceFolders(env).some((folder) => exists(path.join(folder, `${service}.service`)))
  if (canStart(SECRET_SERVICE)) return 'gnome-libsecret'
  const wallet = WALLETS.find(([service]) => canStart(service))
  // A service that already runs needs no file: a password manager is often one.
  return wallet?.[1] ?? 'gnome-libsecret'
}

/** Chooses the key store, unless a switch names one. Call before Electron is ready. */
export function choosePasswordStore({ commandLine }: Pick<App, 'commandLine'>): void {
  if (commandLine.hasSwitch(SWITCH)) return
  const store = passwordStoreOf(process.platform, process.env, existsSync)
  if (store !== null) commandLine.appendSwitch(SWITCH, store)
}
