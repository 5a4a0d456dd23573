import type { IChartApi, MouseEventParams, Time } from 'lightweight-charts'
import { describe, expect, it } from 'vitest'
import { BarCrosshair } from '../../../../renderer/chart/bars/bar-crosshair.js'
import { fromPage } from '../../../../renderer/chart/bars/bar-model.js'
import { bars } from './bars.js'

const BAR_PX = 10
/** Prices fall by one per px. */
const PRICE_TOP = 500

type Move = Partial<MouseEventParams<Time>>

/**
 * Ten bars, the first at x 0, drawn with this crosshair. As in the library, an updated series
 * reports the crosshair again, without a source, while one is there.
 */
function charted() {
  const model = fromPage(bars(0, 9), false)
  const calls: string[] = []
  const reports: string[] = []
  let subscribed: (move: Move) => void = () => undefined
  let shift = 0
  let isPlaced = false
  const series = { coordinateToPrice: (y: number) => PRICE_TOP - y }
  const timeOf = (x: number) => model.history[Math.round(x / BAR_PX) + shift]?.time ?? null
  const chart = {
    subscribeCrosshairMove: (listener: (move: Move) => void) => (subscribed = listener),
    unsubscribeCrosshairMove: () => (subscribed = () => undefined),
    clearCrosshairPosition: () => {
      isPlaced = false
      calls.push('clear')
    },
    setCrosshairPosition: (price: number, time: number, on: unknown) => {
      isPlaced = true
      calls.push(`set ${price} at ${time} of ${on === series ? 'its pane' : 'the bars'}`)
    },
    panes: () => [{ getSeries: () => [series] }],
    timeScale: () => ({
      coordinateToTime: timeOf,
      coordinateToLogical: (x: number) => Math.round(x / BAR_PX) + shift,
    }),
  } as unknown as IChartApi
  const crosshair = new BarCrosshair({
    chart,
    listener: {
      onCrosshair: (index) => reports.push(`bar ${index}`),
      onPointer: (time) => reports.push(`time ${time}`),
    },
    anchor: () => ({ name: 'bars' }) as never,
    model: () => model,
    firstBar: () => 0,
  })
  const point = (x: number, y: number) => ({ x, y }) as NonNullable<Move['point']>
  return {
    model,
    calls,
    reports,
    crosshair,
    movePointer: (x: number, y: number) => {
      isPlaced = true
      subscribed({ point: point(x, y), paneIndex: 0, sourceEvent: {} as never })
    },
    leave: () => subscribed({}),
    /** Updates a series, which the library answers with a report where a crosshair is. */
    updateSeries: () => {
      calls.push('update')
      if (isPlaced) subscribed({ point: point(40, 100) })
    },
    scrollBy: (bars: number) => (shift += bars),
  }
}

describe('the crosshair of a chart whose prices change', () => {
  it('leaves while series are updated, and then where the pointer still is', () => {
    const { calls, crosshair, model, movePointer, updateSeries } = charted()
    movePointer(42, 120)
    crosshair.around(() => {
      updateSeries()
      updateSeries()
    })
    expect(calls).toEqual([
      'clear',
      'update',
      'update',
      `set 380 at ${model.history[4]?.time} of its pane`,
    ])
  })

  it('reports a bar once, and another one when the bars move below the pointer', () => {
    const { crosshair, model, movePointer, reports, scrollBy, updateSeries } = charted()
    movePointer(42, 120)
    crosshair.around(updateSeries)
    expect(reports).toEqual(['bar 4', `time ${model.history[4]?.time}`])
    crosshair.around(() => scrollBy(1))
    expect(reports.slice(2)).toEqual(['bar 5', `time ${model.history[5]?.time}`])
  })

  it('stays with the library where no bar is below the pointer, or no pointer', () => {
    const { calls, crosshair, leave, movePointer, updateSeries } = charted()
    crosshair.around(updateSeries)
    movePointer(500, 120)
    crosshair.around(updateSeries)
    movePointer(42, 120)
    leave()
    crosshair.around(updateSeries)
    expect(calls).toEqual(['update', 'update', 'update'])
  })

  it('stays at its bar when it is that of another chart, which is no pointer of this one', () => {
    const { calls, crosshair, model, reports, updateSeries } = charted()
    const time = model.history[3]?.time ?? null
    crosshair.show(time)
    updateSeries()
    crosshair.around(updateSeries)
    expect(reports).toEqual(['bar 3'])
    expect(calls.filter((call) => call.startsWith('set'))).toHaveLength(2)
    crosshair.show(null)
    crosshair.around(updateSeries)
    expect(calls.slice(-2)).toEqual(['clear', 'update'])
  })
})
