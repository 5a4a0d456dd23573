import {
  Bot,
  Cable,
  Camera,
  CirclePlay,
  Command,
  EyeOff,
  Gauge,
  History,
  Info,
  Keyboard,
  KeyboardOff,
  LayoutPanelLeft,
  LockKeyhole,
  LogOut,
  MoveLeft,
  MoveRight,
  OctagonX,
  PanelsTopLeft,
  Plug,
  RefreshCw,
  RotateCcw,
  Search,
  Settings2,
  SunMoon,
  Undo2,
  XSquare,
} from 'lucide-react'
import { PANELS } from '../../panels/registry.js'
import { openPanel, showOverlay, undoReset } from '../../stores/layout.js'
import { symbolOf } from '../../stores/selection.js'
import { setPreferences } from '../../stores/preferences.js'
import type { MainWindow } from '../../stores/main-window.js'
import { hasAssistants, stopAssistants } from '../../stores/stop-assistants.js'
import type { KeyBindings } from '../../../shared/domain/app/key-bindings.js'
import { bindingsOf, chordOfCommand, findCommand, type Found } from './bindings.js'
import type { AppCommand } from './command.js'
import { connectAccount } from '../connect/guide-progress.js'
import { takePicture } from './picture.js'
import { cycleRegion } from './regions.js'
import { TRADING } from './trading.js'
import { haltTrading, isHalted } from './halt.js'
import { isOffered } from './offered.js'
import { WORKSPACE_COMMANDS } from './workspace-commands.js'

const themes = ['dark', 'light', 'contrast'] as const

