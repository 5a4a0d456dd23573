import { useEffect, useRef, useState } from 'react'

/** Typing is stored after a pause of this length, so that a crash loses no more than it. */
const PAUSE_MS = 500
/** What could not be stored is tried again. */
const RETRY_MS = 2_000

export interface NoteDraft {
  readonly text: string
  readonly setText: (text: string) => void
  /** Remembers the text that Escape brings back. */
  readonly begin: () => void
  /** Brings it back; false when nothing was changed. */
  readonly restore: () => boolean
  /** Shows a text that is stored already. */
  readonly replace: (text: string) => void
  /** Stores what is not stored yet; false when that failed. */
  readonly flush: () => Promise<boolean>
}

/**
 * Holds a text while it is typed, and stores it: after a pause, when the field is left, and when
 * the editor closes. A text that could not be stored stays in the field and is tried again.
 */
export function useNoteDraft(stored: string, save: (text: string) => Promise<boolean>): NoteDraft {
  const [text, setShown] = useState(stored)
  const draft = useRef({ current: stored, saved: stored, begun: stored })
  const latest = useRef(save)
  latest.current = save
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)

  const flush = async (): Promise<boolean> => {
    clearTimeout(timer.current)
    const { current, saved } = draft.current
    if (current === saved) return true
    const isStored = await latest.current(current)
    if (isStored) draft.current.saved = current
    else schedule(RETRY_MS)
    return isStored
  }
  const schedule = (delayMs: number): void => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void flush(), delayMs)
  }
  const setText = (next: string): void => {
    draft.current.current = next
    setShown(next)
    schedule(PAUSE_MS)
  }
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      const { current, saved } = draft.current
      if (current !== saved) void latest.current(current)
    },
    [],
  )
  return {
    text,
    setText,
    flush,
    replace: (next) => {
      clearTimeout(timer.current)
      draft.current = { current: next, saved: next, begun: next }
      setShown(next)
    },
    begin: () => {
      draft.current.begun = draft.current.current
    },
    restore: () => {
      if (draft.current.current === draft.current.begun) return false
      setText(draft.current.begun)
      void flush()
      return true
    },
  }
}
