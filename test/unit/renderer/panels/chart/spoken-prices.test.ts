import { describe, expect, it } from 'vitest'
import { asPrice, asQuantity, dec } from '../../../../../shared/domain/decimal.js'
import { text } from '../../../../../shared/messages/en/window/index.js'
import { fromPage } from '../../../../../renderer/chart/bars/bar-model.js'
import { lineLabel } from '../../../../../renderer/panels/chart/line-titles.js'
import { chartSummary } from '../../../../../renderer/panels/chart/summary.js'
import { bar } from '../../chart/bars.js'

const EVENT = 'KXRATECUTCOUNT-26DEC31-T3'
const line = {
  id: 'o1',
  kind: 'limit',
  side: 'buy',
  price: asPrice(dec('0.62')),
  quantity: asQuantity(dec('10')),
  type: 'limit',
  uncertain: false,
  orders: 1,
  title: 'Buy 10 limit',
} as const

describe('the prices that a screen reader reads from the chart', () => {
  it('are in cents in the label of a line of an event contract', () => {
    expect(lineLabel(line, EVENT)).toBe('Buy 10 limit 0.62')
    expect(lineLabel(line, 'SNDL')).toBe('Buy 10 limit 0.6200')
  })

  it('are in cents in the summary of an event contract', () => {
    const model = fromPage([bar(0, 60)], false)
    expect(
      chartSummary(EVENT, model, { timespan: 'M1', locale: 'en-US', text: text.chart }),
    ).toContain('Last 0.61, highest 0.65, lowest 0.55.')
    expect(
      chartSummary('SNDL', model, { timespan: 'M1', locale: 'en-US', text: text.chart }),
    ).toContain('Last 0.6100')
  })
})
