import {
  Bot,
  CirclePlay,
  Command,
  Info,
  Keyboard,
  LayoutPanelLeft,
  LockKeyhole,
  MoveLeft,
  MoveRight,
  OctagonX,
  PanelsTopLeft,
  Plug,
  Settings2,
  SunMoon,
  XSquare,
  type LucideIcon,
} from 'lucide-react'
import { PANELS } from '../panels/registry.js'
import { openPanel, resetWorkspace, showOverlay } from '../stores/layout.js'
import { setPreferences } from '../stores/preferences.js'
import type { Desk } from '../stores/desk.js'
import { hasAssistants, stopAssistants } from '../stores/stop-assistants.js'
import { text } from '../text/en.js'
import { cycleRegion } from './regions.js'
import { haltTrading, isHalted } from './halt.js'

/**
 * Something a person can do by name, from the palette, a menu or the keyboard. None of them sends
 * an order; one of them stops all sending.
 */
export interface DeskCommand {
  readonly id: string
  readonly title: string
  readonly icon: LucideIcon
  readonly group: 'general' | 'panels'
  /** Its shortcut in the desk's own names (keys.ts). */
  readonly chord: string | null
  /** Whether it makes sense now; always, when absent. */
  readonly offered?: (desk: Desk) => boolean
  readonly run: (desk: Desk) => void
}

const themes = ['dark', 'light', 'contrast'] as const

const GENERAL: readonly DeskCommand[] = [
  {
    id: 'palette',
    title: text.menu.search,
    icon: Command,
    group: 'general',
    chord: 'Mod+K',
    run: (desk) => showOverlay(desk.layout, 'palette'),
  },
  {
    id: 'shortcuts',
    title: text.shortcuts.title,
    icon: Keyboard,
    group: 'general',
    chord: '?',
    run: (desk) => showOverlay(desk.layout, 'shortcuts'),
  },
  {
    id: 'settings',
    title: text.settings.title,
    icon: Settings2,
    group: 'general',
    chord: 'Mod+,',
    run: (desk) => showOverlay(desk.layout, 'settings'),
  },
  {
    id: 'next-group',
    title: text.commands.nextGroup,
    icon: MoveRight,
    group: 'general',
    chord: 'F6',
    run: () => cycleRegion(document, 1),
  },
  {
    id: 'previous-group',
    title: text.commands.previousGroup,
    icon: MoveLeft,
    group: 'general',
    chord: 'Shift+F6',
    run: () => cycleRegion(document, -1),
  },
  {
    id: 'close-panel',
    title: text.commands.closePanel,
    icon: XSquare,
    group: 'general',
    chord: 'Alt+W',
    run: (desk) => desk.layout.setState((state) => ({ closeNonce: state.closeNonce + 1 })),
  },
  {
    id: 'theme',
    title: text.commands.nextTheme,
    icon: SunMoon,
    group: 'general',
    chord: 'Alt+T',
    run(desk) {
      const now = desk.preferences.getState().value?.theme ?? 'system'
      const next = themes[(themes.findIndex((theme) => theme === now) + 1) % themes.length]
      if (next !== undefined) void setPreferences(desk.preferences, desk.invoke, { theme: next })
    },
  },
  {
    id: 'reset-workspace',
    title: text.settings.reset,
    icon: LayoutPanelLeft,
    group: 'general',
    chord: null,
    run: (desk) => resetWorkspace(desk.layout),
  },
  {
    id: 'halt',
    title: text.halt.command,
    icon: OctagonX,
    group: 'general',
    chord: 'Mod+Shift+H',
    offered: (desk) => !isHalted(desk),
    run: (desk) => void haltTrading(desk),
  },
  {
    id: 'stop-assistants',
    title: text.instructions.kill.now,
    icon: Bot,
    group: 'general',
    chord: null,
    offered: (desk) => hasAssistants(desk) && desk.assistants.getState().value?.halt === null,
    run: (desk) => void stopAssistants(desk),
  },
  {
    id: 'kill',
    title: text.instructions.kill.command,
    icon: OctagonX,
    group: 'general',
    chord: null,
    run: (desk) => showOverlay(desk.layout, 'kill'),
  },
  {
    id: 'resume',
    title: text.halt.resumeCommand,
    icon: CirclePlay,
    group: 'general',
    chord: null,
    offered: isHalted,
    run: (desk) => showOverlay(desk.layout, 'resume'),
  },
  {
    id: 'profiles',
    title: text.profiles.manage,
    icon: Plug,
    group: 'general',
    chord: null,
    run: (desk) => showOverlay(desk.layout, 'profiles'),
  },
  {
    id: 'lock',
    title: text.lock.now,
    icon: LockKeyhole,
    group: 'general',
    chord: 'Mod+Shift+L',
    offered: (desk) => desk.above.getState().value?.lock.method !== 'none',
    run: (desk) => void desk.invoke('lock.now', {}),
  },
  {
    id: 'lock-settings',
    title: text.lock.settings,
    icon: LockKeyhole,
    group: 'general',
    chord: null,
    run: (desk) => showOverlay(desk.layout, 'lock-settings'),
  },
  {
    id: 'tour',
    title: text.settings.tour,
    icon: PanelsTopLeft,
    group: 'general',
    chord: null,
    run: (desk) => void setPreferences(desk.preferences, desk.invoke, { tourDone: false }),
  },
  {
    id: 'about',
    title: text.about.title,
    icon: Info,
    group: 'general',
    chord: null,
    run: (desk) => showOverlay(desk.layout, 'about'),
  },
]

/** Every command of the desk. */
export const COMMANDS: readonly DeskCommand[] = [
  ...GENERAL,
  ...PANELS.map(
    (panel, index): DeskCommand => ({
      id: `panel:${panel.id}`,
      title: panel.title,
      icon: panel.icon,
      group: 'panels',
      chord: index < 9 ? `Alt+${index + 1}` : null,
      run: (desk) => openPanel(desk.layout, panel.id),
    }),
  ),
]

/** What can be done now, in the order of the menus. */
export const offeredCommands = (desk: Desk): readonly DeskCommand[] =>
  COMMANDS.filter((command) => command.offered?.(desk) ?? true)

export const commandOf = (id: string): DeskCommand | undefined =>
  COMMANDS.find((command) => command.id === id)
export const commandFor = (chord: string): DeskCommand | undefined =>
  COMMANDS.find((command) => command.chord === chord)
