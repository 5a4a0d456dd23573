import { useState } from 'react'
import { KEY_PRESETS } from '../../../../shared/domain/app/key-bindings.js'
import type { WindowText } from '../../../../shared/messages/window-text.js'
import { useText } from '../../../language/window-text.js'
import { useClose, useMainWindow } from '../../../stores/context.js'
import type { MainWindow } from '../../../stores/main-window.js'
import { Button } from '../../../ui/button.js'
import { Dialog } from '../../../ui/dialog.js'
import { Select, TextInput } from '../../../ui/field.js'
import { chordOfCommand, conflictsOf } from '../../commands/bindings.js'
import type { AppCommand } from '../../commands/command.js'
import { COMMANDS } from '../../commands/commands.js'
import { keyCaps } from '../../commands/keys.js'
import { isMac } from '../../commands/platform.js'
import { ShortcutRow } from './shortcut-row.js'
import { matchesShortcut } from './shortcut-search.js'
import { useKeyChanges, type KeyChanges } from './use-key-changes.js'
import './keyboard.css'

const GROUPS = ['general', 'panels', 'trading'] as const
/** The groups whose keys cannot be changed. */
const FIXED = ['tables', 'charts'] as const

/** Lists every command with its shortcut, and changes them. */
export function KeyboardPage() {
  const text = useText()
  const close = useClose()
  const changes = useKeyChanges()
  const [query, setQuery] = useState('')
  const rows = useMatches(query, changes)
  const fixed = FIXED.flatMap((group) =>
    text.shortcuts[group].filter(([keys, action]) =>
      matchesShortcut(query, action, keys.split(' ')),
    ),
  )
  return (
    <Dialog
      title={text.shortcuts.title}
      onClose={close}
      size="large"
      className="keyboard-page"
      foot={<Foot changes={changes} onClose={close} />}
    >
      <div className="keyboard-bar">
        <TextInput
          data-autofocus
          type="search"
          aria-label={text.shortcuts.search}
          placeholder={text.shortcuts.search}
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
        <label className="keyboard-preset">
          {text.shortcuts.preset}
          <Select
            value={changes.bindings.preset}
            options={KEY_PRESETS.map((value) => ({ value, label: text.shortcuts.presets[value] }))}
            onValue={changes.choosePreset}
          />
        </label>
      </div>
      <Conflicts changes={changes} />
      <div className="keyboard-list">
        {GROUPS.map((group) => (
          <Group
            key={group}
            group={group}
            rows={rows.filter(({ command }) => command.group === group)}
            changes={changes}
          />
        ))}
        {FIXED.map((group) => (
          <FixedKeys key={group} group={group} shown={fixed} />
        ))}
        {rows.length === 0 && fixed.length === 0 && <p className="dim">{text.shortcuts.none}</p>}
      </div>
    </Dialog>
  )
}

interface CommandRow {
  readonly command: AppCommand
  readonly title: string
}

/** Returns the commands whose title or keys contain the query, as menus name them now. */
function useMatches(query: string, { bindings }: KeyChanges): readonly CommandRow[] {
  const text = useText()
  const mainWindow = useMainWindow()
  return COMMANDS.map((command) => ({ command, title: titleOf(command, text, mainWindow) })).filter(
    ({ command, title }) => {
      const chord = chordOfCommand(command, bindings)
      return matchesShortcut(query, title, chord === null ? [] : keyCaps(chord, isMac))
    },
  )
}

const titleOf = (command: AppCommand, text: WindowText, mainWindow: MainWindow): string =>
  command.title(text, mainWindow).replace(/ {2,}/, ' ')

function Group({
  group,
  rows,
  changes,
}: {
  readonly group: (typeof GROUPS)[number]
  readonly rows: readonly CommandRow[]
  readonly changes: KeyChanges
}) {
  const { shortcuts } = useText()
  if (rows.length === 0) return null
  return (
    <section>
      <h3>{shortcuts.groups[group]}</h3>
      {group === 'trading' && <p className="dim">{shortcuts.tradingNote}</p>}
      <ul>
        {rows.map(({ command, title }) => (
          <ShortcutRow key={command.id} command={command} title={title} changes={changes} />
        ))}
      </ul>
    </section>
  )
}

/** Names every chord that two commands have, wherever the list is scrolled. */
function Conflicts({ changes: { bindings } }: { readonly changes: KeyChanges }) {
  const text = useText()
  const chords = new Set(
    COMMANDS.flatMap((command) => {
      const chord = chordOfCommand(command, bindings)
      const others = conflictsOf(command.id, chord, COMMANDS, bindings)
      return chord === null || others.length === 0 ? [] : [keyCaps(chord, isMac).join(' ')]
    }),
  )
  if (chords.size === 0) return null
  return (
    <p className="field-problem keyboard-conflicts" role="status">
      {text.shortcuts.conflicts([...chords])}
    </p>
  )
}

type FixedKey = WindowText['shortcuts'][(typeof FIXED)[number]][number]

/** The keys of tables or of charts, as far as the search shows them. */
function FixedKeys({
  group,
  shown,
}: {
  readonly group: (typeof FIXED)[number]
  readonly shown: readonly FixedKey[]
}) {
  const { shortcuts } = useText()
  const rows = shortcuts[group].filter((row) => shown.includes(row))
  if (rows.length === 0) return null
  return (
    <section>
      <h3>{shortcuts.groups[group]}</h3>
      <ul>
        {rows.map(([keys, action]) => (
          <li key={action}>
            <span className="key-name">{action}</span>
            <span className="keys">
              {keys.split(' ').map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </span>
            <span />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Foot({
  changes,
  onClose,
}: {
  readonly changes: KeyChanges
  readonly onClose: () => void
}) {
  const text = useText()
  const isUnchanged = Object.keys(changes.bindings.chords).length === 0
  return (
    <>
      <p className="dim keyboard-note">{text.shortcuts.note}</p>
      <Button onClick={() => void changes.importFile()}>{text.shortcuts.import}</Button>
      <Button onClick={() => void changes.exportFile()}>{text.shortcuts.export}</Button>
      <Button disabled={isUnchanged} onClick={changes.resetAll}>
        {text.shortcuts.resetAll}
      </Button>
      <Button variant="primary" onClick={onClose}>
        {text.settings.done}
      </Button>
    </>
  )
}
