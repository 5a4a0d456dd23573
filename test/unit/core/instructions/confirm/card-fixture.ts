import { accountImpactFields } from '../../../../../electron/core/instructions/confirm/fields/account-impact-fields.js'
import {
  cardPayoff,
  marketFields,
  moneyFields,
  type Estimate,
} from '../../../../../electron/core/instructions/confirm/fields/card-fields.js'
import { actionSummary } from '../../../../../electron/core/instructions/order-text/order-summary.js'
import {
  cardEffect,
  cardNaming,
} from '../../../../../electron/core/instructions/policy/card-effect.js'
import type { CardFacts } from '../../../../../electron/core/instructions/policy/policy-types.js'
import type { Account, Balance } from '../../../../../shared/domain/account/account.js'
import type { OrderDraft } from '../../../../../shared/domain/orders/order.js'
import { inEnglish } from '../../../../../shared/messages/format-message.js'
import { foreign } from '../../../../../shared/messages/make-message.js'
import { evaluateDraft, money } from '../policy/policy-fixture.js'

/** A broker's preview of these amounts. */
export const estimateOf = (cost: string | null, fees = '0'): Estimate => ({
  cost: cost === null ? null : money(cost),
  fees: money(fees),
  currency: 'USD',
  source: foreign('broker preview'),
  problem: null,
})
const balance = {
  currency: 'USD',
  netLiquidation: money('100000'),
  currencies: [{ currency: 'USD', buyingPower: money('50000'), optionBuyingPower: money('20000') }],
} as unknown as Balance
/** The facts of a card: nothing is held, and 50,000 dollars can be spent. */
export const factsOf = (over: Partial<CardFacts> = {}): CardFacts => ({
  instrument: null,
  quote: null,
  price: null,
  quoteAgeMs: 0,
  position: null,
  positions: [],
  balance,
  multiplier: '1',
  currency: 'USD',
  session: 'regular',
  account: { type: 'margin' } as Account,
  delayed: false,
  tick: null,
  agedMs: 0,
  ...over,
})
/** Returns what the card of an order says. */
export const cardOf = (orderDraft: OrderDraft, over: Partial<CardFacts>, estimate: Estimate) => {
  const action = { kind: 'place' as const, draft: orderDraft }
  const facts = factsOf(over)
  const verdict = evaluateDraft(orderDraft, { facts }) as never
  const rows = [
    ...moneyFields(action, facts, estimate, verdict),
    ...accountImpactFields(action, facts, estimate),
    ...marketFields(action, facts),
  ].map(({ id, label, value, before }) => [
    id,
    `${inEnglish(label)}: ${before === null ? '' : `${inEnglish(before)} → `}${inEnglish(value)}`,
  ])
  return {
    line: inEnglish(actionSummary(action, null, cardNaming(action, facts))),
    rows: Object.fromEntries(rows) as Readonly<Record<string, string>>,
    effect: cardEffect(action, facts, estimate),
    payoff: cardPayoff(action, facts, estimate),
  }
}
