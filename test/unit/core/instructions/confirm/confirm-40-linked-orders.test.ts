import { describe, expect, it } from 'vitest'
import { linkedFields } from '../../../../../electron/core/instructions/confirm/fields/linked-fields.js'
import { actionSummary } from '../../../../../electron/core/instructions/order-text/order-summary.js'
import type { CardFacts } from '../../../../../electron/core/instructions/policy/policy-types.js'
import {
  editableOf,
  readAmendment,
} from '../../../../../electron/core/instructions/requests/action.js'
import type { InstructionAction } from '../../../../../shared/domain/instructions/instruction.schema.js'
import type { ComboRole } from '../../../../../shared/domain/orders/order-types.js'
import type { OrderDraft } from '../../../../../shared/domain/orders/order.js'
import { dec } from '../../../../../shared/domain/decimal.js'
import { symbol } from '../../../../../shared/domain/ids.js'
import { inEnglish } from '../../../../../shared/messages/format-message.js'
import { draft, position, price, quantity, quote, shares } from '../policy/policy-fixture.js'

const STOP = draft({ side: 'sell', type: 'stop', limitPrice: null, stopPrice: price('90') })
const TARGET = draft({ side: 'sell', limitPrice: price('120') })
const LATER = draft({ ...shares('1000'), timeInForce: 'gtc', session: 'all' })
const action = (
  role: ComboRole,
  first: OrderDraft,
  ...others: readonly OrderDraft[]
): InstructionAction => ({
  kind: 'place',
  draft: first,
  linked: others.map((member) => ({ role, draft: member })),
})
const FACTS = { position: null, price: quote(), multiplier: '1' } as unknown as CardFacts

/** Returns the fields as texts: "label: before → value". */
const texts = (requested: InstructionAction, facts: CardFacts = FACTS): readonly string[] =>
  linkedFields(requested, facts).map(({ label, before, value }) => {
    const from = before === null ? '' : `${inEnglish(before)} → `
    return `${inEnglish(label)}: ${from}${inEnglish(value)}`
  })

describe('CONFIRM-40: the card of linked orders', () => {
  it('lists every order in full, and the position after each way they can fill', () => {
    expect(texts(action('otoco', draft(), TARGET, STOP))).toEqual([
      'Order 1 of 3 · Main order: BUY 10 AAPL, limit 100.00, day',
      'Order 2 of 3 · One triggers, one cancels: SELL 10 AAPL, limit 120.00, day',
      'Order 3 of 3 · One triggers, one cancels: SELL 10 AAPL, stop 90.00, day',
      'Position if order 1 fills: 0 → 10',
      'Position if orders 1 and 2 fill: 0 → 0',
      'Position if orders 1 and 3 fill: 0 → 0',
      'Result of order 2: +$200.00',
      'Result of order 3: −$100.00',
    ])
  })

  it('shows orders of which one fill cancels the others as alternatives', () => {
    const held = { ...FACTS, position: position('4') } as CardFacts
    expect(texts(action('oco', draft(), draft(shares('20'))), held).slice(2)).toEqual([
      'Position if order 1 fills: 4 → 14',
      'Position if order 2 fills: 4 → 24',
    ])
  })

  it('adds up orders that the first one starts, and warns of a short position', () => {
    const requested = action('oto', draft(), draft({ side: 'sell', ...shares('30') }))
    expect(texts(requested).slice(2)).toEqual([
      'Position if order 1 fills: 0 → 10',
      'Position if orders 1 and 2 fill: 0 → −20',
    ])
    expect(linkedFields(requested, FACTS).at(-1)?.mark).toBe('warning')
  })

  it('summarizes them in one line, or by their number when it is too long', () => {
    expect(inEnglish(actionSummary(action('otoco', draft(), TARGET, STOP), null))).toBe(
      '3 linked orders in AAPL: BUY 10 AAPL, limit 100.00, day; once filled, SELL 10 AAPL, limit 120.00, day or SELL 10 AAPL, stop 90.00, day, whichever is first: a fill cancels the others',
    )
    const seven = action('oto', draft(), ...Array.from({ length: 6 }, () => LATER))
    expect(inEnglish(actionSummary(seven, null))).toBe(
      '7 linked orders in AAPL: the first starts the others when it fills; each is listed below',
    )
  })

  it('writes every price with the places of the step, however little a coin costs (REL-45)', () => {
    const coin = (terms: Partial<OrderDraft>): OrderDraft =>
      draft({ assetClass: 'crypto', symbol: symbol('SHIBUSD'), ...shares('1000000'), ...terms })
    const requested = action(
      'otoco',
      coin({ limitPrice: price('0.0000121') }),
      coin({ side: 'sell', limitPrice: price('0.000013') }),
      coin({ side: 'sell', type: 'stop', limitPrice: null, stopPrice: price('0.0000119') }),
    )
    const facts = { ...FACTS, tick: dec('0.00000001') } as CardFacts
    const fields = linkedFields(requested, facts)
    expect(fields.slice(0, 3).map(({ value }) => inEnglish(value))).toEqual([
      'BUY 1,000,000 SHIBUSD, limit 0.00001210, day',
      'SELL 1,000,000 SHIBUSD, limit 0.00001300, day',
      'SELL 1,000,000 SHIBUSD, stop 0.00001190, day',
    ])
    expect(inEnglish(actionSummary(requested, null, { tick: dec('0.00000001') }))).toContain(
      'limit 0.00001300, day or SELL 1,000,000 SHIBUSD, stop 0.00001190, day',
    )
    const results = fields.filter(({ id }) => id.startsWith('linked-result'))
    expect(results.map(({ source }) => source === null || inEnglish(source))).toEqual([
      'against order 1 at 0.00001210, before fees',
      'against order 1 at 0.00001210, before fees',
    ])
  })

  it('is approved as requested or not at all', () => {
    const requested = action('oco', draft(), draft(shares('20')))
    expect(Object.values(editableOf(requested))).toEqual([null, null, null, null])
    expect(readAmendment(requested, { quantity: quantity('5') })).toBeNull()
  })
})
