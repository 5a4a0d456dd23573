import { describe, expect, it } from 'vitest'
import { batchTotalFields } from '../../../../../electron/core/instructions/confirm/batch-totals.js'
import { bareFields } from '../../../../../electron/core/instructions/confirm/fields/exit-fields.js'
import { actionSummary } from '../../../../../electron/core/instructions/order-text/order-summary.js'
import type { CardFacts } from '../../../../../electron/core/instructions/policy/policy-types.js'
import type { Position } from '../../../../../shared/domain/account/account.js'
import { symbol } from '../../../../../shared/domain/ids.js'
import { inEnglish } from '../../../../../shared/messages/format-message.js'
import { shortLine } from '../../../../../renderer/confirm/card/short-line.js'
import { foreign } from '../../../../../shared/messages/make-message.js'
import {
  draft,
  evaluateDraft,
  leg,
  MARKET,
  option,
  order,
  position,
  price,
  quantity,
  quote,
  shares,
} from '../policy/policy-fixture.js'
import { cardOf, estimateOf, factsOf } from './card-fixture.js'

const optionPosition = (
  contracts: string,
  type: 'call' | 'put',
  strike: string,
  cost: string,
): Position =>
  position(contracts, {
    assetClass: 'option',
    multiplier: quantity('100'),
    averageCost: price(cost),
    lastPrice: price(cost),
    legs: [
      {
        legId: '1',
        symbol: symbol('AAPL'),
        quantity: quantity(contracts),
        option: { type, strike: price(strike), expiration: '2027-01-15' } as never,
        settles: null,
      },
    ],
  })

describe('CONFIRM-50: the card of a future', () => {
  const sale = draft({
    assetClass: 'futures',
    symbol: symbol('ESZ6'),
    side: 'short',
    ...MARKET,
    ...shares('1'),
  })
  const market = {
    multiplier: '50',
    price: { last: price('6700'), bid: price('6700'), ask: null, ageMs: 0 },
  }

  it('names its margin beside the value of the contract, and receives nothing', () => {
    const { rows } = cardOf(sale, market, estimateOf('13200', '1.62'))
    expect(rows.cost).toBe('Margin: $13,200.00')
    expect(rows['contract-value']).toBe('Contract value: $335,000.00')
    expect(Object.values(rows).join()).not.toMatch(/proceeds/i)
    expect(rows.power).toBe('Buying power: $50,000.00 → $36,798.38')
  })

  it('adds no proceeds to the total of a batch', () => {
    const { effect } = cardOf(sale, market, estimateOf('13200'))
    const row = {
      body: { state: 'open', action: 'place', side: 'sell' } as never,
      estimate: estimateOf('13200'),
      effect,
    }
    const totals = batchTotalFields([row, row]).map(
      ({ label, value }) => `${inEnglish(label)}: ${inEnglish(value)}`,
    )
    expect(totals).toContain('Total received: $0.00')
    expect(totals).toContain('Margin: $26,400.00')
  })

  it('releases its margin when it closes, with the result of closing', () => {
    const positions = [
      position('1', {
        assetClass: 'futures',
        symbol: symbol('ESZ6'),
        averageCost: price('6690'),
        // The broker reports none with a future: the contract has it.
        multiplier: null,
      }),
    ]
    const { rows, line } = cardOf(
      { ...sale, side: 'sell' },
      { ...market, positions, position: positions[0]! },
      estimateOf('13200', '1.62'),
    )
    expect(rows.cost).toBe('Margin released: $13,200.00')
    expect(rows.realized).toBe('Profit or loss of closing: +$498.38')
    expect(rows.power).toBe('Buying power: $50,000.00 → $63,198.38')
    expect(line).toMatch(/^SELL TO CLOSE 1 ESZ6/)
  })

  it('beyond the position takes the margin of the rest, and shares out the fees', () => {
    const positions = [
      position('1', {
        assetClass: 'futures',
        symbol: symbol('ESZ6'),
        averageCost: price('6690'),
        multiplier: null,
      }),
    ]
    const { rows } = cardOf(
      { ...sale, side: 'sell', ...shares('3') },
      { ...market, positions, position: positions[0]! },
      estimateOf('39600', '4.86'),
    )
    expect(rows.cost).toBe('Margin: $26,400.00')
    expect(rows.realized).toBe('Profit or loss of closing: +$498.38')
  })

  it('loses at most what the contracts that it opens can lose, beyond those that it closes', () => {
    const buy = { ...sale, side: 'buy', ...shares('3') } as const
    const positions = [
      position('-1', {
        assetClass: 'futures',
        symbol: symbol('ESZ6'),
        averageCost: price('6690'),
        multiplier: null,
      }),
    ]
    const ask = { ...market, quote: quote({ ask: price('6700'), last: price('6700') }) }
    const worst = (over: Partial<CardFacts>): string | undefined =>
      cardOf(buy, { ...ask, ...over }, estimateOf('39600', '4.86')).rows.worst
    // 6,700 with the buffer of 2 % × 50 is 341,700 a contract.
    expect(worst({})).toBe('Maximum loss: $1,025,100.00')
    expect(worst({ positions, position: positions[0]! })).toBe('Maximum loss: $683,400.00')
  })

  it('writes every price with the places of its increment', () => {
    const tiny = {
      multiplier: '12500000',
      tick: quantity('0.0000005'),
      price: {
        last: price('0.006583'),
        bid: price('0.006583'),
        ask: price('0.0065835'),
        ageMs: 0,
      },
    }
    const stop = { ...sale, type: 'stop', limitPrice: null, stopPrice: price('0.00657') } as const
    const { rows, line } = cardOf(stop, tiny, estimateOf('2800'))
    expect(line).toContain('stop 0.0065700')
    expect([rows.bid, rows.ask, rows.spread]).toEqual([
      'Bid: 0.0065830',
      'Ask: 0.0065835',
      'Spread: 0.0000005',
    ])
  })

  it.each(['', ' Dec 2026'])('is named with its month once, beside the code%s', (end) => {
    const action = { kind: 'place' as const, draft: sale }
    const name = `Micro E-mini S&P 500${end}`
    const listed = { assetClass: 'futures', name, month: '2026-12' }
    expect(inEnglish(actionSummary(action, null, { listed: listed as never }))).toContain(
      'ESZ6 (Micro E-mini S&P 500, December 2026)',
    )
  })
})

