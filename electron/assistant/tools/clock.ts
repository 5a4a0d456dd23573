import { z } from 'zod'
import {
  exchangeClock,
  isTradingDay,
  sessionAt,
} from '../../../shared/domain/market/exchange-time.js'
import { isProductOpen, nextProductChange } from '../../../shared/domain/market/product-hours.js'
import { ok } from '../../../shared/domain/result.js'
import type { EpochMs } from '../../../shared/domain/time.js'
import { tool, type Tool } from '../tool.js'
import { durationText, newYorkTime, when, zWhen, zWord } from '../views/view-fields.js'

const zChange = z.object({ time: zWhen, new_york: zWord, in: zWord })

const changeView = (time: EpochMs, now: EpochMs): z.output<typeof zChange> => ({
  time: when(time),
  new_york: newYorkTime(time),
  in: durationText(time - now),
})

/** Returns the next opening and the next close of the regular session of stocks. */
function regularSession(now: EpochMs) {
  const next = nextProductChange('EQUITY', now)
  const after = next === null ? null : nextProductChange('EQUITY', next)
  const [opens, closes] = isProductOpen('EQUITY', now) ? [after, next] : [next, after]
  return {
    next_open: opens === null ? null : changeView(opens, now),
    next_close: closes === null ? null : changeView(closes, now),
  }
}

/** A clock within this of the computer's own is the same one. */
const SAME_MS = 60_000

const clockText = (offsetMs: number): string =>
  Math.abs(offsetMs) < SAME_MS
    ? 'The exchange and this computer agree.'
    : `Another than this computer's: ${durationText(Math.abs(offsetMs))} ${offsetMs < 0 ? 'behind' : 'ahead'}, as in practice. Quotes and sessions are by it; expires_at, created_at and other times of instructions are by this computer: use expires_in_seconds.`

/** Our own tool: practice time is not this computer's time, so ages need the exchange's clock. */
export const getClock = tool({
  name: 'get_clock',
  toolset: 'market-data',
  title: 'Exchange time',
  effect: 'read',
  description:
    'The exchange’s time, day and session, and when the regular session of stocks opens and closes next. Use it instead of your own clock.',
  input: z.strictObject({}),
  output: z.object({
    exchange_time: zWhen,
    new_york: zWord,
    today: zWord.describe('yyyy-MM-dd, the exchange’s day.'),
    trading_day: z.boolean(),
    clock: zWord.describe('Whose time this is.'),
    session: zWord.describe('PRE, REGULAR, POST, OVERNIGHT or CLOSED.'),
    next_open: zChange.nullable(),
    next_close: zChange.nullable(),
  }),
  async run(_input, { port, connection }) {
    const found = await port.exchangeTime(connection)
    if (!found.ok) return found
    const { now, offsetMs } = found.value
    const { day } = exchangeClock(now)
    return ok({
      exchange_time: when(now),
      new_york: newYorkTime(now),
      today: day,
      trading_day: isTradingDay(day),
      clock: clockText(offsetMs),
      session: sessionAt(now).toUpperCase(),
      ...regularSession(now),
    })
  },
})

/** The tools for the exchange's time, in listing order. */
export const CLOCK_TOOLS: readonly Tool[] = [getClock]
