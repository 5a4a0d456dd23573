import { describe, expect, it } from 'vitest'
import type { AlertCondition } from '../../../../shared/domain/alerts/alert.schema.js'
import { INSTRUMENT_ALERT_KINDS, WATCHABLE } from '../../../../shared/domain/alerts/watchable.js'
import { asPrice, asQuantity, dec } from '../../../../shared/domain/decimal.js'
import { symbol } from '../../../../shared/domain/ids.js'
import { ASSET_CLASSES, type AssetClass } from '../../../../shared/domain/instruments/instrument.js'
import { openAlerts, priceTerms } from './alert-fixture.js'

const instrumentOf = (assetClass: AssetClass) => ({ assetClass, symbol: symbol('NAME') })

function conditionOf(
  kind: (typeof INSTRUMENT_ALERT_KINDS)[number],
  assetClass: AssetClass,
): AlertCondition | null {
  const instrument = instrumentOf(assetClass)
  switch (kind) {
    case 'price':
      return { kind, instrument, when: 'above', price: asPrice(dec('1')) }
    case 'change':
      return { kind, instrument, when: 'above', ratio: dec('0.01') }
    case 'volume':
      return { kind, instrument, quantity: asQuantity(dec('1')) }
    case 'indicator':
      return {
        kind,
        instrument,
        timespan: 'M5',
        indicator: { kind: 'sma', length: 3 },
        comparison: 'price',
        when: 'above',
        level: null,
      }
    // Needs a drawing; it may have the same bars as indicators.
    case 'drawing':
      return null
  }
}

const codeOf = async (condition: AlertCondition): Promise<string | null> => {
  const desk = await openAlerts()
  const terms = priceTerms('1', 'above', { condition })
  const made = await desk.alerts.edit({ kind: 'create', terms })
  return made.ok ? null : made.error.message.code
}

describe('what the instruments of a product can be watched for', () => {
  it.each(ASSET_CLASSES)('is accepted of %s, and everything else is refused', async (product) => {
    for (const kind of INSTRUMENT_ALERT_KINDS) {
      const condition = conditionOf(kind, product)
      if (condition === null) continue
      const isKnown = WATCHABLE[product].kinds.includes(kind)
      expect(await codeOf(condition)).toBe(isKnown ? null : 'alerts.figureOfInstrument')
    }
  })

  it('has no VWAP without a volume, and no bars that the broker does not have', async () => {
    const indicator = {
      kind: 'indicator',
      timespan: 'M5',
      indicator: { kind: 'vwap' },
      comparison: 'price',
      when: 'above',
      level: null,
    } as const
    const coin = { ...indicator, instrument: instrumentOf('crypto') }
    expect(await codeOf(coin)).toBe('alerts.indicatorOfInstrument')
    const market = {
      ...indicator,
      indicator: { kind: 'sma', length: 3 },
      timespan: 'W',
      instrument: instrumentOf('event'),
    } as const
    expect(await codeOf(market)).toBe('alerts.barsOfInstrument')
  })
})
