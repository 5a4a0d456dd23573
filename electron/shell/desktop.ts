import { app, dialog, safeStorage, shell } from 'electron'
import type { Desktop } from '../app/desktop.js'
import type { SenderRegistry } from '../app/ipc/sender-registry.js'
import { SystemLanguage } from '../app/settings/system-language.js'
import type { LaunchPractice } from '../app/practice/practice-process.js'
import type { AppInfo } from '../../shared/domain/app/app-info.js'
import { makePorts } from './ipc/stream-ports.js'
import { createSystemAuth, createFileDialog } from './system/system-dialogs.js'
import { alertSignal, showNotification } from './system/system-notification.js'
import { copyPicture, copyText } from './system/clipboard.js'
import { watchNetwork, watchPower } from './system/machine-state.js'
import { hasStatusArea } from './system/status-area.js'
import { isTestRuntime } from './system/test-runtime.js'
import { openPreferencesFile } from './system/preferences-file.js'
import { ConfirmWindow } from './windows/confirm-window.js'
import type { ElectronPanelWindows } from './windows/panel-windows.js'
import { captureWindow } from './windows/window-capture.js'
import { openWindowPlacement } from './windows/window-placement.js'

export interface ElectronDesktopOptions {
  readonly senders: SenderRegistry
  readonly launchPractice: LaunchPractice
  /**
   * The bundle that an assistant's client starts to reach the MCP endpoint over standard input and
   * output.
   */
  readonly bridgeBundle: string
  /** The bundled preload of every window. */
  readonly preload: string
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
  bridgeBundle,
  preload,
  userData,
  showMainWindow,
  isMainOnScreen,
  panelWindows,
}: ElectronDesktopOptions): Desktop => ({
  ...systemDialogs(),
  info: appInfo(),
  packaged: app.isPackaged,
  safeStorage,
  launchPractice,
  ask: async (question) => (await dialog.showMessageBox(question)).response,
  bridge: { command: process.execPath, args: [bridgeBundle], env: { ELECTRON_RUN_AS_NODE: '1' } },
  openInBrowser: (address) => shell.openExternal(address),
  copyText,
  copyPicture,
  captureWindow,
  quit: () => app.quit(),
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
