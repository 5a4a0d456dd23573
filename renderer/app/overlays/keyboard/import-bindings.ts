import type { KeyBindings } from '../../../../shared/domain/app/key-bindings.js'
import type { AppCommand } from '../../commands/command.js'
import { isChord } from '../../commands/keys.js'
import { reservation } from '../../commands/reserved.js'

export interface ImportedBindings {
  readonly bindings: KeyBindings
  /** What of the file is not used: unknown commands, and chords that belong to something else. */
  readonly skipped: readonly string[]
}

/** Returns the shortcuts of a file as far as they can be used here. */
export function usableBindings(
  { preset, chords }: KeyBindings,
  commands: readonly Pick<AppCommand, 'id'>[],
  mac: boolean,
): ImportedBindings {
  const known = new Set(commands.map(({ id }) => id))
  const isUsable = ([id, chord]: [string, string | null]): boolean =>
    known.has(id) && (chord === null || (isChord(chord) && reservation(chord, mac) === null))
  const all = Object.entries(chords)
  return {
    bindings: { preset, chords: Object.fromEntries(all.filter(isUsable)) },
    skipped: all
      .filter((entry) => !isUsable(entry))
      .map(([id, chord]) => (known.has(id) ? `${id} (${chord ?? ''})` : id)),
  }
}
