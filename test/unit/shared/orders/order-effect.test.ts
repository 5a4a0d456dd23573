import { describe, expect, it } from 'vitest'
import type { Position } from '../../../../shared/domain/account/account.js'
import {
  asMoney,
  asPrice,
  asQuantity,
  dec,
  decimalText,
} from '../../../../shared/domain/decimal.js'
import { accountId, symbol } from '../../../../shared/domain/ids.js'
import type { EffectFacts } from '../../../../shared/domain/orders/effect/effect-types.js'
import { trailLevel } from '../../../../shared/domain/orders/effect/likely-order.js'
import { exitEffect, positionsAfter } from '../../../../shared/domain/orders/effect/exit-effect.js'
import { effectOf } from '../../../../shared/domain/orders/effect/order-effect.js'
import type { OrderDraft } from '../../../../shared/domain/orders/order.js'

const ACC = accountId('ACC')
const draft = (side: OrderDraft['side'], quantity: string, over: Partial<OrderDraft> = {}) =>
  ({
    accountId: ACC,
    assetClass: 'stock',
    symbol: symbol('AAPL'),
    side,
    type: 'limit',
    timeInForce: 'day',
    session: 'core',
    size: { kind: 'quantity', quantity: asQuantity(dec(quantity)) },
    limitPrice: asPrice(dec('10')),
    stopPrice: null,
    trail: null,
    expireDate: null,
    ...over,
  }) satisfies OrderDraft
const holding = (quantity: string, over: Partial<Position> = {}): readonly Position[] =>
  quantity === '0'
    ? []
    : [
        {
          accountId: ACC,
          symbol: symbol('AAPL'),
          assetClass: 'stock',
          quantity: asQuantity(dec(quantity)),
          averageCost: asPrice(dec('8')),
          multiplier: dec('1'),
          lastPrice: null,
          ...over,
        } as Position,
      ]
const effect = (order: OrderDraft, over: Partial<EffectFacts> = {}) =>
  effectOf({
    draft: order,
    positions: [],
    price: dec('10'),
    multiplier: dec('1'),
    fees: asMoney(dec('1')),
    brokerCost: null,
    account: undefined,
    power: { account: asMoney(dec('1000')), option: null },
    stock: null,
    spot: null,
    markOf: () => null,
    isBroad: false,
    ...over,
  })
const power = (side: OrderDraft['side'], quantity: string, held: string, over = {}) => {
  const { after } = effect(draft(side, quantity), { positions: holding(held), ...over }).power
  return after === null ? null : decimalText(after)
}

describe('the effect of an order of shares', () => {
  it.each([
    ['buy', '10', '0', '899'],
    ['short', '10', '0', '899'],
    ['sell', '10', '10', '1099'],
    ['buy', '10', '-10', '1099'],
    ['sell', '10', '5', '999'],
  ] as const)(
    'the effect on buying power: %s %s with %s held leaves %s',
    (side, quantity, held, after) => {
      expect(power(side, quantity, held)).toBe(after)
    },
  )

  const margin = {
    account: 'margin',
    stock: {
      intradayLong: dec('0.25'),
      intradayShort: dec('0.3'),
      initialLong: dec('0.5'),
      maintenanceLong: dec('0.25'),
      maintenanceShort: dec('0.3'),
    },
  }
  it.each([
    ['buy', '0', '896'],
    ['short', '0', '876'],
    ['buy', '-10', '1116'],
    ['sell', '10', '1096'],
  ] as const)(
    'an order in a margin account takes the day’s margin four times over: %s',
    (side, held, after) => {
      expect(power(side, '10', held, margin)).toBe(after)
    },
  )

  it('closes, reduces, adds and flips by the position after it', () => {
    const kind = (side: OrderDraft['side'], quantity: string, held: string) =>
      effect(draft(side, quantity), { positions: holding(held) }).kind
    expect([
      kind('buy', '5', '0'),
      kind('buy', '5', '5'),
      kind('sell', '4', '10'),
      kind('sell', '10', '10'),
      kind('sell', '15', '10'),
      kind('buy', '15', '-10'),
    ]).toEqual(['open', 'add', 'reduce', 'close', 'flip', 'flip'])
  })

  it('makes a result final only where it closes: against the average cost, less the fees', () => {
    const realized = (side: OrderDraft['side'], quantity: string, held: string) =>
      effect(draft(side, quantity), { positions: holding(held) }).realized
    expect([
      realized('buy', '5', '0'),
      realized('sell', '10', '10'),
      realized('sell', '4', '10'),
      realized('buy', '10', '-10'),
    ]).toEqual([null, '19', '7', '-21'])
  })

  it('counts only the open part of a replaced order', () => {
    const replaced = effect(draft('buy', '10'), {
      filled: asQuantity(dec('4')),
      positions: holding('4'),
    })
    expect([replaced.value, replaced.changes[0]?.after]).toEqual(['60', '10'])
  })

  it('is not known without a price', () => {
    const unknown = effect(draft('buy', '10'), { price: null })
    expect([unknown.value, unknown.cash, unknown.power.after, unknown.realized]).toEqual([
      null,
      null,
      null,
      null,
    ])
  })
})

