import type { AccountId } from '../../ids.js'
import {
  asMoney,
  asQuantity,
  dec,
  gt,
  isPositive,
  lte,
  mul,
  neg,
  ZERO_MONEY,
  type Decimal,
  type Money,
} from '../../decimal.js'
import type { Environment } from '../../environment.js'
import { PRICE_BAND } from '../price-band.js'
import type { PersonalLimits, RaisedDayLimits, LockOut } from './personal-limits.schema.js'
import { decimalOf, PERSONAL_LIMIT_NAMES, type PersonalLimitName } from './limit-ranges.js'

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
