import {
  abs,
  asMoney,
  asPrice,
  asQuantity,
  dec,
  gt,
  isNegative,
  isPositive,
  isZero,
  mul,
  trim,
  type Decimal,
  type Price,
  type Quantity,
} from '../../../../shared/domain/decimal.js'
import type { AccountId } from '../../../../shared/domain/ids.js'
import type { AnyInstrument } from '../../../../shared/domain/instruments/any-instrument.js'
import { listingOf, type Listing } from '../../../../shared/domain/instruments/listing.js'
import type { PositionIntent } from '../../../../shared/domain/instruments/option.js'
import type { DraftField, DraftProblem } from '../../../../shared/domain/orders/order-rules.js'
import type { ComboProblem } from '../../../../shared/domain/orders/combo-rules.js'
import { usesLimit, usesStop, usesTrail } from '../../../../shared/domain/orders/order-types.js'
import type { DraftTerms } from '../../../../shared/domain/orders/order-terms.js'
import type { OrderDraft, OrderSize, Trail } from '../../../../shared/domain/orders/order.js'
import { checkProductDraft } from '../../../../shared/domain/orders/product-rules.js'
import { err, ok, type Result } from '../../../../shared/domain/result.js'
import type { Side } from '../../../../shared/domain/side.js'
import { readInput } from './number-input.js'
import type { TicketForm } from './ticket-form.js'

/**
 * Problems that the ticket detects beyond the order rules: invalid numbers, restrictions of the
 * instrument, and orders that the position does not allow.
 */
const TICKET_PROBLEMS = [
  'not-a-number',
  'size-missing',
  'account-missing',
  'instrument-unknown',
  'positions-unknown',
  'not-tradable',
  'close-only',
  'not-shortable',
  'nothing-held',
  'more-than-held',
  'algo-share-missing',
  'expire-date-past',
  'exit-missing',
] as const
export type TicketProblem = DraftProblem | ComboProblem | (typeof TICKET_PROBLEMS)[number]

/** The input of the ticket that a problem belongs to. */
export type TicketField =
  | DraftField
  | 'side'
  | 'algo'
  | 'expireDate'
  | 'exits'
  | 'takeProfit'
  | 'stopLoss'

export interface TicketFinding {
  readonly field: TicketField
  readonly problem: TicketProblem
}

/** Problems of fields that are still empty; not shown until the person tries to send. */
const MISSING: readonly TicketProblem[] = [
  'size-missing',
  'limit-price-missing',
  'stop-price-missing',
  'trail-missing',
  'expire-date-missing',
  'algo-share-missing',
  'exit-missing',
]
export const isMissing = (finding: TicketFinding): boolean => MISSING.includes(finding.problem)

/** Problems that pass by themselves while data loads. */
const PASSING = [
  'instrument-unknown',
  'account-missing',
  'positions-unknown',
] as const satisfies readonly TicketProblem[]
export type PassingProblem = (typeof PASSING)[number]

const isPassingProblem = (problem: TicketProblem): problem is PassingProblem =>
  PASSING.some((passing) => passing === problem)

export const isPassing = (finding: TicketFinding): boolean => isPassingProblem(finding.problem)

/** Returns what a complete form still waits for; null when nothing, or when a field is wrong. */
export function awaitedData(findings: readonly TicketFinding[]): PassingProblem | null {
  const problems = findings.map(({ problem }) => problem)
  return problems.every(isPassingProblem) ? (problems[0] ?? null) : null
}

export interface TicketContext {
  readonly accountId: AccountId | null
  /** Null while it is being looked up. */
  readonly instrument: AnyInstrument | null
  /** Units that the account holds, negative when short; null while positions are loading. */
  readonly held: Quantity | null
  readonly locale: string
  /** The exchange's day, yyyy-MM-dd; an order cannot expire before it. */
  readonly today?: string
}

const PERCENT = dec('0.01')
const ONE = dec('1')
/** The ticket's own inputs for problems that the order rules report on the order type. */
const FIELD_OF: Readonly<Partial<Record<TicketProblem, TicketField>>> = {
  'algo-mismatch': 'algo',
  'algo-percent': 'algo',
  'algo-times': 'algo',
  'expire-date-missing': 'expireDate',
}

