import {
  asMoney,
  asPrice,
  asQuantity,
  dec,
  mul,
  trim,
  type Decimal,
  type Price,
} from '../../../../shared/domain/decimal.js'
import type { AccountId } from '../../../../shared/domain/ids.js'
import type { Instrument } from '../../../../shared/domain/instruments/instrument.js'
import {
  checkDraft,
  type DraftField,
  type DraftProblem,
} from '../../../../shared/domain/orders/order-rules.js'
import { usesLimit, usesStop, usesTrail } from '../../../../shared/domain/orders/order-types.js'
import type { OrderDraft, OrderSize, Trail } from '../../../../shared/domain/orders/order.js'
import { err, ok, type Result } from '../../../../shared/domain/result.js'
import { readInput } from './number-input.js'
import type { TicketForm } from './ticket-form.js'

/**
 * Problems that the ticket detects beyond the order rules: invalid numbers, and restrictions of the
 * instrument.
 */
const TICKET_PROBLEMS = [
  'not-a-number',
  'size-missing',
  'account-missing',
  'instrument-unknown',
  'not-tradable',
  'close-only',
  'not-shortable',
] as const
export type TicketProblem = DraftProblem | (typeof TICKET_PROBLEMS)[number]

export interface TicketFinding {
  readonly field: DraftField | 'side'
  readonly problem: TicketProblem
}

/** Problems of fields that are still empty; not shown until the person tries to send. */
const MISSING: readonly TicketProblem[] = [
  'size-missing',
  'limit-price-missing',
  'stop-price-missing',
  'trail-missing',
]
export const isMissing = (finding: TicketFinding): boolean => MISSING.includes(finding.problem)

export interface TicketContext {
  readonly accountId: AccountId | null
  /** Null while it is being looked up. */
  readonly instrument: Instrument | null
  /** True when the account holds units that this order would close. */
  readonly closes: boolean
  readonly locale: string
}

const PERCENT = dec('0.01')

/** Reads one field: its value, null when it is empty, a finding when it is not a number. */
function reader(locale: string, findings: TicketFinding[]) {
  return (text: string, field: DraftField): Decimal | null => {
    const reading = readInput(text, locale)
    if (reading.kind === 'invalid') findings.push({ field, problem: 'not-a-number' })
    return reading.kind === 'value' ? reading.value : null
  }
}

function instrumentFindings(
  form: TicketForm,
  { accountId, instrument, closes }: TicketContext,
): TicketFinding[] {
  const findings: TicketFinding[] = []
  if (accountId === null) findings.push({ field: 'symbol', problem: 'account-missing' })
  if (instrument === null) return [...findings, { field: 'symbol', problem: 'instrument-unknown' }]
  if (instrument.tradable === 'no') findings.push({ field: 'symbol', problem: 'not-tradable' })
  if (instrument.tradable === 'close-only' && !closes) {
    findings.push({ field: 'symbol', problem: 'close-only' })
  }
  if (form.side === 'short' && !instrument.shortable) {
    findings.push({ field: 'side', problem: 'not-shortable' })
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
  const findings = instrumentFindings(form, context)
  const read = reader(context.locale, findings)
  const price = (used: boolean, text: string, field: DraftField): Price | null => {
    const value = used ? read(text, field) : null
    return value === null ? null : asPrice(value)
  }
  const typedSize = read(form.sizeKind === 'amount' ? form.amount : form.quantity, 'size')
  const limitPrice = price(usesLimit(form.type), form.limitPrice, 'limitPrice')
  const stopPrice = price(usesStop(form.type), form.stopPrice, 'stopPrice')
  const trail = usesTrail(form.type) ? trailOf(form, read) : null

  const unreadable = new Set(
    findings
      .filter((finding) => finding.problem === 'not-a-number')
      .map((finding) => finding.field),
  )
  if (typedSize === null && !unreadable.has('size')) {
    findings.push({ field: 'size', problem: 'size-missing' })
  }
  // The rules get a placeholder of one unit for a missing size; the finding above already blocks
  // the order.
  const size: OrderSize =
    form.sizeKind === 'amount'
      ? { kind: 'amount', amount: asMoney(typedSize ?? dec('1')) }
      : { kind: 'quantity', quantity: asQuantity(typedSize ?? dec('1')) }
  const draft: OrderDraft = {
    accountId: context.accountId ?? ('' as AccountId),
    assetClass: 'stock',
    symbol: form.symbol,
    side: form.side,
    type: form.type,
    timeInForce: form.timeInForce,
    session: form.session,
    size,
    limitPrice,
    stopPrice,
    trail,
    expireDate: null,
  }
  for (const found of checkDraft(draft, context.instrument?.fractionable ?? false)) {
    if (!unreadable.has(found.field)) findings.push(found)
  }
  return findings.length === 0 ? ok(draft) : err(findings)
}

function trailOf(
  form: TicketForm,
  read: (text: string, field: DraftField) => Decimal | null,
): Trail | null {
  const typed = read(form.trailKind === 'percent' ? form.trailPercent : form.trailAmount, 'trail')
  if (typed === null) return null
  // Typed as percent, sent as a fraction: 1.5 becomes 0.015.
  return {
    kind: form.trailKind,
    step: form.trailKind === 'percent' ? trim(mul(typed, PERCENT)) : typed,
  }
}
