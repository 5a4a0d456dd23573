import {
  asMoney,
  asPrice,
  asQuantity,
  dec,
  gt,
  maxOf,
  mul,
  parseDecimal,
  sub,
  sum,
  abs,
  type Decimal,
  type Money,
} from '../../../../shared/domain/decimal.js'
import type { Environment } from '../../../../shared/domain/environment.js'
import type { Instruction } from '../../../../shared/domain/instructions/instruction.js'
import type { InstructionAction } from '../../../../shared/domain/instructions/instruction.schema.js'
import { stockTick } from '../../../../shared/domain/orders/order-rules.js'
import type { Order } from '../../../../shared/domain/orders/order.js'
import type { EpochMs } from '../../../../shared/domain/time.js'
import type { Card, CardField } from '../../../../shared/domain/instructions/card.js'
import type { CryptoPort } from '../../net-ports.js'
import {
  accountOf,
  editableOf,
  withAmendment,
  isEmptyAmendment,
  resultingDraft,
  resultingDrafts,
  subjectOf,
} from '../requests/action.js'
import { accountImpactFields } from './fields/account-impact-fields.js'
import { cardNaming } from '../policy/card-effect.js'
import {
  cardPayoff,
  marketFields,
  field,
  moneyFields,
  type Estimate,
} from './fields/card-fields.js'
import { compareFields } from './fields/compare-fields.js'
import type { FigureTolerance } from './figure-tolerance.js'
import type { CardFacts, Tolerance, PolicyVerdict } from '../policy/policy-types.js'
import { bareFields, exitFields } from './fields/exit-fields.js'
import { linkedFields } from './fields/linked-fields.js'
import { groundingFields } from './fields/grounding-fields.js'
import type { GroundedNumber } from '../requests/sent-numbers.js'
import { digestOf } from '../requests/digest.js'
import { conditionMessage } from '../order-text/condition-summary.js'
import { actionSummary } from '../order-text/order-summary.js'
import { plainMessage, toPlainText } from '../order-text/plain-text.js'
import { message } from '../../../../shared/messages/make-message.js'
import type { Message } from '../../../../shared/messages/message.js'

/** A quote older than this in ms is labeled stale (CONFIRM-11). */
export const STALE_MS = 5_000

/**
 * The part of a card that the decision covers. The rest (arming, ages) changes without affecting
 * it.
 */
export type CardBody = Omit<Card, 'digest' | 'arming' | 'asOf' | 'quoteAgeMs'>

export interface CardInput {
  readonly instruction: Instruction
  readonly facts: CardFacts
  readonly estimate: Estimate
  readonly verdict: PolicyVerdict
  readonly orders: readonly Order[]
  readonly environment: Environment
  readonly firstSeenAt: EpochMs
  readonly ordersToday: number
  /** The policy's orders per day; null when the connection no longer exists. */
  readonly limitToday: number | null
  /** The age of the quote now, in ms; null when it was never confirmed. */
  readonly quoteAgeMs: number | null
  readonly moved: { readonly from: Money; readonly to: Money } | null
  readonly grounding: readonly GroundedNumber[]
  readonly state: Card['state']
  readonly result: Message | null
}

const LAST_FOUR = 4
/** The maximum length of a text inside a rule or a danger, and inside the result. */
const TEXT_CHARS = 200
const RESULT_CHARS = 500

