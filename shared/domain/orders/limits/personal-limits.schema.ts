import { z } from 'zod'
import { zQuantity, zMoney, zDecimal, zTime, zAccountId, textSchema } from '../../scalars.schema.js'
import { limitsOutOfRange } from './limit-ranges.js'
import { asReadonly } from '../../readonly-schema.js'

const count = z.number().int().min(1).max(100_000)

/**
 * The limits that a person sets for every order of a profile, by hand and by assistants. Amounts
 * are in the currency of the order, or of the account for the daily loss. Null: no limit.
 */
const limitMembers = asReadonly(
  z.strictObject({
    /** Per order: shares and contracts. Coins have no limit but their value. */
    maxQuantity: zQuantity,
    /** Per order: price × quantity × multiplier; a sale at the higher of price and market. */
    maxNotional: zMoney,
    /** How far a limit price may reach through the last price, as a fraction of it. */
    priceBand: zDecimal,
    /** The value of an order as a fraction of the account's equity in the order's currency. */
    maxShare: zDecimal.nullable(),
    /** Orders that work or whose outcome is unknown, over all accounts. */
    maxOpenOrders: count,
    /** Orders sent on one trade date of their product, over all accounts. */
    maxOrdersPerDay: count.nullable(),
    /**
     * Positive: the day's loss (realized and open) that locks an account until its next session.
     */
    maxDailyLoss: zMoney.nullable(),
  }),
)
export type PersonalLimits = z.output<typeof limitMembers>
export const PersonalLimits = limitMembers.refine(
  (limits) => limitsOutOfRange(limits).length === 0,
  'a limit outside its range',
)

/** The limits that a person sets before the first order with real money. */
export const LowerLimits = asReadonly(z.strictObject({ maxNotional: zMoney, maxDailyLoss: zMoney }))
export type LowerLimits = z.output<typeof LowerLimits>

/** Day limits that were raised or switched off: in effect from the next session. */
export const RaisedDayLimits = asReadonly(
  z.strictObject({
    maxOrdersPerDay: count.nullable().optional(),
    maxDailyLoss: zMoney.nullable().optional(),
    /** The exchange's time; null until the exchange sent its time. */
    from: zTime.nullable(),
  }),
)
export type RaisedDayLimits = z.output<typeof RaisedDayLimits>

/** An account in which only orders that reduce a position pass, until its next session begins. */
export const LockOut = asReadonly(
  z.strictObject({
    accountId: zAccountId,
    /** `file-damaged`: the record of limits and lock-outs could not be read. */
    reason: z.enum(['daily-loss', 'file-damaged']),
    /** The exchange's time of its end; null until the exchange sent its time. */
    until: zTime.nullable(),
    /** When it began, by this computer's clock. */
    since: zTime,
    /** The day's profit and loss that caused it, and the limit; null for another reason. */
    dayPnl: zMoney.nullable(),
    limit: zMoney.nullable(),
    currency: textSchema(8),
  }),
)
export type LockOut = z.output<typeof LockOut>
