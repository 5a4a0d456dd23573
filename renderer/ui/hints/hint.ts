/** Marks an element whose hint appears on hover, keyboard focus and touch. */
export const HINT_MARK = 'data-hint'

/** The attributes of an element with a hint; none where there is nothing to say. */
export interface HintProps {
  /** The text, where it is read out already; empty where description or label are the text. */
  readonly 'data-hint'?: string
  readonly 'aria-description'?: string
  readonly tabIndex?: 0
}

export type HintText = string | null | undefined

const isEmpty = (text: HintText): text is '' | null | undefined =>
  text === undefined || text === null || text === ''

/** Explains an element that the keyboard reaches: a control, its label, or a cell of a table. */
export const explain = (text: HintText): HintProps =>
  isEmpty(text) ? {} : { 'data-hint': '', 'aria-description': text }

/** Explains a text that is no control, and makes it a tab stop so that the keyboard reaches it. */
export const explainByTab = (text: HintText): HintProps =>
  isEmpty(text) ? {} : { 'data-hint': '', 'aria-description': text, tabIndex: 0 }

/** Shows in full what its place may cut off, and what a screen reader reads anyway. */
export const fullText = (text: HintText): HintProps => (isEmpty(text) ? {} : { 'data-hint': text })

/** Shows the label of a control that is an icon. */
export const LABEL_HINT: HintProps = { 'data-hint': '' }

interface LateHintProps extends HintProps {
  readonly onPointerEnter: (event: { readonly currentTarget: Element }) => void
  readonly onFocus: (event: { readonly currentTarget: Element }) => void
}

/** A hint that is written when it is asked for: kept up to date, it would lay out the bar. */
export function lateHint(write: () => string): LateHintProps {
  const update = ({ currentTarget }: { readonly currentTarget: Element }): void =>
    currentTarget.setAttribute('aria-description', write())
  return { 'data-hint': '', tabIndex: 0, onPointerEnter: update, onFocus: update }
}

/** Writes the hint of an element outside React; an empty text removes it. */
export function setHint(element: HTMLElement, text: string): void {
  const attributes: readonly (readonly [string, string])[] = [
    [HINT_MARK, ''],
    ['aria-description', text],
    ['tabindex', '0'],
  ]
  for (const [name, value] of attributes) {
    if (text === '') element.removeAttribute(name)
    else element.setAttribute(name, value)
  }
}

/** Returns the text of the hint of an element; empty when it has none. */
export const hintText = (element: Element): string =>
  element.getAttribute(HINT_MARK) ||
  element.getAttribute('aria-description') ||
  element.getAttribute('aria-label') ||
  ''
