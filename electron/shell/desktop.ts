import {
  app,
  BrowserWindow,
  clipboard,
  ClipboardItem,
  dialog,
  nativeImage,
  net,
  powerMonitor,
  safeStorage,
  shell,
  webContents,
} from 'electron'
import Store from 'electron-store'
import type { Desktop, PowerEvents } from '../app/desktop.js'
import type { SenderRegistry } from '../app/ipc/sender-registry.js'
import { SystemLanguage } from '../app/settings/system-language.js'
import type { LaunchPractice } from '../app/practice/practice-process.js'
import type { AppInfo } from '../../shared/domain/app/app-info.js'
import { makePorts } from './ipc/stream-ports.js'
import { createClipboard } from './system/clipboard.js'
import { createSystemAuth, createFileDialog } from './system/system-dialogs.js'
import { alertSignal, showNotification } from './system/system-notification.js'
import type { AppLock } from '../core/lock/app-lock.js'
import type { TimerPort } from '../core/ports.js'
import type { Disposer } from '../../shared/domain/brand.js'
import { hasBusName } from '../adapters/session-bus.js'
import { createSystemProxy } from './security/system-proxy.js'
import { programEnd } from './system/program-end.js'
import { isTestRuntime } from './system/test-runtime.js'
import { checkedText, contentOf } from '../adapters/journal/checked-file.js'
import type { PreferencesFile } from '../app/settings/preferences.js'
import { ConfirmWindow } from './windows/confirm-window.js'
import type { ElectronPanelWindows } from './windows/panel-windows.js'
import type { PictureArea } from '../../shared/domain/app/picture-request.schema.js'
import { openWindowPlacement } from './windows/window-placement.js'

export interface ElectronDesktopOptions {
  readonly senders: SenderRegistry
  readonly launchPractice: LaunchPractice
  /** The bundled preload of every window. */
  readonly preload: string
  readonly programFiles: Desktop['programFiles']
  readonly restart: Desktop['restart']
  /** The program's data folder. */
  readonly userData: string
  /** Shows the main window, because the person requested it. */
  readonly showMainWindow: () => void
  /** True while the main window is on the screen, neither hidden nor minimized. */
  readonly isMainOnScreen: () => boolean
  readonly panelWindows: ElectronPanelWindows
}

const appInfo = (): AppInfo => ({
  version: app.getVersion(),
  electron: process.versions.electron,
  chromium: process.versions.chrome,
  node: process.versions.node,
  platform: process.platform,
  testRuntime: isTestRuntime(),
})

/** Returns what the system shows for Countersign, in the person's language. */
function systemDialogs(): Pick<Desktop, 'language' | 'systemAuth' | 'fileDialog'> {
  const language = new SystemLanguage(() => app.getLocale())
  return {
    language,
    systemAuth: createSystemAuth(language.write),
    fileDialog: createFileDialog(language.write),
  }
}

/** Returns the desktop as Electron offers it. */
export const electronDesktop = ({
  senders,
  launchPractice,
  preload,
  programFiles,
  restart,
  userData,
  showMainWindow,
  isMainOnScreen,
  panelWindows,
}: ElectronDesktopOptions): Desktop => ({
  ...systemDialogs(),
  info: appInfo(),
  packaged: app.isPackaged,
  safeStorage,
  systemProxy: createSystemProxy(),
  launchPractice,
  ask: async (question) => (await dialog.showMessageBox(question)).response,
  bridgeProgram: {
    // An AppImage is mounted elsewhere at each start; its own file stays.
    file: process.env['APPIMAGE'] ?? process.execPath,
    args: process.defaultApp === true ? [app.getAppPath()] : [],
  },
  openInBrowser: (address) => shell.openExternal(address),
  ...createClipboard({ clipboard, ClipboardItem, nativeImage }),
  openRuntimeLicences: async (part) => {
    const { openRuntimeLicences } = await import('./system/runtime-licences.js')
    return openRuntimeLicences(part)
  },
  captureWindow,
  quit: () => app.quit(),
  programFiles,
  restart,
  programEnd,
  signalAlert: alertSignal({ showMainWindow, isMainOnScreen }),
  openPreferencesFile: () => openPreferencesFile(userData),
  makePorts,
  watchPower,
  watchNetwork,
  createConfirmWindow: (deps) =>
    new ConfirmWindow({
      ...deps,
      preload,
      senders,
      placement: () => openWindowPlacement(userData, 'confirm'),
    }),
  hasStatusArea,
  notify: (content) => void showNotification(content, showMainWindow),
  createPanelWindows: (deps) => panelWindows.connect(deps),
  // Loaded late, because the start does not depend on it.
  loadKillSwitchControls: async () => {
    const { ElectronKillSwitchControls } = await import('./system/kill-switch-controls.js')
    return (deps) => new ElectronKillSwitchControls(deps)
  },
})

