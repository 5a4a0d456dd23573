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
  /** Returns whether a modifier without a member of its own is held: "AltGraph". */
  readonly getModifierState?: (name: string) => boolean
}

/** Keys that are no shortcut on their own, and what an input method is still composing. */
const MODIFIERS = ['Control', 'Meta', 'Alt', 'Shift', 'AltGraph', 'CapsLock', 'Fn']
const COMPOSING = ['Dead', 'Process', 'Unidentified', 'Compose']

/**
 * Returns the name of the pressed key: the character that this keyboard's layout produces. With Alt
 * a Mac produces another character, and other alphabets have no Latin letters; the place of the key
 * decides then.
 */
function keyName({ key, code, altKey }: KeyPress, mac: boolean): string {
  const digit = /^Digit(\d)$/.exec(code)?.[1]
  const letter = /^Key([A-Z])$/.exec(code)?.[1]
  if (altKey && digit !== undefined) return digit
  if (key === ' ') return 'Space'
  if (key.length > 1) return key
  const isOtherAlphabet = /\p{L}/u.test(key) && !/\p{Script=Latin}/u.test(key)
  if (letter !== undefined && ((mac && altKey) || isOtherAlphabet)) return letter
  return key.toUpperCase()
}

/** Returns a key press in Countersign's notation; null for a modifier on its own. */
export function chordOf(press: KeyPress, mac: boolean): string | null {
  if (MODIFIERS.includes(press.key) || COMPOSING.includes(press.key)) return null
  // AltGr types characters ("@" on a Spanish keyboard); Windows reports it as Control and Alt.
  if (press.getModifierState?.('AltGraph') === true) return null
  // With Alt, the number pad of Windows types a character by its code: Alt+164 is "ñ".
  if (press.altKey && !press.ctrlKey && !mac && /^Numpad\d$/.test(press.code)) return null
  // The other modifier is never a shortcut: Control+K on a Mac deletes to the end of a line.
  if (mac ? press.ctrlKey : press.metaKey) return null
  const mod = mac ? press.metaKey : press.ctrlKey
  const key = keyName(press, mac)
  // A printed sign such as "?" already implies that Shift was held.
  const shift = press.shiftKey && (key.length > 1 || /^[\p{Lu}0-9]$/u.test(key))
  return [mod && 'Mod', press.altKey && 'Alt', shift && 'Shift', key]
    .filter((part) => part !== false)
    .join('+')
}

/** Returns whether a chord may act while the person types; plain characters belong to the field. */
export const worksWhileTyping = (chord: string): boolean =>
  chord.startsWith('Mod+') || chord.startsWith('Alt+') || /(^|\+)F\d{1,2}$/.test(chord)

/**
 * Returns whether a press types a character although Alt is held: on a Mac, Option makes "@" with
 * "L" on a German keyboard and with "2" on a Spanish one.
 */
export const isTextPress = ({ key, altKey, metaKey, ctrlKey }: KeyPress, mac: boolean): boolean =>
  mac && altKey && !metaKey && !ctrlKey && [...key].length === 1

/** The form of every chord that can be pressed: up to two presses, the second after the first. */
const PRESS = String.raw`(Mod\+)?(Alt\+)?(Shift\+)?(\S|[A-Z][A-Za-z0-9]{1,15})`
const CHORD = new RegExp(String.raw`^${PRESS}( ${PRESS})?$`, 'u')

/**
 * Returns whether a text, such as one of an imported file, is a chord that a keyboard can make: its
 * letters are capitals.
 */
export const isChord = (text: string): boolean =>
  CHORD.test(text) &&
  text.split(' ').every((press) => {
    const key = partsOf(press).at(-1) ?? ''
    return key.length > 1 || key === key.toUpperCase()
  })

const SIGNS: Record<string, string> = {
  Mod: 'Ctrl',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
}
const MAC_SIGNS: Record<string, string> = { ...SIGNS, Mod: '⌘', Alt: '⌥', Shift: '⇧' }

/** Returns the parts of one press; the last may be the plus sign itself. */
const partsOf = (press: string): readonly string[] =>
  press === '+'
    ? ['+']
    : press.endsWith('++')
      ? [...press.slice(0, -2).split('+'), '+']
      : press.split('+')

/** Returns the keys of a chord as printed on this person's keyboard. */
export const keyCaps = (chord: string, mac: boolean): readonly string[] =>
  chord
    .split(' ')
    .flatMap(partsOf)
    .map((part) => (mac ? MAC_SIGNS : SIGNS)[part] ?? part)
