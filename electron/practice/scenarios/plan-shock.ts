import {
  closeMinute,
  exchangeClock,
  exchangeInstant,
  isTradingDay,
  nextDay,
  OPEN_MINUTE,
  tradingDay,
} from '../../../shared/domain/market/exchange-time.js'
import { DAY_MS, MINUTE_MS, epochMs, type EpochMs } from '../../../shared/domain/time.js'
import { SCENARIO_FIGURES } from '../../../shared/domain/app/practice/practice-scenarios.js'
import type { PracticeScenario } from '../../../shared/domain/app/practice/practice-settings.js'
import { hash3, hashText } from '../market/math/random.js'
import { SHOCK_MS, type Shock } from '../market/shocks/shock.js'

/** The scenarios that move prices. */
export type ShockScenario = Extract<PracticeScenario, 'flash-crash' | 'gap-up' | 'gap-down'>

/** Falls of a flash crash, in hundredths of a percent: of the market, and of the stock on top. */
const CRASH = {
  market: -100 * SCENARIO_FIGURES.crash.marketPercent,
  own: -100 * SCENARIO_FIGURES.crash.stockPercent,
} as const
/** The smallest and the largest gap after a report, in hundredths of a percent. */
const GAP = {
  min: 100 * SCENARIO_FIGURES.gap.minPercent,
  max: 100 * SCENARIO_FIGURES.gap.maxPercent,
} as const
/** After the open, so that the person sees the market before the crash. */
const CRASH_AFTER_OPEN = 5
/** Time that a crash needs before the close, besides its own. */
const CRASH_MARGIN = 5
/** Companies report shortly after the closing bell. */
const REPORT_AFTER_CLOSE = 5

/** Returns the begin of a crash: the next minute, or soon after the next open. */
function crashBegins(now: EpochMs): EpochMs {
  const { day, minute } = exchangeClock(now)
  const next = epochMs((Math.floor(now / MINUTE_MS) + 1) * MINUTE_MS)
  const lasts = SHOCK_MS['flash-crash'] / MINUTE_MS + CRASH_MARGIN
  const isOpen = isTradingDay(day) && minute >= OPEN_MINUTE
  if (isOpen && minute + 1 + lasts <= closeMinute(day)) return next
  const isEarly = isTradingDay(day) && minute < OPEN_MINUTE
  const date = isEarly ? day : tradingDay(nextDay(day), 0)
  return exchangeInstant(date, OPEN_MINUTE + CRASH_AFTER_OPEN)
}

/** Returns the time of the next report after a close. */
function reportBegins(now: EpochMs): EpochMs {
  const { day } = exchangeClock(now)
  for (let date = tradingDay(day, 0); ; date = tradingDay(nextDay(date), 0)) {
    const time = exchangeInstant(date, closeMinute(date) + REPORT_AFTER_CLOSE)
    if (time > now) return time
  }
}

/** Returns the size of a gap, the same for the same seed, symbol and day. */
function gapSize(seed: string, symbol: string, time: EpochMs): number {
  const draw = hash3(hashText(`${seed}:report:${symbol}`), 1, Math.floor(time / DAY_MS))
  return GAP.min + (draw % (GAP.max - GAP.min + 1))
}

/** Returns the shock of a scenario that is started now. `isStock` is false for funds and others. */
export function planShock(
  scenario: ShockScenario,
  { seed, symbol, isStock }: { readonly seed: string; symbol: string; isStock: boolean },
  now: EpochMs,
): Shock {
  if (scenario === 'flash-crash') {
    // A fund falls with its index, because the funds on one index have one price.
    const own = isStock ? CRASH.own : 0
    return { kind: 'flash-crash', symbol, begins: crashBegins(now), market: CRASH.market, own }
  }
  const begins = reportBegins(now)
  const size = gapSize(seed, symbol, begins)
  const own = scenario === 'gap-up' ? size : -size
  return { kind: 'earnings-gap', symbol, begins, market: 0, own }
}

/** True when a shock must wait until another one is over: a second report, a second crash. */
export const isTaken = (planned: readonly Shock[], candidate: Shock): boolean =>
  planned.some(
    (shock) =>
      shock.kind === candidate.kind &&
      (shock.kind === 'flash-crash' || shock.symbol === candidate.symbol) &&
      shock.begins + SHOCK_MS[shock.kind] > candidate.begins &&
      candidate.begins + SHOCK_MS[candidate.kind] > shock.begins,
  )
