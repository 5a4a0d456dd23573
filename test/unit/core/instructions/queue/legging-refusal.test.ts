import { describe, expect, it } from 'vitest'
import { leggingRefusal } from '../../../../../electron/core/instructions/queue/intake/legging-refusal.js'
import type { Position } from '../../../../../shared/domain/account/account.js'
import { symbol } from '../../../../../shared/domain/ids.js'
import type { OptionStrategy } from '../../../../../shared/domain/instruments/option.js'
import type { OrderDraft } from '../../../../../shared/domain/orders/order.js'
import { inEnglish } from '../../../../../shared/messages/format-message.js'
import { draft, leg, position, price, quantity, shares } from '../policy/policy-fixture.js'

const contract = (legId: string, count: string, strike: string) => ({
  legId,
  symbol: symbol('AAPL'),
  quantity: quantity(count),
  option: { type: 'call', strike: price(strike), expiration: '2026-12-18' } as never,
  settles: null,
})
const call: Position = position('1', {
  positionId: 'P7',
  assetClass: 'option',
  strategy: 'single',
  legs: [contract('1', '1', '250')],
})
const order = (
  side: 'buy' | 'sell',
  strike: string,
  becomes: OptionStrategy | null,
  positionId = 'P7',
): OrderDraft =>
  draft({
    assetClass: 'option',
    side,
    ...shares('1'),
    terms: {
      strategy: 'single',
      legs: [leg(side, 'call', strike, '1', '2026-12-18')],
      legging:
        becomes === null
          ? { direction: 'out', positionId }
          : { direction: 'in', positionId, strategy: becomes },
    },
  })
const ruleOf = (requested: OrderDraft, positions: readonly Position[]) =>
  leggingRefusal(requested, positions)?.detail?.rule ?? null

describe('A leg that an assistant requests for a held position', () => {
  it('makes the strategy that the request names, and no other', () => {
    expect(ruleOf(order('sell', '255', 'vertical'), [call])).toBeNull()
    expect(ruleOf(order('sell', '255', 'calendar'), [call])).toBe('strategy-of-legs')
    expect(ruleOf(order('buy', '255', 'vertical'), [call])).toBe('strategy-of-legs')
    const owned = position('100', { positionId: 'P7' })
    expect(ruleOf(order('sell', '255', 'covered-stock'), [owned])).toBeNull()
  })

  it('is of at most as many units as the position holds: the others would stand alone', () => {
    const two = { ...order('sell', '255', 'vertical'), ...shares('2') }
    expect(ruleOf(two, [call])).toBe('position-size')
    expect(ruleOf(two, [{ ...call, quantity: quantity('2') }])).toBeNull()
    const covered = { ...order('sell', '255', 'covered-stock'), ...shares('2') }
    expect(ruleOf(covered, [position('199', { positionId: 'P7' })])).toBe('position-size')
    expect(ruleOf(covered, [position('200', { positionId: 'P7' })])).toBeNull()
    const refusal = leggingRefusal(two, [call])
    expect(refusal === null ? '' : inEnglish(refusal.message)).toBe(
      'Position P7 is enough for a quantity of 1 of this leg, not of 2.',
    )
    expect(refusal?.detail?.didYouMean).toBe('1')
  })

  it('names a position of the account', () => {
    const refusal = leggingRefusal(order('sell', '255', 'vertical', 'P8'), [call])
    expect(refusal === null ? '' : inEnglish(refusal.message)).toBe(
      'The account holds no position P8.',
    )
    expect([refusal?.code, refusal?.detail?.rule]).toEqual(['invalid', 'position-held'])
  })

  it('leaves the position only by the opposite side of what is held, of each of its legs', () => {
    expect(ruleOf(order('sell', '250', null), [call])).toBeNull()
    expect(ruleOf(order('buy', '250', null), [call])).toBe('leg-closes')
    expect(ruleOf(order('sell', '255', null), [call])).toBe('leg-closes')
    const vertical = position('1', {
      positionId: 'P7',
      assetClass: 'option',
      strategy: 'vertical',
      legs: [contract('1', '1', '250'), contract('2', '-1', '255')],
    })
    expect(ruleOf(order('buy', '255', null), [vertical])).toBeNull()
    expect(ruleOf(order('sell', '250', null), [vertical])).toBeNull()
  })

  it('says nothing of other orders, and while the positions are not known', () => {
    expect(leggingRefusal(draft(), [])).toBeNull()
    expect(leggingRefusal(order('sell', '255', 'vertical'), undefined)).toBeNull()
  })
})
