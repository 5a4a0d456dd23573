import { describe, expect, it, test } from 'vitest'
import {
  checkLimits,
  DEFAULT_LIMITS,
  lockOutMessage,
  type RiskContext,
  type RiskLimits,
} from '../../../../electron/core/risk/risk-limits.js'
import type { AccountFacts } from '../../../../electron/core/limits/personal-limit-service.js'
import { asMoney, asPrice, asQuantity, dec } from '../../../../shared/domain/decimal.js'
import { accountId, symbol } from '../../../../shared/domain/ids.js'
import { exchangeInstant } from '../../../../shared/domain/market/exchange-time.js'
import type { LockOut } from '../../../../shared/domain/orders/limits/personal-limits.schema.js'
import type { OrderDraft } from '../../../../shared/domain/orders/order.js'
import { epochMs } from '../../../../shared/domain/time.js'
import { inEnglish } from '../../../../shared/messages/format-message.js'

const money = (text: string) => asMoney(dec(text))
/** An order of 1,000 dollars. */
const ORDER: OrderDraft = {
  accountId: accountId('ACC'),
  assetClass: 'stock',
  symbol: symbol('AAPL'),
  side: 'buy',
  type: 'limit',
  timeInForce: 'day',
  session: 'core',
  size: { kind: 'quantity', quantity: asQuantity(dec('10')) },
  limitPrice: asPrice(dec('100')),
  stopPrice: null,
  trail: null,
  expireDate: null,
}
const FACTS: AccountFacts = {
  lockOut: null,
  dayPnl: money('0'),
  equity: money('2000'),
  currency: 'USD',
}
const LOCK_OUT: LockOut = {
  accountId: ORDER.accountId,
  reason: 'daily-loss',
  until: exchangeInstant('2026-11-24', 4 * 60 + 5),
  since: epochMs(0),
  dayPnl: money('-1012.4'),
  limit: money('1000'),
  currency: 'USD',
}

const denials = (
  limits: Partial<RiskLimits>,
  account: Partial<AccountFacts> | undefined,
  more: Partial<RiskContext> = {},
  order: OrderDraft = ORDER,
) =>
  checkLimits(
    order,
    {
      trading: 'active',
      openOrders: 0,
      recent: [],
      uncertain: [],
      now: epochMs(1_000_000),
      quote: {
        last: asPrice(dec('100')),
        bid: asPrice(dec('100')),
        ask: asPrice(dec('100')),
        ageMs: 0,
      },
      ...(account === undefined ? {} : { account: { ...FACTS, ...account } }),
      ...more,
    },
    { ...DEFAULT_LIMITS, ...limits },
  )
const codes = (...args: Parameters<typeof denials>) => denials(...args).map(({ code }) => code)

describe("REL-36: an order's share of the equity", () => {
  it('is checked to the cent', () => {
    expect(codes({ maxShare: dec('0.5') }, {})).toEqual([])
    expect(codes({ maxShare: dec('0.4999') }, {})).toEqual(['max-share'])
    const [denial] = denials({ maxShare: dec('0.25') }, {})
    expect(denial?.message).toMatchObject({
      code: 'risk.maxShare',
      params: { value: '1000', share: '0.25', equity: '2000' },
    })
  })

  it('is not checked without that limit, and for an order without a known value', () => {
    expect(codes({ maxShare: null }, { equity: money('1') })).toEqual([])
    const market = { ...ORDER, type: 'market', limitPrice: null } as const
    expect(codes({ maxShare: dec('0.1') }, {}, { quote: null }, market)).toEqual(['stale-quote'])
  })

  it('refuses every order while the equity is not known', () => {
    const unread = denials({ maxShare: dec('0.5') }, { equity: null })
    expect(unread.map(({ code, message }) => [code, message.code])).toEqual([
      ['account-unread', 'risk.accountUnread'],
    ])
    expect(codes({ maxShare: null }, { equity: null })).toEqual([])
  })
})

describe('REL-36: the figures of the account', () => {
  it('are needed for a limit on the daily loss, and only for it', () => {
    expect(codes({ maxDailyLoss: money('10') }, { dayPnl: null })).toEqual(['account-unread'])
    expect(codes({ maxDailyLoss: money('10') }, {})).toEqual([])
    expect(codes({ maxDailyLoss: null }, { dayPnl: null })).toEqual([])
    expect(codes({ maxDailyLoss: money('10'), maxShare: dec('0.5') }, undefined)).toEqual([])
  })

  it.each([
    ['-9.99', []],
    ['-10', ['loss-reached']],
    ['-10.01', ['loss-reached']],
  ])('hold orders back at a loss of %s before it is confirmed: %j', (dayPnl, expected) => {
    expect(codes({ maxDailyLoss: money('10') }, { dayPnl: money(dayPnl) })).toEqual(expected)
    const locked = { dayPnl: money(dayPnl), lockOut: LOCK_OUT }
    expect(codes({ maxDailyLoss: money('10') }, locked)).toEqual(['locked-out'])
    expect(codes({ maxDailyLoss: null }, { dayPnl: money(dayPnl) })).toEqual([])
  })

  it('say which loss reached which limit', () => {
    const [denial] = denials({ maxDailyLoss: money('10') }, { dayPnl: money('-12.4') })
    const text = inEnglish(denial!.message)
    for (const part of ['−$12.40', '−$10.00']) expect(text).toContain(part)
  })

  it('lock the account out', () => {
    const [denial, ...more] = denials({}, { lockOut: LOCK_OUT })
    expect([denial?.code, denial?.message]).toEqual(['locked-out', lockOutMessage(LOCK_OUT)])
    expect(more).toEqual([])
  })
})

describe('REL-36: the number of orders of a day', () => {
  test.each([
    [4, []],
    [5, ['max-orders-day']],
    [6, ['max-orders-day']],
    [null, []],
    [undefined, []],
  ])('a limit of 5 with %s sent today: %j', (ordersToday, expected) => {
    expect(codes({ maxOrdersPerDay: 5 }, undefined, { ordersToday })).toEqual(expected)
    expect(codes({ maxOrdersPerDay: null }, undefined, { ordersToday })).toEqual([])
  })

  it('is named with the limit', () => {
    const [denial] = denials({ maxOrdersPerDay: 5 }, undefined, { ordersToday: 7 })
    expect(denial?.message).toMatchObject({
      code: 'risk.maxOrdersPerDay',
      params: { orders: 7, max: 5 },
    })
  })
})

describe('REL-36: what a lock-out says', () => {
  it('names the loss, the limit and the end', () => {
    const text = inEnglish(lockOutMessage(LOCK_OUT))
    for (const part of ['−$1,012.40', '−$1,000.00', 'Nov 24, 2026', '04:05 ET']) {
      expect(text).toContain(part)
    }
    const endless = lockOutMessage({ ...LOCK_OUT, until: null })
    expect(endless).toMatchObject({ params: { end: null } })
    expect(inEnglish(endless)).toContain('next session')
  })

  test.each<[string, Partial<LockOut>]>([
    ['its record was damaged', { reason: 'file-damaged' }],
    ['the loss is not known', { dayPnl: null }],
    ['the limit is not known', { limit: null }],
  ])('names no figures when %s', (_title, more) => {
    expect(lockOutMessage({ ...LOCK_OUT, ...more })).toMatchObject({
      code: 'risk.lockedAfterDamage',
      params: { end: { day: '2026-11-24', time: '04:05' } },
    })
  })
})
