import { describe, expect, test } from 'vitest'
import {
  OrderLimits,
  type OrderLimitsDeps,
} from '../../../../../electron/core/orders/gateway/order-limits.js'
import { DEFAULT_LIMITS } from '../../../../../electron/core/risk/risk-limits.js'
import { asPrice, dec } from '../../../../../shared/domain/decimal.js'
import { clientOrderId, symbol } from '../../../../../shared/domain/ids.js'
import { stockListing } from '../../../../../shared/domain/instruments/listing.js'
import type { Order } from '../../../../../shared/domain/orders/order.js'
import { ok } from '../../../../../shared/domain/result.js'
import { epochMs } from '../../../../../shared/domain/time.js'
import { draft, order } from '../../instructions/policy/policy-fixture.js'
import { instrument } from '../../session/session-fixture.js'

const LISTING = stockListing(instrument)
const OPEN_SCOPE = { except: [], proof: { kind: 'none' } } as const
const CHECKED = {
  quote: {
    last: asPrice(dec('100')),
    bid: asPrice(dec('100')),
    ask: asPrice(dec('100')),
    ageMs: 0,
  },
  pricing: undefined,
  currency: 'USD',
  checkedAt: 1_000_000,
  closingsBefore: 0,
}

/** Orders of another symbol, which are in the way of nothing but the number of open orders. */
const otherOrders = (count: number, status: Order['status']): Order[] =>
  Array.from({ length: count }, (_, n) =>
    order(`${status}-${n}`, { status, symbol: symbol('MSFT') }),
  )

function limitsOver(working: readonly Order[], uncertain: readonly Order[], failed = false) {
  const clock = { time: 1_000_000 }
  const limits = new OrderLimits({
    limits: { ...DEFAULT_LIMITS, maxOpenOrders: 10 },
    projection: { working: () => working, uncertain: () => uncertain },
    journal: { failed },
    clock: { now: () => epochMs(clock.time), monotonic: () => clock.time },
  } as unknown as OrderLimitsDeps)
  limits.setTrading('active')
  return { limits, clock }
}

const codesOf = (limits: OrderLimits, scope: Parameters<OrderLimits['denials']>[2] = OPEN_SCOPE) =>
  limits.denials(draft(), CHECKED, scope).map(({ code }) => code)

describe('REL-36: the number of open orders', () => {
  test.each([
    [10, 0],
    [0, 10],
    [5, 5],
  ])('counts %i that work and %i whose outcome is not known', (working, uncertain) => {
    const full = limitsOver(otherOrders(working, 'working'), otherOrders(uncertain, 'unknown'))
    expect(codesOf(full.limits)).toEqual(['max-open-orders'])
    const free = limitsOver(
      otherOrders(working, 'working').slice(1),
      otherOrders(uncertain, 'unknown'),
    )
    expect(codesOf(free.limits)).toEqual(working > 0 ? [] : ['max-open-orders'])
  })

  test('does not count the order that is checked', () => {
    const working = otherOrders(10, 'working')
    const { limits } = limitsOver(working, [])
    const except = working[3]?.clientOrderId ?? clientOrderId('none')
    expect(codesOf(limits, { except: [except], proof: { kind: 'none' } })).toEqual([])
  })

  test('does not apply to an order that closes a position', () => {
    const { limits } = limitsOver(otherOrders(10, 'working'), [])
    limits.setTrading('halted')
    expect(codesOf(limits, { except: [], proof: { kind: 'closes' } })).toEqual([])
    expect(codesOf(limits)).toEqual(['halted', 'max-open-orders'])
  })
})

describe('REL-36: a draft that was sent', () => {
  test('is a duplicate within its window, and not after it', () => {
    const { limits, clock } = limitsOver([], [])
    limits.countSent(draft(), epochMs(clock.time))
    clock.time += DEFAULT_LIMITS.duplicateWindowMs - 1
    expect(codesOf(limits)).toEqual(['duplicate'])
    clock.time += 1
    expect(codesOf(limits)).toEqual([])
  })
})

describe('REL-36: a closing order that is sent again', () => {
  test('is no duplicate: each was proved against what is held, so the rest of a sale can follow', () => {
    const { limits, clock } = limitsOver([], [])
    limits.countSent(draft(), epochMs(clock.time))
    expect(codesOf(limits, { except: [], proof: { kind: 'closes' } })).toEqual([])
    expect(codesOf(limits, { except: [], proof: { kind: 'reduces' } })).toEqual(['duplicate'])
  })
})

describe('REL-36: the check before sending', () => {
  test('refuses everything while the journal fails, closing orders too', () => {
    const { limits } = limitsOver([], [], true)
    const checked = { ...CHECKED, denials: [] }
    for (const proof of ['none', 'reduces', 'closes'] as const) {
      const found = limits.denialsBeforeSend(draft(), checked, {
        except: [],
        proof: { kind: proof },
      })
      expect(found.map(({ code }) => code)).toEqual(['journal-failed'])
    }
  })

  test('repeats the limits with the orders of that moment', () => {
    const working: Order[] = []
    const { limits } = limitsOver(working, [])
    const checked = { ...CHECKED, denials: [] }
    expect(limits.denialsBeforeSend(draft(), checked, OPEN_SCOPE)).toEqual([])
    working.push(...otherOrders(10, 'working'))
    expect(limits.denialsBeforeSend(draft(), checked, OPEN_SCOPE)).toHaveLength(1)
  })
})

describe('REL-36: the limits of the account', () => {
  /** Limits with an account whose figures the test sets. */
  function personal(lockOut: object | null) {
    const prepared: string[] = []
    const facts: string[] = []
    const deps = {
      ...{ limits: DEFAULT_LIMITS, account: () => ({ product: 'securities' }) },
      projection: { working: () => [], uncertain: () => [] },
      journal: { failed: false },
      clock: { now: () => epochMs(1_000_000), monotonic: () => 0 },
      listing: async () => ok({ ...LISTING, currency: 'HKD' }),
      quote: async () => CHECKED.quote,
      personal: {
        limits: {},
        prepare: async (account: string) => void prepared.push(account),
        facts: (account: string, currency: string) => {
          facts.push(`${account} ${currency}`)
          return { lockOut, dayPnl: null, equity: null }
        },
      },
    }
    const limits = new OrderLimits(deps as unknown as OrderLimitsDeps)
    limits.setTrading('active')
    return { limits, prepared, facts }
  }
  const LOCKED = { reason: 'daily-loss', dayPnl: null, limit: null, until: null, currency: 'USD' }
  const codes = async (limits: OrderLimits, proof: 'none' | 'reduces' | 'closes') =>
    (await limits.check(draft(), { except: [], proof: { kind: proof } })).denials.map(
      ({ code }) => code,
    )

  test('are read before they are checked, in the currency of the instrument', async () => {
    const { limits, prepared, facts } = personal(LOCKED)
    expect(await codes(limits, 'none')).toEqual(['locked-out'])
    expect(prepared).toEqual([draft().accountId])
    expect(facts).toEqual([`${draft().accountId} HKD`])
  })

  test('hold no order that reduces a position, and a closing order does not wait for them', async () => {
    const { limits, prepared } = personal(LOCKED)
    expect(await codes(limits, 'closes')).toEqual([])
    expect(prepared).toEqual([])
    expect(await codes(limits, 'reduces')).toEqual([])
    expect(prepared).toHaveLength(1)
  })
})
