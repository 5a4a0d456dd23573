import { describe, expect, it } from 'vitest'
import {
  explain,
  explainByTab,
  fullText,
  hintText,
  LABEL_HINT,
  type HintProps,
} from '../../../../renderer/ui/hints/hint.js'

/** An element with the attributes of a hint and a label of its own. */
const element = (props: HintProps, label: string | null = null): Element => {
  const attributes: Readonly<Record<string, unknown>> = { 'aria-label': label, ...props }
  return { getAttribute: (name: string) => attributes[name] ?? null } as unknown as Element
}

describe('The hint of an element', () => {
  it('is its description, which a screen reader reads too', () => {
    expect(explain('Sells it all')['aria-description']).toBe('Sells it all')
    expect(hintText(element(explain('Sells it all'), 'Flatten'))).toBe('Sells it all')
  })

  it('makes a text a tab stop, and no control one more', () => {
    expect(explainByTab('Since 09:30').tabIndex).toBe(0)
    expect(explain('Since 09:30').tabIndex).toBeUndefined()
  })

  it('is a full text that is not read out a second time', () => {
    expect(fullText('Apple Inc.')['aria-description']).toBeUndefined()
    expect(hintText(element(fullText('Apple Inc.')))).toBe('Apple Inc.')
  })

  it('is the label of an icon without a description', () => {
    expect(hintText(element(LABEL_HINT, 'Close'))).toBe('Close')
  })

  it('leaves no mark where there is nothing to say', () => {
    for (const text of [null, undefined, '']) {
      expect([explain(text), explainByTab(text), fullText(text)]).toEqual([{}, {}, {}])
    }
  })
})
