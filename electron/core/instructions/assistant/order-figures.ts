import type { CardField } from '../../../../shared/domain/instructions/card.js'
import type { ConnectionView } from '../../../../shared/domain/instructions/connection.js'
import type { OrderDraft } from '../../../../shared/domain/orders/order.js'
import type { OrderPreview } from '../../../../shared/domain/orders/trade-outcome.js'
import { inEnglish } from '../../../../shared/messages/format-message.js'
import { message } from '../../../../shared/messages/make-message.js'
import type { Environment } from '../../../../shared/domain/environment.js'
import type { ClockPort } from '../../ports.js'
import { accountImpactFields } from '../confirm/fields/account-impact-fields.js'
import { moneyFields, type Estimate } from '../confirm/fields/card-fields.js'
import { cardEffect } from '../policy/card-effect.js'
import type { EvaluatePolicy, FetchCardFacts, PolicyUsage } from '../policy/policy-types.js'

/** What an order does once it has filled, by the names of the confirm window: "Maximum loss". */
export type OrderFigures = Readonly<Record<string, string>>

/** Returns the figures of an order; null while the account or the market is not known. */
export type ReadOrderFigures = (
  connection: ConnectionView,
  draft: OrderDraft,
  preview: OrderPreview,
) => Promise<OrderFigures | null>

export interface OrderFiguresDeps {
  readonly environment: Environment
  readonly clock: ClockPort
  readonly fetchFacts: FetchCardFacts
  readonly evaluatePolicy: EvaluatePolicy
  readonly usage: (connection: ConnectionView['id']) => PolicyUsage
}

/** Fields of the card that have members of their own, or that only concern its approval. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  'fees',
  'problem',
  'multiplier',
  'counted',
  'share',
  'concentration',
])

/** Writes a field as the card does: "50,000.00 → 49,000.00". */
const figureOf = ({ label, before, value }: CardField): readonly [string, string] => [
  inEnglish(label),
  before === null ? inEnglish(value) : `${inEnglish(before)} → ${inEnglish(value)}`,
]

/**
 * Tells an assistant what an order does to position, money and risk, in the words and with the
 * numbers that the person sees before approving it (REL-47).
 */
export const createOrderFigures =
  ({ environment, clock, fetchFacts, evaluatePolicy, usage }: OrderFiguresDeps): ReadOrderFigures =>
  async ({ id, policy }, draft, preview) => {
    const action = { kind: 'place', draft } as const
    const facts = await fetchFacts(action)
    if (!facts.ok) return null
    const estimate: Estimate = { ...preview, source: message('card.fromPreview'), problem: null }
    const verdict = evaluatePolicy({
      environment,
      policy,
      action,
      facts: facts.value,
      usage: usage(id),
      halted: false,
      now: clock.now(),
    })
    // An order that the policy denies may have been denied before its risk was computed.
    const isRiskKnown =
      verdict.result !== 'deny' ||
      verdict.maxLoss !== null ||
      (cardEffect(action, facts.value, estimate)?.maxLoss ?? null) !== null
    const fields = [
      ...moneyFields(action, facts.value, estimate, verdict),
      ...accountImpactFields(action, facts.value, estimate),
    ].filter(({ id: field }) => !LEFT_OUT.has(field) && (isRiskKnown || field !== 'worst'))
    return Object.fromEntries(fields.map(figureOf))
  }
