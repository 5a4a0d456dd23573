import {
  asMoney,
  asQuantity,
  dec,
  decimalText,
  div,
  gt,
  lt,
  mul,
  parseDecimal,
  significantScale,
  trim,
  type Decimal,
} from '../../../shared/domain/decimal.js'
import { formatQuantity } from '../../format/decimal.js'
import {
  isDayLimit,
  raisedLimits,
  type PersonalLimitsView,
} from '../../../shared/domain/orders/limits/personal-limits.js'
import {
  LIMIT_RANGES,
  PERSONAL_LIMIT_NAMES,
  type PersonalLimitName,
} from '../../../shared/domain/orders/limits/limit-ranges.js'
import type { PersonalLimits } from '../../../shared/domain/orders/limits/personal-limits.schema.js'

/** What the person typed, by limit. An empty text means no limit where there may be none. */
export type EnteredLimits = Readonly<Record<PersonalLimitName, string>>
/** Why an entry cannot be saved. */
export type LimitProblem = 'required' | 'whole' | 'range'

const HUNDRED = dec('100')
const PERCENT_SCALE = 12
const FRACTIONS: ReadonlySet<PersonalLimitName> = new Set<PersonalLimitName>([
  'priceBand',
  'maxShare',
])
const COUNTS: ReadonlySet<PersonalLimitName> = new Set<PersonalLimitName>([
  'maxOpenOrders',
  'maxOrdersPerDay',
])
const OPTIONAL: ReadonlySet<PersonalLimitName> = new Set<PersonalLimitName>([
  'maxShare',
  'maxOrdersPerDay',
  'maxDailyLoss',
])

/** Limits in the units that the person types: fractions are percent. */
export const shownDecimal = (
  name: PersonalLimitName,
  value: Decimal | number | null,
): Decimal | null => {
  if (value === null) return null
  const decimal = typeof value === 'number' ? dec(String(value)) : value
  return FRACTIONS.has(name) ? trim(mul(decimal, HUNDRED)) : decimal
}

const textOf = (name: PersonalLimitName, value: Decimal | number | null): string => {
  const shown = shownDecimal(name, value)
  return shown === null ? '' : formatQuantity(shown)
}

/** Returns the limits that the person last asked for, with those that take effect later. */
export function wantedLimits({ limits, raised }: PersonalLimitsView): PersonalLimits {
  if (raised === null) return limits
  const { maxOrdersPerDay, maxDailyLoss } = raised
  return {
    ...limits,
    ...(maxOrdersPerDay === undefined ? {} : { maxOrdersPerDay }),
    ...(maxDailyLoss === undefined ? {} : { maxDailyLoss }),
  }
}

/** Returns the texts of the fields for these limits. */
export const enteredOf = (limits: PersonalLimits): EnteredLimits => ({
  maxQuantity: textOf('maxQuantity', limits.maxQuantity),
  maxNotional: textOf('maxNotional', limits.maxNotional),
  priceBand: textOf('priceBand', limits.priceBand),
  maxShare: textOf('maxShare', limits.maxShare),
  maxOpenOrders: textOf('maxOpenOrders', limits.maxOpenOrders),
  maxOrdersPerDay: textOf('maxOrdersPerDay', limits.maxOrdersPerDay),
  maxDailyLoss: textOf('maxDailyLoss', limits.maxDailyLoss),
})

/** Returns the range of a limit in the units that the person types. */
export function shownRange(name: PersonalLimitName): {
  readonly min: Decimal
  readonly max: Decimal
} {
  const { min, max } = LIMIT_RANGES[name]
  return FRACTIONS.has(name)
    ? { min: trim(mul(min, HUNDRED)), max: trim(mul(max, HUNDRED)) }
    : { min, max }
}

/** A number as it is stored; `none` for an empty field that may be empty. */
type Read = Decimal | 'none' | LimitProblem

function readLimit(name: PersonalLimitName, text: string): Read {
  const typed = text.replaceAll(/[\s,]/g, '')
  if (typed === '') return OPTIONAL.has(name) ? 'none' : 'required'
  const value = parseDecimal(typed)
  if (value === null) return 'required'
  if (COUNTS.has(name) && significantScale(value) > 0) return 'whole'
  const { min, max } = shownRange(name)
  if (lt(value, min) || gt(value, max)) return 'range'
  if (!FRACTIONS.has(name)) return value
  return trim(div(value, HUNDRED, PERCENT_SCALE, 'half-even') ?? value)
}

const isProblem = (read: Read): read is LimitProblem =>
  read === 'required' || read === 'whole' || read === 'range'

/** Returns why an entry cannot be saved; null when it can. */
export function limitProblem(name: PersonalLimitName, text: string): LimitProblem | null {
  const read = readLimit(name, text)
  return isProblem(read) ? read : null
}

/** Returns the entered limits; null while an entry cannot be saved. */
export function limitsOf(entered: EnteredLimits): PersonalLimits | null {
  const read = (name: PersonalLimitName): Read => readLimit(name, entered[name])
  if (PERSONAL_LIMIT_NAMES.some((name) => isProblem(read(name)))) return null
  const decimal = (name: PersonalLimitName): Decimal | null => {
    const value = read(name)
    return value === 'none' || isProblem(value) ? null : value
  }
  const count = (name: PersonalLimitName): number | null => {
    const value = decimal(name)
    return value === null ? null : Number.parseInt(decimalText(value), 10)
  }
  const [quantity, notional, band] = [
    decimal('maxQuantity'),
    decimal('maxNotional'),
    decimal('priceBand'),
  ]
  const open = count('maxOpenOrders')
  const loss = decimal('maxDailyLoss')
  if (quantity === null || notional === null || band === null || open === null) return null
  return {
    maxQuantity: asQuantity(quantity),
    maxNotional: asMoney(notional),
    priceBand: band,
    maxShare: decimal('maxShare'),
    maxOpenOrders: open,
    maxOrdersPerDay: count('maxOrdersPerDay'),
    maxDailyLoss: loss === null ? null : asMoney(loss),
  }
}

/**
 * Returns the limits that saving would raise: at once, and with the next session. A raise that was
 * saved before is none.
 */
export function raises(
  view: PersonalLimitsView,
  next: PersonalLimits | null,
): { readonly now: readonly PersonalLimitName[]; readonly later: readonly PersonalLimitName[] } {
  if (next === null) return { now: [], later: [] }
  const raised = raisedLimits(view.limits, next)
  const [wanted, entered] = [enteredOf(wantedLimits(view)), enteredOf(next)]
  return {
    now: raised.filter((name) => !isDayLimit(name)),
    later: raised.filter((name) => isDayLimit(name) && wanted[name] !== entered[name]),
  }
}
