import { z } from 'zod'
import { ENVIRONMENTS } from '../domain/environment.js'
import { SCORE_COUNTS, type ScoreCount } from '../domain/instructions/score-counts.js'
import { zConnectionId } from './instructions.js'
import { zDecimal, zMoney, zPrice, zSymbol, zTime } from './schemas.js'

const text = (max: number) => z.string().max(max)
const count = z.number().int().min(0)

const counts = Object.fromEntries(SCORE_COUNTS.map((name) => [name, count])) as Record<
  ScoreCount,
  typeof count
>

/**
 * A day, or everything. Money in US dollars. `slippage`: against the middle price when it asked;
 * negative is worse than that.
 * `unpriced`: fills without such a price, which it leaves out; `unvalued`: fills whose worth cannot
 * be told, which everything leaves out.
 */
export const zScorePeriod = z.strictObject({
  ...counts,
  traded: zMoney,
  fees: zMoney,
  realised: zMoney,
  slippage: zMoney,
  unpriced: count,
  unvalued: count,
})
export type ScorePeriod = z.output<typeof zScorePeriod>

/**
 * What an assistant's own orders have left open: first in, first out, whatever else the account
 * holds. Null: not known.
 */
export const zScoreOpen = z.strictObject({
  symbol: zSymbol,
  name: text(120),
  quantity: zDecimal,
  cost: zMoney,
  last: zPrice.nullable(),
  pnl: zMoney.nullable(),
})

/** What came of everything that one assistant asked for. Numbers that nobody knows are null. */
export const zScorecard = z.strictObject({
  id: zConnectionId,
  name: text(80),
  shadow: z.boolean(),
  environment: z.enum(ENVIRONMENTS),
  state: z.enum(['active', 'paused', 'revoked']),
  since: zTime.nullable(),
  asOf: zTime,
  total: zScorePeriod,
  /** Days of New York on which anything happened, the newest first. */
  days: z.array(zScorePeriod.extend({ day: text(10) })).max(400),
  open: z.array(zScoreOpen).max(200),
  /** Of what is open, at the last price; null when the price of any of it is not known. */
  openPnl: zMoney.nullable(),
  /** Realised and open, less fees. */
  net: zMoney.nullable(),
  /** Orders that closed something, by what they realised before fees. */
  wins: count,
  losses: count,
  winRate: zDecimal.nullable(),
  averageWin: zMoney.nullable(),
  averageLoss: zMoney.nullable(),
  /** The most that realised less fees ever fell from its highest, with what is open at its end. */
  drawdown: zMoney,
  /** From asking to the person's answer. */
  decided: z.strictObject({ count, medianMs: count, longestMs: count }).nullable(),
  reasons: z
    .array(z.strictObject({ what: z.enum(['declined', 'refused']), text: text(300), count }))
    .max(20),
  changes: z
    .array(
      z.strictObject({
        at: zTime,
        line: text(300),
        field: z.enum(['quantity', 'amount', 'limitPrice', 'stopPrice']),
        requested: zDecimal.nullable(),
        approved: zDecimal,
      }),
    )
    .max(20),
})
export type Scorecard = z.output<typeof zScorecard>
