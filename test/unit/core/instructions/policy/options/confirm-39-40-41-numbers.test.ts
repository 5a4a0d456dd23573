import { describe, expect, it } from 'vitest'
import {
  cardPayoff,
  type Estimate,
} from '../../../../../../electron/core/instructions/confirm/fields/card-fields.js'
import {
  limitDistance,
  stopDistance,
  wrongSideOf,
} from '../../../../../../electron/core/instructions/policy/price-distance.js'
import type { CardFacts } from '../../../../../../electron/core/instructions/policy/policy-types.js'
import { symbol } from '../../../../../../shared/domain/ids.js'
import { dec, decimalText, trim } from '../../../../../../shared/domain/decimal.js'
import {
  evaluateDraft as evaluate,
  dollars,
  draft,
  leg,
  MARKET,
  money,
  option,
  position,
  price,
  quote,
  shares,
} from '../policy-fixture.js'

const CONDOR = [
  leg('sell', 'call', '100', '2'),
  leg('buy', 'call', '110', '2'),
  leg('buy', 'call', '120', '2'),
  leg('sell', 'call', '130', '2'),
]
const PUT = leg('sell', 'put', '180')
const OPTION_FACTS = { multiplier: '100', quote: null }

describe('CONFIRM-40: maximum loss and gain', () => {
  it('deducts the credit that a limit guarantees: a condor of width 10 × 2 for 2.00 loses 1,600', () => {
    const sold = option('sell', CONDOR, '2.00', '2')
    const verdict = evaluate(sold, { facts: OPTION_FACTS })
    expect(verdict.maxLoss).toBe('1600')
  })

  it('loses the strike less the premium with a cash-secured put', () => {
    const verdict = evaluate(option('sell', [PUT], '2.50'), { facts: OPTION_FACTS })
    expect(verdict.maxLoss).toBe('17750')
  })

  it('draws the result at expiration: the points, the slope beyond them and the break-evens', () => {
    const placed = { kind: 'place', draft: option('sell', CONDOR, '2.00', '2') } as const
    const facts = {
      multiplier: '100',
      position: null,
      balance: null,
      instrument: null,
      price: null,
    } as CardFacts
    const estimate = { cost: money('400'), fees: null } as Estimate
    expect(cardPayoff(placed, facts, estimate)).toEqual({
      points: [
        { price: '0', result: '400.00' },
        { price: '100', result: '400.00' },
        { price: '110', result: '-1600.00' },
        { price: '120', result: '-1600.00' },
        { price: '130', result: '400.00' },
      ],
      slope: '0',
      breakEvens: ['102', '128'],
    })
    expect(cardPayoff({ kind: 'place', draft: draft(MARKET) }, facts, estimate)).toBeNull()
  })

  it('says what counts: the maximum loss of a strategy, the ask and 2% of a market order', () => {
    expect(evaluate(option('sell', CONDOR, '2.00', '2'), { facts: OPTION_FACTS }).basis).toBe(
      'maximum loss, before fees',
    )
    expect(evaluate(draft(MARKET)).basis).toBe('ask + 2%, × quantity')
  })

  const future = draft({ assetClass: 'futures', symbol: symbol('MESZ6'), ...shares('1') })
  const event = draft({ assetClass: 'event', limitPrice: price('0.40') })
  const call = option('sell', [leg('sell', 'call', '110')], '2')
  it.each([
    ['a limit order', draft(), {}, '1000', 'limit × quantity'],
    ['a dollar amount', draft(dollars('250')), {}, '250', 'the amount'],
    [
      // At the ask and 2%, as a market order, because a sale may fill above its limit.
      'a short sale of 471',
      draft({ side: 'short', ...shares('471') }),
      {},
      '96084',
      '471 that you do not hold count double',
    ],
    ['a future', future, { multiplier: '5' }, '500', 'full value: price × 5 × quantity'],
    ['an event contract', event, {}, '4', 'maximum loss, before fees'],
    [
      // The price of the shares is estimated as strike and premium.
      'an uncovered call',
      call,
      { multiplier: '100' },
      '22400',
      'unlimited loss: the shares at twice their price',
    ],
  ] as const)('says what counts of %s, and why', (_about, order, facts, exposure, basis) => {
    const verdict = evaluate(order, { facts })
    expect([decimalText(trim(verdict.exposure)), verdict.basis]).toEqual([exposure, basis])
  })
})

describe('CONFIRM-41: orders that reduce a position', () => {
  const STOP = { side: 'sell', type: 'stop', limitPrice: null, stopPrice: price('90') } as const
  const TIGHT = { maxOrder: money('1'), maxDay: money('1'), ordersPerDay: 1, maxWorking: 1 }

  it('lets a stop on 39 held shares pass limits that are long used up', () => {
    const verdict = evaluate(draft({ ...STOP, ...shares('39') }), {
      policy: TIGHT,
      facts: { position: position('39') },
    })
    expect(verdict).toMatchObject({ result: 'ask', reduces: true, exposure: '0', maxLoss: '0' })
    expect(verdict.rules.map(({ rule }) => rule)).toContain('reduces')
  })

  it('holds the limits for one share more than is held', () => {
    const verdict = evaluate(draft({ ...STOP, ...shares('40') }), {
      policy: TIGHT,
      facts: { position: position('39') },
    })
    expect(verdict.result).toBe('deny')
  })

  it('lets a purchase cover a short position', () => {
    const verdict = evaluate(draft(shares('10')), {
      policy: TIGHT,
      facts: { position: position('-10') },
    })
    expect(verdict).toMatchObject({ result: 'ask', reduces: true, exposure: '0' })
  })

  it('compares an auto-approve rule with what the order moves, not with what it counts', () => {
    const rule = {
      symbol: symbol('AAPL'),
      maxOrder: money('100'),
      total: money('100000'),
      used: money('0'),
      until: 9_999_999_999_999 as never,
    }
    const verdict = evaluate(draft({ side: 'sell', ...shares('10') }), {
      policy: { allow: [rule] },
      facts: { position: position('10') },
    })
    expect(verdict.result).toBe('ask')
  })
})

describe('CONFIRM-39: distance to the market', () => {
  const facts = { quote: quote(), multiplier: '1', price: null, tick: dec('0.01') }

  it('is in ticks, percent and money', () => {
    expect(limitDistance(draft({ limitPrice: price('110') }), facts)).toMatchObject({
      away: '-10',
      percent: '10',
      ticks: '1000',
      money: '100.00',
    })
  })

  it('is known of a combination by the price of all its legs', () => {
    const combo = { last: price('2'), bid: price('1.90'), ask: price('2.10'), ageMs: 0 }
    const bought = option('buy', [leg('buy', 'call', '100'), leg('sell', 'call', '110')], '6')
    const verdict = evaluate(bought, {
      facts: { ...OPTION_FACTS, price: combo, tick: dec('0.01') },
    })
    expect(verdict.dangers.map(({ code }) => code)).toContain('far-through')
    expect(verdict.tier).not.toBe('plain')
  })

  it.each([
    ['sell', '101', true],
    ['sell', '100', true],
    ['sell', '99', false],
    ['buy', '99', true],
    ['buy', '101', false],
  ] as const)('the distance of a %s stop at %s is on the wrong side: %s', (side, stop, isWrong) => {
    const order = draft({ side, type: 'stop', limitPrice: null, stopPrice: price(stop) })
    expect(wrongSideOf(order, facts) !== null).toBe(isWrong)
    expect(stopDistance(order, facts)).not.toBeNull()
  })
})
