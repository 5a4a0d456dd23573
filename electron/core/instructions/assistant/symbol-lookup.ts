import { underlyingSymbol } from '../../../../shared/domain/instruments/instrument-key.js'
import {
  abs,
  cmp,
  decimalText,
  eq,
  sub,
  trim,
  type Decimal,
} from '../../../../shared/domain/decimal.js'
import { type Symbol, symbol as asSymbol } from '../../../../shared/domain/ids.js'
import { fieldRefusal, type Refusal } from '../../../../shared/domain/instructions/refusal.js'
import { parseOcc, type OptionType } from '../../../../shared/domain/instruments/option.js'
import type { ChainExpiry } from '../../../../shared/domain/instruments/option-chain.js'
import type { OrderDraft } from '../../../../shared/domain/orders/order.js'
import { err, ok, type Result } from '../../../../shared/domain/result.js'
import { message } from '../../../../shared/messages/make-message.js'
import type { TradingSession } from '../../session/trading-session.js'

/** The reads of a session that tell known symbols from unknown ones. */
export interface SymbolSources {
  readonly describeInstrument: TradingSession['market']['describeInstrument']
  readonly searchInstruments: TradingSession['market']['searchInstruments']
  readonly products: Pick<TradingSession['market']['products'], 'optionChain'>
}

/** A contract of a root. */
interface Contract {
  readonly type: OptionType
  readonly strike: Decimal
  readonly expiration: string
}

/** How many instruments with the same first letter are compared with a misspelled symbol. */
const SAME_LETTER = 1_000
/** The longest symbol of a stock; longer text is a name or another product. */
const STOCK_CHARS = 6

/**
 * Returns the listed symbol that a caller means: the same one, or its capitals. Refuses every other
 * one and names the symbol, strike or expiration that was probably meant (CONFIRM-44).
 */
export async function resolveSymbol(
  sources: SymbolSources,
  requestedSymbol: Symbol,
): Promise<Result<Symbol, Refusal>> {
  for (const spelling of new Set([requestedSymbol, asSymbol(requestedSymbol.toUpperCase())])) {
    const found = await sources.describeInstrument(spelling)
    // Without an answer the symbol may exist, so it is not called unknown.
    if (!found.ok) return err({ code: 'unavailable', message: found.error.message })
    if (found.value !== null) return ok(spelling)
  }
  const contract = parseOcc(requestedSymbol.toUpperCase())
  const option =
    contract === null ? null : await contractRefusal(sources, asSymbol(contract.root), contract)
  return err(option ?? (await unknownSymbol(sources, requestedSymbol)))
}

/** Refuses a listed symbol of another product than a read is about. */
export const wrongProduct = (requestedSymbol: Symbol): Refusal =>
  fieldRefusal({
    field: 'symbol',
    value: requestedSymbol,
    rule: 'wrong-product',
    reason: message('refusals.notOfProduct', { symbol: requestedSymbol }),
  })

async function unknownSymbol(sources: SymbolSources, requestedSymbol: Symbol): Promise<Refusal> {
  const meant = await similarSymbol(sources, requestedSymbol)
  return fieldRefusal({
    field: 'symbol',
    value: requestedSymbol,
    rule: 'symbol-unknown',
    didYouMean: meant,
    reason:
      meant === null
        ? message('refusals.symbolUnknown', { symbol: requestedSymbol })
        : message('refusals.symbolMeant', { symbol: requestedSymbol, meant }),
  })
}

/** Returns the stock whose symbol or name resembles the text; null where none does. */
async function similarSymbol(sources: SymbolSources, text: string): Promise<Symbol | null> {
  const capitals = text.toUpperCase()
  const [named, alike] = await Promise.all([
    sources.searchInstruments(text, 1),
    text.length > STOCK_CHARS || text === ''
      ? null
      : sources.searchInstruments(capitals.slice(0, 1), SAME_LETTER),
  ])
  const found = named.ok ? named.value[0] : undefined
  if (found !== undefined) return found.symbol
  const close =
    alike?.ok === true ? alike.value.find((row) => isOneEdit(row.symbol, capitals)) : null
  return close?.symbol ?? null
}

