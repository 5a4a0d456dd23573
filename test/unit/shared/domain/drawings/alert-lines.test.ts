import { describe, expect, it } from 'vitest'
import { asPrice, dec, decimalText, trim } from '../../../../../shared/domain/decimal.js'
import { drawnLines, type LineRules } from '../../../../../shared/domain/alerts/alert-lines.js'
import type { Anchor } from '../../../../../shared/domain/drawings/drawing.schema.js'
import type { DrawingKind } from '../../../../../shared/domain/drawings/drawing-kinds.js'
import { alongLog } from '../../../../../shared/domain/drawings/log-scale.js'
import { epochMs } from '../../../../../shared/domain/time.js'

/** Here a time is the number of its bar. */
const rules = (scale: LineRules['scale']): LineRules => ({
  scale,
  extended: false,
  position: (time) => time,
})
const anchors = (...points: readonly (readonly [number, string])[]): readonly Anchor[] =>
  points.map(([bar, price]) => ({ time: epochMs(bar), price: asPrice(dec(price)) }))

const pricesOf = (
  kind: DrawingKind,
  points: readonly Anchor[],
  bar: number,
  scale: LineRules['scale'] = 'linear',
): readonly (string | null)[] =>
  drawnLines({ kind, anchors: points }, bar, rules(scale)).map((line) =>
    line === null ? null : `${line.part} ${decimalText(trim(line.price))}`,
  )

describe('ALERT: the lines of a drawing at a bar', () => {
  it('are straight on the logarithmic scale: the price grows by the same factor each bar', () => {
    const ray = anchors([0, '100'], [2, '400'])
    expect(pricesOf('ray', ray, 1, 'log')).toEqual(['line 200'])
    expect(pricesOf('ray', ray, 5, 'log')).toEqual(['line 3200'])
    expect(pricesOf('ray', anchors([0, '400'], [2, '100']), 4, 'log')).toEqual(['line 25'])
    expect(pricesOf('ray', ray, 1)).toEqual(['line 250'])
  })

  it('agree with the square root and with powers to ten places', () => {
    const root = alongLog(dec('1'), [dec('1'), dec('2')], [1, 2], 10)
    expect(root === null ? null : decimalText(root)).toBe('1.4142135624')
    const power = alongLog(dec('187.25'), [dec('1'), dec('1.01')], [365, 1], 10)
    expect(Number(decimalText(power ?? dec('0')))).toBeCloseTo(187.25 * 1.01 ** 365, 6)
  })

  it('have no place for prices that are not positive on that scale', () => {
    expect(pricesOf('ray', anchors([0, '-1'], [2, '4']), 3, 'log')).toEqual([null])
    expect(pricesOf('ray', anchors([0, '-1'], [2, '1']), 3)).toEqual(['line 2'])
  })

  it('are parallel in a channel, and end with it', () => {
    const channel = anchors([0, '100'], [10, '110'], [5, '95'])
    expect(pricesOf('channel', channel, 5)).toEqual(['upper 105', 'lower 95'])
    expect(pricesOf('channel', channel, 10)).toEqual(['upper 110', 'lower 100'])
    expect(pricesOf('channel', channel, 11)).toEqual([null, null])
    const log = anchors([0, '100'], [2, '400'], [0, '50'])
    expect(pricesOf('channel', log, 1, 'log')).toEqual(['upper 200', 'lower 100'])
  })

  it('begin at their own points in a pitchfork, and stay in their order', () => {
    const fork = anchors([0, '100'], [4, '120'], [6, '100'])
    // The middle of the others is at bar 5 and 110: two a bar.
    expect(pricesOf('pitchfork', fork, 3)).toEqual([null, 'middle 106', null])
    expect(pricesOf('pitchfork', fork, 5)).toEqual(['upper 122', 'middle 110', null])
    expect(pricesOf('pitchfork', fork, 10)).toEqual(['upper 132', 'middle 120', 'lower 108'])
  })

  it('reach a ray only in its direction, and a trend line only between its ends', () => {
    expect(pricesOf('ray', anchors([5, '100'], [2, '97']), 4)).toEqual(['line 99'])
    expect(pricesOf('ray', anchors([5, '100'], [2, '97']), 6)).toEqual([null])
    expect(pricesOf('trend-line', anchors([5, '100'], [2, '97']), 1)).toEqual([null])
    expect(pricesOf('ray', anchors([5, '100'], [5, '97']), 5)).toEqual([null])
  })
})