describe('CONFIRM-50: the card of an order that closes a spread', () => {
  const positions = [
    optionPosition('2', 'call', '100', '5'),
    optionPosition('-2', 'call', '105', '2'),
  ]
  const close = {
    ...option('sell', [leg('sell', 'call', '100', '2'), leg('buy', 'call', '105', '2')], '4', '2'),
  }
  close.terms = { ...close.terms, strategy: 'vertical' }
  const { rows, line, payoff } = cardOf(
    close,
    { multiplier: '100', positions, spot: price('104') },
    estimateOf('800', '0.20'),
  )

  it('is called a close, with what it makes final', () => {
    expect(line).toBe(
      'CLOSE 2 vertical on AAPL: sell 2 AAPL 15 Jan 2027 100 call, buy 2 AAPL 15 Jan 2027 105 call, limit 4.00, day',
    )
    expect(rows.realized).toBe('Profit or loss of closing: +$199.80')
  })

  it('has no maximum loss and no margin, and option buying power rises', () => {
    expect(rows.worst).toBeUndefined()
    expect(rows.margin).toBeUndefined()
    expect(payoff).toBeNull()
    expect(rows.power).toBe('Option buying power: $20,000.00 → $20,799.80')
  })

  it('shows every leg before and after', () => {
    expect(rows['position-1']).toBe('Position: AAPL 15 Jan 2027 100 call: 2 → 0')
    expect(rows['position-2']).toBe('Position: AAPL 15 Jan 2027 105 call: −2 → 0')
  })
})

describe('CONFIRM-50: the card of a roll', () => {
  const positions = [optionPosition('-1', 'put', '663', '7.90')]
  const rolled = option(
    'sell',
    [leg('buy', 'put', '663'), leg('sell', 'put', '663', '1', '2027-02-19')],
    '4.95',
  )
  const { rows, line } = cardOf(
    { ...rolled, terms: { ...rolled.terms, strategy: 'calendar' } },
    { multiplier: '100', positions, spot: price('670') },
    estimateOf('495', '0.13'),
  )

  it('says which contract moves from which day to which', () => {
    expect(line).toBe('ROLL 1 AAPL 663 put, 15 Jan 2027 → 19 Feb 2027, limit 4.95, day')
  })

  it('has the maximum loss of the position after it, with what was received before', () => {
    // 663 − 7.90 − 4.95, × 100, and the fees.
    expect(rows.worst).toBe('Maximum loss: $65,015.13')
    expect(rows.gain).toBe('Maximum gain: $1,284.87')
  })
})

