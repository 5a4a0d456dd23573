import { describe, expect, it } from 'vitest'
import { handOf, withAuthor } from '../../../../../renderer/chart/drawings/author.js'
import type { Shape } from '../../../../../renderer/chart/drawings/shape.js'
import { DRAWING_COLORS } from '../../../../../shared/domain/drawings/drawing.js'
import { type Drawing } from '../../../../../shared/domain/drawings/drawing.schema.js'

const drawing = (source: Drawing['source'], color: Drawing['style']['color']): Drawing =>
  ({ source, style: { color, width: 2, dash: 'solid', fill: false } }) as Drawing
const CLAUDE: Drawing['source'] = { kind: 'assistant', name: 'Claude' }
const label = (lines: readonly string[]): Shape => ({
  type: 'label',
  point: { x: 1, y: 1 },
  lines,
  align: 'left',
  base: 'above',
})

describe('SEC-31, CONFIRM-52: a drawing of an assistant', () => {
  it('begins its text with the name of the assistant, in another hand than the program', () => {
    const level = [label(['Stop loss 100 @ 190.71 WORKING'])]
    expect(withAuthor(drawing(CLAUDE, 'blue'), level, [])).toMatchObject([
      { lines: ['Claude: Stop loss 100 @ 190.71 WORKING'], hand: 'assistant' },
    ])
    expect(withAuthor(drawing({ kind: 'person' }, 'blue'), level, [])).toEqual(level)
  })

  it('bears the name also without a text', () => {
    expect(withAuthor(drawing(CLAUDE, 'blue'), [], [{ x: 3, y: 4 }])).toMatchObject([
      { type: 'label', lines: ['Claude'], point: { x: 3, y: 4 } },
    ])
  })

  it.each(DRAWING_COLORS)('has no color of orders and is dotted: %s', (color) => {
    const hand = handOf(drawing(CLAUDE, color))
    expect(['green', 'red', 'amber']).not.toContain(hand.color)
    expect(hand.dash).toBe('dotted')
    expect(handOf(drawing({ kind: 'person' }, color))).toMatchObject({ color, dash: 'solid' })
  })
})
