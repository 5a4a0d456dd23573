/** Why a chord cannot be given to a command. */
export type Reservation = 'text' | 'system' | 'navigation' | 'kill'

const TEXT = /^Mod\+(Shift\+)?([ACVXYZ]|Backspace|Delete)$/
const SYSTEM = /^(Alt\+F4|(Mod\+|Alt\+)(Shift\+)?(Tab|Space|Escape)|Mod\+Alt\+Delete)$/
/** The Mac quits, hides and minimizes with these, whatever the window does. */
const MAC_SYSTEM = /^Mod\+((Alt\+)?[QHM]|Shift\+Q)$/
const NAVIGATION =
  /^((Mod\+|Alt\+|Shift\+)*(Arrow\w+|Home|End|PageUp|PageDown|Enter|Tab)|(Shift\+)?(Escape|Space|Delete|Backspace)|ContextMenu|Shift\+F10)$/
const KILL = /^Mod\+Alt\+Shift\+(H|K|F12)$/

/**
 * Returns why a chord belongs to something else: to text fields, to the system, to moving in tables
 * and dialogs, or to the kill switch. Null for a chord that a command may have.
 */
export function reservation(chord: string, mac: boolean): Reservation | null {
  for (const press of chord.split(' ')) {
    if (TEXT.test(press)) return 'text'
    if (KILL.test(press)) return 'kill'
    if (SYSTEM.test(press) || (mac && MAC_SYSTEM.test(press))) return 'system'
    if (NAVIGATION.test(press)) return 'navigation'
  }
  return null
}