const IDLE_POLL_MS = 10_000
const ONLINE_POLL_MS = 1_000

/** Reports sleep, screen lock and idle time to the app lock, and sleep to `events`. */
function watchPower(lock: AppLock, timers: TimerPort, events: PowerEvents): Disposer {
  const { onSleep, onWake } = events
  const asleep = (): void => lock.lock('sleep')
  // The lock first: whatever else the sleep ends, the program sleeps locked.
  powerMonitor.on('suspend', asleep)
  powerMonitor.on('suspend', onSleep)
  powerMonitor.on('lock-screen', asleep)
  powerMonitor.on('resume', onWake)
  const stop = timers.every(IDLE_POLL_MS, () => lock.idle(powerMonitor.getSystemIdleTime()))
  return () => {
    stop()
    powerMonitor.removeListener('suspend', onSleep)
    powerMonitor.removeListener('suspend', asleep)
    powerMonitor.removeListener('lock-screen', asleep)
    powerMonitor.removeListener('resume', onWake)
  }
}

/**
 * Calls `onBack` whenever the computer is online again. There is no event for this in the main
 * process, and a page that sees one may be hidden.
 */
function watchNetwork(timers: TimerPort, onBack: () => void): Disposer {
  let wasOnline = net.isOnline()
  return timers.every(ONLINE_POLL_MS, () => {
    const isOnline = net.isOnline()
    if (isOnline && !wasOnline) onBack()
    wasOnline = isOnline
  })
}

/** What shows tray icons on a Linux desktop owns this name. */
const WATCHER = 'org.kde.StatusNotifierWatcher'

/**
 * Resolves true when the desktop has an area that shows tray icons. Windows and macOS always have
 * one; many Linux desktops have none, and nothing else reports that an icon is not shown.
 */
const hasStatusArea = (): Promise<boolean> =>
  process.platform === 'linux'
    ? hasBusName(process.env['DBUS_SESSION_BUS_ADDRESS'], WATCHER)
    : Promise.resolve(true)

/**
 * Opens `preferences.json` in electron-store; throws when it is unreadable.
 * @param directory the program's data folder
 */
function openPreferencesFile(directory: string): PreferencesFile {
  const store = new Store<Parameters<PreferencesFile['set']>[0]>({
    cwd: directory,
    name: 'preferences',
    clearInvalidConfig: false,
    serialize: (value) => checkedText(JSON.stringify(value, null, 2)),
    // Content that its checksum does not fit is no JSON: the file is then set aside.
    deserialize: (text) => JSON.parse(contentOf(text) ?? ''),
  })
  return { get: (member) => store.get(member), set: (content) => store.set(content) }
}

/**
 * Captures a part of the page that requested it as PNG, cut to its window; null where that window
 * is not in view.
 * @param sender the id of the page's contents
 */
async function captureWindow(area: PictureArea, sender: number): Promise<Uint8Array | null> {
  const contents = webContents.fromId(sender)
  const window = contents === undefined ? null : BrowserWindow.fromWebContents(contents)
  if (contents === undefined || window === null || !window.isVisible()) return null
  const { width, height } = window.getContentBounds()
  const part = {
    x: area.x,
    y: area.y,
    width: Math.min(area.width, width - area.x),
    height: Math.min(area.height, height - area.y),
  }
  if (part.width <= 0 || part.height <= 0) return null
  const picture = await contents.capturePage(part)
  return picture.isEmpty() ? null : picture.toPNG()
}
