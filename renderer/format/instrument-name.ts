import type { NamedPosition } from '../../shared/domain/account/account.js'
import { asPrice, type Decimal } from '../../shared/domain/decimal.js'
import { symbol, type ClientOrderId, type TradingSymbol } from '../../shared/domain/ids.js'
import type { EventOutcome } from '../../shared/domain/instruments/event-contract.js'
import type { AssetClass } from '../../shared/domain/instruments/instrument.js'
import { parseOcc, rootOf, type OptionStrategy } from '../../shared/domain/instruments/option.js'
import { symbolClass } from '../../shared/domain/instruments/symbol-class.js'
import type { Fill, Order } from '../../shared/domain/orders/order.js'
import type { LegOption } from '../../shared/domain/instruments/leg-option.schema.js'
import type { Unknown } from '../../shared/domain/unknown.js'
import type { Side } from '../../shared/domain/side.js'
import { currentLocale } from '../language/language.js'
import type { WindowText } from '../../shared/messages/window-text.js'
import { formatQuantity } from './decimal.js'

/**
 * Whether an order of another client moves an option position to another day. The broker names such
 * an order like a calendar that opens, so the window remembers it from what was held before the
 * fill. An order that Countersign sent says it itself.
 */
let isKnownRoll: (order: ClientOrderId) => boolean = () => false

/** Sets what knows the rolls of this window. */
export function setKnownRolls(isRoll: typeof isKnownRoll): void {
  isKnownRoll = isRoll
}

/** True for an order, or for its fill, that is known to roll a position. */
const isRoll = ({
  terms,
  clientOrderId,
}: Pick<Order | Fill, 'terms'> & Partial<Pick<Order, 'clientOrderId'>>): boolean =>
  terms?.rolls === true || (clientOrderId !== undefined && isKnownRoll(clientOrderId))

interface NamedLeg {
  readonly symbol: TradingSymbol
  readonly option: Pick<LegOption, 'type' | 'strike' | 'expiration'> | null
  readonly side?: Side | Unknown
  readonly quantity: Decimal | null
}

/** Returns what an order or its fill does: its side, or a roll, which sells and buys. */
export const actionOf = (
  order: Parameters<typeof isRoll>[0] & Pick<Order, 'side'>,
): Side | 'roll' => (isRoll(order) ? 'roll' : order.side)

/** What identifies the instrument of a position, an order or a fill. */
export interface NamedInstrument {
  readonly symbol: TradingSymbol
  readonly assetClass: AssetClass
  readonly legs: readonly NamedLeg[]
  /** `roll` for an order that moves a position; `unnamed` for the contracts alone. */
  readonly strategy: OptionStrategy | 'roll' | 'unnamed' | Unknown | null
  readonly outcome: EventOutcome | Unknown | null
}

export const positionInstrument = (position: NamedPosition): NamedInstrument => ({
  symbol: position.symbol,
  assetClass: position.assetClass,
  legs: position.legs ?? [],
  strategy: position.strategy ?? null,
  outcome: position.outcome ?? null,
})

export const orderInstrument = (
  order: Pick<Order | Fill, 'symbol' | 'assetClass' | 'terms'> &
    Partial<Pick<Order, 'clientOrderId'>>,
): NamedInstrument => ({
  symbol: order.symbol,
  assetClass: order.assetClass,
  legs: order.terms?.legs ?? [],
  strategy: isRoll(order) ? 'roll' : (order.terms?.strategy ?? null),
  outcome: order.terms?.outcome ?? null,
})

/**
 * Returns what names a symbol of any product. The class is guessed by the spelling where it is not
 * known; `outcome` is the side of an event market.
 */
export function symbolInstrument(
  text: string,
  assetClass: AssetClass = symbolClass(text),
  outcome: EventOutcome | null = null,
): NamedInstrument {
  const occ = assetClass === 'option' ? parseOcc(text) : null
  return {
    symbol: symbol(text),
    assetClass,
    strategy: occ === null ? null : 'single',
    outcome: assetClass === 'event' ? outcome : null,
    legs:
      occ === null
        ? []
        : [
            {
              symbol: symbol(occ.root),
              quantity: null,
              option: {
                type: occ.type,
                strike: asPrice(occ.strike),
                expiration: occ.expiration,
              },
            },
          ],
  }
}