describe('CONFIRM-49: the level of a trailing stop', () => {
  const trailing = (side: 'buy' | 'sell', kind: 'amount' | 'percent', step: string) =>
    trailLevel({ side, trail: { kind, step: dec(step) } }, { last: asPrice(dec('200')) })
  it.each([
    ['sell', 'percent', '0.02', '196', '0.02'],
    ['buy', 'percent', '0.02', '204', '0.02'],
    ['sell', 'amount', '5', '195', '0.025'],
    ['sell', 'amount', '250', '0', '1.25'],
  ] as const)('the level of a %s by %s %s is %s', (side, kind, step, level, share) => {
    const found = trailing(side, kind, step)
    expect(found === null ? null : [Number(found.level), Number(found.share)]).toEqual([
      Number(level),
      Number(share),
    ])
  })
  it('is not known without a price, and not for another order', () => {
    expect(trailLevel({ side: 'sell', trail: null }, { last: asPrice(dec('200')) })).toBeNull()
    expect(trailLevel({ side: 'sell', trail: { kind: 'amount', step: dec('1') } }, {})).toBeNull()
  })
})

describe('what the exit of an entry is compared with', () => {
  const entry = (side: 'buy' | 'sell', held: string) => ({
    draft: draft(side, '10'),
    price: asPrice(dec('10')),
    positions: holding(held),
    multiplier: dec('1'),
  })
  const average = (side: 'buy' | 'sell', held: string) =>
    positionsAfter(entry(side, held)).map(({ averageCost }) => Number(averageCost))
  it.each([
    ['buy', '0', [10]],
    ['buy', '30', [8.5]],
    ['buy', '-10', []],
    ['buy', '-4', [10]],
    ['sell', '-30', [8.5]],
    ['sell', '30', [8]],
  ] as const)('is the average cost after a %s with %s held: %s', (side, held, expected) => {
    expect(average(side, held)).toEqual(expected)
  })

  it('decides what the exit brings, of the part alone that it closes', () => {
    const exit = (price: string) => draft('sell', '10', { limitPrice: asPrice(dec(price)) })
    const result = (held: string, price: string) =>
      exitEffect(entry('buy', held), exit(price)).realized
    expect([result('0', '12'), result('0', '9.5'), result('30', '12'), result('-4', '12')]).toEqual(
      ['20', '-5', '35', '12'],
    )
    expect(result('-10', '12')).toBeNull()
  })
})

describe('the effect of a leg that joins a position', () => {
  const call = (strike: string) =>
    ({ type: 'call', strike: asPrice(dec(strike)), expiration: '2026-12-18' }) as const
  const put = { ...call('100'), type: 'put' } as const
  const optionPosition = (quantity: string, option: ReturnType<typeof call>): Position =>
    ({
      accountId: ACC,
      positionId: 'P1',
      symbol: symbol('AAPL'),
      assetClass: 'option',
      quantity: asQuantity(dec(quantity)),
      averageCost: asPrice(dec('9')),
      multiplier: dec('100'),
      lastPrice: asPrice(dec('4')),
      legs: [
        {
          legId: '1',
          symbol: symbol('AAPL'),
          quantity: asQuantity(dec(quantity)),
          option: { ...option, style: null, multiplier: null, deliverable: null },
          settles: null,
        },
      ],
    }) as unknown as Position
  const joins = (
    side: 'buy' | 'sell',
    option: NonNullable<Parameters<typeof optionPosition>[1]> | typeof put,
    strategy: 'vertical' | 'straddle' | 'covered-stock',
    limit: string,
  ) =>
    draft(side, '1', {
      assetClass: 'option',
      limitPrice: asPrice(dec(limit)),
      terms: {
        strategy: 'single',
        legs: [{ symbol: symbol('AAPL'), side, quantity: asQuantity(dec('1')), option }],
        legging: { direction: 'in', positionId: 'P1', strategy },
      },
    })
  const bounds = (order: OrderDraft, position: Position, price: string) => {
    const { maxLoss, maxGain } = effect(order, {
      positions: [position],
      price: dec(price),
      multiplier: dec('100'),
      fees: null,
      spot: asPrice(dec('100')),
    })
    const text = (bound: typeof maxLoss) =>
      bound === null || bound === 'unlimited' ? bound : decimalText(bound)
    return [text(maxLoss), text(maxGain)]
  }

  it('is that of the strategy that the position becomes', () => {
    // Held at 4.00 now, sold for 1.50: 2.50 at risk, of a width of 5.00.
    expect(
      bounds(
        joins('sell', call('105'), 'vertical', '1.5'),
        optionPosition('1', call('100')),
        '1.5',
      ),
    ).toEqual(['250', '250'])
    // A bought put beside a bought call: both premiums are at risk.
    expect(
      bounds(joins('buy', put, 'straddle', '3'), optionPosition('1', call('100')), '3'),
    ).toEqual(['700', 'unlimited'])
  })

  it('counts no more of the position than the order trades', () => {
    expect(
      bounds(
        joins('sell', call('105'), 'vertical', '1.5'),
        optionPosition('5', call('100')),
        '1.5',
      ),
    ).toEqual(['250', '250'])
  })

  it('counts shares at their price of now', () => {
    const shares = { ...holding('250')[0], positionId: 'P1' } as Position
    expect(bounds(joins('sell', call('105'), 'covered-stock', '1.5'), shares, '1.5')).toEqual([
      '9850',
      '650',
    ])
  })
})
