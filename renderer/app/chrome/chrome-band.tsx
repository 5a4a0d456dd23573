import { OctagonX, Search, Settings2, Layers } from 'lucide-react'
import { useMainWindow, useSlice } from '../../stores/context.js'
import { showOverlay, changeDock } from '../../stores/layout.js'
import { useText } from '../../language/window-text.js'
import { IconButton } from '../../ui/button.js'
import { chordOfCommand, useBindings } from '../commands/bindings.js'
import { COMMANDS, commandOf } from '../commands/commands.js'
import { AccountSelect } from './account-select.js'
import { Menu } from './menu.js'
import { Keys } from '../commands/key-caps.js'
import type { AppCommand } from '../commands/command.js'
import { ProfileMenu } from '../profiles/profile-menu.js'
import { explainByTab } from '../../ui/hints/hint.js'

const NONE = [] as const

/** The menu of the workspaces: the saved ones, then the commands about them. */
function WorkspaceMenu({ groups }: { readonly groups: readonly (readonly AppCommand[])[] }) {
  const text = useText().workspaces
  const { windows, workspace } = useMainWindow()
  const all = useSlice(windows, ({ value }) => value?.workspaces ?? NONE)
  const current = useSlice(workspace, ({ id }) => id)
  const saved = all.map(
    ({ id, name }): AppCommand => ({
      id: `workspace:${id}`,
      title: () => name,
      icon: Layers,
      checked: id === current,
      group: 'general',
      chord: null,
      run: ({ layout }) => {
        if (id !== current) changeDock(layout, { kind: 'workspace', id })
      },
    }),
  )
  return <Menu label={text.menu} groups={[saved, ...groups]} />
}

const PANEL_COMMANDS = COMMANDS.filter((command) => command.group === 'panels')
const pick = (...ids: readonly string[]) =>
  ids.map(commandOf).filter((command) => command !== undefined)
const APP_COMMANDS = pick(
  'connect',
  'profiles',
  'lock',
  'lock-settings',
  'order-limits',
  'settings',
)
const TRADE_COMMANDS = pick('halt', 'resume')
const QUIT_COMMANDS = pick('quit')
const WORKSPACE_COMMANDS = pick('workspaces', 'undo-layout', 'reset-workspace')
const PANEL_LAYOUT_COMMANDS = pick('panel-menu', 'another-panel', 'own-window')
const CHART_COMMANDS = pick(
  'charts-1',
  'charts-2',
  'charts-4',
  'charts-sync-symbol',
  'charts-sync-timespan',
  'charts-sync-crosshair',
)
const HELP_COMMANDS = pick('shortcuts', 'tour')
const ABOUT_COMMANDS = pick('updates', 'reset-data', 'about')

/** The shortcut of the palette, as the person has it. */
function PaletteKeys() {
  const palette = commandOf('palette')
  const bindings = useBindings()
  const chord = palette === undefined ? null : chordOfCommand(palette, bindings)
  return chord === null ? null : <Keys chord={chord} />
}

/** The top bar: the environment as a word and a color, menus, search and account. */
export function ChromeBand() {
  const text = useText()
  const mainWindow = useMainWindow()
  const environment = useSlice(
    mainWindow.appState,
    (state) => state.value?.current?.environment ?? null,
  )
  const halted = useSlice(mainWindow.session, (state) => state.value?.trading === 'halted')
  return (
    <header
      className="chrome"
      data-region="chrome"
      tabIndex={-1}
      data-environment={environment}
      data-halted={halted}
    >
      <div className="chrome-left">
        <ProfileMenu />
        {environment === 'sandbox' && (
          <span className="badge warn" {...explainByTab(text.profiles.delayedHint)}>
            {text.profiles.delayed}
          </span>
        )}
        {halted && (
          <span className="halted-word" {...explainByTab(text.halt.explained)}>
            <OctagonX size={13} aria-hidden />
            {text.halt.word}
          </span>
        )}
        <nav className="chrome-left" aria-label={text.app.name}>
          <Menu label={text.menu.app} groups={[APP_COMMANDS, TRADE_COMMANDS, QUIT_COMMANDS]} />
          <Menu label={text.menu.view} groups={[PANEL_COMMANDS, pick('theme', 'close-panel')]} />
          <WorkspaceMenu groups={[WORKSPACE_COMMANDS, PANEL_LAYOUT_COMMANDS, CHART_COMMANDS]} />
          <Menu label={text.menu.help} groups={[HELP_COMMANDS, ABOUT_COMMANDS]} />
        </nav>
      </div>
      <button
        type="button"
        className="palette-open"
        onClick={() => showOverlay(mainWindow.layout, 'palette')}
      >
        <Search size={13} aria-hidden />
        <span>{text.menu.search}</span>
        <PaletteKeys />
      </button>
      <div className="chrome-right">
        <AccountSelect />
        <IconButton
          icon={Settings2}
          label={text.menu.settings}
          onClick={() => showOverlay(mainWindow.layout, 'settings')}
        />
      </div>
    </header>
  )
}