/** Reads one field: its value, null when it is empty, a finding when it is not a number. */
function reader(locale: string, findings: TicketFinding[]) {
  return (text: string, field: TicketField): Decimal | null => {
    const reading = readInput(text, locale)
    if (reading.kind === 'invalid') findings.push({ field, problem: 'not-a-number' })
    return reading.kind === 'value' ? reading.value : null
  }
}
type Reader = ReturnType<typeof reader>

/** Returns true when an order on this side reduces the position. */
export const reduces = (side: Side, held: Quantity): boolean =>
  side === 'buy' ? isNegative(held) : isPositive(held)

/**
 * Returns whether the size of the whole position is offered: not for a short sale, which would
 * double a short position.
 */
export const offersWholeSize = (side: Side, held: Quantity): boolean =>
  side !== 'short' && reduces(side, held)

/** Returns whether an option order opens or closes, by the contracts that the account holds. */
export const intentOf = (side: Side, held: Quantity): PositionIntent =>
  side === 'buy'
    ? isNegative(held)
      ? 'buy-to-close'
      : 'buy-to-open'
    : isPositive(held)
      ? 'sell-to-close'
      : 'sell-to-open'

/**
 * Returns why the instrument cannot be ordered this way. Coins and event contracts are only sold
 * from a position; an order that closes an option closes no more than there is.
 */
function instrumentFindings(
  form: TicketForm,
  { accountId, instrument, held }: TicketContext,
  size: Decimal | null,
): TicketFinding[] {
  const findings: TicketFinding[] = []
  if (accountId === null) findings.push({ field: 'symbol', problem: 'account-missing' })
  if (instrument === null) return [...findings, { field: 'symbol', problem: 'instrument-unknown' }]
  const { assetClass } = instrument
  const listing = listingOf(instrument, form.outcome)
  if (listing === null || listing.tradable === 'no') {
    findings.push({ field: 'symbol', problem: 'not-tradable' })
  }
  if (listing?.tradable === 'close-only' && (held === null || !reduces(form.side, held))) {
    findings.push({ field: 'symbol', problem: 'close-only' })
  }
  if (form.side === 'short' && listing?.shortable === false) {
    findings.push({ field: 'side', problem: 'not-shortable' })
  }
  if (assetClass === 'stock' || assetClass === 'futures') return findings
  if (held === null) return [...findings, { field: 'symbol', problem: 'positions-unknown' }]
  const closes = assetClass === 'option' ? reduces(form.side, held) : form.side === 'sell'
  if (closes && isZero(held)) findings.push({ field: 'side', problem: 'nothing-held' })
  else if (closes && form.sizeKind === 'quantity' && size !== null && gt(size, abs(held))) {
    findings.push({ field: 'size', problem: 'more-than-held' })
  }
  return findings
}

/**
 * Builds the order that the form describes, or returns every problem. Reads only fields that the
 * order's type uses: a limit price typed before switching to a market order stays in the form but
 * not in the order.
 */
export function buildDraft(
  form: TicketForm,
  context: TicketContext,
): Result<OrderDraft, readonly TicketFinding[]> {
  const findings: TicketFinding[] = []
  const readNumber = reader(context.locale, findings)
  const price = (used: boolean, text: string, field: DraftField): Price | null => {
    const value = used ? readNumber(text, field) : null
    return value === null ? null : asPrice(value)
  }
  const typedSize = readNumber(form.sizeKind === 'amount' ? form.amount : form.quantity, 'size')
  const limitPrice = price(usesLimit(form.type), form.limitPrice, 'limitPrice')
  const stopPrice = price(usesStop(form.type), form.stopPrice, 'stopPrice')
  const trail = usesTrail(form.type) ? trailOf(form, readNumber) : null
  const algo = algoOf(form, readNumber)
  if (typedSize === null && !findings.some(({ field }) => field === 'size')) {
    findings.push({ field: 'size', problem: 'size-missing' })
  }
  if (form.algo === 'pov' && form.algoShare.trim() === '') {
    findings.push({ field: 'algo', problem: 'algo-share-missing' })
  }
  if (isPast(form, context)) findings.push({ field: 'expireDate', problem: 'expire-date-past' })
  // The rules get a placeholder of one unit for a missing size; the finding above already blocks
  // the order.
  const size: OrderSize =
    form.sizeKind === 'amount'
      ? { kind: 'amount', amount: asMoney(typedSize ?? ONE) }
      : { kind: 'quantity', quantity: asQuantity(typedSize ?? ONE) }
  const draft: OrderDraft = {
    ...identityOf(form, context, size, algo),
    accountId: context.accountId ?? ('' as AccountId),
    side: form.side,
    type: form.type,
    timeInForce: form.timeInForce,
    session: form.session,
    size,
    limitPrice,
    stopPrice,
    trail,
    expireDate: form.timeInForce === 'gtd' && form.expireDate !== '' ? form.expireDate : null,
  }
  const all = [
    ...instrumentFindings(form, context, typedSize),
    ...findings,
    ...ruleFindings(draft, listingFor(form, context), findings),
  ]
  return all.length === 0 ? ok(draft) : err(all)
}

