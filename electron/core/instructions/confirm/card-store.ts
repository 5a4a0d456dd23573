import type { AccountId, ClientOrderId, InstructionId } from '../../../../shared/domain/ids.js'
import type { Instruction } from '../../../../shared/domain/instructions/instruction.js'
import type { Order } from '../../../../shared/domain/orders/order.js'
import { randomHex } from '../../hex.js'
import {
  accountOf,
  numbersOf,
  withAmendment,
  resultingDraft,
  resultingDrafts,
} from '../requests/action.js'
import { dec } from '../../../../shared/domain/decimal.js'
import { cardBody, cardDigest, figureTolerance, hasMoved, type CardBody } from './card.js'
import { changeOf } from './card-change.js'
import type { FigureTolerance } from './figure-tolerance.js'
import { fetchEstimate, NO_ESTIMATE, type EstimateOfFacts } from './card-estimate.js'
import {
  displayState,
  earlier,
  elapsedMs,
  momentOf,
  type CardState,
  type IssuedState,
  type Moment,
} from './card-state.js'
import type { CardFacts, PolicyVerdict } from '../policy/policy-types.js'
import type { InstructionPolicy } from '../queue/instruction-policy.js'
import type { InstructionServiceDeps } from '../queue/instruction-service-deps.js'
import { canonicalText } from '../requests/digest.js'
import type { InstructionStore } from '../queue/instruction-store.js'
import { originalOrders, withLatestOrders } from '../requests/order-changes.js'
import { ordersToday } from '../policy/usage.js'
import type { Message } from '../../../../shared/messages/message.js'
import { storedMessage } from '../../../../shared/messages/stored-message.js'

const NONCE_BYTES = 16

/** What a new state of a card changed: nothing, only moving context, or something decisive. */
export type Redrawn = 'same' | 'context' | 'changed'
export type RefreshResult = Redrawn | 'moved' | 'failed' | 'denied'

type FindOrder = (id: ClientOrderId) => Order | undefined

/** Returns the instruction with the orders that `findOrder` finds for its action. */
const withOrders = (instruction: Instruction, findOrder: FindOrder): Instruction => {
  const action = withLatestOrders(instruction.action, findOrder)
  return action === instruction.action ? instruction : { ...instruction, action }
}

/** Returns what became of the instruction; null while it is pending. */
const resultOf = ({ outcome, ending }: Instruction): Message | null => {
  const text = outcome?.text ?? ending?.detail ?? null
  return text === null ? null : storedMessage(text)
}

/** Returns a text that is equal for instructions that result in the same orders. */
const resultKey = (instruction: Instruction): string =>
  canonicalText(resultingDrafts(withAmendment(instruction)))

/** The cards of one session, in memory. */
export class CardStore {
  readonly #deps: InstructionServiceDeps
  readonly #store: InstructionStore
  readonly #policy: InstructionPolicy
  readonly #cards = new Map<InstructionId, CardState>()
  /** The number of refreshes that each card has begun. Only the latest one counts. */
  readonly #generations = new Map<InstructionId, number>()

  /** Creates the store of the cards. It displays state and makes no decisions. */
  constructor(deps: InstructionServiceDeps, store: InstructionStore, policy: InstructionPolicy) {
    this.#deps = deps
    this.#store = store
    this.#policy = policy
  }

  get(id: InstructionId): CardState | undefined {
    return this.#cards.get(id)
  }