/**
 * Names an instrument as a trader does: "AAPL", "NVDA 19 Dec 26 190 C", "NVDA 19 Dec 26 190/200 C
 * vertical", "NVDA 15 Jan 27 → 22 Jan 27 197.5 C calendar", "ESZ6", "BTC/USD", "KXRATE-26DEC-T3
 * Yes".
 */
export const instrumentName = (
  instrument: NamedInstrument,
  text: WindowText['instruments'],
): string => nameParts(instrument, text).join(' ').trim()

/** Returns the name without the side of an event market, and that side, or an empty text. */
export function nameParts(
  { symbol, assetClass, legs, strategy, outcome }: NamedInstrument,
  text: WindowText['instruments'],
): readonly [name: string, outcome: string] {
  switch (assetClass) {
    case 'stock':
    case 'futures':
      return [symbol, '']
    case 'crypto':
      return [symbol.replace(/(USD[TC]?)$/, '/$1'), '']
    case 'event':
      return [symbol, outcome === null ? '' : text.outcomes[outcome]]
    case 'option':
      return [optionName(symbol, legs, strategy, text), '']
  }
}

function optionName(
  symbol: TradingSymbol,
  legs: readonly NamedLeg[],
  strategy: NamedInstrument['strategy'],
  text: WindowText['instruments'],
): string {
  const [first, ...more] = legs
  const own = parseOcc(symbol)
  if (first === undefined) {
    return own === null
      ? symbol
      : legName({ symbol, option: { ...own, strike: asPrice(own.strike) } }, text)
  }
  if (more.length === 0) return legName(first, text)
  const options = legs.map(({ option }) => option).filter((option) => option !== null)
  return [
    rootOf(first.symbol),
    expirationsOf(options.map(({ expiration }) => expiration)),
    [...new Set(options.map(({ strike }) => formatQuantity(strike)))].join('/'),
    common(options.map(({ type }) => (type === null ? '' : text.types[type]))),
    strategy === 'unnamed' ? '' : text.strategies[strategy ?? 'unknown'],
  ]
    .filter((part) => part !== '')
    .join(' ')
}

/** Names the day of all legs, or the two days of a calendar: "15 Jan 27 → 22 Jan 27". */
function expirationsOf(days: readonly (string | null)[]): string {
  const different = [...new Set(days)].filter((day) => day !== null).sort()
  return different.length > 2 ? '' : different.map((day) => formatDay(day)).join(' → ')
}

/** Lists the legs of a combination, one per line: "+1 NVDA 19 Dec 26 190 C"; empty without legs. */
export const legLines = (
  { legs }: NamedInstrument,
  text: WindowText['instruments'],
): readonly string[] =>
  legs.length < 2
    ? []
    : legs.map((leg) => `${signOf(leg)}${formatQuantity(leg.quantity)} ${legName(leg, text)}`)

const signOf = ({ side }: NamedLeg): string =>
  side === undefined || side === 'unknown' ? '' : side === 'buy' ? '+' : '−'

const legName = (
  { symbol, option }: Pick<NamedLeg, 'symbol' | 'option'>,
  text: WindowText['instruments'],
): string =>
  option === null
    ? `${symbol} ${text.shares}`
    : [
        rootOf(symbol),
        formatDay(option.expiration),
        formatQuantity(option.strike),
        option.type === null ? '' : text.types[option.type],
      ]
        .filter((part) => part !== '')
        .join(' ')

/** Returns the part when it is the same in all legs; empty otherwise. */
const common = (parts: readonly string[]): string =>
  parts.every((part) => part === parts[0]) ? (parts[0] ?? '') : ''

const DAYS = new Map<string, Intl.DateTimeFormat>()

function dayFormat(year: '2-digit' | 'numeric'): Intl.DateTimeFormat {
  const locale = currentLocale()
  const key = `${locale}/${year}`
  const made =
    DAYS.get(key) ??
    new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year, timeZone: 'UTC' })
  DAYS.set(key, made)
  return made
}

/**
 * Formats yyyy-MM-dd as "19 Dec 26", or with a `numeric` year as "5 Apr 1993" for days of the past;
 * empty for none.
 */
export function formatDay(day: string | null, year: '2-digit' | 'numeric' = '2-digit'): string {
  if (day === null) return ''
  const parts = dayFormat(year).formatToParts(Date.parse(`${day}T00:00:00Z`))
  const part = (type: string) => parts.find((candidate) => candidate.type === type)?.value ?? ''
  return `${part('day')} ${part('month')} ${part('year')}`
}