/** Builds the card's content from main's own data alone (CONFIRM-1, CONFIRM-19 to CONFIRM-28). */
export function cardBody(parts: CardInput): CardBody {
  const { instruction, facts, estimate, verdict } = parts
  const action = withAmendment(instruction)
  const { symbol, side } = subjectOf(action)
  const { quantity, amount, limitPrice, stopPrice } = editableOf(action)
  const stale = parts.quoteAgeMs === null || parts.quoteAgeMs > STALE_MS
  return {
    id: instruction.id,
    environment: parts.environment,
    action: action.kind,
    line: actionSummary(action, facts.instrument, cardNaming(action, facts)),
    side,
    symbol,
    account: {
      accountId: accountOf(action),
      label: toPlainText(facts.account?.label ?? 'Account', 80),
      lastFour: (facts.account?.accountNumber ?? '').slice(-LAST_FOUR),
    },
    requester: {
      name: toPlainText(instruction.connectionName, 80),
      source: instruction.source,
      firstSeenAt: parts.firstSeenAt,
      ordersToday: parts.ordersToday,
      limitToday: parts.limitToday,
    },
    money: moneyFields(action, facts, estimate, verdict),
    payoff: cardPayoff(action, facts, estimate),
    effect: accountImpactFields(action, facts, estimate),
    market: [...marketFields(action, facts), ...conditionFields(instruction)],
    compare: [
      ...exitFields(action, facts),
      ...linkedFields(action, facts),
      ...compareFields(instruction.action, action, parts.orders),
      ...bareFields(action, facts),
    ],
    policy: verdict.rules
      .flatMap(({ rule, text, result }) =>
        result === 'denied'
          ? []
          : [{ rule: rule.slice(0, 60), text: plainMessage(text, TEXT_CHARS), result }],
      )
      .slice(0, 30),
    tier: verdict.tier,
    dangers: verdict.dangers
      .slice(0, 10)
      .map(({ code, text }) => ({ code, text: plainMessage(text, TEXT_CHARS) })),
    editable: {
      quantity: quantity === null ? null : asQuantity(quantity),
      amount: amount === null ? null : asMoney(amount),
      limitPrice: limitPrice === null ? null : asPrice(limitPrice),
      stopPrice: stopPrice === null ? null : asPrice(stopPrice),
    },
    amended: !isEmptyAmendment(instruction.amendment),
    reason: instruction.reason,
    grounding: groundingFields(parts.grounding, facts, instruction.createdAt),
    reminders: (facts.reminders ?? []).map(({ kind, label, text, source }) =>
      field(`reminder-${kind}`, label, text, { source }),
    ),
    requestCount: instruction.requestCount,
    createdAt: instruction.createdAt,
    expiresAt: instruction.expiresAt,
    moved: parts.moved,
    label: facts.delayed ? 'delayed' : stale ? 'stale' : 'live',
    batch: instruction.batch,
    state: parts.state,
    result: parts.result === null ? null : plainMessage(parts.result, RESULT_CHARS),
  }
}

/** Says what the request waited for; nothing for one that did not wait. */
const conditionFields = ({ condition }: Instruction): readonly CardField[] =>
  condition === undefined
    ? []
    : [field('condition', message('card.wokenBy'), conditionMessage(condition))]

export const cardDigest = (crypto: Pick<CryptoPort, 'digestHex'>, body: CardBody): string =>
  digestOf(crypto, body)

/**
 * True when the estimate differs from the cost that the person saw by more than the tolerance: the
 * larger of a share of it and a number of price steps (CONFIRM-11).
 */
export function hasMoved(
  action: InstructionAction,
  { seen, now }: { readonly seen: Money; readonly now: Money },
  facts: Pick<CardFacts, 'tick' | 'price' | 'multiplier'>,
  tolerance: Tolerance,
): boolean {
  const share = mul(abs<Decimal>(seen), tolerance.ratio)
  const { money } = figureTolerance(action, facts, tolerance)
  return gt(abs<Decimal>(sub<Decimal>(now, seen)), maxOf(share, money))
}

/** Returns how far the figures of an order may move: a share, or a number of price steps. */
export function figureTolerance(
  action: InstructionAction,
  facts: Pick<CardFacts, 'tick' | 'price' | 'multiplier'>,
  tolerance: Tolerance,
): FigureTolerance {
  const draft = resultingDraft(action)
  const near = draft?.limitPrice ?? facts.price?.last ?? null
  const tick = facts.tick ?? (near === null ? dec('0.01') : stockTick(near))
  const sizes = resultingDrafts(action).flatMap((draft) =>
    draft?.size.kind === 'quantity' ? [draft.size.quantity] : [],
  )
  const units = mul(sum<Decimal>(sizes), parseDecimal(facts.multiplier) ?? dec('1'))
  const price = mul(tick, dec(String(tolerance.ticks)))
  return { ratio: tolerance.ratio, price, money: mul(price, units) }
}
