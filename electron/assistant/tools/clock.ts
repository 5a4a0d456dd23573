import { z } from 'zod'
import type { ExchangeTime } from '../../core/instructions/assistant/assistant-port.js'
import type { Environment } from '../../../shared/domain/environment.js'
import {
  exchangeClock,
  isTradingDay,
  sessionAt,
} from '../../../shared/domain/market/exchange-time.js'
import { covers } from '../../../shared/domain/market/calendars/days.js'
import { US_EQUITIES } from '../../../shared/domain/market/calendars/us-equities.js'
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

const OWNERS: Readonly<Record<Environment, string>> = {
  practice: 'The practice exchange’s own clock',
  sandbox: 'The clock of the broker’s test environment',
  production: 'The exchange’s clock',
}

/** Whose time it is, by the session's environment, and how far this computer's clock is from it. */
export function clockText({ environment, offsetMs }: ExchangeTime): string {
  const owner = OWNERS[environment]
  if (Math.abs(offsetMs) < SAME_MS) return `${owner}; it agrees with this computer’s.`
  const side = offsetMs < 0 ? 'behind' : 'ahead of'
  return `${owner}, ${durationText(Math.abs(offsetMs))} ${side} this computer’s. Quotes and sessions are by it; expires_at, created_at and other times of instructions, and updated_at of orders, are by this computer: use expires_in_seconds.`
}

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
    trading_day: z.boolean().nullable(),
    clock: zWord,
    session: zWord.describe(
      'PRE, REGULAR, POST, OVERNIGHT or CLOSED; UNKNOWN: hours not published.',
    ),
    next_open: zChange.nullable(),
    next_close: zChange.nullable(),
  }),
  async run(_input, { port, connection }) {
    const time = await port.exchangeTime(connection)
    if (!time.ok) return time
    const { now } = time.value
    const { day } = exchangeClock(now)
    return ok({
      exchange_time: when(now),
      new_york: newYorkTime(now),
      today: day,
      trading_day: covers(US_EQUITIES, day) ? isTradingDay(day) : null,
      clock: clockText(time.value),
      session: sessionAt(now).toUpperCase(),
      ...regularSession(now),
    })
  },
})

/** The tools for the exchange's time, in listing order. */
export const CLOCK_TOOLS: readonly Tool[] = [getClock]
