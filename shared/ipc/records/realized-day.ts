import { z } from 'zod'
import type { RealizedDay } from '../../domain/account/realized-day.js'
import type { InstrumentKey } from '../../domain/instruments/instrument-key.js'
import { mirror } from '../mirror.js'
import { zAccountId, zMoney, zPosition, zTime, zTradeDate } from '../schemas.js'

export const zInstrumentKey = z.custom<InstrumentKey>(
  (value) => typeof value === 'string' && value.length <= 128,
)

export const zRealizedDay = mirror<RealizedDay>()(
  z.strictObject({
    accountId: zAccountId,
    day: zTradeDate,
    isComplete: z.boolean(),
    valuedAt: zTime.optional(),
    rows: z.array(
      z.strictObject({
        key: zInstrumentKey,
        position: zPosition,
        isClosed: z.boolean(),
        realizedPnl: zMoney.nullable(),
        isPartial: z.boolean(),
        isAllotted: z.boolean(),
      }),
    ),
    open: z.array(zInstrumentKey),
  }),
)
