import { z } from 'zod'
import { ENVIRONMENTS } from '../domain/environment.js'
import { SCORE_COUNTS, type ScoreCount } from '../domain/instructions/score-counts.js'
import { CONNECTION_STATES } from '../domain/instructions/connection.js'
import type { ScoreOpen, Scorecard } from '../domain/instructions/scorecard.js'
import { mirror } from './mirror.js'
import { zConnectionId } from './instructions.js'
import {
  zDecimal,
  zMoney,
  zPrice,
  zTime,
  zTradingSymbol,
  textSchema,
} from '../domain/scalars.schema.js'

const count = z.number().int().min(0)

const counts = Object.fromEntries(SCORE_COUNTS.map((name) => [name, count])) as Record<
  ScoreCount,
  typeof count
>

/**
 * One day, or the total. Money is in US dollars. `slippage` is measured from the mid price at the
 * request; negative is worse. `unpriced`: fills without such a price, excluded from slippage.
 * `unvalued`: fills whose value cannot be calculated, excluded everywhere.
 */
const scorePeriod = z.strictObject({
  ...counts,
  traded: zMoney,
  fees: zMoney,
  realised: zMoney,
  slippage: zMoney,
  unpriced: count,
  unvalued: count,
})

/**
 * A position left open by an assistant's own orders, first in, first out, regardless of the
 * account's other holdings. Null means not known.
 */
const zScoreOpen = mirror<ScoreOpen>()(
  z.strictObject({
    symbol: zTradingSymbol,
    name: textSchema(120),
    quantity: zDecimal,
    cost: zMoney,
    last: zPrice.nullable(),
    pnl: zMoney.nullable(),
  }),
)

/** The results of everything that one assistant requested. Unknown numbers are null. */
export const zScorecard = mirror<Scorecard>()(
  z.strictObject({
    id: zConnectionId,
    name: textSchema(80),
    shadow: z.boolean(),
    environment: z.enum(ENVIRONMENTS),
    state: z.enum(CONNECTION_STATES),
    since: zTime.nullable(),
    asOf: zTime,
    total: scorePeriod,
    /** Days of New York with any event, newest first. */
    days: z.array(scorePeriod.extend({ day: textSchema(10) })).max(400),
    open: z.array(zScoreOpen).max(200),
    /** The open profit at the last price; null when any of the prices is not known. */
    openPnl: zMoney.nullable(),
    /** Realized and open profit, less fees. */
    net: zMoney.nullable(),
    /** Orders that closed something, by their realized profit before fees. */
    wins: count,
    losses: count,
    winRate: zDecimal.nullable(),
    averageWin: zMoney.nullable(),
    averageLoss: zMoney.nullable(),
    /** The max drawdown of the realized profit less fees; its last point has the open profit. */
    drawdown: zMoney,
    /** The time from a request to the person's decision. */
    decided: z.strictObject({ count, medianMs: count, longestMs: count }).nullable(),
    reasons: z
      .array(
        z.strictObject({ what: z.enum(['declined', 'refused']), text: textSchema(300), count }),
      )
      .max(20),
    changes: z
      .array(
        z.strictObject({
          at: zTime,
          line: textSchema(300),
          field: z.enum(['quantity', 'amount', 'limitPrice', 'stopPrice']),
          requested: zDecimal.nullable(),
          approved: zDecimal,
        }),
      )
      .max(20),
  }),
)
