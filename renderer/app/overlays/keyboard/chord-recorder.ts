import { useCallback, useEffect, useRef, type KeyboardEvent } from 'react'
import { chordOf } from '../../commands/keys.js'
import { isMac } from '../../commands/platform.js'

/** How long a plain letter waits for a second press, which makes it a sequence such as "G P". */
const SECOND_PRESS_MS = 900

export interface RecorderActions {
  /** The person pressed a chord, or Backspace for none. */
  readonly onChord: (chord: string | null) => void
  readonly onCancel: () => void
  /** The person typed a sign with AltGr, which makes no chord. */
  readonly onSign: (sign: string) => void
}

const isSign = (event: KeyboardEvent): boolean =>
  event.getModifierState('AltGraph') && [...event.key].length === 1

const isPlain = (chord: string): boolean => chord.length === 1

/** Returns the key handler of an element that records the next chord. */
export function useChordRecorder({ onChord, onCancel, onSign }: RecorderActions) {
  const begun = useRef<{ readonly chord: string; readonly timer: number } | null>(null)
  useEffect(
    () => () => {
      if (begun.current !== null) clearTimeout(begun.current.timer)
    },
    [],
  )
  return useCallback(
    (event: KeyboardEvent): void => {
      // A dialog would close at Escape and move the focus at Tab.
      event.preventDefault()
      event.stopPropagation()
      if (event.repeat) return
      if (event.key === 'Escape') return onCancel()
      if (event.key === 'Backspace' && !event.ctrlKey && !event.metaKey) return onChord(null)
      const press = chordOf(keysOf(event), isMac)
      if (press === null) return isSign(event) ? onSign(event.key) : undefined
      const first = begun.current
      if (first !== null) {
        clearTimeout(first.timer)
        return onChord(isPlain(press) ? `${first.chord} ${press}` : press)
      }
      if (!isPlain(press)) return onChord(press)
      const timer = window.setTimeout(() => onChord(press), SECOND_PRESS_MS)
      begun.current = { chord: press, timer }
    },
    [onChord, onCancel, onSign],
  )
}

const keysOf = ({ nativeEvent: event }: KeyboardEvent) => ({
  key: event.key,
  code: event.code,
  ctrlKey: event.ctrlKey,
  metaKey: event.metaKey,
  altKey: event.altKey,
  shiftKey: event.shiftKey,
  getModifierState: (name: string) => event.getModifierState(name),
})
