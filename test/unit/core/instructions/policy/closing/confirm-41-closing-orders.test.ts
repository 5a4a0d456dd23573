import { describe, expect, it } from 'vitest'
import { accountId, symbol } from '../../../../../../shared/domain/ids.js'
import type { OrderDraft } from '../../../../../../shared/domain/orders/order.js'
import {
  draft,
  evaluateDraft,
  exposureText,
  leg,
  MARKET,
  money,
  option,
  order,
  position,
  price,
  quantity,
  shares,
  todayUse,
  type PolicyOverrides,
} from '../policy-fixture.js'

const sale = (size = '10', over: Partial<OrderDraft> = {}) =>
  draft({ side: 'sell', ...shares(size), ...over })
const holding = (
  held: string,
  over: { facts?: PolicyOverrides['facts']; usage?: PolicyOverrides['usage'] } = {},
): PolicyOverrides => ({
  facts: { position: position(held), positions: [position(held)], ...over.facts },
  usage: over.usage ?? {},
})
const calls = (contracts: string) =>
  position(contracts, {
    positionId: 'C',
    assetClass: 'option',
    legs: [
      {
        legId: 'L',
        symbol: symbol('AAPL'),
        quantity: quantity(contracts),
        option: {
          type: 'call',
          strike: price('100'),
          expiration: '2027-01-15',
          multiplier: null,
        },
        settles: null,
      },
    ] as never,
  })

describe('CONFIRM-41: orders that only reduce a position', () => {
  it('count nothing up to the position, and in full above it', () => {
    expect(exposureText(sale('10'), holding('10'))).toBe('0')
    expect(exposureText(sale('10.00001'), holding('10'))).toBe('2040.00204')
    expect(exposureText(draft(shares('10')), holding('-10'))).toBe('0')
    expect(exposureText(draft(shares('11')), holding('-10'))).toBe('1100')
  })

  it('count in full when a fill that the position does not show yet has used it', () => {
    const sold = order('a', {
      side: 'sell',
      status: 'filled',
      filledQuantity: quantity('10'),
    })
    expect(evaluateDraft(sale('1'), holding('10', { usage: { ended: [sold] } })).reduces).toBe(
      false,
    )
    const settled = new Map([[sold.clientOrderId, quantity('10')]])
    expect(
      evaluateDraft(sale('1'), holding('10', { facts: { settled }, usage: { ended: [sold] } }))
        .reduces,
    ).toBe(true)
  })

  it('count in full when they say that they open, and as short sales', () => {
    const overrides = {
      facts: { multiplier: '100', position: calls('2'), positions: [calls('2')] },
    }
    const sell = (intent?: 'sell-to-open' | 'sell-to-close') =>
      draft({
        ...option('sell', [leg('sell', 'call', '100')]),
        terms: { legs: [leg('sell', 'call', '100')], ...(intent === undefined ? {} : { intent }) },
      })
    expect(evaluateDraft(sell('sell-to-close'), overrides).reduces).toBe(true)
    expect(evaluateDraft(sell(), overrides).reduces).toBe(true)
    expect(evaluateDraft(sell('sell-to-open'), overrides).reduces).toBe(false)
    expect(evaluateDraft(draft({ side: 'short', ...shares('1') }), holding('10')).reduces).toBe(
      false,
    )
  })

  it('count in full when the position covers short options', () => {
    const covered = (contracts: string) =>
      evaluateDraft(
        sale('100'),
        holding('150', { facts: { positions: [position('150'), calls(contracts)] } }),
      )
    expect(covered('-1')).toMatchObject({
      reduces: false,
      exposure: '20400',
      basis: '100 cover short options; without them, double',
    })
    expect(covered('-1').dangers.map(({ code }) => code)).toContain('unlimited-loss')
    expect(covered('1').reduces).toBe(true)
    const rest = evaluateDraft(
      sale('50'),
      holding('150', { facts: { positions: [position('150'), calls('-1')] } }),
    )
    expect(rest.reduces).toBe(true)
  })
})

describe('CONFIRM-41: an order that counted nothing counts once it may open a position', () => {
  const stop = order('stop', {
    side: 'sell',
    type: 'stop',
    limitPrice: null,
    stopPrice: price('90'),
  })
  const entry = {
    ...todayUse('0'),
    clientOrderId: stop.clientOrderId,
    placed: { draft: null, order: stop },
  }
  const limits = { maxDay: money('1500') }
  /** The result of buying something else for $1,000. */
  const bought = ({ facts, usage = {} }: PolicyOverrides) =>
    evaluateDraft(draft({ symbol: symbol('MSFT') }), {
      facts: { ...facts, position: null, quote: null },
      usage,
      policy: limits,
    }).result

  it('while the position still covers it, it counts nothing', () => {
    expect(bought(holding('10', { usage: { today: [entry], working: [stop] } }))).toBe('ask')
  })

  it.each([
    ['the position is gone', '0'],
    ['the position is smaller', '9'],
    ['the position is on the other side', '-10'],
  ])('counts in full when %s', (_about, held) => {
    expect(bought(holding(held, { usage: { today: [entry], working: [stop] } }))).toBe('deny')
  })

  it('counts in full when a working order from elsewhere closes the same position', () => {
    const elsewhere = order('hand', { side: 'sell', quantity: quantity('1'), ours: false })
    const usage = {
      today: [entry],
      working: [stop],
      others: { requested: [], working: [elsewhere] },
    }
    expect(bought(holding('10', { usage }))).toBe('deny')
  })

  it('counts in full when the positions of its account are not known', () => {
    const other = { ...stop, accountId: accountId('OTHER') }
    const usage = {
      today: [{ ...entry, placed: { draft: null, order: other } }],
      working: [other],
    }
    expect(bought(holding('10', { usage }))).toBe('deny')
  })

  it('counts in full while its outcome is unknown and nothing is held', () => {
    const unknown = sale('10', MARKET)
    const usage = {
      today: [{ ...entry, clientOrderId: null, placed: { draft: unknown, order: null } }],
      inFlight: [unknown],
    }
    expect(bought(holding('0', { usage }))).toBe('deny')
    expect(bought(holding('10', { usage }))).toBe('ask')
  })

  it('counts in full after it filled beyond the position', () => {
    const filled = {
      ...stop,
      status: 'filled' as const,
      filledQuantity: quantity('10'),
      averageFillPrice: price('90'),
    }
    const usage = { today: [{ ...entry, placed: { draft: null, order: filled } }] }
    expect(bought(holding('-10', { usage }))).toBe('deny')
    expect(bought(holding('5', { usage }))).toBe('ask')
  })

  it('counts a protecting order of an earlier day only where nothing covers it', () => {
    const working = { usage: { working: [stop] } }
    expect(bought(holding('10', working))).toBe('ask')
    expect(bought(holding('0', working))).toBe('deny')
  })
})
