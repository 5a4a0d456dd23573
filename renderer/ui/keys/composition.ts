import type { Disposer } from '../../../shared/domain/brand.js'

/** The code of every key that an input method takes, whatever its name. */
const TAKEN_BY_INPUT_METHOD = 229

const EVENTS = ['keydown', 'keypress', 'keyup'] as const

/** True for a key that writes or ends what an input method composes. */
const isComposing = ({ isComposing: composes, keyCode }: KeyboardEvent): boolean =>
  composes || keyCode === TAKEN_BY_INPUT_METHOD

/**
 * Keeps the keys of an input method from every handler of the page: the Enter that accepts a word,
 * the Escape that drops it and the arrows that choose one never send, close or move anything. The
 * text itself reaches its field as before. Called before any other listener of the page exists,
 * because the first one of the capture phase decides.
 */
export function ignoreComposition(page: Window): Disposer {
  const stop = (event: KeyboardEvent): void => {
    if (!isComposing(event)) return
    event.stopImmediatePropagation()
    // Otherwise the browser itself would send the form of the field.
    if (event.type === 'keypress' && event.key === 'Enter') event.preventDefault()
  }
  for (const type of EVENTS) page.addEventListener(type, stop, { capture: true })
  return () => {
    for (const type of EVENTS) page.removeEventListener(type, stop, { capture: true })
  }
}
