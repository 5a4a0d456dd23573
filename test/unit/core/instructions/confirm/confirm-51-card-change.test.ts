import { describe, expect, it } from 'vitest'
import type { CardBody } from '../../../../../electron/core/instructions/confirm/card.js'
import { changeOf } from '../../../../../electron/core/instructions/confirm/card-change.js'
import { dec } from '../../../../../shared/domain/decimal.js'
import type { CardField } from '../../../../../shared/domain/instructions/card.js'
import { message } from '../../../../../shared/messages/make-message.js'

/** Half a percent, or five cents of a price and 50.00 of the order. */
const TOLERANCE = { ratio: dec('0.005'), price: dec('0.05'), money: dec('50') }

const money = (amount: string) => message('card.money', { amount: dec(amount), currency: 'USD' })
const price = (text: string) => message('card.price', { price: dec(text) })
const field = (
  id: string,
  value: CardField['value'],
  more: Partial<CardField> = {},
): CardField => ({
  id,
  label: message('card.cost'),
  value,
  before: null,
  mark: 'none',
  source: null,
  ...more,
})

const body = (change: Partial<CardBody> = {}): CardBody =>
  ({
    line: message('card.nothing'),
    editable: {},
    tier: 'plain',
    dangers: [],
    requestCount: 1,
    label: 'live',
    money: [],
    effect: [],
    market: [],
    compare: [],
    policy: [],
    moved: null,
    state: 'open',
    ...change,
  }) as unknown as CardBody

describe('CONFIRM-51: what changed between two states of a card', () => {
  it.each([
    ['the same state', {}, {}],
    ['a quote that grows stale', { label: 'live' }, { label: 'stale' }],
    [
      'a bid within the tolerance',
      { market: [field('bid', price('187.40'))] },
      { market: [field('bid', price('187.52'))] },
    ],
    [
      'buying power before and after',
      { effect: [field('power', money('9000'), { before: money('10000') })] },
      { effect: [field('power', money('9045'), { before: money('10045') })] },
    ],
    [
      'the cost within the tolerance',
      { money: [field('cost', money('1839.2'))] },
      { money: [field('cost', money('1889.2'))] },
    ],
    [
      'a distance to the market',
      { market: [field('distance', price('1'))] },
      { market: [field('distance', price('9'))] },
    ],
  ] as const)('is nothing for %s', (_what, before, after) => {
    expect(
      changeOf(body(before as Partial<CardBody>), body(after as Partial<CardBody>), TOLERANCE),
    ).toBeNull()
  })

  it.each([
    ['the cost', 'cost', money('1839.2'), money('1889.21')],
    ['the bid', 'bid', price('187.4'), price('188.34')],
    ['fees, by a cent', 'fees', money('1'), money('1.01')],
    ['the position', 'position', price('10'), price('11')],
    ['a figure that is no longer known', 'cost', money('1'), message('card.notKnown')],
  ] as const)('names old and new of %s', (_what, id, from, to) => {
    expect(
      changeOf(body({ market: [field(id, from)] }), body({ market: [field(id, to)] }), TOLERANCE),
    ).toEqual({ subject: message('card.cost'), from, to })
  })

  it.each([
    ['the tier', { tier: 'danger' }, 'card.risksChanged'],
    ['the times it was requested', { requestCount: 2 }, 'card.requestedAgain'],
    ['delayed data', { label: 'delayed' }, 'card.quoteKindChanged'],
    ['anything else that is shown', { expiresAt: 5 }, 'card.otherChanged'],
  ] as const)('names %s', (_what, change, code) => {
    expect(
      changeOf(body(), body(change as unknown as Partial<CardBody>), TOLERANCE)?.subject.code,
    ).toBe(code)
  })

  it('sees a new warning at a figure that stays the same', () => {
    const before = body({ market: [field('stop', price('1'))] })
    const after = body({ market: [field('stop', price('1'), { mark: 'warning' })] })
    expect(changeOf(before, after, TOLERANCE)).not.toBeNull()
  })
})
