import type { AccountId } from '../ids.js'
import {
  asMoney,
  asQuantity,
  dec,
  gt,
  isPositive,
  lt,
  lte,
  mul,
  neg,
  ZERO_MONEY,
  type Decimal,
  type Money,
  type Quantity,
} from '../decimal.js'
import type { Environment } from '../environment.js'
import type { EpochMs } from '../time.js'
import { PRICE_BAND } from './price-band.js'

/**
 * The limits that a person sets for every order of a profile, by hand and by assistants. Amounts
 * are in the currency of the order, or of the account for the daily loss. Null: no limit.
 */
export interface PersonalLimits {
  /** Per order: shares and contracts. Coins have no limit but their value. */
  readonly maxQuantity: Quantity
  /** Per order: price × quantity × multiplier; a sale at the higher of its price and the market. */
  readonly maxNotional: Money
  /** How far a limit price may reach through the last price, as a fraction of it. */
  readonly priceBand: Decimal
  /** The value of an order as a fraction of the account's equity in the order's currency. */
  readonly maxShare: Decimal | null
  /** Orders that work or whose outcome is unknown, over all accounts. */
  readonly maxOpenOrders: number
  /** Orders sent on one trade date of their product, over all accounts. */
  readonly maxOrdersPerDay: number | null
  /** Positive: the day's loss (realized and open) that locks an account until its next session. */
  readonly maxDailyLoss: Money | null
}
export type PersonalLimitName = keyof PersonalLimits

/** The limits in the order in which windows show them. */
export const PERSONAL_LIMIT_NAMES = [
  'maxQuantity',
  'maxNotional',
  'priceBand',
  'maxShare',
  'maxOpenOrders',
  'maxOrdersPerDay',
  'maxDailyLoss',
] as const satisfies readonly PersonalLimitName[]

/**
 * The limits that hold the person to a decision for the day. When one of them is raised, the old
 * value stays in effect until the next session.
 */
export const DAY_LIMITS = ['maxOrdersPerDay', 'maxDailyLoss'] as const
export type DayLimitName = (typeof DAY_LIMITS)[number]
export const isDayLimit = (name: PersonalLimitName): name is DayLimitName =>
  DAY_LIMITS.some((limit) => limit === name)

const COMMON: PersonalLimits = {
  maxQuantity: asQuantity(dec('100000')),
  maxNotional: asMoney(dec('1000000')),
  priceBand: PRICE_BAND,
  maxShare: null,
  maxOpenOrders: 5_000,
  maxOrdersPerDay: 1_000,
  maxDailyLoss: null,
}

/**
 * The limits of a profile until the person changes them. The size of a real account is not known
 * here, and a lock-out cannot be lifted, so that its amount is set by the person there; practice
 * accounts hold at most 100,000 in play money.
 */
export const DEFAULT_PERSONAL_LIMITS: Readonly<Record<Environment, PersonalLimits>> = {
  practice: { ...COMMON, maxDailyLoss: asMoney(dec('10000')) },
  sandbox: COMMON,
  production: COMMON,
}

/** The smallest and the largest value of each limit. */
export const LIMIT_RANGES: Readonly<
  Record<PersonalLimitName, { readonly min: Decimal; readonly max: Decimal }>
> = {
  maxQuantity: { min: dec('0.00000001'), max: dec('1000000000') },
  maxNotional: { min: dec('1'), max: dec('1000000000000') },
  priceBand: { min: dec('0.001'), max: dec('1') },
  maxShare: { min: dec('0.001'), max: dec('100') },
  maxOpenOrders: { min: dec('1'), max: dec('10000') },
  maxOrdersPerDay: { min: dec('1'), max: dec('100000') },
  maxDailyLoss: { min: dec('1'), max: dec('1000000000000') },
}

const decimalOf = (value: Decimal | number | null): Decimal | null =>
  typeof value === 'number' ? dec(String(value)) : value

/** Returns the limits whose value is outside its range. Only some of them may be null. */
export const limitsOutOfRange = (limits: PersonalLimits): readonly PersonalLimitName[] =>
  PERSONAL_LIMIT_NAMES.filter((name) => {
    const value = decimalOf(limits[name])
    const { min, max } = LIMIT_RANGES[name]
    return value !== null && (lt(value, min) || gt(value, max))
  })

/** Returns the limits that allow more in `after` than in `before`. */
export const raisedLimits = (
  before: PersonalLimits,
  after: PersonalLimits,
): readonly PersonalLimitName[] =>
  PERSONAL_LIMIT_NAMES.filter((name) => {
    const [old, next] = [decimalOf(before[name]), decimalOf(after[name])]
    return old !== null && (next === null || gt(next, old))
  })

/** True when a day's profit and loss reaches the loss limit. Null: no limit, or not known. */
export const reachesLoss = (dayPnl: Money | null, limit: Money | null): boolean =>
  dayPnl !== null && limit !== null && lte(dayPnl, neg(limit))

/**
 * Returns the largest value of an order by its share of the equity; zero where the equity is zero
 * or negative.
 */
export const maxByShare = (equity: Money, share: Decimal): Money =>
  isPositive(equity) ? asMoney(mul(equity, share)) : ZERO_MONEY

/** An account in which only orders that reduce a position pass, until its next session begins. */
export interface LockOut {
  readonly accountId: AccountId
  /** `file-damaged`: the record of limits and lock-outs could not be read. */
  readonly reason: 'daily-loss' | 'file-damaged'
  /** The exchange's time of its end; null until the exchange sent its time. */
  readonly until: EpochMs | null
  /** When it began, by this computer's clock. */
  readonly since: EpochMs
  /** The day's profit and loss that caused it, and the limit; null for another reason. */
  readonly dayPnl: Money | null
  readonly limit: Money | null
  readonly currency: string
}

/** Day limits that were raised or switched off: in effect from the next session. */
export interface RaisedDayLimits {
  readonly maxOrdersPerDay?: number | null | undefined
  readonly maxDailyLoss?: Money | null | undefined
  /** The exchange's time; null until the exchange sent its time. */
  readonly from: EpochMs | null
}

/** How much of the limits an account uses now. */
export interface AccountUse {
  readonly accountId: AccountId
  readonly currency: string
  /** Null while it is not known. */
  readonly dayPnl: Money | null
  readonly equity: Money | null
}

/** The limits of the open profile, and how much of them is used. */
export interface PersonalLimitsView {
  readonly limits: PersonalLimits
  readonly defaults: PersonalLimits
  readonly raised: RaisedDayLimits | null
  readonly lockOuts: readonly LockOut[]
  readonly openOrders: number
  readonly ordersToday: number
  readonly accounts: readonly AccountUse[]
}
