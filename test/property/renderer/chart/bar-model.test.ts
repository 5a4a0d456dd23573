import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  NO_BARS,
  barAt,
  barCount,
  fromPage,
  withLive,
  withNewest,
  withOlder,
  type BarModel,
} from '../../../../renderer/chart/bars/bar-model.js'
import { sliceFor, SLICE_MAX, type BarSlice } from '../../../../renderer/chart/bars/bar-window.js'
import { bar } from '../../../unit/renderer/chart/bars.js'

const page = fc
  .array(fc.integer({ min: 1, max: 400 }), { maxLength: 60 })
  .map((minutes) => minutes.map((minute) => bar(minute)))
const step = fc.oneof(
  page.map((bars) => (model: BarModel) => withOlder(model, bars, true)),
  page.map((bars) => (model: BarModel) => withNewest(model, bars)),
  fc
    .integer({ min: 1, max: 400 })
    .map((minute) => (model: BarModel) => withLive(model, bar(minute), 60_000).model),
)

describe("the chart's bar model, for any input in any order", () => {
  it('has strictly increasing times, with the running bar last', () => {
    fc.assert(
      fc.property(page, fc.array(step, { maxLength: 20 }), (first, steps) => {
        const model = steps.reduce(
          (model, apply) => apply(model),
          first.length === 0 ? NO_BARS : fromPage(first, true),
        )
        for (let place = 1; place < barCount(model); place += 1) {
          expect(barAt(model, place)?.time).toBeGreaterThan(
            barAt(model, place - 1)?.time ?? Number.POSITIVE_INFINITY,
          )
        }
      }),
    )
  })

  it('never loses a known bar, except by a replacement of the same time', () => {
    fc.assert(
      fc.property(page, fc.array(step, { maxLength: 20 }), (first, steps) => {
        let model = fromPage(first, true)
        for (const apply of steps) {
          const before = new Set(
            [...model.history, ...(model.live === null ? [] : [model.live])].map((bar) => bar.time),
          )
          model = apply(model)
          const after = new Set(
            [...model.history, ...(model.live === null ? [] : [model.live])].map((bar) => bar.time),
          )
          for (const time of before) expect(after.has(time)).toBe(true)
        }
      }),
    )
  })
})

describe('the slice that the chart library holds', () => {
  it('covers the visible range, stays within its size and is stable', () => {
    const views = fc.record({
      total: fc.integer({ min: 0, max: 120_000 }),
      first: fc.integer({ min: -500, max: 120_000 }),
      width: fc.integer({ min: 1, max: 4_000 }),
    })
    fc.assert(
      fc.property(fc.array(views, { minLength: 1, maxLength: 10 }), (moves) => {
        let slice: BarSlice | null = null
        for (const { total, first, width } of moves) {
          const last = first + width
          const next: BarSlice = sliceFor(total, { first, last }, slice)
          expect(next.from).toBeGreaterThanOrEqual(0)
          expect(next.to).toBeLessThanOrEqual(total)
          expect(next.to - next.from).toBeLessThanOrEqual(SLICE_MAX)
          for (const place of [Math.max(0, first), Math.min(total - 1, last)]) {
            if (place >= Math.max(0, first) && place <= Math.min(total - 1, last)) {
              expect(next.from).toBeLessThanOrEqual(place)
              expect(next.to).toBeGreaterThan(place)
            }
          }
          expect(sliceFor(total, { first, last }, next)).toEqual(next)
          slice = next
        }
      }),
    )
  })
})
