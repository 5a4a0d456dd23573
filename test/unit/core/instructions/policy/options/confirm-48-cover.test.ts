import { describe, expect, it } from 'vitest'
import { decimalText } from '../../../../../../shared/domain/decimal.js'
import { symbol } from '../../../../../../shared/domain/ids.js'
import type { Position } from '../../../../../../shared/domain/account/account.js'
import { orderInstrumentKey } from '../../../../../../shared/domain/instruments/instrument-key.js'
import { coveringQuantity } from '../../../../../../electron/core/orders/covering.js'
import {
  draft,
  evaluateDraft,
  leg,
  option,
  order,
  position,
  price,
  quantity,
  shares,
} from '../policy-fixture.js'

const optionPosition = (contracts: string, type: 'call' | 'put', strike: string): Position =>
  position(contracts, {
    positionId: `${type} ${strike}`,
    assetClass: 'option',
    multiplier: quantity('100'),
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
const stock = (count: string, over: Partial<Position> = {}): Position =>
  position(count, { lastPrice: price('100'), ...over })
const OPTIONS = { multiplier: '100', quote: null }
const codes = ({ dangers }: ReturnType<typeof evaluateDraft>) => dangers.map(({ code }) => code)

describe('CONFIRM-48: cover', () => {
  const bullCallSpread = [optionPosition('1', 'call', '95'), optionPosition('-1', 'call', '105')]

  it('the cover of a spread is its long option, so that its shares sell as any others', () => {
    const shareSale = draft({ side: 'sell', ...shares('2') })
    const positions = [stock('20'), ...bullCallSpread]
    const verdict = evaluateDraft(shareSale, { facts: { position: positions[0]!, positions } })
    expect(verdict).toMatchObject({ result: 'ask', reduces: true, exposure: '0', tier: 'plain' })
    expect(codes(verdict)).toEqual([])
  })

  it.each([
    ['20 shares cover no contract', '20', ['-1'], '0'],
    ['103 shares cover one contract by 100', '103', ['-1'], '100'],
    ['250 shares cover two of three contracts', '250', ['-3'], '200'],
    ['long options come first', '103', ['-1', '1'], '0'],
    ['shares cover what long options leave', '250', ['-3', '1'], '200'],
  ])('%s', (_about, count, [short = '', long], covering) => {
    const positions = [
      stock(count),
      optionPosition(short, 'call', '105'),
      ...(long === undefined ? [] : [optionPosition(long, 'call', '110')]),
    ]
    expect(decimalText(coveringQuantity(positions[0]!, positions))).toBe(covering)
  })

  it('takes the name of what it is where shares that cover a call are sold', () => {
    const positions = [stock('100'), optionPosition('-1', 'call', '105')]
    const verdict = evaluateDraft(draft({ side: 'sell', ...shares('2') }), {
      facts: { position: positions[0]!, positions },
    })
    const texts = verdict.dangers.map(({ text }) => text)
    expect(texts).toContain('Leaves short options of AAPL without their cover')
    expect(texts.join()).not.toMatch(/sells an option|writes/i)
  })

  const call = option('sell', [leg('sell', 'call', '110')], '2')

  it('cover by 100 of 103 shares makes a call no danger and no unlimited loss', () => {
    const verdict = evaluateDraft(call, { facts: { ...OPTIONS, positions: [stock('103')] } })
    expect(codes(verdict)).toEqual([])
    expect(verdict).toMatchObject({ tier: 'plain', exposure: '0', maxLoss: '0' })
    expect(verdict.basis).toBe('maximum loss: covered by 100 held shares')
  })

  it.each([
    ['99 shares', [stock('99')], {}],
    ['shares that another call uses', [stock('103'), optionPosition('-1', 'call', '120')], {}],
    [
      'shares that a working order sells',
      [stock('103')],
      { working: [order('w', { side: 'sell', quantity: quantity('50') })] },
    ],
    [
      'shares that a pending call uses',
      [stock('103')],
      {
        pending: [
          { action: { kind: 'place' as const, draft: call }, exposure: quantity('0') as never },
        ],
      },
    ],
    ['a call that expires earlier', [optionPosition('1', 'put', '90')], {}],
  ])('is not given by %s', (_about, positions, usage) => {
    const verdict = evaluateDraft(call, { facts: { ...OPTIONS, positions }, usage })
    expect(codes(verdict)).toEqual(expect.arrayContaining(['uncovered-option', 'unlimited-loss']))
  })

  it('cover by a held long call leaves the difference of the strikes as the maximum loss', () => {
    const positions = [optionPosition('1', 'call', '115')]
    const verdict = evaluateDraft(call, { facts: { ...OPTIONS, positions } })
    expect(codes(verdict)).toEqual([])
    expect(verdict).toMatchObject({ exposure: '300', maxLoss: '300' })
  })

  it('cover of one of two calls by 103 shares leaves one of them, and says so', () => {
    const both = option('sell', [leg('sell', 'call', '110', '2')], '2', '2')
    const verdict = evaluateDraft(both, { facts: { ...OPTIONS, positions: [stock('103')] } })
    expect(codes(verdict)).toEqual(expect.arrayContaining(['uncovered-option', 'unlimited-loss']))
    expect(verdict.dangers.map(({ text }) => text)).toContain(
      'Sells more options than your position and the other legs cover',
    )
    // One call at twice the price of its shares, not two.
    expect(verdict.exposure).toBe('22400')
  })

  it('cover by shares moves with a call that is rolled to a later day', () => {
    const later = leg('sell', 'call', '115')
    const roll = option(
      'sell',
      [
        leg('buy', 'call', '110'),
        { ...later, option: { ...later.option!, expiration: '2027-02-19' } },
      ],
      '1',
    )
    const facts = { ...OPTIONS, positions: [stock('133'), optionPosition('-1', 'call', '110')] }
    const verdict = evaluateDraft(roll, { facts })
    expect(codes(verdict)).toEqual([])
    expect(verdict).toMatchObject({ exposure: '0', maxLoss: '0' })
    const bare = evaluateDraft(roll, {
      facts: { ...facts, positions: [optionPosition('-1', 'call', '110')] },
    })
    expect(bare.maxLoss).toBeNull()
  })

  it('counts nothing for an order that closes a held spread (CONFIRM-41)', () => {
    const close = option('sell', [leg('sell', 'call', '95'), leg('buy', 'call', '105')], '4')
    const verdict = evaluateDraft(close, { facts: { ...OPTIONS, positions: bullCallSpread } })
    expect(verdict).toMatchObject({ reduces: true, exposure: '0', maxLoss: '0', tier: 'plain' })
    expect(verdict.rules.map(({ text }) => text)).toContain('Reduces risk: closes 1 of 1 available')
  })

  it('is not closed by a spread of more contracts than are held', () => {
    const close = option(
      'sell',
      [leg('sell', 'call', '95', '2'), leg('buy', 'call', '105', '2')],
      '4',
      '2',
    )
    const verdict = evaluateDraft(close, { facts: { ...OPTIONS, positions: bullCallSpread } })
    expect(verdict.reduces).toBe(false)
  })
})

describe('CONFIRM-48: a value that is not known', () => {
  const trailing = order('t', {
    side: 'sell',
    type: 'trailing-stop',
    symbol: symbol('SPY'),
    quantity: quantity('5'),
    limitPrice: null,
    stopPrice: null,
    trail: { kind: 'percent', step: quantity('0.02') },
  })
  const perDay = (facts: Parameters<typeof evaluateDraft>[1]) =>
    evaluateDraft(draft(), { usage: { working: [trailing] }, ...facts }).rules.find(
      ({ rule }) => rule === 'per-day',
    )

  it('values a working trailing stop at the last price', () => {
    const markets = new Map([
      [orderInstrumentKey(trailing)!, { last: price('670'), multiplier: null }],
    ])
    expect(perDay({ facts: { otherMarkets: markets } })).toMatchObject({
      result: 'passed',
      text: '$4,350.00 of $1,000,000,000.00 per day',
    })
  })

  it('counts nothing for a trailing stop that only closes what is held (CONFIRM-41)', () => {
    const positions = [position('20', { symbol: symbol('SPY'), lastPrice: price('670') })]
    expect(perDay({ facts: { positions } })).toMatchObject({
      text: '$1,000.00 of $1,000,000,000.00 per day',
    })
  })

  it('refuses by naming the order where it has no price, and never by an invented sum', () => {
    const verdict = evaluateDraft(draft(), { usage: { working: [trailing] } })
    expect(verdict.refusal?.code).toBe('unavailable')
    expect(verdict.refusal?.message).toContain('SPY has no price yet')
    expect(JSON.stringify(verdict)).not.toMatch(/1000000000000|1,000,000,000,000/)
  })
})
