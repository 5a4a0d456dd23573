import { DEFAULT_KEY_BINDINGS, type KeyBindings } from '../../../shared/domain/app/key-bindings.js'
import type { MainWindow } from '../../stores/main-window.js'
import { useMainWindow, useSlice } from '../../stores/context.js'
import type { AppCommand } from './command.js'
import { PRESET_CHORDS } from './presets.js'

type Bound = Pick<AppCommand, 'id' | 'chord'>

/** Returns the person's shortcuts; the default ones until preferences are known. */
export const bindingsOf = ({ preferences }: Pick<MainWindow, 'preferences'>): KeyBindings =>
  preferences.getState().value?.keyBindings ?? DEFAULT_KEY_BINDINGS

/** Returns the person's shortcuts; renders again when they change. */
export const useBindings = (): KeyBindings =>
  useSlice(useMainWindow().preferences, (state) => state.value?.keyBindings ?? DEFAULT_KEY_BINDINGS)

/** Returns the chord of a command before the person changed anything. */
export function presetChord({ id, chord }: Bound, { preset }: KeyBindings): string | null {
  const own = PRESET_CHORDS[preset][id]
  return own === undefined ? chord : own
}

/** Returns the chord of a command as the person has it; null for none. */
export function chordOfCommand(command: Bound, bindings: KeyBindings): string | null {
  const changed = bindings.chords[command.id]
  return changed === undefined ? presetChord(command, bindings) : changed
}

/** True when both cannot work: they are equal, or one begins with the other. */
const collide = (a: string, b: string): boolean =>
  a === b || a.startsWith(`${b} `) || b.startsWith(`${a} `)

/** Returns the other commands that a chord would collide with. */
export const conflictsOf = <C extends Bound>(
  id: string,
  chord: string | null,
  commands: readonly C[],
  bindings: KeyBindings,
): readonly C[] =>
  chord === null
    ? []
    : commands.filter((other) => {
        const taken = other.id === id ? null : chordOfCommand(other, bindings)
        return taken !== null && collide(taken, chord)
      })

/** What a sequence of presses leads to: a command, the begin of one, or nothing. */
export type Found<C> = { readonly command: C } | 'prefix' | null

/**
 * Finds the command of a chord. The person's own choice counts before a preset's: a later version
 * may give its chord to a new command.
 */
export function findCommand<C extends Bound>(
  chord: string,
  commands: readonly C[],
  bindings: KeyBindings,
): Found<C> {
  const having = commands.filter((candidate) => chordOfCommand(candidate, bindings) === chord)
  const command = having.find((candidate) => isChanged(candidate, bindings)) ?? having[0]
  if (command !== undefined) return { command }
  const begins = commands.some((candidate) =>
    chordOfCommand(candidate, bindings)?.startsWith(`${chord} `),
  )
  return begins ? 'prefix' : null
}

/** Returns the shortcuts without the person's change of one command. */
export const withoutChange = (bindings: KeyBindings, { id }: Bound): KeyBindings => ({
  ...bindings,
  chords: Object.fromEntries(Object.entries(bindings.chords).filter(([other]) => other !== id)),
})

/** Returns the shortcuts with one command's chord changed; what equals the preset is not stored. */
export function withChord(
  bindings: KeyBindings,
  command: Bound,
  chord: string | null,
): KeyBindings {
  const unchanged = withoutChange(bindings, command)
  return chord === presetChord(command, bindings)
    ? unchanged
    : { ...unchanged, chords: { ...unchanged.chords, [command.id]: chord } }
}

/** Returns the shortcuts with a chord given to a command and taken from all others. */
export const withChordTaken = <C extends Bound>(
  bindings: KeyBindings,
  command: C,
  chord: string,
  commands: readonly C[],
): KeyBindings =>
  conflictsOf(command.id, chord, commands, bindings).reduce(
    (changed, other) => withChord(changed, other, null),
    withChord(bindings, command, chord),
  )

/** True for a command whose chord the person changed. */
export const isChanged = (command: Bound, bindings: KeyBindings): boolean =>
  bindings.chords[command.id] !== undefined
