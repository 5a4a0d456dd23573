import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  zAccountRecord,
  zBalanceRecord,
  zCurrencyAssets,
  zPositionLeg,
  zPositionRecord,
} from '../../../shared/wire/families/trading/accounts.js'
import { zCashActivity } from '../../../shared/wire/families/trading/activities.js'
import {
  zOrderGroup,
  zOrderLeg,
  zOrderRecord,
} from '../../../shared/wire/families/trading/orders.js'
import {
  zLevel,
  zStockSnapshot,
  zWireBar,
} from '../../../shared/wire/families/market-data/stock-data.js'

const requiredOf = (schema: z.ZodObject): readonly string[] =>
  Object.keys(schema.shape).filter(
    (name) => !z.safeParse(schema.shape[name] as z.ZodType, undefined).success,
  )

/**
 * The members that the documentation marks as required. Other missing members must not make an
 * answer fail.
 */
describe('required members of an answer', () => {
  it.each([
    [
      'account (TRADING-2)',
      zAccountRecord,
      ['account_id', 'account_number', 'account_type', 'account_class'],
    ],
    [
      'order (TRADING-4.6)',
      zOrderRecord,
      [
        'client_order_id',
        'order_id',
        'symbol',
        'side',
        'status',
        'order_type',
        'entrust_type',
        'time_in_force',
        'total_quantity',
        'place_time_at',
      ],
    ],
    ['order group (TRADING-4.6)', zOrderGroup, ['orders']],
    [
      'leg of an order (TRADING-4.6): its option members are those of options only',
      zOrderLeg,
      ['id', 'symbol', 'side', 'quantity'],
    ],
    [
      'position (TRADING-3)',
      zPositionRecord,
      ['position_id', 'instrument_type', 'symbol', 'currency', 'quantity'],
    ],
    ['leg of a position (TRADING-3)', zPositionLeg, ['leg_id', 'symbol']],
    // The amounts are empty for accounts of event contracts, so only the currency fields are
    // required.
    ['balance (TRADING-3)', zBalanceRecord, ['total_asset_currency', 'account_currency_assets']],
    ['balance in a currency (TRADING-3)', zCurrencyAssets, ['currency']],
    [
      'cash activity (TRADING-5)',
      zCashActivity,
      [
        'id',
        'account_id',
        'activity_type',
        'activity_sub_type',
        'currency',
        'trade_date',
        'net_amount',
        'biz_time',
      ],
    ],
    ['snapshot (MARKET-1)', zStockSnapshot, ['symbol']],
    ['bar (MARKET-1): crypto has no volume', zWireBar, ['time', 'open', 'close', 'high', 'low']],
    ['level of a book', zLevel, ['price', 'size']],
  ] as const)('match the documentation of %s', (_name, schema, members) => {
    expect([...requiredOf(schema)].sort()).toEqual([...members].sort())
  })
})
