import {
  asPrice,
  isNegative,
  isPositive,
  type Price,
  type Quantity,
} from '../../../../shared/domain/decimal.js'
import type { Listing } from '../../../../shared/domain/instruments/listing.js'
import { comboProblems, type ComboProblem } from '../../../../shared/domain/orders/combo-rules.js'
import {
  enteringAt,
  exitsOf,
  linksExits,
  protectedEntry,
} from '../../../../shared/domain/orders/exits.js'
import type { ComboDraft, OrderDraft } from '../../../../shared/domain/orders/order.js'
import { checkProductDraft } from '../../../../shared/domain/orders/product-rules.js'
import { err, ok, type Result } from '../../../../shared/domain/result.js'
import type { TicketFinding } from './build-draft.js'
import type { TicketForm } from './form-values.js'
import { readInput } from './number-input.js'

/**
 * What the ticket can attach to its order: exits to an entry (`entry`), or a stop-loss to the limit
 * order that closes a position at a profit (`position`).
 */
export type ExitsOffer = 'entry' | 'position'

/** The fields that an offer has. */
export const EXIT_FIELDS = {
  entry: ['takeProfit', 'stopLoss'],
  position: ['stopLoss'],
} as const satisfies Readonly<Record<ExitsOffer, readonly ExitField[]>>
export type ExitField = 'takeProfit' | 'stopLoss'

type ExitsForm = Pick<
  TicketForm,
  'assetClass' | 'side' | 'type' | 'algo' | 'sizeKind' | 'exits' | 'takeProfit' | 'stopLoss'
>

/**
 * Returns what can be attached to the order (TRADING-4.3); null for nothing.
 * @param held units that the account holds, negative when short
 */
export function exitsOffer(
  { assetClass, side, type, algo, sizeKind }: ExitsForm,
  held: Quantity,
): ExitsOffer | null {
  const isLinkable = assetClass === 'stock' || assetClass === 'option'
  if (!isLinkable || algo !== 'none' || sizeKind !== 'quantity') return null
  const closes = side === 'buy' ? isNegative(held) : isPositive(held)
  if (!closes) return type === 'market' || type === 'limit' ? 'entry' : null
  return type === 'limit' && linksExits(assetClass, side) ? 'position' : null
}

/** Returns the prices of a combination's exits; null for one that it does not have. */
export function exitPrices(combo: ComboDraft): {
  readonly takeProfit: OrderDraft | null
  readonly stopLoss: OrderDraft | null
} {
  const exits = combo.orders.filter(({ role }) => role !== 'master').map(({ draft }) => draft)
  return {
    takeProfit: exits.find(({ type }) => type === 'limit') ?? null,
    stopLoss: exits.find(({ type }) => type === 'stop') ?? null,
  }
}

const FIELD_OF_PROBLEM: Readonly<Partial<Record<ComboProblem, ExitField>>> = {
  'target-not-winning': 'takeProfit',
  'stop-not-losing': 'stopLoss',
  'stop-not-below-target': 'stopLoss',
}

export interface ExitsContext {
  readonly held: Quantity
  readonly listing: Listing | null
  readonly locale: string
  /** The market's last price: a market order enters near it. */
  readonly last: Price | null
}

/** Reads the typed prices of the offered exits. */
function typedPrices(form: ExitsForm, offer: ExitsOffer, locale: string) {
  const findings: TicketFinding[] = []
  const prices = new Map<ExitField, Price>()
  for (const field of EXIT_FIELDS[offer]) {
    const reading = readInput(form[field], locale)
    if (reading.kind === 'invalid') findings.push({ field, problem: 'not-a-number' })
    if (reading.kind === 'value') prices.set(field, asPrice(reading.value))
  }
  if (prices.size === 0 && findings.length === 0) {
    const [field] = EXIT_FIELDS[offer]
    findings.push({ field, problem: 'exit-missing' })
  }
  return { prices, findings }
}

/** Returns the linked orders for a draft and the prices of its exits. */
function comboOf(
  draft: OrderDraft,
  offer: ExitsOffer,
  prices: ReadonlyMap<ExitField, Price>,
): ComboDraft {
  const [target, stop] = [prices.get('takeProfit'), prices.get('stopLoss')]
  if (offer === 'position') {
    const stopOrder = {
      ...draft,
      type: 'stop' as const,
      session: 'core' as const,
      limitPrice: null,
      stopPrice: stop ?? null,
    }
    const isShort = draft.side === 'buy'
    return {
      accountId: draft.accountId,
      orders: [
        { role: isShort ? 'oco' : 'take-profit', draft },
        { role: isShort ? 'oco' : 'stop-loss', draft: stopOrder },
      ],
    }
  }
  return protectedEntry(
    draft,
    exitsOf(draft, { takeProfit: target ?? null, stopLoss: stop ?? null }),
  )
}

/** Returns the errors of the exits alone, beside the fields in which they were typed. */
function orderFindings(combo: ComboDraft, listing: Listing | null): TicketFinding[] {
  if (listing === null) return []
  const { takeProfit, stopLoss } = exitPrices(combo)
  const found = (draft: OrderDraft | null, field: ExitField): TicketFinding[] =>
    draft === null || draft === combo.orders[0]?.draft
      ? []
      : checkProductDraft(draft, listing).map(({ problem }) => ({ field, problem }))
  return [...found(takeProfit, 'takeProfit'), ...found(stopLoss, 'stopLoss')]
}

/** A market order is compared with the last price, which is where it enters. */
function entryFindings(combo: ComboDraft, last: Price | null): TicketFinding[] {
  return comboProblems(enteringAt(combo, last)).map(({ problem }) => ({
    field: FIELD_OF_PROBLEM[problem] ?? 'exits',
    problem,
  }))
}

/**
 * Returns the linked orders that the form describes with its exits; null when it has none, or every
 * problem of the exits.
 */
export function buildExits(
  form: ExitsForm,
  draft: OrderDraft,
  { held, listing, locale, last }: ExitsContext,
): Result<ComboDraft | null, readonly TicketFinding[]> {
  const offer = form.exits ? exitsOffer(form, held) : null
  if (offer === null) return ok(null)
  const { prices, findings } = typedPrices(form, offer, locale)
  if (findings.length > 0) return err(findings)
  const combo = comboOf(draft, offer, prices)
  const problems = orderFindings(combo, listing)
  const all = problems.length > 0 ? problems : entryFindings(combo, last)
  return all.length > 0 ? err(all) : ok(combo)
}
