/**
 * A key press in Countersign's notation: "Mod+K" (Control, or Command on a Mac), "Shift+F6", "?".
 */
export interface KeyPress {
  readonly key: string
  readonly code: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly shiftKey: boolean
}

/** Returns a key press in Countersign's notation; null for a modifier on its own. */
export function chordOf(press: KeyPress, mac: boolean): string | null {
  if (['Control', 'Meta', 'Alt', 'Shift', 'AltGraph', 'Dead', 'Process'].includes(press.key)) {
    return null
  }
  // The other modifier is never a shortcut: Control+K on a Mac deletes to the end of a line.
  if (mac ? press.ctrlKey : press.metaKey) return null
  const mod = mac ? press.metaKey : press.ctrlKey
  // With Alt a Mac types another character, so identify the digit by its key code.
  const digit = press.altKey ? /^Digit(\d)$/.exec(press.code)?.[1] : undefined
  const key = digit ?? (press.key.length === 1 ? press.key.toUpperCase() : press.key)
  // A printed sign such as "?" already implies that Shift was held.
  const shift = press.shiftKey && (press.key.length > 1 || /^[A-Z0-9]$/.test(key))
  return [mod && 'Mod', press.altKey && 'Alt', shift && 'Shift', key]
    .filter((part) => part !== false)
    .join('+')
}

/** Returns whether a chord may act while the person types; plain characters belong to the field. */
export const worksWhileTyping = (chord: string): boolean =>
  chord.startsWith('Mod+') || chord.startsWith('Alt+') || /(^|\+)F\d{1,2}$/.test(chord)

const SIGNS: Record<string, string> = {
  Mod: 'Ctrl',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
}
const MAC_SIGNS: Record<string, string> = { ...SIGNS, Mod: '⌘', Alt: '⌥', Shift: '⇧' }

/** Returns the keys of a chord as printed on this person's keyboard. */
export const keyCaps = (chord: string, mac: boolean): readonly string[] =>
  chord.split('+').map((part) => (mac ? MAC_SIGNS : SIGNS)[part] ?? part)
