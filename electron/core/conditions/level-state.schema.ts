import { z } from 'zod'
import type { TradeDate } from '../../../shared/domain/market/trade-date.js'
import { asReadonly } from '../../../shared/domain/readonly-schema.js'
import { zDay } from '../../../shared/domain/scalars.schema.js'

/**
 * The side of a level on which a figure was last: -1 below, 1 above. 0 after it reached the level
 * exactly, from when it must leave the level before it can reach it again.
 */
export const LevelSide = z.union([z.literal(-1), z.literal(0), z.literal(1)])
export type LevelSide = z.output<typeof LevelSide>

export const zTradeDate = z.custom<TradeDate>((value) => zDay.safeParse(value).success)

/** What is remembered of a level between two figures. */
export const LevelState = asReadonly(
  z.strictObject({
    side: LevelSide,
    /** The day of the figure on that side; null for a figure that does not begin every day at 0. */
    day: zTradeDate.nullable(),
  }),
)
export type LevelState = z.output<typeof LevelState>