const GENERAL: readonly AppCommand[] = [
  {
    id: 'palette',
    title: (text) => text.menu.search,
    icon: Command,
    group: 'general',
    chord: 'Mod+K',
    run: (mainWindow) => showOverlay(mainWindow.layout, 'palette'),
  },
  {
    id: 'shortcuts',
    title: (text) => text.shortcuts.title,
    icon: Keyboard,
    group: 'general',
    chord: '?',
    run: (mainWindow) => showOverlay(mainWindow.layout, 'shortcuts'),
  },
  {
    id: 'settings',
    title: (text) => text.settings.title,
    icon: Settings2,
    group: 'general',
    chord: 'Mod+,',
    run: (mainWindow) => showOverlay(mainWindow.layout, 'settings'),
  },
  {
    id: 'ticket-symbol',
    title: (text) => text.commands.ticketSymbol,
    icon: Search,
    group: 'general',
    chord: 'Alt+S',
    run: ({ layout }) => openPanel(layout, 'ticket', 'symbol'),
  },
  {
    id: 'next-group',
    title: (text) => text.commands.nextGroup,
    icon: MoveRight,
    group: 'general',
    chord: 'F6',
    run: () => cycleRegion(document, 1),
  },
  {
    id: 'previous-group',
    title: (text) => text.commands.previousGroup,
    icon: MoveLeft,
    group: 'general',
    chord: 'Shift+F6',
    run: () => cycleRegion(document, -1),
  },
  {
    id: 'close-panel',
    title: (text) => text.commands.closePanel,
    icon: XSquare,
    group: 'general',
    chord: 'Alt+W',
    run: (mainWindow) =>
      mainWindow.layout.setState((state) => ({ closeNonce: state.closeNonce + 1 })),
  },
  {
    id: 'theme',
    title: (text) => text.commands.nextTheme,
    icon: SunMoon,
    group: 'general',
    chord: 'Alt+T',
    run(mainWindow) {
      const now = mainWindow.preferences.getState().value?.theme ?? 'system'
      const next = themes[(themes.findIndex((theme) => theme === now) + 1) % themes.length]
      if (next !== undefined) {
        void setPreferences(mainWindow.preferences, mainWindow.invoke, { theme: next })
      }
    },
  },
  {
    id: 'reset-workspace',
    title: (text) => text.settings.reset,
    icon: LayoutPanelLeft,
    group: 'general',
    chord: null,
    run: (mainWindow) => showOverlay(mainWindow.layout, 'reset-workspace'),
  },
  {
    id: 'undo-reset',
    title: (text) => text.reset.undoCommand,
    icon: Undo2,
    group: 'general',
    chord: null,
    isAvailable: (mainWindow) => mainWindow.layout.getState().undoReset !== null,
    run: (mainWindow) => undoReset(mainWindow.layout),
  },
  {
    id: 'halt',
    title: (text) => text.halt.command,
    icon: OctagonX,
    group: 'general',
    chord: 'Mod+Shift+H',
    isAvailable: (mainWindow) => !isHalted(mainWindow),
    run: (mainWindow) => void haltTrading(mainWindow),
  },
  {
    id: 'stop-assistants',
    title: (text) => text.instructions.kill.nowCommand,
    icon: Bot,
    group: 'general',
    chord: null,
    isAvailable: (mainWindow) =>
      hasAssistants(mainWindow) && mainWindow.assistants.getState().value?.halt === null,
    run: (mainWindow) => void stopAssistants(mainWindow),
  },
  {
    id: 'kill',
    title: (text) => text.instructions.kill.command,
    icon: OctagonX,
    group: 'general',
    chord: null,
    run: (mainWindow) => showOverlay(mainWindow.layout, 'kill'),
  },
  {
    id: 'resume',
    title: (text) => text.halt.resumeCommand,
    icon: CirclePlay,
    group: 'general',
    chord: null,
    isAvailable: isHalted,
    run: (mainWindow) => showOverlay(mainWindow.layout, 'resume'),
  },
  {
    id: 'arm-trading-keys',
    title: (text) => text.shortcuts.armed.arm,
    icon: Keyboard,
    group: 'general',
    chord: null,
    isAvailable: (mainWindow) =>
      !isHalted(mainWindow) && !mainWindow.tradingKeys.state.getState().armed,
    run: ({ tradingKeys }) => tradingKeys.arm(),
  },
  {
    id: 'disarm-trading-keys',
    title: (text) => text.shortcuts.armed.disarm,
    icon: KeyboardOff,
    group: 'general',
    chord: null,
    isAvailable: (mainWindow) => mainWindow.tradingKeys.state.getState().armed,
    run: ({ tradingKeys }) => tradingKeys.disarm(),
  },
  {
    id: 'copy-picture',
    title: (text) => text.pictures.copy,
    icon: Camera,
    group: 'general',
    chord: 'Mod+Shift+S',
    run: (mainWindow) => void takePicture(mainWindow, 'clipboard'),
  },
  {
    id: 'save-picture',
    title: (text) => text.pictures.save,
    icon: Camera,
    group: 'general',
    chord: null,
    run: (mainWindow) => void takePicture(mainWindow, 'file'),
  },
  {
    id: 'privacy',
    title: (text, mainWindow) =>
      mainWindow?.preferences.getState().value?.privacyMode === true
        ? text.privacy.show
        : text.privacy.hide,
    icon: EyeOff,
    group: 'general',
    chord: 'Alt+P',
    run({ preferences, invoke }) {
      const privacyMode = preferences.getState().value?.privacyMode !== true
      void setPreferences(preferences, invoke, { privacyMode })
    },
  },
  {
    id: 'profiles',
    title: (text) => text.profiles.manage,
    icon: Plug,
    group: 'general',
    chord: null,
    run: (mainWindow) => showOverlay(mainWindow.layout, 'profiles'),
  },
  {
    id: 'connect',
    title: (text) => text.connect.command,
    icon: Cable,
    group: 'general',
    chord: null,
    run: connectAccount,
  },
  {
    id: 'replay-bars',
    title: (text) => text.replayBars.command,
    icon: History,
    group: 'general',
    chord: null,
    isAvailable: ({ selection }) => symbolOf(selection.getState()) !== null,
    run: (mainWindow) => showOverlay(mainWindow.layout, 'replay-bars'),
  },
  {
    id: 'lock',
    title: (text) => text.lock.now,
    icon: LockKeyhole,
    group: 'general',
    chord: 'Mod+Shift+L',
    isAvailable: (mainWindow) => mainWindow.appState.getState().value?.lock.method !== 'none',
    run: (mainWindow) => void mainWindow.invoke('lock.now', {}),
  },
  {
    id: 'lock-settings',
    title: (text) => text.lock.settings,
    icon: LockKeyhole,
    group: 'general',
    chord: null,
    run: (mainWindow) => showOverlay(mainWindow.layout, 'lock-settings'),
  },
  {
    id: 'order-limits',
    title: (text) => text.limits.open,
    icon: Gauge,
    group: 'general',
    chord: null,
    run: (mainWindow) => showOverlay(mainWindow.layout, 'order-limits'),
  },
  {
    id: 'tour',
    title: (text) => text.settings.tour,
    icon: PanelsTopLeft,
    group: 'general',
    chord: null,
    run: (mainWindow) =>
      void setPreferences(mainWindow.preferences, mainWindow.invoke, { tourDone: false }),
  },
  {
    id: 'quit',
    title: (text) => text.menu.quit,
    icon: LogOut,
    group: 'general',
    // No shortcut: one beside that of closing a panel would end the program by a slip.
    chord: null,
    run: ({ invoke }) => void invoke('app.quit', {}),
  },
  {
    id: 'updates',
    title: (text) => text.updates.open,
    icon: RefreshCw,
    group: 'general',
    chord: null,
    run: (mainWindow) => showOverlay(mainWindow.layout, 'updates'),
  },
  {
    id: 'about',
    title: (text) => text.about.title,
    icon: Info,
    group: 'general',
    chord: null,
    run: (mainWindow) => showOverlay(mainWindow.layout, 'about'),
  },
  {
    id: 'reset-data',
    title: (text) => text.about.reset,
    icon: RotateCcw,
    group: 'general',
    chord: null,
    run: (mainWindow) => showOverlay(mainWindow.layout, 'reset-data'),
  },
]

/** Every command of Countersign. */
export const COMMANDS: readonly AppCommand[] = [
  ...GENERAL,
  ...WORKSPACE_COMMANDS,
  ...TRADING,
  ...PANELS.map(
    (panel): AppCommand => ({
      id: `panel:${panel.id}`,
      title: ({ panelTitles }) => panelTitles[panel.id],
      icon: panel.icon,
      group: 'panels',
      chord: panel.shortcut,
      run: (mainWindow) => openPanel(mainWindow.layout, panel.id),
    }),
  ),
]

/**
 * Returns the commands that are available now, in menu order, with their titles and the person's
 * shortcuts of now.
 */
export const availableCommands = (mainWindow: MainWindow): readonly AppCommand[] =>
  COMMANDS.filter((command) => isOffered(command, mainWindow)).map((command) => ({
    ...command,
    title: (text) => command.title(text, mainWindow),
    chord: chordOfCommand(command, bindingsOf(mainWindow)),
  }))

export const commandOf = (id: string): AppCommand | undefined =>
  COMMANDS.find((command) => command.id === id)

/** Finds the command of a chord among the person's shortcuts. */
export const commandFor = (chord: string, bindings: KeyBindings): Found<AppCommand> =>
  findCommand(chord, COMMANDS, bindings)
