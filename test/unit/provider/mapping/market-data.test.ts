import { describe, expect, it } from 'vitest'
import { epochMs } from '../../../../shared/domain/time.js'
import { zStockProfile } from '../../../../shared/wire/families/products/stocks.js'
import {
  zStockSnapshot,
  zWireBar,
} from '../../../../shared/wire/families/market-data/stock-data.js'
import { toInstrument } from '../../../../electron/provider/mapping/instruments.js'
import { toBar, toQuotePatch } from '../../../../electron/provider/mapping/stock-data.js'

const AT = epochMs(1_797_000_000_000)

describe('market data', () => {
  it('maps a snapshot: the newer of regular and extended trade is last; absent fields stay so', () => {
    const wire = {
      symbol: 'AAPL',
      price: '180.00',
      pre_close: '179.00',
      change: '1.00',
      change_ratio: '0.0056',
      last_trade_time: 1_000_000_000_000,
      extend_hour_last_price: '181.00',
      extend_hour_change: '1.00',
      extend_hour_last_trade_time: 1_000_000_060_000,
      bid: '180.99',
      volume: '2.3E6',
    }
    const patch = toQuotePatch(zStockSnapshot.parse(wire), AT)
    expect(patch).toMatchObject({
      symbol: 'AAPL',
      last: '181.00',
      previousClose: '179.00',
      bid: '180.99',
      volume: '2300000',
      time: 1_000_000_060_000,
      receivedAt: AT,
    })
    expect(patch).not.toHaveProperty('ask')
    expect(patch).not.toHaveProperty('changeRatio')
    expect(
      toQuotePatch(
        zStockSnapshot.parse({ ...wire, extend_hour_last_trade_time: 999_999_999_999 }),
        AT,
      ).last,
    ).toBe('180.00')
  })
  it('maps bars, also without volume', () => {
    const bar = {
      time: '2026-11-20T15:40:00.000+0000',
      open: '1',
      high: '2',
      low: '0.5',
      close: '1.5',
    }
    expect(toBar(zWireBar.parse(bar))).toEqual({
      time: Date.parse('2026-11-20T15:40:00Z'),
      open: '1',
      high: '2',
      low: '0.5',
      close: '1.5',
      volume: '0',
    })
  })
  it('maps an instrument; an unknown status is not tradable', () => {
    const wire = {
      name: 'Apple Inc',
      instrument_id: '913256135',
      exchange_code: 'NSQ',
      category: 'US_STOCK',
      symbol: 'AAPL',
      status: 'OC',
      shortable: true,
      sub_category: 'COMMON_STOCK',
      margin_requirement_long: '0.5',
      currency: 'USD',
    }
    expect(toInstrument(zStockProfile.parse(wire))).toMatchObject({
      symbol: 'AAPL',
      exchange: 'NASDAQ',
      kind: 'stock',
      tradable: 'yes',
      shortable: true,
      fractionable: false,
      initialMarginLong: '0.5',
      maintenanceMarginLong: null,
    })
    expect(
      toInstrument(
        zStockProfile.parse({
          ...wire,
          status: 'ZZ',
          exchange_code: 'XXX',
          sub_category: 'WARRANT',
        }),
      ),
    ).toMatchObject({ tradable: 'no', exchange: 'XXX', kind: 'other' })
  })
})