const listingFor = (form: TicketForm, { instrument }: TicketContext): Listing | null =>
  instrument === null ? null : listingOf(instrument, form.outcome)

/** Returns what the order rules report on inputs that can be read and are not empty. */
function ruleFindings(
  draft: OrderDraft,
  listing: Listing | null,
  known: readonly TicketFinding[],
): readonly TicketFinding[] {
  if (listing === null) return []
  const reported = new Set(known.map(({ field }) => field))
  return checkProductDraft(draft, listing)
    .map(({ problem, field }) => ({ problem, field: FIELD_OF[problem] ?? field }))
    .filter(({ field }) => !reported.has(field))
}

type DraftIdentity = Pick<OrderDraft, 'assetClass' | 'symbol' | 'terms'>

/** Returns the instrument of the order and the terms that its product has. */
function identityOf(
  form: TicketForm,
  { instrument, held }: TicketContext,
  size: OrderSize,
  algo: DraftTerms['algo'],
): DraftIdentity {
  const { symbol } = form
  switch (instrument?.assetClass) {
    case 'option': {
      const side = form.side === 'buy' ? 'buy' : 'sell'
      const { type, strike, expiration, root, underlying } = instrument
      const option = type === null ? null : { type, strike, expiration }
      const quantity = size.kind === 'quantity' ? size.quantity : asQuantity(ONE)
      const isLegOut = form.legOut !== '' && held !== null && reduces(form.side, held)
      return {
        assetClass: 'option',
        symbol: underlying,
        terms: {
          strategy: 'single',
          intent: intentOf(form.side, held ?? asQuantity(dec('0'))),
          legs: [{ symbol: root as typeof underlying, side, quantity, option }],
          ...(isLegOut ? { legging: { direction: 'out', positionId: form.legOut } } : {}),
        },
      }
    }
    case 'event': {
      const tradeMode = size.kind === 'amount' ? 'by-amount' : 'by-contracts'
      return {
        assetClass: 'event',
        symbol,
        terms: { outcome: form.outcome, ...(form.type === 'market' ? { tradeMode } : {}) },
      }
    }
    case 'futures':
    case 'crypto':
      return { assetClass: instrument.assetClass, symbol }
    case 'stock':
    case undefined:
      return {
        assetClass: 'stock',
        symbol,
        ...(algo === undefined ? {} : { terms: { algo } }),
      }
  }
}

function algoOf(form: TicketForm, read: Reader): DraftTerms['algo'] {
  if (form.algo === 'none') return undefined
  const share = read(form.algoShare, 'algo')
  const percent =
    share === null ? {} : form.algo === 'pov' ? { targetPercent: share } : { maxPercent: share }
  return {
    kind: form.algo,
    ...percent,
    ...(form.algoStart === '' ? {} : { start: clockTime(form.algoStart) }),
    ...(form.algoEnd === '' ? {} : { end: clockTime(form.algoEnd) }),
  }
}

/** Completes HH:mm, as a time input returns it, to HH:mm:ss. */
const clockTime = (text: string): string => (text.length === 5 ? `${text}:00` : text)

/** Both are yyyy-MM-dd, so text order equals time order. */
const isPast = (form: TicketForm, { today }: TicketContext): boolean =>
  form.timeInForce === 'gtd' &&
  form.expireDate !== '' &&
  today !== undefined &&
  form.expireDate < today

function trailOf(form: TicketForm, read: Reader): Trail | null {
  const typed = read(form.trailKind === 'percent' ? form.trailPercent : form.trailAmount, 'trail')
  if (typed === null) return null
  // Typed as percent, sent as a fraction: 1.5 becomes 0.015.
  return {
    kind: form.trailKind,
    step: form.trailKind === 'percent' ? trim(mul(typed, PERCENT)) : typed,
  }
}
