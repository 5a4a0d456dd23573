import { describe, expect, it } from 'vitest'
import { asPrice, dec, decimalText } from '../../../../shared/domain/decimal.js'
import {
  MAX_BARS,
  NO_BARS,
  barAt,
  barCount,
  chartPlaces,
  fromPage,
  isSameBars,
  readBar,
  shiftBetween,
  withLive,
  withNewest,
  withOlder,
  withoutOldest,
} from '../../../../renderer/chart/bars/bar-model.js'
import { sliceFor, sliceLength, SLICE_MAX } from '../../../../renderer/chart/bars/bar-window.js'
import { bar, bars } from './bars.js'

const MINUTE = 60_000
const minutes = (model: {
  history: readonly { time: number }[]
  live: { time: number } | null
}): number[] =>
  [...model.history, ...(model.live === null ? [] : [model.live])].map(
    (entry) => entry.time / MINUTE,
  )

describe("the chart's bar model", () => {
  it('holds the newest bar of the first page apart as the running one', () => {
    const model = fromPage(bars(1, 4), true)
    expect(minutes({ history: model.history, live: null })).toEqual([1, 2, 3])
    expect(model.live?.time).toBe(4 * MINUTE)
  })

  it('sorts an unsorted page and holds one bar per time', () => {
    const model = fromPage([bar(3), bar(1), bar(2, 500), bar(2, 700), bar(4)], false)
    expect(minutes(model)).toEqual([1, 2, 3, 4])
    expect(decimalText(model.history[1]?.open ?? bar(0).open)).toBe('7.00')
  })

  it('stays the same history when a page repeats what is known, and not when it corrects a bar', () => {
    const model = fromPage(bars(1, 10), true)
    expect(withNewest(model, bars(1, 10).slice(7)).history).toBe(model.history)
    const corrected = withNewest(model, [bar(8), bar(9, 5), bar(10, 10_009)])
    expect(corrected.history).not.toBe(model.history)
    expect(corrected.history[0]).toBe(model.history[0])
  })

  it(`keeps at most ${MAX_BARS} bars while the newest are in view, and loads the others again`, () => {
    let model = fromPage(bars(1, 600), false)
    for (let minute = 601; minute <= 25_000; minute += 1) {
      const view = barCount(model) - 120
      model = withoutOldest(withLive(model, bar(minute), MINUTE).model, view)
      if (barCount(model) > MAX_BARS + 1) throw new Error(`${barCount(model)} bars`)
    }
    expect(model.live?.time).toBe(25_000 * MINUTE)
    expect(model.more).toBe(true)
  })

  it('forgets no bar that is in view or near it', () => {
    const model = fromPage(bars(1, MAX_BARS + 500), true)
    expect(withoutOldest(model, 0)).toBe(model)
    expect(withoutOldest(model, 3_000)).toBe(model)
    expect(barCount(withoutOldest(model, MAX_BARS))).toBeLessThan(MAX_BARS)
  })

  it('gives the library a slice again that closed bars have made too long', () => {
    const slice = sliceFor(9_000, { first: 8_880, last: 9_010 }, { from: 1_500, to: 9_000 })
    expect(slice.to).toBe(9_000)
    expect(slice.to - slice.from).toBe(SLICE_MAX)
  })

  it('gives the library fewer bars of each series when it draws many', () => {
    expect(sliceLength(2)).toBe(SLICE_MAX)
    expect(sliceLength(11)).toBeLessThan(SLICE_MAX / 2)
    const slice = sliceFor(100_000, { first: 50_000, last: 50_120 }, null, sliceLength(11))
    expect(slice.to - slice.from).toBe(sliceLength(11))
  })

  it.each([120, 2_000, 4_000, 9_000])(
    'moves a slice under a view of %i bars only now and then',
    (visibleBars) => {
      for (const length of [sliceLength(2), sliceLength(11)]) {
        let slice = sliceFor(100_000, { first: 60_000, last: 60_000 + visibleBars }, null, length)
        let moves = 0
        for (let first = 60_000; first > 50_000; first -= 3) {
          const next = sliceFor(100_000, { first, last: first + visibleBars }, slice, length)
          if (next !== slice) moves += 1
          slice = next
          expect(slice.from).toBeLessThanOrEqual(first)
          expect(slice.to).toBeGreaterThan(first + visibleBars)
        }
        expect(moves).toBeLessThan(40)
      }
    },
  )

  it('says by how many places bars moved when others were added or forgotten before them', () => {
    const model = fromPage(bars(101, 200), true)
    expect(shiftBetween(model, withOlder(model, bars(51, 100), true))).toBe(50)
    expect(shiftBetween(model, { ...model, history: model.history.slice(30) })).toBe(-30)
    expect(shiftBetween(model, fromPage(bars(900, 910), true))).toBe(null)
  })

  it('knows whether the drawn bars are the same after others were added before them', () => {
    const model = fromPage(bars(101, 200), true)
    const older = withOlder(model, bars(51, 100), true)
    const drawn = { from: 0, to: barCount(model) }
    expect(isSameBars(model, older, drawn, 50)).toBe(true)
    expect(isSameBars(model, older, drawn, 49)).toBe(false)
    const corrected = withNewest(older, [bar(199, 9_000), bar(200)])
    expect(isSameBars(model, corrected, drawn, 50)).toBe(false)
    expect(isSameBars(model, corrected, { from: 0, to: 90 }, 50)).toBe(true)
  })

  it('updates the running bar in place and leaves history unchanged', () => {
    const model = fromPage(bars(1, 4), true)
    const { model: next, change } = withLive(model, bar(4, 20_000), MINUTE)
    expect(change).toBe('updated')
    expect(next.history).toBe(model.history)
    expect(decimalText(next.live?.open ?? bar(0).open)).toBe('200.00')
  })

  it('closes the running bar when a later one starts', () => {
    const { model, change } = withLive(fromPage(bars(1, 4), true), bar(5), MINUTE)
    expect(change).toBe('rolled')
    expect(minutes(model)).toEqual([1, 2, 3, 4, 5])
  })

  it('reports that bars may be missing when the stream jumps', () => {
    expect(withLive(fromPage(bars(1, 4), true), bar(7), MINUTE).change).toBe('behind')
  })

  it('treats a later bar of a calendar timespan as the next one, since a gap may be a weekend', () => {
    expect(withLive(fromPage(bars(1, 4), true), bar(9), null).change).toBe('rolled')
  })

  it('ignores a late bar of the past', () => {
    const model = fromPage(bars(1, 4), true)
    expect(withLive(model, bar(2, 99_999), MINUTE)).toEqual({ model, change: 'same' })
  })

  it('prepends an older page without repeating the overlap', () => {
    const model = withOlder(fromPage(bars(5, 8), true), bars(1, 6, 50_000), true)
    expect(minutes(model)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    expect(decimalText(model.history[4]?.open ?? bar(0).open)).toBe('100.00')
  })

  it('stops requesting older bars when a page brings none', () => {
    expect(withOlder(fromPage(bars(5, 8), true), bars(5, 6), true).more).toBe(false)
  })

  it('fills a gap with the newest page and keeps a running bar that is newer than the page', () => {
    const { model } = withLive(fromPage(bars(1, 4), true), bar(8, 10_000, 500), MINUTE)
    const filled = withNewest(model, [...bars(3, 7), bar(8, 10_000, 300)])
    expect(minutes(filled)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    expect(decimalText(filled.live?.volume ?? bar(0).volume)).toBe('500')
  })

  it('computes the change from the previous close exactly', () => {
    const reading = readBar(fromPage([bar(1, 10_000), bar(2, 10_099)], true), null)
    expect(reading?.change === null || reading === null ? null : decimalText(reading.change)).toBe(
      '0.99',
    )
    expect(
      reading?.changeRatio === null || reading === null ? null : decimalText(reading.changeRatio),
    ).toBe('0.009899')
    expect(readBar(NO_BARS, 3)).toBeNull()
  })

  it('finds bars by index', () => {
    const model = fromPage(bars(1, 500), true)
    for (const minute of [1, 250, 499, 500]) {
      expect(barAt(model, minute - 1)?.time).toBe(minute * MINUTE)
    }
    expect(barAt(model, 500)).toBeNull()
    expect(barCount(model)).toBe(500)
  })

  it('shows cents unless the prices are finer', () => {
    expect(chartPlaces(fromPage(bars(1, 4), true), null)).toBe(2)
    const fine = { ...bar(5), close: bar(5).close }
    expect(
      chartPlaces(
        fromPage([bar(1), { ...fine, close: '0.00001214' as unknown as typeof fine.close }], true),
        null,
      ),
    ).toBe(8)
  })

  it('has the places of the step of its listing at the newest price', () => {
    const model = fromPage(bars(1, 4), true)
    const steps = [{ from: asPrice(dec('0')), step: dec('0.00005') }]
    expect(chartPlaces(model, steps)).toBe(5)
  })
})
