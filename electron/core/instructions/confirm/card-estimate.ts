import { abs, sum } from '../../../../shared/domain/decimal.js'
import type { AppError } from '../../../../shared/domain/app/app-error.js'
import type { Instruction } from '../../../../shared/domain/instructions/instruction.js'
import type { InstructionAction } from '../../../../shared/domain/instructions/instruction.schema.js'
import type { OrderPreview } from '../../../../shared/domain/orders/trade-outcome.js'
import type { Result } from '../../../../shared/domain/result.js'
import { isPreviewed } from '../../orders/order-estimate.js'
import type { CardFacts } from '../policy/policy-types.js'
import type { OrderGateway } from '../queue/instruction-service-deps.js'
import { resultingDrafts, subjectOf, withAmendment } from '../requests/action.js'
import { estimateCost, type Estimate } from './fields/card-fields.js'
import { message } from '../../../../shared/messages/make-message.js'
import type { Message } from '../../../../shared/messages/message.js'
import { plainMessage } from '../order-text/plain-text.js'

/** The estimate of a card before the first one has been fetched. */
export const NO_ESTIMATE: Estimate = {
  cost: null,
  fees: null,
  currency: 'USD',
  source: message('card.loading'),
  problem: null,
}

/** Computes an estimate of the facts of a card, which are fetched at the same time. */
export type EstimateOfFacts = (facts: CardFacts) => Estimate

/**
 * Fetches the broker's previews of the resulting orders, and returns how the estimate follows from
 * the facts.
 *
 * @param factsRequest settles when the card's facts, which include its quote, have been fetched
 */
export async function fetchEstimate(
  orderGateway: { readonly queries: Pick<OrderGateway['queries'], 'preview'> },
  instruction: Instruction,
  factsRequest: Promise<unknown>,
): Promise<EstimateOfFacts> {
  const action = withAmendment(instruction)
  const drafts = resultingDrafts(action)
  const presentDrafts = drafts.filter((draft) => draft !== null)
  if (presentDrafts.length < drafts.length) {
    return (facts) => ownEstimate(action, facts, message('card.noCost'), null)
  }
  // An app estimate needs the quote that is being requested, not the previous one.
  if (!presentDrafts.every(isPreviewed)) await factsRequest
  const previews = await Promise.all(
    presentDrafts.map((draft) => orderGateway.queries.preview(draft)),
  )
  return estimateOfPreviews(action, previews)
}

/** Computes the estimate of the previews, or of the facts alone when a preview failed. */
function estimateOfPreviews(
  action: InstructionAction,
  previews: readonly Result<OrderPreview, AppError>[],
): EstimateOfFacts {
  const failed = previews.find((preview) => !preview.ok)
  const [first, ...morePreviews] = previews.flatMap((preview) =>
    preview.ok ? [preview.value] : [],
  )
  if (failed?.ok === false || first === undefined) {
    const problem = failed?.ok === false ? errorMessage(failed.error) : null
    return (facts) => ownEstimate(action, facts, message('card.previewFailed'), problem)
  }
  const { currency, source } = first
  // The cost of a group is the sum of the absolute costs of its orders.
  const cost =
    morePreviews.length === 0
      ? first.cost
      : sum([first, ...morePreviews].map((preview) => abs(preview.cost)))
  const fees = sum([first, ...morePreviews].map((preview) => preview.fees))
  const estimate: Estimate = {
    cost,
    fees,
    currency,
    source:
      source === 'provider'
        ? message('card.fromPreview')
        : message('card.noPreview', { product: subjectOf(action).assetClass }),
    problem: null,
  }
  return () => estimate
}

/** Returns Countersign's own estimate, without the broker's fees. */
const ownEstimate = (
  action: InstructionAction,
  facts: CardFacts,
  source: Message,
  problem: Message | null,
): Estimate => ({
  cost: estimateCost(action, facts),
  fees: null,
  currency: facts.balance?.currency ?? 'USD',
  source,
  problem,
})

/** The maximum length of a broker's text on the card. */
const REASON_CHARS = 200

/** Says why the preview is missing. The reason may be text of the broker, so it is made plain. */
function errorMessage(error: AppError): Message {
  const reason = plainMessage(error.message, REASON_CHARS)
  return error.code === 'provider/refused'
    ? message('card.previewRefused', { reason })
    : message('card.previewUnavailable', { reason })
}
