import { abs, sum, type Money } from '../../../../shared/domain/decimal.js'
import type { AccountId, ClientOrderId } from '../../../../shared/domain/ids.js'
import type {
  Instruction,
  InstructionId,
} from '../../../../shared/domain/instructions/instruction.js'
import { epochMs, type EpochMs } from '../../../../shared/domain/time.js'
import type { Order } from '../../../../shared/domain/orders/order.js'
import type { AppError } from '../../../../shared/domain/app/app-error.js'
import type { Card } from '../../../../shared/domain/instructions/card.js'
import { randomHex } from '../../hex.js'
import { isPreviewed } from '../../orders/order-estimate.js'
import {
  accountOf,
  withAmendment,
  resultingDraft,
  resultingDrafts,
  subjectOf,
} from '../requests/action.js'
import { cardBody, cardDigest, hasMoved, type CardBody } from './card.js'
import { estimateCost, type Estimate } from './card-fields.js'
import type { CardFacts } from '../policy/policy-types.js'
import type { InstructionServiceDeps } from '../queue/instruction-service-deps.js'
import { canonicalText } from '../requests/digest.js'
import type { ClockPort } from '../../ports.js'
import type { InstructionStore } from '../queue/instruction-store.js'
import type { PolicyUsage, PolicyVerdict } from '../policy/policy-types.js'
import { originalOrders, withLatestOrders } from '../requests/order-changes.js'
import { ordersToday, usageOf } from '../policy/usage.js'

const NONCE_BYTES = 16

/**
 * The state of one card: its data, its content, and the digest and nonce that a decision must name.
 */
export interface CardState {
  readonly id: InstructionId
  facts: CardFacts
  estimate: Estimate
  verdict: PolicyVerdict
  /** When the estimate's data was requested; null while it is missing. */
  pricedAt: Moment | null
  /** When the displayed facts were requested. */
  fetchedAt: Moment
  asOf: EpochMs
  /** The cost that the person has seen. */
  seenCost: Money | null
  moved: { readonly from: Money; readonly to: Money } | null
  nonce: string
  /** Every issued nonce with its digest. Used ones are removed. */
  readonly issuedNonces: Map<string, string>
  body: CardBody
  digest: string
  /**
   * True once an approval was accepted. From then on the instruction is sent or ends; it never
   * becomes pending again.
   */
  deciding: boolean
  /** True while the person's amendment is being saved. No decision is accepted meanwhile. */
  changing: boolean
  /** The orders that it changes or cancels, as of the displayed content; empty for a new order. */
  orders: ReadonlyMap<ClientOrderId, Order>
  /** Identifies the resulting orders that the estimate is for. */
  pricedKey: string
}

/**
 * A time by both clocks: the monotonic clock stops while the computer sleeps, the wall clock can be
 * set.
 */
export interface Moment {
  readonly monotonic: number
  readonly wall: EpochMs
}
export const momentOf = (clock: ClockPort): Moment => ({
  monotonic: clock.monotonic(),
  wall: clock.now(),
})
/**
 * Returns the elapsed ms by the clock that shows more, so that neither sleep nor setting the clock
 * back makes something look recent.
 */
export const elapsedMs = (clock: ClockPort, { monotonic, wall }: Moment): number =>
  Math.max(0, clock.monotonic() - monotonic, clock.now() - wall)

const earlier = ({ monotonic, wall }: Moment, ms: number): Moment => ({
  monotonic: monotonic - ms,
  wall: epochMs(Math.floor(wall - ms)),
})

export type RefreshResult = 'same' | 'changed' | 'moved' | 'failed' | 'denied'

export interface CardStore {
  get(id: InstructionId): CardState | undefined
  create(instruction: Instruction, facts: CardFacts, verdict: PolicyVerdict): CardState
  /** Rebuilds the content from the known data. True when anything displayed changed. */
  redraw(card: CardState): boolean
  /**
   * Fetches all data and evaluates the policy again. `denied` means that the policy no longer
   * allows it; the reason is in `verdict.refusal`.
   */
  refresh(card: CardState): Promise<RefreshResult>
  renewNonce(card: CardState): void
  /**
   * Returns the instruction with the current orders that it changes or cancels; once decided, with
   * the orders as of the decision. The orders may change between request and decision, and the
   * change applies to the current ones (CONFIRM-2, CONFIRM-25).
   */
  withCurrentOrders(instruction: Instruction): Instruction
  usage(instruction: Instruction): PolicyUsage
  /** Evaluates the policy now; null when the connection no longer exists. */
  verdictOf(instruction: Instruction, facts: CardFacts): PolicyVerdict | null
  remove(id: InstructionId): void
}

const NO_ESTIMATE: Estimate = {
  cost: null,
  fees: null,
  currency: 'USD',
  source: 'being asked for',
  problem: null,
}

