import { marketHours } from '../policy/market-sessions.js'
import {
  abs,
  asQuantity,
  dec,
  decimalText,
  gt,
  isNegative,
  isPositive,
  lt,
  minOf,
  neg,
  sub,
  type Price,
  type Quantity,
} from '../../../../shared/domain/decimal.js'
import type { Position, UnreadablePosition } from '../../../../shared/domain/account/account.js'
import {
  contractSymbol,
  optionOf,
  underlyingKey,
  type OptionTerms,
} from '../../../../shared/domain/instruments/instrument-key.js'
import { rootOf } from '../../../../shared/domain/instruments/option.js'
import type { OrderDraft } from '../../../../shared/domain/orders/order.js'
import { MAX_CLOSING, type FlattenRow } from '../../../../shared/domain/orders/flatten.js'
import { SECOND_MS } from '../../../../shared/domain/time.js'
import { DEFAULT_LIMITS, needsFreshQuote } from '../../risk/risk-limits.js'
import type { SessionQueries } from '../../session/queries/session-queries.js'
import { closingDraft, closingPair } from './closing-draft.js'
import { pairDraft, type PairLeg } from '../requests/option-pair.js'
import { describeDraft, orderSummary } from '../order-text/order-summary.js'
import { message } from '../../../../shared/messages/make-message.js'
import type { Message } from '../../../../shared/messages/message.js'

const QUOTE_MS = 5_000
const CENT = dec('0.01')

/** One closing order of a plan. */
export interface Closing {
  readonly row: FlattenRow
  readonly draft: OrderDraft
  /**
   * For two legs closed as one order: the same legs as single orders, for an exchange that rejects
   * the combination.
   */
  readonly separately: { readonly short: OrderDraft; readonly long: OrderDraft } | null
  /**
   * The positions of one underlying in one account, where a long position may cover a short option.
   */
  readonly group: string
  /**
   * `last` when it may cover a short option of its group. It is sent after all of those are closed.
   */
  readonly phase: 'first' | 'last'
}

/** A position and how much of it to close. An option position is one contract. */
export interface ToClose {
  readonly position: Position
  readonly quantity: Quantity
}

export interface PlanParts {
  readonly sent: readonly Closing[]
  readonly skipped: readonly FlattenRow[]
}

export type FlattenMarket = Pick<SessionQueries, 'quote' | 'market' | 'exchangeNow'>

const isOption = ({ assetClass }: Position): boolean => assetClass === 'option'
const isShortOption = ({ position }: ToClose): boolean =>
  isOption(position) && isNegative(position.quantity)
const groupOf = (position: Position): string => `${position.accountId} ${underlyingKey(position)}`

export const skippedRow = (
  { accountId, symbol, quantity }: Position,
  why: Message,
): FlattenRow => ({
  accountId,
  symbol,
  line: message('killSwitch.position', { quantity: decimalText(quantity), symbol }),
  note: why,
})

/** A position that stays open because it could not be read. */
export const unreadableRow = ({ accountId, symbol }: UnreadablePosition): FlattenRow => ({
  accountId,
  symbol,
  line: message('killSwitch.unreadablePosition', { symbol }),
  note: message('killSwitch.unreadablePositionNote'),
})

/** Returns the position in another size with the same direction. */
const sized = (position: Position, quantity: Quantity): Position => ({
  ...position,
  quantity: isNegative(position.quantity) ? neg(quantity) : quantity,
})

/**
 * Returns the last price and its age, for an order that is executed at whatever the market is and
 * whose price is not current; null for any other. The person reads it before the plan is sent.
 */
export function stalePriceNote(
  draft: OrderDraft,
  known: { readonly quote: { readonly last: Price | null }; readonly ageMs: number | null } | null,
): Message | null {
  if (!needsFreshQuote(draft)) return null
  const ageMs = known?.ageMs ?? null
  if (ageMs !== null && ageMs <= DEFAULT_LIMITS.staleQuoteMs) return null
  const last = known?.quote.last ?? null
  return message('policy.noCurrentPrice', {
    last,
    ageMs: ageMs === null ? null : wholeSeconds(ageMs),
  })
}

const wholeSeconds = (ms: number): number => Math.floor(ms / SECOND_MS) * SECOND_MS

async function closeSingle(
  { position, quantity }: ToClose,
  market: FlattenMarket,
  phase: Closing['phase'],
): Promise<Closing | FlattenRow> {
  const contract = contractSymbol(position)
  const quote = contract === null ? null : await market.quote(contract, QUOTE_MS)
  const closing = closingDraft(position, quantity, {
    quote: quote?.quote ?? null,
    ...marketHours(position.assetClass, market.exchangeNow()),
  })
  if (!closing.ok) return skippedRow(sized(position, quantity), closing.error)
  const note =
    phase === 'last'
      ? message('killSwitch.afterShortOptions', { symbol: position.symbol })
      : (closing.value.note ?? stalePriceNote(closing.value.draft, quote))
  return {
    row: {
      accountId: position.accountId,
      symbol: position.symbol,
      line: orderSummary(describeDraft(closing.value.draft), null),
      note,
    },
    draft: closing.value.draft,
    separately: null,
    group: groupOf(position),
    phase,
  }
}

/**
 * Returns one order that buys back the short leg and sells the long leg at a net price; null where
 * they form no combination or have no price.
 */
