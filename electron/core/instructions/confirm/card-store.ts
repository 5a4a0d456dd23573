import { abs, sum, type Money } from '../../../../shared/domain/decimal.js'
import type { AccountId, ClientOrderId } from '../../../../shared/domain/ids.js'
import type {
  Instruction,
  InstructionId,
} from '../../../../shared/domain/instructions/instruction.js'
import { epochMs, type EpochMs } from '../../../../shared/domain/time.js'
import type { Order } from '../../../../shared/domain/orders/order.js'
import type { AppError } from '../../../../shared/ipc/errors.js'
import type { Card } from '../../../../shared/ipc/instructions.js'
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
import type { CardFacts, InstructionServiceDeps } from '../queue/instruction-service-deps.js'
import { canonicalText } from '../requests/digest.js'
import type { ClockPort } from '../../ports.js'
import type { InstructionStore } from '../queue/instruction-store.js'
import type { PolicyUsage, PolicyVerdict } from '../policy/policy-types.js'
import { originalOrders, withLatestOrders } from '../requests/order-changes.js'
import { ordersToday, usageOf } from '../policy/usage.js'

const NONCE_BYTES = 16

/** One card: what was looked up for it, what it says, and what a decision on it has to name. */
export interface CardState {
  readonly id: InstructionId
  facts: CardFacts
  estimate: Estimate
  verdict: PolicyVerdict
  /** When the numbers were asked for; null while they have not come. */
  pricedAt: Moment | null
  /** When the facts were asked for that the words are made of. */
  fetchedAt: Moment
  asOf: EpochMs
  /** What the person has seen it cost. */
  seenCost: Money | null
  moved: { readonly from: Money; readonly to: Money } | null
  nonce: string
  /** Every nonce that was given out, with the digest it went with; one that was used is gone. */
  readonly issuedNonces: Map<string, string>
  body: CardBody
  digest: string
  /** The approval was taken: from here on it is sent or it is over, and it never waits again. */
  deciding: boolean
  /** The person is changing it: until that is written down, nothing else is decided on it. */
  changing: boolean
  /**
   * The orders that it changes or cancels, as they stood when the words were made; none for a new
   * one.
   */
  orders: ReadonlyMap<ClientOrderId, Order>
  /** What the numbers are of: the orders that would stand. */
  pricedKey: string
}

/**
 * A moment by both clocks: the one that never goes back stands still while a computer sleeps, the
 * other may be set.
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
 * How long ago it was by the clock that says more: nothing is young because one of them stood still
 * or was set back.
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
  /** Makes the words anew from what is known; true when anything that is shown became different. */
  redraw(card: CardState): boolean
  /**
   * Looks everything up again and judges it again. `denied`: the policy does not allow it any more,
   * and why stands in `verdict.refusal`.
   */
  refresh(card: CardState): Promise<RefreshResult>
  renewNonce(card: CardState): void
  /**
   * The instruction with the order that it changes or cancels as it stands; once decided, as it
   * stood then. Between the asking and the decision somebody else may
   * have changed it, and what is sent changes what stands then (CONFIRM-2, CONFIRM-25).
   */
  withCurrentOrders(instruction: Instruction): Instruction
  usage(instruction: Instruction): PolicyUsage
  /** What the policy says to it as it would be now; null when its connection is gone. */
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
    // Nobody refused it at the broker: it was stopped on its way, and the sentence beside it says
    // by whom.
    case 'denied':
      return 'stopped'
    case 'unknown':
      return 'uncertain'
    default:
      return 'sending'
  }
}

/** The cards of what waits. Nothing here decides; it says what is so. */
export function createCardStore(deps: InstructionServiceDeps, store: InstructionStore): CardStore {
  const { clock, connections, crypto, orderGateway } = deps
  const cards = new Map<InstructionId, CardState>()
  const generations = new Map<InstructionId, number>()

  const usage = ({ id, connectionId }: Instruction): PolicyUsage => {
    const context = { orders: orderGateway.orders.all(), now: clock.now(), except: id }
    return usageOf({ connection: connectionId, instructions: store.counted(context), ...context })
  }

  /**
   * What was ordered apart from this card: its own rows, decided one after another, change nothing
   * that the others say.
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
  /** Until it is decided the order as it stands now; from then on what it was decided on. */
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
    // Numbers of another order are none of this one.
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
    // An estimate of our own is made from the price that is being asked for, not from the one
    // before.
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
    // Of several orders that change together it is what each comes to, added up, whichever way the
    // money goes.
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
      // A later question was asked meanwhile (the person changed something): this answer is about
      // another order.
      if (generations.get(card.id) !== generation) return 'same'
      const storedNow = store.get(card.id)
      if (storedNow === undefined || storedNow.status !== 'PENDING') return 'same'
      const now = updateOrders(storedNow, card)
      // Another order stands there than the one that was asked about.
      if (!facts.ok || resultKey(now) !== resultKey(instruction)) return 'failed'
      const verdict = verdictOf(now, facts.value)
      if (verdict === null) return 'denied'
      // What cannot be valued at this moment is not forbidden: it is only not decided on until it
      // can.
      if (verdict.result === 'deny' && verdict.refusal?.code === 'unavailable') return 'failed'
      card.facts = facts.value
      card.estimate = estimate(facts.value)
      card.verdict = verdict
      if (verdict.result === 'deny') return 'denied'
      store.setExposure(card.id, verdict.exposure)
      card.fetchedAt = fetchedAt
      // What is shared with other cards was asked for before this one wanted it: the card is as old
      // as the oldest of its numbers (CONFIRM-10).
      const since = earlier(fetchedAt, facts.value.agedMs)
      card.asOf = since.wall
      card.pricedKey = resultKey(now)
      // An order whose price nobody knows is not decided on.
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
