import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Bar } from '../../../shared/domain/market/bar.js'
import { asPrice, asQuantity, fromInteger } from '../../../shared/domain/decimal.js'
import { exchangeInstant } from '../../../shared/domain/market/exchange-time.js'
import { epochMs, MINUTE_MS } from '../../../shared/domain/time.js'
import {
  fromPage,
  withLive,
  withNewest,
  withOlder,
  type BarModel,
} from '../../../renderer/chart/bars/bar-model.js'
import { groupStart, isShown } from '../../../shared/domain/drawings/axis/bar-shape.js'
import { joinBars, BarShaper } from '../../../renderer/chart/spans/bar-shaper.js'
import { shapeOf, type BarShape } from '../../../renderer/chart/spans/chart-span.js'

/** Before the open of a trading day. */
const START = exchangeInstant('2026-11-24', 9 * 60)

const bar = (minute: number, price: number): Bar => ({
  time: epochMs(START + minute * MINUTE_MS),
  open: asPrice(fromInteger(price)),
  high: asPrice(fromInteger(price + 3)),
  low: asPrice(fromInteger(price - 3)),
  close: asPrice(fromInteger(price + 1)),
  volume: asQuantity(fromInteger(10)),
})

/** Groups all bars at once. */
function reference({ history, live }: BarModel, shape: BarShape): readonly Bar[] {
  const groups: Bar[] = []
  for (const next of live === null ? history : [...history, live]) {
    if (!isShown(next, shape)) continue
    const time = groupStart(next.time, shape)
    const open = groups.at(-1)
    if (open?.time === time) groups[groups.length - 1] = joinBars(open, next)
    else groups.push({ ...next, time })
  }
  return groups
}

const shaped = ({ history, live }: BarModel): readonly Bar[] =>
  live === null ? history : [...history, live]

type Step =
  | { readonly kind: 'live'; readonly ahead: number; readonly price: number }
  | { readonly kind: 'older'; readonly count: number }
  | { readonly kind: 'settle'; readonly price: number }

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant('live'),
    ahead: fc.integer({ min: 0, max: 4 }),
    price: fc.nat(50),
  }),
  fc.record({ kind: fc.constant('older'), count: fc.integer({ min: 1, max: 20 }) }),
  fc.record({ kind: fc.constant('settle'), price: fc.nat(50) }),
) as fc.Arbitrary<Step>

function apply(model: BarModel, taken: Step): BarModel {
  const newest = model.live ?? model.history.at(-1)
  const last = newest === undefined ? 0 : (newest.time - START) / MINUTE_MS
  if (taken.kind === 'live') {
    return withLive(model, bar(last + taken.ahead, 100 + taken.price), MINUTE_MS).model
  }
  if (taken.kind === 'settle') return withNewest(model, [bar(last, 100 + taken.price)])
  const oldest = model.history[0] ?? model.live
  const first = oldest === null || oldest === undefined ? 0 : (oldest.time - START) / MINUTE_MS
  const page = Array.from({ length: taken.count }, (_, place) =>
    bar(first - taken.count + place, 80 + place),
  )
  return withOlder(model, page, true)
}

describe('putting bars together', () => {
  it('gives the same bars step by step as all at once, and loses no volume', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 12 }),
        fc.boolean(),
        fc.integer({ min: 0, max: 60 }),
        fc.array(step, { maxLength: 40 }),
        (count, isRegularOnly, first, steps) => {
          const shape = shapeOf({ base: 'M1', count }, isRegularOnly)
          const shaper = new BarShaper(shape)
          let model = fromPage(
            Array.from({ length: first }, (_, minute) => bar(minute, 90 + minute)),
            true,
          )
          for (const taken of [null, ...steps]) {
            if (taken !== null) model = apply(model, taken)
            expect(shaped(shaper.shape(model))).toEqual(reference(model, shape))
          }
        },
      ),
    )
  })

  it('keeps the history as it is while only the running bar changes', () => {
    const shaper = new BarShaper(shapeOf({ base: 'M1', count: 5 }, false))
    let model = fromPage(
      Array.from({ length: 31 }, (_, minute) => bar(minute, 90)),
      true,
    )
    const before = shaper.shape(model)
    for (const price of [91, 92, 93]) {
      model = withLive(model, bar(30, price), MINUTE_MS).model
      expect(shaper.shape(model).history).toBe(before.history)
    }
  })
})
