import type { PressPhase, PressPlace } from '../core/instructions/confirm/press-evidence.js'
import type { AssistantServices } from '../handlers/instruction-handlers.js'
import type { AppLock, SystemAuthPort } from '../core/lock/app-lock.js'
import type { ConfirmPort } from '../core/instructions/queue/instruction-service-port.js'
import type { LogPort, TimerPort } from '../core/ports.js'
import type { BridgeProgram } from '../assistant/clients/launcher.js'
import type { Disposer } from '../../shared/domain/brand.js'
import type { KillShortcut } from '../../shared/domain/app/preference-values.js'
import type { Preferences } from '../../shared/domain/app/preferences.js'
import type { PictureArea } from '../../shared/domain/app/picture-request.schema.js'
import type { Profile } from '../../shared/domain/app/profile.schema.js'
import type { AppInfo, RuntimeLicence } from '../../shared/domain/app/app-info.js'
import type { FilesState } from './start/replaced-files.js'
import type { AlertDesktop } from './notifications/alert-notifier.js'
import type { TradingControl } from './tray/trading-control.js'
import type { TrayItem } from './kill-switch/tray-menu.js'
import type { NotificationContent } from './windows/instruction-notification.js'
import type { MessageBox } from './windows/message-box.js'
import type { LaunchPractice } from './practice/practice-process.js'
import type { SystemProxyPort } from '../adapters/connections/proxy-chooser.js'
import type { SafeStorage } from './session/vault.js'
import type { FileDialogPort } from './settings/file-dialog-port.js'
import type { PreferencesFile, PreferencesStore } from './settings/preferences.js'
import type { SystemLanguage } from './settings/system-language.js'
import type { MakePorts } from './streams/stream-gate.js'
import type { PanelWindows, PanelWindowsDeps } from './workspaces/panel-windows.js'
import type { ProgramReplacementDeps } from './updates/program-replacement.js'

/** What is called when the computer goes to sleep and when it wakes; not for a locked screen. */
export interface PowerEvents {
  readonly onSleep: () => void
  readonly onWake: () => void
}

/** The end of the process, at which an update replaces the program. */
export type ProgramEnd = Pick<ProgramReplacementDeps, 'disk' | 'atExit' | 'startProgram'>

/** What the application uses of the desktop: Electron in the program, fakes in tests. */
export interface Desktop {
  readonly info: AppInfo
  /** True in an installed program; false in development and in tests. */
  readonly packaged: boolean
  readonly safeStorage: SafeStorage
  /** The proxies of the system's own setting. */
  readonly systemProxy: SystemProxyPort
  /** The language of what the system shows for Countersign. */
  readonly language: SystemLanguage
  readonly systemAuth: SystemAuthPort
  readonly fileDialog: FileDialogPort
  readonly launchPractice: LaunchPractice
  /** Shows a question in a native message box; resolves with the index of the button. */
  ask(question: MessageBox): Promise<number>
  /** The program that an assistant's client starts for the bridge, as it is on disk now. */
  readonly bridgeProgram: BridgeProgram
  /** Opens an address in the system browser, without any check. */
  openInBrowser(address: string): Promise<void>
  /** Opens the licenses of a part of the runtime; false when the file is not there. */
  openRuntimeLicences(part: RuntimeLicence): Promise<boolean>
  copyText(text: string): Promise<void>
  /** Captures a part of the main window as PNG; null when it cannot be captured. */
  readonly captureWindow: (area: PictureArea, sender: number) => Promise<Uint8Array | null>
  /** Puts a PNG on the clipboard. */
  readonly copyPicture: (png: Uint8Array) => Promise<void>
  /** Begins to quit the program, as its tray does. */
  readonly quit: () => void
  /** Compares the program's files on disk with those that it was started from. */
  readonly programFiles: () => FilesState
  /** Begins to end the program and to start it again; it asks the person as quitting does. */
  readonly restart: () => void
  readonly programEnd: ProgramEnd
  readonly signalAlert: AlertDesktop['signalAlert']
  /** Opens `preferences.json`; throws when it is unreadable. */
  openPreferencesFile(): PreferencesFile
  readonly makePorts: MakePorts
  /** Reports sleep, screen lock and idle time to the app lock, and sleep to `events`. */
  watchPower(lock: AppLock, timers: TimerPort, events: PowerEvents): Disposer
  /** Calls `onBack` whenever the computer is online again. */
  watchNetwork(timers: TimerPort, onBack: () => void): Disposer
  createConfirmWindow(deps: ConfirmWindowDeps): ConfirmWindow
  /** Resolves true when the desktop has an area that shows the tray icon. */
  hasStatusArea(): Promise<boolean>
  /** Shows a system notification; a click shows the main window. */
  notify(content: NotificationContent): void
  /** Prepares the windows beside the main window; none is open yet. */
  createPanelWindows(deps: PanelWindowsDeps): PanelWindows
  /** Loads the function that starts the tray and the shortcut of the kill switch. */
  loadKillSwitchControls(): Promise<(deps: KillSwitchControlsDeps) => KillSwitchControls>
}

export interface ConfirmWindowDeps {
  readonly port: ConfirmPort
  /** Called for each half of a press on the window that main itself observes. */
  readonly onPress: (phase: PressPhase, place: PressPlace) => void
  /** True while notifications may name nothing of an order; never by default. */
  readonly hidesFigures?: () => boolean
  /**
   * The settings of the page's appearance: its surface may not read the other preferences.
   */
  readonly appearance: {
    get(): Pick<Preferences, 'theme' | 'marketColors' | 'language'> &
      Partial<Pick<Preferences, 'notifyInstructions'>>
    subscribe(onChange: () => void): Disposer
  }
}

/** The window in which a person decides on instructions. */
export interface ConfirmWindow {
  /**
   * Shows it with focus, because the person requested it (from the inbox, the tray, a
   * notification).
   */
  show(): void
  /** Makes it, hidden and without the focus, so that the first card need not wait for it. */
  prepare(): void
  /** Destroys it, at the end of the program. */
  dispose(): void
}

export interface KillSwitchControlsDeps {
  readonly assistants: Pick<AssistantServices, 'view' | 'kill' | 'showConfirm'>
  readonly preferences: Pick<PreferencesStore, 'get' | 'subscribe'>
  readonly profile: () => Profile | null
  readonly trading: TradingControl
  /** Shows the main window, because the person requested it. */
  readonly showMainWindow: () => void
  /** Called when the system refuses the shortcut of the kill switch. */
  readonly onKeysTaken: (keys: KillShortcut) => void
  readonly log: LogPort
}

/**
 * The tray icon, and the global shortcut of the kill switch. The shortcut exists only while an
 * assistant is paired, the tray also while the window closes to it.
 */
export interface KillSwitchControls {
  /** Returns the tray's contents for tests, which cannot see it; null without a tray. */
  tray(): { readonly tooltip: string; readonly items: readonly TrayItem[] } | null
  choose(item: TrayItem['id']): void
  /** True while the tray icon exists; the desktop may still not show it. */
  hasTray(): boolean
  readonly keys: KillShortcut
  stop(): void
}
