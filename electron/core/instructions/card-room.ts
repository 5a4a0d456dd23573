import { abs, sum, type Money } from '../../../shared/domain/decimal.js'
import type { AccountId, ClientOrderId } from '../../../shared/domain/ids.js'
import type { Instruction, InstructionId } from '../../../shared/domain/instruction.js'
import { epochMs, type EpochMs } from '../../../shared/domain/time.js'
import type { Order } from '../../../shared/domain/order.js'
import type { AppError } from '../../../shared/ipc/errors.js'
import type { Card } from '../../../shared/ipc/instructions.js'
import { randomHex } from '../hex.js'
import { isPreviewed } from '../orders/estimate.js'
import { accountOf, effective, resultingDraft, resultingDrafts, subjectOf } from './action.js'
import { cardBody, cardDigest, hasMoved, type CardBody } from './card.js'
import { appEstimate, type Estimate } from './card-fields.js'
import type { CardFacts, InstructionDeskDeps } from './desk-deps.js'
import { canonicalText } from './digest.js'
import type { ClockPort } from '../ports.js'
import type { Ledger } from './ledger.js'
import type { PolicyUsage, PolicyVerdict } from './policy-port.js'
import { befores, onOrders } from './replacement.js'
import { ordersToday, usageOf } from './usage.js'

const NONCE_BYTES = 16

/** One card: what was looked up for it, what it says, and what a decision on it has to name. */
export interface HeldCard {
  readonly id: InstructionId
  facts: CardFacts
  estimate: Estimate
  verdict: PolicyVerdict
  /** When the numbers were asked for; null while they have not come. */
  pricedAt: Moment | null
  /** When the facts were asked for that the words are made of. */
  lookedAt: Moment
  asOf: EpochMs
  /** What the person has seen it cost. */
  seen: Money | null
  moved: { readonly from: Money; readonly to: Money } | null
  nonce: string
  /** Every nonce that was given out, with the digest it went with; one that was used is gone. */
  readonly issued: Map<string, string>
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
  pricedOf: string
}

/**
 * A moment by both clocks: the one that never goes back stands still while a computer sleeps, the
 * other may be set.
 */
export interface Moment {
  readonly steady: number
  readonly wall: EpochMs
}
export const momentOf = (clock: ClockPort): Moment => ({
  steady: clock.monotonic(),
  wall: clock.now(),
})
/**
 * How long ago it was by the clock that says more: nothing is young because one of them stood still
 * or was set back.
 */
export const sinceMs = (clock: ClockPort, { steady, wall }: Moment): number =>
  Math.max(0, clock.monotonic() - steady, clock.now() - wall)

const earlier = ({ steady, wall }: Moment, ms: number): Moment => ({
  steady: steady - ms,
  wall: epochMs(Math.floor(wall - ms)),
})

export type Refreshed = 'same' | 'changed' | 'moved' | 'failed' | 'denied'

