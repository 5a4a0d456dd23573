/** Why a chord cannot be given to a command. */
export type Reservation = 'text' | 'system' | 'navigation' | 'kill' | 'alt-graph'

const TEXT = /^(Mod\+(Shift\+)?([ACVXYZ]|Backspace|Delete|Insert)|Shift\+Insert)$/
/**
 * Linux changes to a text console with Control, Alt and a function key, GNOME and KDE move and
 * resize windows with Alt and some of them, and the system makes pictures with its own key.
 */
const SYSTEM_KEYS =
  /^(Alt\+F([1-4]|7|8|10)|Mod\+Alt\+(F\d{1,2}|Delete)|(Mod\+|Alt\+|Shift\+)*PrintScreen)$/
const SYSTEM = /^(Mod\+|Alt\+)(Shift\+)?(Tab|Space|Escape)$/
/** The Mac quits, hides and minimizes with these, whatever the window does. */
const MAC_SYSTEM = /^Mod\+((Alt\+)?[QHM]|Shift\+Q)$/
const NAVIGATION =
  /^((Mod\+|Alt\+|Shift\+)*(Arrow\w+|Home|End|PageUp|PageDown|Enter|Tab)|(Shift\+)?(Escape|Space|Delete|Backspace)|ContextMenu|Shift\+F10)$/
const KILL = /^Mod\+Alt\+Shift\+(H|K|F12)$/

/**
 * Returns why a chord belongs to something else: to text fields, to the system, to moving in tables
 * and dialogs, or to the kill switch. Never 'alt-graph', whose presses are no chords. Null for a
 * chord that a command may have.
 */
export function reservation(chord: string, mac: boolean): Reservation | null {
  for (const press of chord.split(' ')) {
    if (TEXT.test(press)) return 'text'
    if (KILL.test(press)) return 'kill'
    if (SYSTEM.test(press) || SYSTEM_KEYS.test(press)) return 'system'
    if (mac && MAC_SYSTEM.test(press)) return 'system'
    if (NAVIGATION.test(press)) return 'navigation'
  }
  return null
}
