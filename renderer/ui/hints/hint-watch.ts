import type { Disposer } from '../../../shared/domain/brand.js'
import { HINT_MARK, hintText } from './hint.js'

/** A hint to show, and the element beside which it belongs. */
export interface ShownHint {
  readonly anchor: Element
  readonly text: string
}

/** How long a pointer or the focus rests on an element before its hint appears. */
const REST_MS = 600
/** Beside prices that a click trades, a hint appears late: it could hide the next one. */
const REST_AT_PRICES_MS = 1_200
const PRICES = '[data-clear-of-toasts]'
/** While hints are read one after another, the next appears at once. */
const READING_MS = 400
/** Its element may vanish, as a row does, without any event. */
const CHECK_MS = 250

const MARKED = `[${HINT_MARK}]`
const CONTROL = 'button, input, select, textarea, a, label, [role="tab"], [role="combobox"]'

/**
 * Watches the page for elements with a hint and calls `onChange` with the one to show, or null. One
 * watcher serves all elements, so that a table of a thousand cells costs no listeners.
 */
export function watchHints(page: Document, onChange: (hint: ShownHint | null) => void): Disposer {
  const watch = new HintWatch(onChange)
  const stops = watch.listen(page)
  return () => {
    watch.hide()
    for (const stop of stops) stop()
  }
}

class HintWatch {
  readonly #onChange: (hint: ShownHint | null) => void
  /** The element whose hint is shown or about to be. */
  #anchor: Element | null = null
  #isShown = false
  #timer: ReturnType<typeof setTimeout> | undefined
  #checks: ReturnType<typeof setInterval> | undefined
  #hiddenAt = Number.NEGATIVE_INFINITY
  /** False after a press, until the next key: a press gives the focus without asking for a hint. */
  #isByKeyboard = false
  /** Follows the active cell of the table, or of another composite, that has the focus. */
  readonly #activeCells = new MutationObserver((changes) => this.#onActiveCell(changes))

  constructor(onChange: (hint: ShownHint | null) => void) {
    this.#onChange = onChange
  }

  readonly hide = (): void => {
    clearTimeout(this.#timer)
    clearInterval(this.#checks)
    this.#anchor = null
    if (!this.#isShown) return
    this.#isShown = false
    this.#hiddenAt = performance.now()
    this.#onChange(null)
  }

  listen(page: Document): readonly Disposer[] {
    const on = listenerOf(page)
    return [
      on('pointerover', ({ pointerType, target }) => {
        if (pointerType !== 'touch') this.#rest(markedAround(target))
      }),
      on('pointerout', ({ relatedTarget, pointerType }) => {
        if (relatedTarget === null && pointerType !== 'touch') this.hide()
      }),
      on('pointerdown', ({ pointerType, target }) => {
        this.#isByKeyboard = false
        this.hide()
        if (pointerType === 'touch') this.#rest(markedAround(target))
      }),
      on('pointerup', (event) => this.#onLifted(event)),
      on('pointercancel', this.hide),
      on('keydown', () => {
        this.#isByKeyboard = true
        this.hide()
      }),
      on('focusin', ({ target }) => this.#onFocus(target)),
      on('focusout', this.#onFocusOut),
      on('scroll', ({ target }) => {
        if (target instanceof Node && target.contains(this.#anchor)) this.hide()
      }),
    ]
  }

  readonly #onFocusOut = (): void => {
    this.#activeCells.disconnect()
    this.hide()
  }

  /** A touch shows the hint of a text at once; of a control, only while it is held. */
  #onLifted({ pointerType }: PointerEvent): void {
    const anchor = this.#anchor
    if (pointerType !== 'touch' || anchor === null || this.#isShown) return
    if (anchor.closest(CONTROL) === null) this.#show(anchor)
    else this.hide()
  }

  #onFocus(target: EventTarget | null): void {
    if (!(target instanceof Element)) return
    this.#activeCells.disconnect()
    this.#activeCells.observe(target, { attributeFilter: ['aria-activedescendant'] })
    if (this.#isByKeyboard) this.#rest(markedAtFocus(target))
  }

  #onActiveCell(changes: readonly MutationRecord[]): void {
    const target = changes.at(-1)?.target
    if (target instanceof Element && this.#isByKeyboard) this.#rest(markedAtFocus(target))
  }

  /** Shows the hint of an element once the pointer or the focus has rested on it. */
  #rest(anchor: Element | null): void {
    if (anchor === this.#anchor) return
    this.hide()
    if (anchor === null) return
    this.#anchor = anchor
    const atPrices = anchor.closest(PRICES) !== null
    const isReading = performance.now() - this.#hiddenAt < READING_MS && !atPrices
    const restMs = isReading ? 0 : atPrices ? REST_AT_PRICES_MS : REST_MS
    this.#timer = setTimeout(() => this.#show(anchor), restMs)
  }

  #show(anchor: Element): void {
    const text = textAround(anchor)
    if (text === '' || !anchor.isConnected) return this.hide()
    this.#isShown = true
    this.#onChange({ anchor, text })
    let visibleText = text
    this.#checks = setInterval(() => {
      if (!anchor.isConnected || !anchor.checkVisibility() || anchor.closest('[inert]') !== null) {
        return this.hide()
      }
      const current = textAround(anchor)
      if (current === visibleText) return
      visibleText = current
      this.#onChange({ anchor, text: current })
    }, CHECK_MS)
  }
}

/** Returns a function that listens to every event of the page, before its elements do. */
const listenerOf =
  (page: Document) =>
  <K extends keyof DocumentEventMap>(
    type: K,
    listener: (event: DocumentEventMap[K]) => void,
  ): Disposer => {
    const options = { capture: true, passive: true } as const
    page.addEventListener(type, listener, options)
    return () => page.removeEventListener(type, listener, options)
  }

const markedAround = (target: EventTarget | null): Element | null =>
  target instanceof Element ? target.closest(MARKED) : null

/** Returns the element with the hints of what has the keyboard: the active cell of a table. */
function markedAtFocus(focused: Element): Element | null {
  const id = focused.getAttribute('aria-activedescendant')
  const active = id === null ? null : focused.ownerDocument.getElementById(id)
  if (active !== null) {
    return active.matches('[role="row"]') ? null : (active.closest(MARKED) ?? marksInside(active))
  }
  return focused.closest(MARKED) ?? (focused.matches(CONTROL) ? marksInside(focused) : null)
}

const marksInside = (element: Element): Element | null =>
  element.querySelector(MARKED) === null ? null : element

/** Returns the hint of an element, or of everything inside it. */
function textAround(element: Element): string {
  if (element.matches(MARKED)) return hintText(element)
  return [...new Set([...element.querySelectorAll(MARKED)].map(hintText))].join('\n')
}