function stateOf(
  instruction: Instruction,
  card: Pick<CardState, 'deciding' | 'pricedAt'>,
): Card['state'] {
  switch (instruction.ending?.why) {
    case undefined:
      return card.deciding ? 'sending' : card.pricedAt === null ? 'loading' : 'open'
    case 'declined':
      return 'declined'
    case 'expired':
      return 'expired'
    case 'revoked':
    case 'withdrawn':
      return 'withdrawn'
    case 'approved':
    case 'allowed-by-rule':
  }
  switch (instruction.outcome?.state) {
    case 'acknowledged':
      return 'confirmed'
    case 'rejected':
      return 'rejected'
    // The broker did not reject it: it was stopped before it was sent, and `result` has the reason.
    case 'denied':
      return 'stopped'
    case 'unknown':
      return 'uncertain'
    default:
      return 'sending'
  }
}

/** Creates the store of the cards. It displays state and makes no decisions. */
export function createCardStore(deps: InstructionServiceDeps, store: InstructionStore): CardStore {
  const { clock, connections, crypto, orderGateway } = deps
  const cards = new Map<InstructionId, CardState>()
  const generations = new Map<InstructionId, number>()

  const usage = ({ id, connectionId }: Instruction): PolicyUsage => {
    const context = { orders: orderGateway.orders.all(), now: clock.now(), except: id }
    return usageOf({ connection: connectionId, instructions: store.counted(context), ...context })
  }

  /**
   * Returns the usage without the card's own batch, so that deciding one row does not change the
   * content of the others.
   */
  const usageWithoutBatch = (instruction: Instruction): PolicyUsage => {
    const { batch } = instruction
    const context = { orders: orderGateway.orders.all(), now: clock.now(), except: instruction.id }
    const others = store
      .counted(context)
      .filter((entry) => batch === null || entry.instruction.batch?.batchId !== batch.batchId)
    return usageOf({ connection: instruction.connectionId, instructions: others, ...context })
  }

  const rowOf = (accountId: AccountId, id: ClientOrderId): Order | undefined =>
    orderGateway.orders.all().find((row) => row.accountId === accountId && row.clientOrderId === id)
  const withOrders = (
    instruction: Instruction,
    findOrder: (id: ClientOrderId) => Order | undefined,
  ): Instruction => {
    const action = withLatestOrders(instruction.action, findOrder)
    return action === instruction.action ? instruction : { ...instruction, action }
  }
  /**
   * Returns the instruction with the current orders while it is undecided, afterwards with those of
   * the decision.
   */
  const withCurrentOrders = (instruction: Instruction): Instruction => {
    const card = cards.get(instruction.id)
    const now = instruction.status === 'PENDING' && card?.deciding !== true
    return withOrders(
      instruction,
      (id) => (now ? rowOf(accountOf(instruction.action), id) : undefined) ?? card?.orders.get(id),
    )
  }
  const updateOrders = (instruction: Instruction, card: CardState): Instruction => {
    const now = withCurrentOrders(instruction)
    card.orders = originalOrders(now.action)
    return now
  }
  const resultKey = (instruction: Instruction): string =>
    canonicalText(resultingDrafts(withAmendment(instruction)))

  const verdictOf = (instruction: Instruction, facts: CardFacts): PolicyVerdict | null => {
    const connection = connections.get(instruction.connectionId)
    return connection === null
      ? null
      : deps.evaluatePolicy({
          environment: deps.environment,
          policy: connection.policy,
          action: withAmendment(instruction),
          facts,
          usage: usage(instruction),
          halted: deps.halted.get(),
          now: clock.now(),
        })
  }

  const buildBody = (
    instruction: Instruction,
    card: Omit<CardState, 'body' | 'digest'>,
  ): CardBody => {
    const connection = connections.get(instruction.connectionId)
    return cardBody({
      instruction,
      facts: card.facts,
      estimate: card.estimate,
      verdict: card.verdict,
      orders: orderGateway.orders.all(),
      environment: deps.environment,
      firstSeenAt: connection?.firstSeenAt ?? connection?.createdAt ?? instruction.createdAt,
      ordersToday: ordersToday(usageWithoutBatch(instruction)),
      limitToday: connection?.policy.ordersPerDay ?? null,
      quoteAgeMs:
        card.facts.quoteAgeMs === null
          ? null
          : card.facts.quoteAgeMs + elapsedMs(clock, card.fetchedAt),
      moved: card.moved,
      state: stateOf(instruction, card),
      result: instruction.outcome?.text ?? instruction.ending?.detail ?? null,
    })
  }

  const renewNonce = (card: CardState): void => {
    card.nonce = randomHex(deps.random, NONCE_BYTES)
    card.issuedNonces.set(card.nonce, card.digest)
  }

  const redraw = (card: CardState): boolean => {
    const stored = store.get(card.id)
    if (stored === undefined) return false
    const instruction = updateOrders(stored, card)
    // An estimate for a different resulting order does not apply.
    if (
      card.pricedAt !== null &&
      instruction.status === 'PENDING' &&
      resultKey(instruction) !== card.pricedKey
    ) {
      card.pricedAt = null
    }
    card.body = buildBody(instruction, card)
    const digest = cardDigest(crypto, card.body)
    if (digest === card.digest) return false
    card.digest = digest
    renewNonce(card)
    return true
  }

  const errorMessage = (error: AppError): string =>
    error.code === 'provider/refused'
      ? `refused: ${error.message}`
      : `not available now: ${error.message}`

  const fetchEstimate = async (
    instruction: Instruction,
    factsRequest: Promise<unknown>,
  ): Promise<(facts: CardFacts) => Estimate> => {
    const action = withAmendment(instruction)
    const drafts = resultingDrafts(action)
    const { assetClass } = subjectOf(action)
    const ownEstimate = (facts: CardFacts, source: string, problem: string | null): Estimate => ({
      cost: estimateCost(action, facts),
      fees: null,
      currency: facts.balance?.currency ?? 'USD',
      source,
      problem,
    })
    const known = drafts.filter((draft) => draft !== null)
    if (known.length < drafts.length) {
      return (facts) => ownEstimate(facts, 'nothing is paid for this', null)
    }
    // An app estimate needs the quote that is being requested, not the previous one.
    if (!known.every(isPreviewed)) await factsRequest
    const previews = await Promise.all(known.map((draft) => orderGateway.preview(draft)))
    const failed = previews.find((preview) => !preview.ok)
    const [first, ...others] = previews.flatMap((preview) => (preview.ok ? [preview.value] : []))
    if (failed?.ok === false || first === undefined) {
      return (facts) =>
        ownEstimate(
          facts,
          'app estimate, broker preview failed',
          failed?.ok === false ? errorMessage(failed.error) : null,
        )
    }
    const { currency, source } = first
    // The cost of a group is the sum of the absolute costs of its orders.
    const cost =
      others.length === 0 ? first.cost : sum([first, ...others].map((preview) => abs(preview.cost)))
    const fees = sum([first, ...others].map((preview) => preview.fees))
    return () => ({
      cost,
      fees,
      currency,
      source:
        source === 'provider'
          ? 'broker preview'
          : `app estimate, broker offers no preview for ${assetClass}`,
      problem: null,
    })
  }

  return {
    get: (id) => cards.get(id),
    create(instruction, facts, verdict) {
      const now = withOrders(instruction, (id) => rowOf(accountOf(instruction.action), id))
      const initial = {
        id: instruction.id,
        facts,
        estimate: NO_ESTIMATE,
        verdict,
        pricedAt: null,
        fetchedAt: momentOf(clock),
        asOf: clock.now(),
        seenCost: null,
        moved: null,
        nonce: '',
        issuedNonces: new Map<string, string>(),
        deciding: false,
        changing: false,
        orders: originalOrders(now.action),
        pricedKey: '',
      }
      const body = buildBody(now, initial)
      const card: CardState = { ...initial, body, digest: cardDigest(crypto, body) }
      renewNonce(card)
      cards.set(instruction.id, card)
      return card
    },
    redraw,
    async refresh(card) {
      const generation = (generations.get(card.id) ?? 0) + 1
      generations.set(card.id, generation)
      const stored = store.get(card.id)
      if (stored === undefined || stored.status !== 'PENDING') return 'same'
      const instruction = updateOrders(stored, card)
      const fetchedAt = momentOf(clock)
      const factsRequest = deps.fetchFacts(withAmendment(instruction))
      const [facts, estimate] = await Promise.all([
        factsRequest,
        fetchEstimate(instruction, factsRequest),
      ])
      // A newer refresh has started, because the person amended the order; this result is for the
      // earlier one.
      if (generations.get(card.id) !== generation) return 'same'
      const storedNow = store.get(card.id)
      if (storedNow === undefined || storedNow.status !== 'PENDING') return 'same'
      const now = updateOrders(storedNow, card)
      // The order changed during the request, so this result is for another order.
      if (!facts.ok || resultKey(now) !== resultKey(instruction)) return 'failed'
      const verdict = verdictOf(now, facts.value)
      if (verdict === null) return 'denied'
      // An order that cannot be valued now is not denied, only undecidable until it can be.
      if (verdict.result === 'deny' && verdict.refusal?.code === 'unavailable') return 'failed'
      card.facts = facts.value
      card.estimate = estimate(facts.value)
      card.verdict = verdict
      if (verdict.result === 'deny') return 'denied'
      store.setExposure(card.id, verdict.exposure)
      card.fetchedAt = fetchedAt
      // Shared account data may have been requested earlier, so the card is as old as its oldest
      // number (CONFIRM-10).
      const since = earlier(fetchedAt, facts.value.agedMs)
      card.asOf = since.wall
      card.pricedKey = resultKey(now)
      // An order without a known price cannot be approved.
      card.pricedAt =
        card.estimate.cost === null && resultingDraft(withAmendment(now)) !== null ? null : since
      const { cost } = card.estimate
      const moved =
        card.seenCost !== null &&
        cost !== null &&
        hasMoved(withAmendment(now), card.seenCost, cost, facts.value, deps.tolerance())
      if (moved && card.seenCost !== null && cost !== null) {
        card.moved = { from: card.seenCost, to: cost }
        card.seenCost = cost
      }
      return redraw(card) ? (moved ? 'moved' : 'changed') : 'same'
    },
    renewNonce,
    withCurrentOrders,
    usage,
    verdictOf,
    remove(id) {
      cards.delete(id)
    },
  }
}