async function closePair(
  short: ToClose,
  long: ToClose,
  market: FlattenMarket,
): Promise<{ readonly closing: Closing; readonly quantity: Quantity } | null> {
  const [bought, sold] = [optionOf(short.position), optionOf(long.position)]
  if (bought === null || sold === null || bought.type !== sold.type) return null
  const quantity = minOf(short.quantity, long.quantity)
  const legOf = ({ position }: ToClose, contract: OptionTerms): PairLeg => ({
    root: rootOf(position.legs?.[0]?.symbol ?? position.symbol),
    contract,
  })
  const { accountId, symbol } = short.position
  const draft = pairDraft({
    accountId,
    symbol: rootOf(symbol),
    quantity,
    bought: legOf(short, bought),
    sold: legOf(long, sold),
  })
  const known = await market.market(draft, QUOTE_MS)
  const price = known.ok ? (known.value?.price ?? null) : null
  const order =
    price === null ? null : closingPair(draft, price, known.ok ? (known.value?.step ?? CENT) : CENT)
  const [buyBack, sellOff] = await Promise.all([
    closeSingle({ ...short, quantity }, market, 'first'),
    closeSingle({ ...long, quantity }, market, 'last'),
  ])
  if (order === null || !('draft' in buyBack) || !('draft' in sellOff)) return null
  const row: FlattenRow = {
    accountId,
    symbol,
    line: orderSummary(describeDraft(order), null),
    note: message('killSwitch.bothLegs'),
  }
  return {
    closing: {
      row,
      draft: order,
      separately: { short: buyBack.draft, long: sellOff.draft },
      group: groupOf(short.position),
      phase: 'first',
    },
    quantity,
  }
}

export function grouped<T>(
  all: readonly T[],
  nameOf: (item: T) => string,
): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>()
  for (const item of all) groups.set(nameOf(item), [...(groups.get(nameOf(item)) ?? []), item])
  return groups
}

/** Subtracts a quantity from one entry of the list and removes the entry at zero. */
const subtract = (
  list: readonly ToClose[],
  target: ToClose,
  quantity: Quantity,
): readonly ToClose[] =>
  list.flatMap((entry) =>
    entry !== target
      ? [entry]
      : gt(entry.quantity, quantity)
        ? [{ ...entry, quantity: asQuantity(sub(entry.quantity, quantity)) }]
        : [],
  )

/**
 * Plans the orders that close these positions without leaving a short option uncovered: legs that
 * form a combination go together, other short options first, and positions that may cover them
 * last. `held` has all positions, including those that stay open.
 */
export async function planClosing(
  toClose: readonly ToClose[],
  heldPositions: readonly Position[],
  market: FlattenMarket,
): Promise<PlanParts> {
  const sent: Closing[] = []
  const skipped: FlattenRow[] = []
  const groups = grouped(toClose, ({ position }) => groupOf(position))
  for (const [group, members] of groups) {
    const shorts = heldPositions.filter(
      (position) =>
        isOption(position) && isNegative(position.quantity) && groupOf(position) === group,
    )
    const isClosedBy = (position: Position): boolean =>
      members.some(
        (entry) => entry.position === position && !lt(entry.quantity, abs(position.quantity)),
      )
    const hasOpenShort = shorts.some((position) => !isClosedBy(position))
    const mayCover = (entry: ToClose): boolean =>
      shorts.length > 0 &&
      !isShortOption(entry) &&
      (isOption(entry.position) || entry.position.assetClass === 'stock')
    let remaining = members
    for (const short of members.filter(isShortOption)) {
      const partners = (): readonly ToClose[] =>
        remaining.filter((entry) => isOption(entry.position) && isPositive(entry.position.quantity))
      const nearest = [...partners()].sort(
        (a, b) =>
          Number(optionOf(b.position)?.expiration === optionOf(short.position)?.expiration) -
          Number(optionOf(a.position)?.expiration === optionOf(short.position)?.expiration),
      )
      for (const long of nearest) {
        const open = remaining.find(({ position }) => position === short.position)
        const made = open === undefined || hasOpenShort ? null : await closePair(open, long, market)
        if (made === null || open === undefined) continue
        sent.push(made.closing)
        remaining = subtract(subtract(remaining, open, made.quantity), long, made.quantity)
      }
    }
    for (const entry of remaining) {
      if (mayCover(entry) && hasOpenShort) {
        skipped.push(
          skippedRow(
            sized(entry.position, entry.quantity),
            message('killSwitch.shortStaysOpen', { symbol: entry.position.symbol }),
          ),
        )
        continue
      }
      const made = await closeSingle(entry, market, mayCover(entry) ? 'last' : 'first')
      if ('draft' in made) sent.push(made)
      else skipped.push(made)
    }
  }
  return { sent, skipped }
}

/**
 * Leaves the orders beyond `MAX_CLOSING` for a next plan, and says so of each. Of a group the
 * orders that cover others come last, so that none is left uncovered.
 */
export const withinLimit = ({ sent, skipped }: PlanParts): PlanParts => ({
  sent: sent.slice(0, MAX_CLOSING),
  skipped: [
    ...skipped,
    ...sent
      .slice(MAX_CLOSING)
      .map(({ row }) => ({ ...row, note: message('killSwitch.beyondPlan', { max: MAX_CLOSING }) })),
  ],
})
