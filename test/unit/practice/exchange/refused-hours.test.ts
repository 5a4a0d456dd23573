import { describe, expect, it } from 'vitest'
import { refusedHours, waitsUntil } from '../../../../shared/domain/market/first-trade.js'
import type { OrderDraft } from '../../../../shared/domain/orders/order.js'
import type { NewOrderBody } from '../../../../electron/practice/exchange/api/exchange-api.js'
import { ExchangeFixture, FUTURES, MARGIN, timeAt } from './exchange-fixture.js'

const HOURS = {
  'day-after-close': 'OPENAPI_DAY_ORDER_NOT_ALLOWED_AFT_CORE_TIME_LIMIT',
  'only-at-night': 'OPENAPI_NO_NIGHT_TRADING_TIME',
  'futures-closed': 'OPENAPI_FUTURES_CAN_NOT_TRADING_FOR_NON_TRADING_HOURS',
} as const
const CODES: readonly string[] = Object.values(HOURS)

/** A trading day and its night, a Friday and the weekend after it, and a short day. */
const DAYS = ['2026-11-18', '2026-11-20', '2026-11-21', '2026-11-22', '2026-11-27']
const MINUTES = [2, 5, 9.5, 12, 13, 15.9, 16, 16.2, 17.5, 18, 19.5, 20, 23].map((hour) =>
  Math.round(hour * 60),
)

type Hours = Pick<OrderDraft, 'assetClass' | 'session' | 'timeInForce'>
const SESSIONS = { core: 'CORE', all: 'ALL', night: 'NIGHT' } as const

/** Returns the hours code with which the exchange refuses the order then; null: it does not. */
function codeAt(fixture: ExchangeFixture, { assetClass, session, timeInForce }: Hours) {
  const body: Partial<NewOrderBody> = {
    time_in_force: timeInForce === 'day' ? 'DAY' : 'GTC',
    ...(assetClass === 'futures'
      ? { instrument_type: 'FUTURES', symbol: 'ESZ6', support_trading_session: null }
      : { support_trading_session: SESSIONS[session] }),
  }
  const { result } = fixture.place(body, assetClass === 'futures' ? FUTURES : MARGIN)
  return !result.ok && CODES.includes(result.error.code) ? result.error.code : null
}

describe('TRADING-4.9: the hours at which the broker refuses an order', () => {
  const orders: readonly Hours[] = [
    ...(['core', 'all', 'night'] as const).flatMap((session) =>
      (['day', 'gtc'] as const).map(
        (timeInForce): Hours => ({ assetClass: 'stock', session, timeInForce }),
      ),
    ),
    { assetClass: 'futures', session: 'core', timeInForce: 'day' },
    { assetClass: 'futures', session: 'core', timeInForce: 'gtc' },
  ]

  it('are those at which the window says so, and never that the order waits', () => {
    for (const day of DAYS) {
      for (const minute of MINUTES) {
        const now = timeAt(minute, day)
        const fixture = new ExchangeFixture({}, now)
        for (const order of orders) {
          const refused = refusedHours(order, now)
          const hour = `${day} ${minute} ${JSON.stringify(order)}`
          expect(refused === null ? null : HOURS[refused], hour).toBe(codeAt(fixture, order))
          if (refused === 'futures-closed') expect(waitsUntil(order, now)).not.toBeNull()
        }
      }
    }
  })
})