  create(instruction: Instruction, facts: CardFacts, verdict: PolicyVerdict): CardState {
    const now = withOrders(instruction, (id) => this.#rowOf(accountOf(instruction.action), id))
    const initial = {
      id: instruction.id,
      grounding:
        this.#deps.sentNumbers?.ground(
          instruction.connectionId,
          instruction.reason,
          numbersOf(instruction.action),
        ) ?? [],
      facts,
      estimate: NO_ESTIMATE,
      verdict,
      pricedAt: null,
      fetchedAt: momentOf(this.#deps.clock),
      asOf: this.#deps.clock.now(),
      seenCost: null,
      moved: null,
      nonce: '',
      issued: new Map<string, IssuedState>(),
      version: 0,
      change: null,
      deciding: false,
      changing: false,
      orders: originalOrders(now.action),
      pricedKey: '',
    }
    const body = this.#buildBody(now, initial)
    const card: CardState = {
      ...initial,
      body,
      versionBody: body,
      digest: cardDigest(this.#deps.crypto, body),
    }
    this.renewNonce(card)
    this.#cards.set(instruction.id, card)
    return card
  }

  /** Rebuilds the content from the known data. */
  redraw(card: CardState): Redrawn {
    const stored = this.#store.get(card.id)
    if (stored === undefined) return 'same'
    const instruction = this.#updateOrders(stored, card)
    // An estimate for a different resulting order does not apply.
    if (
      card.pricedAt !== null &&
      instruction.status === 'PENDING' &&
      resultKey(instruction) !== card.pricedKey
    ) {
      card.pricedAt = null
    }
    const isLoading = card.body.state === 'loading'
    card.body = this.#buildBody(instruction, card)
    const digest = cardDigest(this.#deps.crypto, card.body)
    if (digest === card.digest) {
      this.#issue(card)
      return 'same'
    }
    card.digest = digest
    const change = changeOf(card.versionBody, card.body, this.#toleranceOf(card))
    if (change === null) {
      this.#issue(card)
      return 'context'
    }
    card.version += 1
    card.versionBody = card.body
    card.change = isLoading ? null : change
    this.renewNonce(card)
    return 'changed'
  }

  /**
   * True when a state that the windows received differs from the present one at most in context
   * (CONFIRM-2, CONFIRM-51).
   */
  isStillShown(card: CardState, { body }: IssuedState): boolean {
    return changeOf(body, card.body, this.#toleranceOf(card)) === null
  }

  /**
   * Fetches all data and evaluates the policy again. `denied` means that the policy no longer
   * allows it; the reason is in `verdict.refusal`.
   */
  async refresh(card: CardState): Promise<RefreshResult> {
    const generation = (this.#generations.get(card.id) ?? 0) + 1
    this.#generations.set(card.id, generation)
    const stored = this.#store.get(card.id)
    if (stored === undefined || stored.status !== 'PENDING') return 'same'
    const instruction = this.#updateOrders(stored, card)
    const fetchedAt = momentOf(this.#deps.clock)
    const factsRequest = this.#deps.fetchFacts(withAmendment(instruction))
    const [facts, estimate] = await Promise.all([
      factsRequest,
      fetchEstimate(this.#deps.orderGateway, instruction, factsRequest),
    ])
    // A newer refresh has started, because the person amended the order; this result is for the
    // earlier one.
    if (this.#generations.get(card.id) !== generation) return 'same'
    const storedNow = this.#store.get(card.id)
    if (storedNow === undefined || storedNow.status !== 'PENDING') return 'same'
    const now = this.#updateOrders(storedNow, card)
    // The order changed during the request, so this result is for another order.
    if (!facts.ok || resultKey(now) !== resultKey(instruction)) return 'failed'
    return this.#applyFacts(card, now, { facts: facts.value, estimate, fetchedAt })
  }

  renewNonce(card: CardState): void {
    card.nonce = randomHex(this.#deps.random, NONCE_BYTES)
    this.#issue(card)
  }

  /**
   * Returns the instruction with the current orders that it changes or cancels; once decided, with
   * the orders as of the decision. The orders may change between request and decision, and the
   * change applies to the current ones (CONFIRM-2, CONFIRM-25).
   */
  withCurrentOrders(instruction: Instruction): Instruction {
    const card = this.#cards.get(instruction.id)
    const isUndecided = instruction.status === 'PENDING' && card?.deciding !== true
    return withOrders(
      instruction,
      (id) =>
        (isUndecided ? this.#rowOf(accountOf(instruction.action), id) : undefined) ??
        card?.orders.get(id),
    )
  }

  remove(id: InstructionId): void {
    this.#cards.delete(id)
  }

  /** Evaluates the policy by the fetched facts, and sets the card's content from them. */
  #applyFacts(
    card: CardState,
    instruction: Instruction,
    fetched: {
      readonly facts: CardFacts
      readonly estimate: EstimateOfFacts
      readonly fetchedAt: Moment
    },
  ): RefreshResult {
    const { facts, estimate, fetchedAt } = fetched
    const verdict = this.#policy.verdictOf(instruction, facts)
    if (verdict === null) return 'denied'
    // An order that cannot be valued now is not denied, only undecidable until it can be.
    if (verdict.result === 'deny' && verdict.refusal?.code === 'unavailable') return 'failed'
    card.facts = facts
    card.estimate = estimate(facts)
    card.verdict = verdict
    if (verdict.result === 'deny') return 'denied'
    this.#store.setExposure(card.id, verdict.exposure)
    card.fetchedAt = fetchedAt
    // The cost of an order that the person has changed did not move: it is another order's.
    if (card.pricedKey !== resultKey(instruction)) card.seenCost = null
    this.#setPriced(card, instruction)
    const moved = this.#updateMoved(card, instruction)
    const redrawn = this.redraw(card)
    return moved && redrawn !== 'same' ? 'moved' : redrawn
  }

  /** Records the present state as one that a decision may name. */
  #issue(card: CardState): void {
    const { digest, body, pricedAt } = card
    card.issued.set(`${card.nonce} ${digest}`, { digest, body, pricedAt })
  }

  #toleranceOf(card: CardState): FigureTolerance {
    const stored = this.#store.get(card.id)
    const tolerance = this.#deps.tolerance()
    return stored === undefined
      ? { ratio: tolerance.ratio, price: dec('0'), money: dec('0') }
      : figureTolerance(withAmendment(stored), card.facts, tolerance)
  }

  /** Sets the age of the card's numbers, and the orders that its estimate is for. */
  #setPriced(card: CardState, instruction: Instruction): void {
    // Shared account data may have been requested earlier, so the card is as old as its oldest
    // number (CONFIRM-10).
    const since = earlier(card.fetchedAt, card.facts.agedMs)
    card.asOf = since.wall
    card.pricedKey = resultKey(instruction)
    // An order without a known price cannot be approved.
    card.pricedAt =
      card.estimate.cost === null && resultingDraft(withAmendment(instruction)) !== null
        ? null
        : since
  }

  /** Marks the card when the cost has moved from the one that the person has seen. */
  #updateMoved(card: CardState, instruction: Instruction): boolean {
    const { seenCost } = card
    const { cost } = card.estimate
    if (seenCost === null || cost === null) return false
    const action = withAmendment(instruction)
    const costs = { seen: seenCost, now: cost }
    if (!hasMoved(action, costs, card.facts, this.#deps.tolerance())) return false
    card.moved = { from: seenCost, to: cost }
    card.seenCost = cost
    return true
  }

  /** Builds the content that the decision covers. */
  #buildBody(
    instruction: Instruction,
    card: Omit<CardState, 'body' | 'versionBody' | 'digest'>,
  ): CardBody {
    const { clock, connections, environment, orderGateway } = this.#deps
    const connection = connections.get(instruction.connectionId)
    const { quoteAgeMs } = card.facts
    return cardBody({
      instruction,
      facts: card.facts,
      estimate: card.estimate,
      verdict: card.verdict,
      orders: orderGateway.streams.orders.all(),
      environment,
      firstSeenAt: connection?.firstSeenAt ?? connection?.createdAt ?? instruction.createdAt,
      ordersToday: ordersToday(this.#policy.usageWithoutBatch(instruction)),
      limitToday: connection?.policy.ordersPerDay ?? null,
      quoteAgeMs: quoteAgeMs === null ? null : quoteAgeMs + elapsedMs(clock, card.fetchedAt),
      moved: card.moved,
      grounding: card.grounding,
      state: displayState(instruction, card),
      result: resultOf(instruction),
    })
  }

  /** Updates the card's orders and returns the instruction with them. */
  #updateOrders(instruction: Instruction, card: CardState): Instruction {
    const now = this.withCurrentOrders(instruction)
    card.orders = originalOrders(now.action)
    return now
  }

  #rowOf(accountId: AccountId, id: ClientOrderId): Order | undefined {
    return this.#deps.orderGateway.streams.orders
      .all()
      .find((row) => row.accountId === accountId && row.clientOrderId === id)
  }
}
