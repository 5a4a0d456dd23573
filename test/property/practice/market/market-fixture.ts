import { exchangeInstant } from '../../../../shared/domain/market/exchange-time.ts'
import { epochMs, type EpochMs } from '../../../../shared/domain/time.ts'
import { SeededMarket } from '../../../../electron/practice/market/market.ts'
import type {
  BarData,
  Market,
  MarketOptions,
} from '../../../../electron/practice/market/securities/market-types.ts'
import type { MarketStep } from '../../../../electron/practice/model/market-step.ts'

/** 10:00 New York of an ordinary Friday. */
export const START = exchangeInstant('2026-11-20', 10 * 60)

export const market = (options: Partial<MarketOptions> = {}): Market =>
  new SeededMarket({ seed: 'seed', startAt: START, ...options })

export const later = (time: EpochMs, ms: number): EpochMs => epochMs(time + ms)

/** Returns every step up to `to`, from one call. */
export function stepsTo(subject: Market, to: EpochMs): MarketStep[] {
  const steps: MarketStep[] = []
  subject.advance(to, (step) => steps.push(step))
  return steps
}

/** Rolls bars up by their start times, independently of the market's own code. */
export function rolledUp(
  bars: readonly BarData[],
  startOf: (time: EpochMs) => EpochMs,
): Omit<BarData, 'session'>[] {
  const groups = new Map<number, BarData[]>()
  for (const bar of bars) {
    const start = startOf(bar.time)
    const group = groups.get(start)
    if (group === undefined) groups.set(start, [bar])
    else group.push(bar)
  }
  return [...groups.entries()].map(([time, group]) => ({
    time: epochMs(time),
    open: group[0]?.open ?? 0,
    high: Math.max(...group.map((bar) => bar.high)),
    low: Math.min(...group.map((bar) => bar.low)),
    close: group.at(-1)?.close ?? 0,
    volume: group.reduce((sum, bar) => sum + bar.volume, 0),
  }))
}

export const plain = (bars: readonly BarData[]): Omit<BarData, 'session'>[] =>
  bars.map(({ time, open, high, low, close, volume }) => ({ time, open, high, low, close, volume }))
