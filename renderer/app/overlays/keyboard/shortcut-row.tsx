import { RotateCcw } from 'lucide-react'
import { useText } from '../../../language/window-text.js'
import { Button, IconButton } from '../../../ui/button.js'
import { chordOfCommand, conflictsOf, isChanged } from '../../commands/bindings.js'
import type { AppCommand } from '../../commands/command.js'
import { COMMANDS } from '../../commands/commands.js'
import { Keys } from '../../commands/key-caps.js'
import { keyCaps } from '../../commands/keys.js'
import { isMac } from '../../commands/platform.js'
import { useChordRecorder } from './chord-recorder.js'
import type { ChordProblem, KeyChanges } from './use-key-changes.js'
import { explain } from '../../../ui/hints/hint.js'

const caps = (chord: string): string => keyCaps(chord, isMac).join(' ')

interface RowProps {
  readonly command: AppCommand
  readonly title: string
  readonly changes: KeyChanges
}

/** One command with its shortcut, which a press on it changes. */
export function ShortcutRow({ command, title, changes }: RowProps) {
  const text = useText()
  const { shortcuts } = text
  const { bindings, active, problem } = changes
  const chord = chordOfCommand(command, bindings)
  const isActive = active?.id === command.id
  const conflicting = conflictsOf(command.id, chord, COMMANDS, bindings)
  return (
    <li data-command={command.id}>
      <span className="key-name">
        {title}
        {conflicting.length > 0 && (
          <span className="field-problem">
            {shortcuts.conflict(conflicting.map((other) => other.title(text)))}
          </span>
        )}
      </span>
      {isActive && problem === null ? (
        <Recorder
          onChord={(pressed) => changes.recorded(command, pressed)}
          onCancel={changes.finish}
          onSign={changes.recordedSign}
        />
      ) : (
        <button type="button" className="key-change" onClick={() => changes.record(command)}>
          <span className="sr-only">{shortcuts.change(title)}</span>
          {chord === null ? (
            <span className="dim">{shortcuts.unassigned}</span>
          ) : (
            <Keys chord={chord} />
          )}
        </button>
      )}
      {isChanged(command, bindings) ? (
        <IconButton
          icon={RotateCcw}
          size="small"
          label={shortcuts.resetOne(title)}
          onClick={() => changes.reset(command)}
        />
      ) : (
        <span />
      )}
      {isActive && problem !== null && (
        <ProblemLine command={command} problem={problem} changes={changes} />
      )}
    </li>
  )
}

/** Waits for the new shortcut; the focus is on it at once. */
function Recorder(actions: Parameters<typeof useChordRecorder>[0]) {
  const { shortcuts } = useText()
  const onKeyDown = useChordRecorder(actions)
  return (
    <button
      type="button"
      className="key-change recording"
      data-recording
      ref={focusElement}
      {...explain(shortcuts.recordingHint)}
      aria-label={`${shortcuts.recording} ${shortcuts.recordingHint}`}
      onKeyDown={onKeyDown}
      onBlur={actions.onCancel}
    >
      {shortcuts.recording}
    </button>
  )
}

const focusElement = (element: HTMLElement | null): void => element?.focus()

/** Why the pressed chord was not taken, and what the person can do. */
function ProblemLine({
  command,
  problem,
  changes,
}: {
  readonly command: AppCommand
  readonly problem: ChordProblem
  readonly changes: KeyChanges
}) {
  const text = useText()
  const { shortcuts } = text
  const chord = caps(problem.chord)
  return (
    <div className="key-problem" role="alert">
      <p className="field-problem">
        {problem.kind === 'reserved'
          ? shortcuts.reserved[problem.why](chord)
          : shortcuts.taken(
              chord,
              problem.others.map((other) => other.title(text)),
            )}
      </p>
      {problem.kind === 'taken' && (
        <Button size="small" onClick={() => changes.takeOver(command, problem.chord)}>
          {shortcuts.takeOver}
        </Button>
      )}
      <Button size="small" ref={focusElement} onClick={changes.finish}>
        {shortcuts.keep}
      </Button>
    </div>
  )
}