/** True when one letter is wrong, missing or too many, or two neighbors are exchanged. */
export function isOneEdit(a: string, b: string): boolean {
  if (a === b || Math.abs(a.length - b.length) > 1) return false
  let start = 0
  while (start < a.length && a[start] === b[start]) start += 1
  let end = 0
  const rest = Math.min(a.length, b.length) - start
  while (end < rest && a.at(-1 - end) === b.at(-1 - end)) end += 1
  const [inA, inB] = [a.slice(start, a.length - end), b.slice(start, b.length - end)]
  const isExchanged = inA.length === 2 && inA[0] === inB[1] && inA[1] === inB[0]
  return isExchanged || Math.max(inA.length, inB.length) === 1
}

/**
 * Returns why no such contract is listed: its expiration, or its strike on that day, and what is
 * nearest. Null when the contract is listed, or the underlying has no options.
 */
async function contractRefusal(
  { products }: SymbolSources,
  underlying: Symbol,
  { type, strike, expiration }: Contract,
): Promise<Refusal | null> {
  const chain = await products.optionChain(underlying)
  if (!chain.ok || chain.value.expiries.length === 0) return null
  const { expiries } = chain.value
  const sameDay = expiries.filter((expiry) => expiry.expiration === expiration)
  if (sameDay.length === 0) return unknownExpiration(underlying, expiries, expiration)
  const strikes = sameDay.flatMap(({ rows }) =>
    rows.flatMap((row) => (row[type] === null ? [] : [row.strike])),
  )
  const nearest = nearestNumber(strikes, strike)
  if (nearest === null || eq(nearest, strike)) return null
  return fieldRefusal({
    field: 'strike',
    value: decimalText(trim(strike)),
    rule: 'strike-unknown',
    didYouMean: decimalText(trim(nearest)),
    reason: message('refusals.strikeUnknown', {
      symbol: underlying,
      type,
      strike,
      expiration,
      nearest,
    }),
  })
}

/** Refuses a day on which no option of a root expires, with the nearest one. */
export function unknownExpiration(
  root: Symbol,
  expiries: readonly ChainExpiry[],
  expiration: string,
): Refusal {
  const nearest = nearestDay(expiries, expiration)
  return fieldRefusal({
    field: 'expiration',
    value: expiration,
    rule: 'expiration-unknown',
    didYouMean: nearest,
    reason: message('refusals.expirationUnknown', { symbol: root, expiration, nearest }),
  })
}

function nearestDay(expiries: readonly ChainExpiry[], day: string): string {
  const distance = (text: string): number => Math.abs(Date.parse(text) - Date.parse(day))
  const days = expiries.map(({ expiration }) => expiration)
  return days.reduce((best, next) => (distance(next) < distance(best) ? next : best))
}

function nearestNumber<T extends Decimal>(values: readonly T[], to: Decimal): T | null {
  const distance = (value: Decimal): Decimal => abs(sub<Decimal>(value, to))
  return values.reduce<T | null>(
    (best, next) => (best === null || cmp(distance(next), distance(best)) < 0 ? next : best),
    null,
  )
}

/**
 * Adds to a refusal of an unlisted order what was probably meant: the nearest strike or expiration
 * of an option, otherwise the symbol that resembles it. Other refusals stay as they are.
 */
export async function explainUnlisted(
  sources: SymbolSources,
  refusal: Refusal,
  drafts: readonly OrderDraft[],
): Promise<Refusal> {
  const { detail } = refusal
  if (detail?.rule !== 'symbol-unknown' || detail.didYouMean !== null) return refusal
  const draft = drafts.find(({ symbol }) => symbol === detail.value) ?? drafts[0]
  for (const { option } of draft?.terms?.legs ?? []) {
    if (draft === undefined || option === null) continue
    const found = await contractRefusal(sources, underlyingSymbol(draft), option)
    if (found !== null) return found
  }
  const unknown = await unknownSymbol(sources, asSymbol(detail.value ?? ''))
  return unknown.detail?.didYouMean === null ? refusal : unknown
}
