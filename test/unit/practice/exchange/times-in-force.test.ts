import { beforeEach, describe, expect, it } from 'vitest'
import { sessionByRule } from '../../../../shared/domain/market/exchange-time.js'
import { epochMs } from '../../../../shared/domain/time.js'
import { ExchangeState } from '../../../../electron/practice/exchange/state/exchange-state.js'
import { PRACTICE_ACCOUNTS } from '../../../../electron/practice/exchange/exchange.js'
import { seededIds } from '../../../../electron/practice/exchange/state/seeded-ids.js'
import { applyStep } from '../../../../electron/practice/exchange/matching/matching.js'
import {
  newView,
  PLAIN,
  type OrderTerms,
  type PracticeOrder,
} from '../../../../electron/practice/exchange/orders/order.js'
import { advanceTo, submit } from '../../../../electron/practice/exchange/matching/time-advance.js'
import { RULES } from '../../../../electron/practice/exchange/products/index.js'
import { stockClass } from '../../../../electron/practice/ledger/ledger.js'
import { STOCK_SCALE } from '../../../../electron/practice/model/units.js'
import {
  expiryOf,
  nextBoundary,
  settlementDay,
} from '../../../../electron/practice/exchange/orders/trading-hours.js'
import { timeAt, DAY, levels, LISTINGS, MARGIN, shares, TEN, usd } from './exchange-fixture.js'

/**
 * Tests times in force that are not allowed for stock but for other products, below the checks that
 * would refuse them. 300 shares are offered at 100.01, 500 at 100.02.
 */
let core: ExchangeState

beforeEach(() => {
  core = new ExchangeState(
    {
      now: () => TEN,
      instrument: (symbol) => LISTINGS[symbol],
      reference: () => ({ last: usd(100), previousClose: usd(100) }),
      ids: seededIds('x'),
      onPrint: () => undefined,
    },
    RULES,
  )
  for (const account of PRACTICE_ACCOUNTS) {
    core.ledger.open({ ...account, accountClass: stockClass(account.type) }, TEN, DAY)
  }
  applyStep(core, core.markets.find('AAPL')!, {
    symbol: 'AAPL',
    time: TEN,
    session: sessionByRule(TEN),
    bids: levels([99.99, 300]),
    asks: levels([100.01, 300], [100.02, 500]),
    trade: null,
  })
})

function submitted(over: Partial<OrderTerms>): PracticeOrder {
  const terms: OrderTerms = {
    symbol: 'AAPL',
    side: 'BUY',
    type: 'LIMIT',
    timeInForce: 'IOC',
    session: 'CORE',
    entrust: 'QTY',
    size: shares(400),
    amount: null,
    limit: usd(100.01),
    stop: null,
    trail: null,
    expireDate: null,
    ...PLAIN,
    ...over,
  }
  const order: PracticeOrder = {
    number: core.orders.all.length + 1,
    orderId: 'O',
    clientOrderId: 'C',
    accountId: MARGIN,
    product: 'EQUITY',
    scale: STOCK_SCALE,
    placedAt: TEN,
    view: newView(terms),
    past: [],
    stage: 'pending',
    submitAt: TEN,
    expiresAt: expiryOf(terms, TEN),
    triggered: false,
    extreme: null,
    bookedCents: 0,
    heldCents: 0,
    heldShares: 0,
    holdPrice: 0,
    cover: 0,
    positionId: null,
    combo: null,
    algo: null,
  }
  core.file(order)
  submit(core, order)
  return order
}

describe('times in force of other products', () => {
  it('orders with IOC fill the available quantity and cancel the rest', () => {
    expect(submitted({}).view).toMatchObject({ status: 'CANCELLED', filled: shares(300) })
    expect(core.markets.find('AAPL')!.book.best('bid')).toBe(usd(99.99))
  })

  it('orders with FOK fill everything or nothing', () => {
    expect(submitted({ timeInForce: 'FOK' }).view).toMatchObject({ status: 'CANCELLED', filled: 0 })
    expect(core.markets.find('AAPL')!.book.quote('ask', null, shares(9_000)).size).toBe(shares(800))
    expect(submitted({ timeInForce: 'FOK', limit: usd(100.02) }).view).toMatchObject({
      status: 'FILLED',
      filled: shares(400),
    })
    expect(
      submitted({ timeInForce: 'FOK', type: 'MARKET', limit: null, size: shares(500) }).view,
    ).toMatchObject({ status: 'CANCELLED', filled: 0 })
  })

  it('orders with GTD rest until the end of their date', () => {
    const order = submitted({ timeInForce: 'GTD', expireDate: '2026-11-20', limit: usd(99) })
    advanceTo(core, epochMs(timeAt(16 * 60, '2026-11-20') - 1))
    expect(order.view.status).toBe('SUBMITTED')
    advanceTo(core, timeAt(16 * 60, '2026-11-20'))
    expect(order.view.status).toBe('CANCELLED')
  })
})

describe('the exchange calendar', () => {
  it('knows the early close, the weekend and the night', () => {
    // The day after Thanksgiving closes at 13:00.
    expect(
      expiryOf(
        { timeInForce: 'DAY', session: 'CORE', expireDate: null },
        timeAt(10 * 60, '2026-11-27'),
      ),
    ).toBe(timeAt(13 * 60, '2026-11-27'))
    expect(
      expiryOf(
        { timeInForce: 'DAY', session: 'ALL', expireDate: null },
        timeAt(10 * 60, '2026-11-27'),
      ),
    ).toBe(timeAt(17 * 60, '2026-11-27'))
    expect(nextBoundary(timeAt(14 * 60, '2026-11-27'))).toBe(timeAt(17 * 60, '2026-11-27'))
    expect(nextBoundary(timeAt(10 * 60, '2026-11-27'))).toBe(timeAt(13 * 60, '2026-11-27'))
    expect(
      expiryOf(
        { timeInForce: 'DAY', session: 'CORE', expireDate: null },
        timeAt(12 * 60, '2026-11-21'),
      ),
    ).toBe(timeAt(16 * 60, '2026-11-23'))
    expect(
      expiryOf(
        { timeInForce: 'DAY', session: 'NIGHT', expireDate: null },
        timeAt(21 * 60, '2026-11-22'),
      ),
    ).toBe(timeAt(4 * 60, '2026-11-23'))
    expect(settlementDay(timeAt(10 * 60, '2026-11-25'))).toBe('2026-11-27')
    expect(settlementDay(timeAt(21 * 60, '2026-11-18'))).toBe('2026-11-20')
  })
})

describe('order ids', () => {
  it('are 26 upper-case characters, reproducible by seed, and unique', () => {
    const ids = seededIds('one')
    const many = new Set(
      Array.from({ length: 50_000 }, (_unused, index) => ids('order', index + 1)),
    )
    expect(many.size).toBe(50_000)
    for (const id of [...many].slice(0, 50)) expect(id).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/)
    expect(seededIds('one')('order', 7)).toBe(ids('order', 7))
    expect(seededIds('two')('order', 7)).not.toBe(ids('order', 7))
    expect(ids('position', 7)).not.toBe(ids('order', 7))
  })
})
