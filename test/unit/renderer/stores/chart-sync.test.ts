import { describe, expect, it } from 'vitest'
import { setSync, syncs } from '../../../../renderer/stores/charts/chart-sync.js'
import { OpenCharts, type ChartSignal } from '../../../../renderer/stores/charts/open-charts.js'
import { createViewStore } from '../../../../renderer/stores/view-state.js'
import { epochMs } from '../../../../shared/domain/time.js'

describe('what the charts of a window share', () => {
  it('is the crosshair at first; symbol and interval on request', () => {
    const view = createViewStore()
    const shared = () =>
      (['symbol', 'timespan', 'crosshair'] as const).map((sync) => syncs(view.getState(), sync))
    expect(shared()).toEqual([false, false, true])
    setSync(view, 'timespan', true)
    setSync(view, 'crosshair', false)
    expect(shared()).toEqual([false, true, false])
  })

  it('reaches the other charts, never the one it came from, and nobody once it is off', () => {
    const view = createViewStore()
    const charts = new OpenCharts((sync) => syncs(view.getState(), sync))
    const [first, second] = [{}, {}]
    const received: string[] = []
    const listen = (name: string) => (signal: ChartSignal) =>
      received.push(`${name} ${signal.kind}`)
    charts.follow(first, listen('first'))
    const stop = charts.follow(second, listen('second'))
    charts.publish({ kind: 'crosshair', time: epochMs(1), source: first })
    charts.publish({ kind: 'timespan', span: 'D', source: first })
    expect(received).toEqual(['second crosshair'])
    setSync(view, 'timespan', true)
    charts.publish({ kind: 'timespan', span: 'D', source: second })
    stop()
    charts.publish({ kind: 'crosshair', time: null, source: first })
    expect(received).toEqual(['second crosshair', 'first timespan'])
  })
})
