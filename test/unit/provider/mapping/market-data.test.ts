import { describe, expect, it } from 'vitest'
import { symbol } from '../../../../shared/domain/ids.js'
import { epochMs } from '../../../../shared/domain/time.js'
import { zStockProfile } from '../../../../shared/wire/families/products/stocks.js'
import {
  zStockSnapshot,
  zWireBar,
} from '../../../../shared/wire/families/market-data/stock-data.js'
import { toInstrument } from '../../../../electron/provider/mapping/instruments.js'
import { dayLine } from '../../../../electron/provider/market-data/day-line.js'
import { toSymbolDetails, toQuotePatch } from '../../../../electron/provider/mapping/stock-data.js'
import { toBars } from '../../../../electron/provider/mapping/quoted.js'

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
      extend_hour_change: '2.00',
      extend_hour_change_ratio: '0.0111',
      extend_hour_last_trade_time: 1_000_000_060_000,
      bid: '180.99',
      volume: '2.3E6',
    }
    const patch = toQuotePatch(zStockSnapshot.parse(wire), AT)
    expect(patch).toMatchObject({
      symbol: 'AAPL',
      last: '181.00',
      // After hours the change of the day is still from the close before it.
      change: '2',
      changeRatio: '0.011173',
      previousClose: '179.00',
      bid: '180.99',
      volume: '2300000',
      time: 1_000_000_060_000,
      receivedAt: AT,
    })
    expect(patch).not.toHaveProperty('open')
    // A quote with a bid and no ask has no ask any more.
    expect(patch.ask).toBeNull()
    expect(
      toQuotePatch(
        zStockSnapshot.parse({ ...wire, extend_hour_last_trade_time: 999_999_999_999 }),
        AT,
      ).last,
    ).toBe('180.00')
  })
  it('maps the 52-week range and the figures of extended hours and of the night', () => {
    const wire = {
      symbol: 'AAPL',
      price: '180.00',
      fifty_two_wk_high: '199.50',
      fifty_two_wk_low: '120.25',
      ovn_price: '182.00',
      ovn_change_ratio: '0.0111',
      ovn_last_trade_time: 1_000_000_090_000,
    }
    expect(toSymbolDetails(zStockSnapshot.parse(wire))).toEqual({
      symbol: 'AAPL',
      yearHigh: '199.50',
      yearLow: '120.25',
      extended: null,
      overnight: {
        last: '182.00',
        change: null,
        changeRatio: '0.0111',
        time: 1_000_000_090_000,
      },
    })
  })

  it('takes the bars of the newest exchange day as the line of a stock, oldest first', () => {
    const bars = toBars(
      ['2026-11-20T20:55', '2026-11-19T20:55', '2026-11-20T14:30'].map((time, index) =>
        zWireBar.parse({
          time: `${time}:00.000+0000`,
          open: '1',
          high: '9',
          low: '1',
          close: String(index + 1),
        }),
      ),
    )
    expect(dayLine(symbol('AAPL'), bars).closes).toEqual(['3', '1'])
    expect(dayLine(symbol('BTCUSD'), bars).closes).toEqual(['3', '1'])
    expect(dayLine(symbol('AAPL'), []).closes).toEqual([])
  })

  it('maps bars, also without volume', () => {
    const bar = {
      time: '2026-11-20T15:40:00.000+0000',
      open: '1',
      high: '2',
      low: '0.5',
      close: '1.5',
    }
    expect(toBars([zWireBar.parse(bar)])).toEqual([
      {
        time: Date.parse('2026-11-20T15:40:00Z'),
        open: '1',
        high: '2',
        low: '0.5',
        close: '1.5',
        volume: '0',
      },
    ])
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
    ).toMatchObject({ tradable: 'no', exchange: 'XXX', kind: 'warrant' })
  })
})
