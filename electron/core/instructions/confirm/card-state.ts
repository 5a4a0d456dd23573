import type { Money } from '../../../../shared/domain/decimal.js'
import type { ClientOrderId, InstructionId } from '../../../../shared/domain/ids.js'
import type { Instruction } from '../../../../shared/domain/instructions/instruction.js'
import { epochMs, type EpochMs } from '../../../../shared/domain/time.js'
import type { Order } from '../../../../shared/domain/orders/order.js'
import type { Card, CardChange } from '../../../../shared/domain/instructions/card.js'
import type { ClockPort } from '../../ports.js'
import type { CardFacts, PolicyVerdict } from '../policy/policy-types.js'
import type { GroundedNumber } from '../requests/sent-numbers.js'
import type { CardBody } from './card.js'
import type { Estimate } from './fields/card-fields.js'

/**
 * The state of one card: its data, its content, and the digest and nonce that a decision must name.
 */
export interface CardState {
  readonly id: InstructionId
  /** The numbers of the reason, as they were compared at the request (CONFIRM-45). */
  readonly grounding: readonly GroundedNumber[]
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
  /** Every state that the windows received, by nonce and digest. Used ones are removed. */
  readonly issued: Map<string, IssuedState>
  body: CardBody
  digest: string
  /** Changes whenever something changes that the person decides on (CONFIRM-51). */
  version: number
  /** The content with which the version began, from which figures are measured. */
  versionBody: CardBody
  /** What began the version; null for the first one, and when the estimate became known. */
  change: CardChange | null
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

/** One state of a card as the windows received it. */
export interface IssuedState {
  readonly digest: string
  readonly body: CardBody
  readonly pricedAt: Moment | null
}

/** Returns the state that a decision names; undefined where none was issued. */
export const issuedState = (
  card: Pick<CardState, 'issued'>,
  nonce: string,
  digest: string,
): IssuedState | undefined => card.issued.get(`${nonce} ${digest}`)

/**
 * A time by both clocks: the monotonic clock stops while the computer sleeps, the wall clock can be
 * set.
 */
export interface Moment {
  readonly monotonic: number
  readonly wall: EpochMs
}

/** Returns the current time by both clocks. */
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

/** Returns the moment `ms` before this one. */
export const earlier = ({ monotonic, wall }: Moment, ms: number): Moment => ({
  monotonic: monotonic - ms,
  wall: epochMs(Math.floor(wall - ms)),
})

/** Returns the state that the card of an instruction shows. */
export function displayState(
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
    case undefined:
    case 'sending':
      return 'sending'
  }
}