describe('CONFIRM-40: maximum loss and gain with the fees', () => {
  it('the maximum loss of bought calls is the premium and the fees', () => {
    const { rows } = cardOf(
      option('buy', [leg('buy', 'call', '190', '2')], '10.90', '2'),
      { multiplier: '100' },
      estimateOf('2180', '0.10'),
    )
    expect(rows.worst).toBe('Maximum loss: $2,180.10')
    expect(rows.power).toBe('Option buying power: $20,000.00 → $17,819.90')
  })

  it('the maximum loss of event contracts is the cost and the fees, and the gain is the payout less both', () => {
    const { rows } = cardOf(
      draft({
        assetClass: 'event',
        symbol: symbol('KXHIGHCHI-26NOV27-B44.5'),
        limitPrice: price('0.39'),
        terms: { outcome: 'yes' },
        ...shares('20'),
      }),
      {},
      estimateOf('7.80', '0.34'),
    )
    expect(rows.worst).toBe('Maximum loss: $8.14')
    expect(rows.gain).toBe('Maximum gain: $11.86')
    expect(rows.power).toBe('Buying power: $50,000.00 → $49,991.86')
  })

  it('a bought butterfly needs no margin beyond its price', () => {
    const wings = [
      leg('buy', 'call', '95'),
      leg('sell', 'call', '100', '2'),
      leg('buy', 'call', '105'),
    ]
    const { rows } = cardOf(
      option('buy', wings, '0.54'),
      { multiplier: '100', spot: price('100') },
      estimateOf('54', '0.20'),
    )
    expect(rows.margin).toBe('Margin required: $0.00')
    expect(rows.worst).toBe('Maximum loss: $54.20')
    expect(rows.power).toBe('Option buying power: $20,000.00 → $19,945.80')
  })
})

describe('CONFIRM-48: the card of a covered call', () => {
  it('names the shares that cover it, and has a bounded loss', () => {
    const call = option('sell', [leg('sell', 'call', '110')], '2')
    const { rows, payoff } = cardOf(
      call,
      {
        multiplier: '100',
        spot: price('100'),
        positions: [position('103', { lastPrice: price('100') })],
      },
      estimateOf('200', '0.05'),
    )
    expect(rows.cover).toBe('Cover: by 100 of your 103 AAPL')
    // The shares at their price of now, less the premium, plus the fees.
    expect(rows.worst).toBe('Maximum loss: $9,800.05')
    expect(rows.margin).toBe('Margin required: $0.00')
    expect(payoff).toMatchObject({
      points: [
        { price: '0', result: '-9800.05' },
        { price: '110', result: '1199.95' },
      ],
      slope: '0',
    })
  })
})

describe('CONFIRM-50: the card of an event contract', () => {
  const EVENT = 'Highest temperature in Chicago on Nov 27, 2026?'
  const order = draft({
    assetClass: 'event',
    symbol: symbol('KXHIGHCHI-26NOV27-B44.5'),
    limitPrice: price('0.39'),
    terms: { outcome: 'yes' },
    ...shares('20'),
  })
  const cardFor = (eventName: string | null, name: string) =>
    cardOf(
      order,
      { listed: { assetClass: 'event', name, eventName } as never },
      estimateOf('7.80', '0.34'),
    )

  it('names the market in words, and its code beside it alone', () => {
    const { line, rows } = cardFor(EVENT, `${EVENT} 44° to 45°`)
    expect(line).toBe(
      'BUY 20 Highest temperature in Chicago on Nov 27 2026 · 44° to 45° · YES, limit 0.39, day',
    )
    expect(rows.code).toBe('Code: KXHIGHCHI-26NOV27-B44.5')
    expect(shortLine({ line: foreign(line), action: 'place' })).toBe(
      'BUY 20 Highest temperature in Chicago on Nov 27 2026 · 44° to 45° · YES',
    )
  })

  it('keeps its code where the name is too long to be shown whole', () => {
    const { line } = cardFor(EVENT, `${EVENT} ${'44° or '.repeat(20)}`)
    expect(line).toMatch(/^BUY 20 YES of KXHIGHCHI-26NOV27-B44\.5 /)
  })

  it('cannot be given another outcome by its name', () => {
    const { line } = cardFor('Rain', 'Rain · NO, limit 0.01: (sold)')
    expect(line).toBe('BUY 20 Rain · NO limit 0.01 sold · YES, limit 0.39, day')
  })
})