export interface CardRoom {
  get(id: InstructionId): HeldCard | undefined
  open(instruction: Instruction, facts: CardFacts, verdict: PolicyVerdict): HeldCard
  /** Makes the words anew from what is known; true when anything that is shown became different. */
  redraw(card: HeldCard): boolean
  /**
   * Looks everything up again and judges it again. `denied`: the policy does not allow it any more,
   * and why stands in `verdict.refusal`.
   */
  refresh(card: HeldCard): Promise<Refreshed>
  renew(card: HeldCard): void
  /**
   * The instruction with the order that it changes or cancels as it stands; once decided, as it
   * stood then. Between the asking and the decision somebody else may
   * have changed it, and what is sent changes what stands then (rules 2, 25).
   */
  standing(instruction: Instruction): Instruction
  usage(instruction: Instruction): PolicyUsage
  /** What the policy says to it as it would be now; null when its connection is gone. */
  judged(instruction: Instruction, facts: CardFacts): PolicyVerdict | null
  forget(id: InstructionId): void
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
  card: Pick<HeldCard, 'deciding' | 'pricedAt'>,
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
export function createCardRoom(deps: InstructionDeskDeps, ledger: Ledger): CardRoom {
  const { clock, connections, crypto, door } = deps
  const cards = new Map<InstructionId, HeldCard>()
  const generations = new Map<InstructionId, number>()

  const usage = ({ id, connectionId }: Instruction): PolicyUsage => {
    const at = { orders: door.orders.all(), now: clock.now(), except: id }
    return usageOf({ connection: connectionId, instructions: ledger.counted(at), ...at })
  }

  /**
   * What was ordered apart from this card: its own rows, decided one after another, change nothing
   * that the others say.
   */
  const besides = (instruction: Instruction): PolicyUsage => {
    const { batch } = instruction
    const at = { orders: door.orders.all(), now: clock.now(), except: instruction.id }
    const others = ledger
      .counted(at)
      .filter((each) => batch === null || each.instruction.batch?.batchId !== batch.batchId)
    return usageOf({ connection: instruction.connectionId, instructions: others, ...at })
  }

  const rowOf = (accountId: AccountId, id: ClientOrderId): Order | undefined =>
    door.orders.all().find((row) => row.accountId === accountId && row.clientOrderId === id)
  const withOrders = (
    instruction: Instruction,
    standing: (id: ClientOrderId) => Order | undefined,
  ): Instruction => {
    const action = onOrders(instruction.action, standing)
    return action === instruction.action ? instruction : { ...instruction, action }
  }
  /** Until it is decided the order as it stands now; from then on what it was decided on. */
  const standing = (instruction: Instruction): Instruction => {
    const card = cards.get(instruction.id)
    const now = instruction.status === 'PENDING' && card?.deciding !== true
    return withOrders(
      instruction,
      (id) => (now ? rowOf(accountOf(instruction.action), id) : undefined) ?? card?.orders.get(id),
    )
  }
  const look = (instruction: Instruction, card: HeldCard): Instruction => {
    const now = standing(instruction)
    card.orders = befores(now.action)
    return now
  }
  const leaves = (instruction: Instruction): string =>
    canonicalText(resultingDrafts(effective(instruction)))

  const judged = (instruction: Instruction, facts: CardFacts): PolicyVerdict | null => {
    const connection = connections.get(instruction.connectionId)
    return connection === null
      ? null
      : deps.judge({
          environment: deps.environment,
          policy: connection.policy,
          action: effective(instruction),
          facts,
          usage: usage(instruction),
          halted: deps.halted.get(),
          now: clock.now(),
        })
  }

  const write = (instruction: Instruction, card: Omit<HeldCard, 'body' | 'digest'>): CardBody => {
    const connection = connections.get(instruction.connectionId)
    return cardBody({
      instruction,
      facts: card.facts,
      estimate: card.estimate,
      verdict: card.verdict,
      orders: door.orders.all(),
      environment: deps.environment,
      firstSeenAt: connection?.firstSeenAt ?? connection?.createdAt ?? instruction.createdAt,
      ordersToday: ordersToday(besides(instruction)),
      limitToday: connection?.policy.ordersPerDay ?? null,
      quoteAgeMs:
        card.facts.quoteAgeMs === null
          ? null
          : card.facts.quoteAgeMs + sinceMs(clock, card.lookedAt),
      moved: card.moved,
      state: stateOf(instruction, card),
      result: instruction.outcome?.text ?? instruction.ending?.detail ?? null,
    })
  }

  const renew = (card: HeldCard): void => {
    card.nonce = randomHex(deps.random, NONCE_BYTES)
    card.issued.set(card.nonce, card.digest)
  }

  const redraw = (card: HeldCard): boolean => {
    const kept = ledger.get(card.id)
    if (kept === undefined) return false
    const instruction = look(kept, card)
    // Numbers of another order are none of this one.
    if (
      card.pricedAt !== null &&
      instruction.status === 'PENDING' &&
      leaves(instruction) !== card.pricedOf
    ) {
      card.pricedAt = null
    }
    card.body = write(instruction, card)
    const digest = cardDigest(crypto, card.body)
    if (digest === card.digest) return false
    card.digest = digest
    renew(card)
    return true
  }

  const words = (error: AppError): string =>
    error.code === 'provider/refused'
      ? `refused: ${error.message}`
      : `not available now: ${error.message}`

  const estimated = async (
    instruction: Instruction,
    looking: Promise<unknown>,
  ): Promise<(facts: CardFacts) => Estimate> => {
    const action = effective(instruction)
    const drafts = resultingDrafts(action)
    const { assetClass } = subjectOf(action)
    const own = (facts: CardFacts, source: string, problem: string | null): Estimate => ({
      cost: appEstimate(action, facts),
      fees: null,
      currency: facts.balance?.currency ?? 'USD',
      source,
      problem,
    })
    const known = drafts.filter((draft) => draft !== null)
    if (known.length < drafts.length) return (facts) => own(facts, 'nothing is paid for this', null)
    // An estimate of our own is made from the price that is being asked for, not from the one
    // before.
    if (!known.every(isPreviewed)) await looking
    const previews = await Promise.all(known.map((draft) => door.preview(draft)))
    const failed = previews.find((preview) => !preview.ok)
    const [first, ...others] = previews.flatMap((preview) => (preview.ok ? [preview.value] : []))
    if (failed?.ok === false || first === undefined) {
      return (facts) =>
        own(
          facts,
          'app estimate, broker preview failed',
          failed?.ok === false ? words(failed.error) : null,
        )
    }
    const { currency, source } = first
    // Of several orders that change together it is what each comes to, added up, whichever way the
    // money goes.
    const cost =
      others.length === 0 ? first.cost : sum([first, ...others].map((each) => abs(each.cost)))
    const fees = sum([first, ...others].map((each) => each.fees))
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
    open(instruction, facts, verdict) {
      const now = withOrders(instruction, (id) => rowOf(accountOf(instruction.action), id))
      const blank = {
        id: instruction.id,
        facts,
        estimate: NO_ESTIMATE,
        verdict,
        pricedAt: null,
        lookedAt: momentOf(clock),
        asOf: clock.now(),
        seen: null,
        moved: null,
        nonce: '',
        issued: new Map<string, string>(),
        deciding: false,
        changing: false,
        orders: befores(now.action),
        pricedOf: '',
      }
      const body = write(now, blank)
      const card: HeldCard = { ...blank, body, digest: cardDigest(crypto, body) }
      renew(card)
      cards.set(instruction.id, card)
      return card
    },
    redraw,
    async refresh(card) {
      const generation = (generations.get(card.id) ?? 0) + 1
      generations.set(card.id, generation)
      const kept = ledger.get(card.id)
      if (kept === undefined || kept.status !== 'PENDING') return 'same'
      const instruction = look(kept, card)
      const at = momentOf(clock)
      const looking = deps.facts(effective(instruction))
      const [facts, estimate] = await Promise.all([looking, estimated(instruction, looking)])
      // A later question was asked meanwhile (the person changed something): this answer is about
      // another order.
      if (generations.get(card.id) !== generation) return 'same'
      const keptNow = ledger.get(card.id)
      if (keptNow === undefined || keptNow.status !== 'PENDING') return 'same'
      const now = look(keptNow, card)
      // Another order stands there than the one that was asked about.
      if (!facts.ok || leaves(now) !== leaves(instruction)) return 'failed'
      const verdict = judged(now, facts.value)
      if (verdict === null) return 'denied'
      // What cannot be valued at this moment is not forbidden: it is only not decided on until it
      // can.
      if (verdict.result === 'deny' && verdict.refusal?.code === 'unavailable') return 'failed'
      card.facts = facts.value
      card.estimate = estimate(facts.value)
      card.verdict = verdict
      if (verdict.result === 'deny') return 'denied'
      ledger.weigh(card.id, verdict.worth)
      card.lookedAt = at
      // What is shared with other cards was asked for before this one wanted it: the card is as old
      // as the oldest of its numbers (rule 10).
      const since = earlier(at, facts.value.agedMs)
      card.asOf = since.wall
      card.pricedOf = leaves(now)
      // An order whose price nobody knows is not decided on.
      card.pricedAt =
        card.estimate.cost === null && resultingDraft(effective(now)) !== null ? null : since
      const { cost } = card.estimate
      const moved =
        card.seen !== null &&
        cost !== null &&
        hasMoved(effective(now), card.seen, cost, facts.value, deps.tolerance())
      if (moved && card.seen !== null && cost !== null) {
        card.moved = { from: card.seen, to: cost }
        card.seen = cost
      }
      return redraw(card) ? (moved ? 'moved' : 'changed') : 'same'
    },
    renew,
    standing,
    usage,
    judged,
    forget(id) {
      cards.delete(id)
    },
  }
}
