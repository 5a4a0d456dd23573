import { describe, expect, it } from 'vitest'
import { newDraft, withInstrument } from '../../../../renderer/panels/alerts/draft/alert-draft.js'
import { newIndicator } from '../../../../renderer/panels/alerts/draft/indicator-draft.js'
import { WATCHABLE } from '../../../../shared/domain/alerts/watchable.js'
import { symbol } from '../../../../shared/domain/ids.js'
import { ASSET_CLASSES } from '../../../../shared/domain/instruments/instrument.js'

const stock = newDraft({ assetClass: 'stock', symbol: symbol('AAPL') }, null)

describe('the alert form on another instrument', () => {
  it.each(ASSET_CLASSES)('has nothing that %s cannot be watched for', (assetClass) => {
    const other = { assetClass, symbol: symbol('OTHER') }
    const { kinds, indicators, timespans } = WATCHABLE[assetClass]
    for (const kind of WATCHABLE.stock.kinds) {
      const draft = { ...stock, kind, timespan: 'W', indicator: newIndicator('vwap') } as const
      const next = withInstrument(draft, other)
      expect(kinds).toContain(next.kind)
      expect(indicators).toContain(next.indicator.kind)
      expect(timespans).toContain(next.timespan)
    }
  })

  it('keeps what the other product has, too', () => {
    const draft = { ...stock, kind: 'volume', level: '1000' } as const
    const next = withInstrument(draft, { assetClass: 'futures', symbol: symbol('ESZ6') })
    expect(next).toMatchObject({ kind: 'volume', level: '1000' })
    const coin = withInstrument(draft, { assetClass: 'crypto', symbol: symbol('BTCUSD') })
    expect(coin).toMatchObject({ kind: 'price', level: '' })
  })
})
