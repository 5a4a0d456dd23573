import type { KeyBindings, KeyPreset } from '../../../../shared/domain/app/key-bindings.js'
import { conflictsOf, presetChord } from '../../commands/bindings.js'
import type { AppCommand } from '../../commands/command.js'
import { isChord } from '../../commands/keys.js'
import { reservation } from '../../commands/reserved.js'

export interface ImportedBindings {
  readonly bindings: KeyBindings
  /**
   * What of the file is not used: unknown commands, and chords that belong to something else or to
   * two commands.
   */
  readonly skipped: readonly string[]
}

/** Returns the shortcuts of a file as far as they can be used here. */
export function usableBindings(
  { preset, chords }: KeyBindings,
  commands: readonly Pick<AppCommand, 'id' | 'chord'>[],
  mac: boolean,
): ImportedBindings {
  const commandIds = new Set(commands.map(({ id }) => id))
  const isUsable = ([id, chord]: [string, string | null]): boolean =>
    commandIds.has(id) && (chord === null || (isChord(chord) && reservation(chord, mac) === null))
  const all = Object.entries(chords)
  const usable = all.filter(isUsable)
  const bindings = withoutConflicts(preset, usable, commands)
  return {
    bindings,
    skipped: all
      .filter(([id, chord]) => !(id in bindings.chords) || bindings.chords[id] !== chord)
      .map(([id, chord]) => (commandIds.has(id) ? `${id} (${chord ?? ''})` : id)),
  }
}

const presetChordOf = (
  id: string,
  preset: KeyPreset,
  commands: readonly Pick<AppCommand, 'id' | 'chord'>[],
): string | null => {
  const command = commands.find((candidate) => candidate.id === id)
  return command === undefined ? null : presetChord(command, { preset, chords: {} })
}

/** Returns the shortcuts in which every chord has one command: the first of the file. */
function withoutConflicts(
  preset: KeyPreset,
  entries: readonly (readonly [string, string | null])[],
  commands: readonly Pick<AppCommand, 'id' | 'chord'>[],
): KeyBindings {
  // A file may exchange two chords, so none of its commands keeps that of the preset meanwhile.
  const chords: Record<string, string | null> = Object.fromEntries(
    entries.map(([id]) => [id, null]),
  )
  for (const [id, chord] of entries) {
    if (conflictsOf(id, chord, commands, { preset, chords }).length === 0) chords[id] = chord
  }
  // A command whose chord was not taken has that of the preset again, where it is free.
  for (const [id, chord] of entries) {
    const usual = presetChordOf(id, preset, commands)
    const isFree = conflictsOf(id, usual, commands, { preset, chords }).length === 0
    if (chords[id] !== chord && isFree) delete chords[id]
  }
  return { preset, chords }
}
