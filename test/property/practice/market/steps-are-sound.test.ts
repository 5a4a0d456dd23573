import { describe, expect, it } from 'vitest'
import { exchangeInstant, sessionAt } from '../../../../shared/domain/market/exchange-time.ts'
import { epochMs } from '../../../../shared/domain/time.ts'
import type { MarketStep } from '../../../../electron/practice/model/market-step.ts'
import { market } from './market-fixture.ts'

const onGrid = (price: number): boolean =>
  Number.isSafeInteger(price) && (price < 10_000 || price % 100 === 0)

/** Checks a single step; returns the message of the first violation, or null. */
function breach(step: MarketStep): string | null {
  const { bids, asks, trade } = step
  const bid = bids[0]?.price ?? 0
  const ask = asks[0]?.price ?? 0
  if (ask <= bid) return 'crossed or locked'
  for (const level of [...bids, ...asks]) {
    if (
      !onGrid(level.price) ||
      level.price <= 0 ||
      !(level.size > 0) ||
      !Number.isSafeInteger(level.size)
    ) {
      return 'bad level'
    }
  }
  if (
    bids.some((level, i) => i > 0 && level.price >= bids[i - 1]!.price) ||
    asks.some((level, i) => i > 0 && level.price <= asks[i - 1]!.price)
  ) {
    return 'levels out of order'
  }
  if (step.session !== sessionAt(step.time)) return 'wrong session'
  if (!trade) return null
  if (!onGrid(trade.price) || trade.price <= 0 || !(trade.size > 0)) return 'bad trade'
  return trade.aggressor === 'buy'
    ? trade.price >= ask
      ? null
      : 'buy below the offer'
    : trade.price <= bid
      ? null
      : 'sell above the bid'
}

const breaches = (steps: readonly MarketStep[]): string[] =>
  steps
    .flatMap((step) => (breach(step) === null ? [] : [`${breach(step)} ${JSON.stringify(step)}`]))
    .slice(0, 3)

function stretch(
  seed: string,
  day: string,
  minute: number,
  ms: number,
  perSecond: number | null,
): MarketStep[] {
  const startAt = exchangeInstant(day, 10 * 60)
  const subject = market({ seed, startAt, resumeAt: exchangeInstant(day, minute) })
  subject.setTickRate(perSecond)
  const steps: MarketStep[] = []
  subject.advance(epochMs(exchangeInstant(day, minute) + ms), (step) => steps.push(step))
  return steps
}

describe('market steps: uncrossed book, positive prices on the grid, correct session', () => {
  it.each([
    ['open', 9 * 60 + 29, 120_000, null],
    ['noon', 12 * 60, 120_000, null],
    ['close into after-hours', 15 * 60 + 59, 240_000, null],
    ['pre-market', 4 * 60, 1_800_000, null],
    ['load', 11 * 60, 1_500, 20_000],
  ] as const)('are valid for %s', (_name, minute, ms, rate) => {
    for (const seed of ['a', 'b']) {
      const steps = stretch(seed, '2026-11-20', minute, ms, rate)
      expect(steps.length).toBeGreaterThan(200)
      expect(breaches(steps)).toEqual([])
    }
  })

  it('are valid on a short day and across a weekend, and absent when closed', () => {
    const short = stretch('c', '2026-11-27', 12 * 60 + 59, 180_000, null)
    expect(breaches(short)).toEqual([])
    expect(new Set(short.map((step) => step.session))).toEqual(new Set(['regular', 'post']))
    const weekend = stretch('c', '2026-11-20', 19 * 60 + 59, (2 * 24 + 8 + 2) * 3_600_000, null)
    expect(breaches(weekend)).toEqual([])
    expect(new Set(weekend.map((step) => step.session))).toEqual(
      new Set(['post', 'overnight', 'pre']),
    )
    const night = weekend.filter((step) => step.session === 'overnight')
    expect(Math.min(...night.map((step) => step.time))).toBeGreaterThanOrEqual(
      exchangeInstant('2026-11-22', 20 * 60),
    )
  })

  it('have prices below a dollar in hundredths of a cent', () => {
    const sub = stretch('a', '2026-11-20', 12 * 60, 300_000, null).filter(
      (step) => step.symbol === 'DNN' && step.trade && step.trade.price < 10_000,
    )
    expect(sub.length).toBeGreaterThan(20)
    expect(sub.some((step) => step.trade!.price % 100 !== 0)).toBe(true)
  })

  it('have up to 50 levels on request, which start with those of the step', () => {
    const subject = market()
    for (const { symbol } of subject.listings) {
      const deep = subject.book(symbol, 50)!
      expect(deep.bids).toHaveLength(50)
      expect(deep.asks).toHaveLength(50)
      expect(breach(deep)).toBe(null)
      expect(subject.book(symbol, 10)!.bids).toEqual(deep.bids.slice(0, 10))
    }
    expect(subject.book('NOPE')).toBeUndefined()
  })

  it('trade mostly at the best price, rarely through it, in round and odd lots', () => {
    const trades = stretch('a', '2026-11-20', 12 * 60, 120_000, null).filter(
      (step) => step.symbol === 'SPY' && step.trade,
    )
    const touch =
      trades.filter(
        ({ trade, bids, asks }) =>
          trade!.price === (trade!.aggressor === 'buy' ? asks[0]!.price : bids[0]!.price),
      ).length / trades.length
    expect(touch).toBeGreaterThan(0.85)
    expect(touch).toBeLessThan(1)
    const odd = trades.filter(({ trade }) => trade!.size % 4_000_000 !== 0).length / trades.length
    expect(odd).toBeGreaterThan(0.15)
    expect(odd).toBeLessThan(0.7)
  })
})