describe('CONFIRM-40: the picture of an order against what is held', () => {
  const optionMarket = { multiplier: '100', spot: price('100') }
  const sell = option('sell', [leg('sell', 'call', '110', '2')], '1', '2')

  it('is that of the spread where a held call covers what is sold', () => {
    const positions = [optionPosition('2', 'call', '105', '2.5')]
    const { payoff, rows } = cardOf(sell, { ...optionMarket, positions }, estimateOf('200', '0'))
    // Worth 500 now, less the 200 received: 300 at risk, and 700 to gain above the sold strike.
    expect(rows.worst).toBe('Maximum loss: $300.00')
    expect(payoff?.slope).toBe('0')
    expect(payoff?.points.map((point) => [point.price, point.result])).toEqual([
      ['0', '-300.00'],
      ['105', '-300.00'],
      ['110', '700.00'],
    ])
  })

  it('is none where the order closes what is held', () => {
    const positions = [optionPosition('-2', 'call', '110', '1')]
    const buy = option('buy', [leg('buy', 'call', '110', '2')], '1', '2')
    expect(cardOf(buy, { ...optionMarket, positions }, estimateOf('200')).payoff).toBeNull()
    const spread = [
      optionPosition('2', 'call', '105', '2'),
      optionPosition('-2', 'call', '110', '1'),
    ]
    const close = option(
      'sell',
      [leg('sell', 'call', '105', '2'), leg('buy', 'call', '110', '2')],
      '1',
      '2',
    )
    expect(
      cardOf(close, { ...optionMarket, positions: spread }, estimateOf('200')).payoff,
    ).toBeNull()
  })
})

describe('CONFIRM-40: the card of a calendar', () => {
  const card = (side: 'buy' | 'sell') => {
    const [near, far] = side === 'buy' ? (['sell', 'buy'] as const) : (['buy', 'sell'] as const)
    const legs = [leg(near, 'put', '100'), leg(far, 'put', '100', '1', '2027-02-19')]
    return cardOf(
      option(side, legs, '1.50'),
      { multiplier: '100', spot: price('100') },
      estimateOf('150', '0.10'),
    ).rows
  }

  it('a calendar that is bought loses what was paid, and gains by what the later option is worth', () => {
    expect(card('buy')).toMatchObject({
      worst: 'Maximum loss: $150.10',
      gain: 'Maximum gain: depends on the value of the option that expires later',
    })
  })

  it('a calendar that is sold loses the strike of the option that stays, and gains what was received', () => {
    expect(card('sell')).toMatchObject({
      worst: 'Maximum loss: $9,850.10',
      gain: 'Maximum gain: $149.90',
    })
  })
})

describe('CONFIRM-49: the card of a trailing stop', () => {
  const stop = (step: string) =>
    draft({
      side: 'sell',
      type: 'trailing-stop',
      symbol: symbol('SPY'),
      limitPrice: null,
      trail: { kind: 'percent', step: quantity(step) },
      ...shares('5'),
    })
  const market = {
    price: { last: price('671.62'), bid: price('671.61'), ask: price('671.63'), ageMs: 0 },
  }
  const positions = [position('5', { symbol: symbol('SPY'), lastPrice: price('671.62') })]

  it('has its present level and distance, and proceeds at the trigger', () => {
    const { rows } = cardOf(stop('0.02'), { ...market, positions }, estimateOf('3358.05', '0.10'))
    expect(rows.trail).toBe('Stop now: about 658.19, 13.43 (2%) away')
    expect(rows.cost).toBe('Estimated proceeds: $3,290.94')
  })

  it.each([
    ['0.2', false],
    ['0.201', true],
    ['0.5', true],
  ])('a trail of %s is a danger: %s', (step, isDanger) => {
    const verdict = evaluateDraft(stop(step), {
      facts: {
        ...market,
        positions,
        position: positions[0]!,
        quote: quote({ symbol: symbol('SPY'), last: price('671.62'), bid: price('671.61') }),
      },
    })
    const codes = verdict.dangers.map(({ code }) => code)
    expect(codes.includes('wide-trail')).toBe(isDanger)
  })
})

it('CONFIRM-50: a cancellation names the stop that it takes from a position', () => {
  const before = order('s', {
    side: 'sell',
    type: 'stop',
    limitPrice: null,
    stopPrice: price('90'),
  })
  const action = {
    kind: 'cancel' as const,
    accountId: before.accountId,
    clientOrderId: before.clientOrderId,
    before,
  }
  const [row] = bareFields(action, factsOf({ position: position('10') }))
  expect(row === undefined ? '' : inEnglish(row.value)).toBe('removes a stop of your 10 AAPL')
  expect(
    bareFields(
      { ...action, before: { ...before, side: 'buy' } },
      factsOf({ position: position('10') }),
    ),
  ).toEqual([])
})
