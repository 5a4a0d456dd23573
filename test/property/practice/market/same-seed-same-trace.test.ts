import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { MarketStep } from '../../../../electron/practice/model/market-step.ts'
import { START, later, market, stepsTo } from './market-fixture.ts'

const SPAN_MS = 45_000
const reference = stepsTo(market(), later(START, SPAN_MS))
/** Compared as text, because comparing a hundred thousand small objects is slow. */
const text = (steps: readonly MarketStep[]): string =>
  steps.map((step) => JSON.stringify(step)).join('\n')
const referenceText = text(reference)

describe('REL-40: the market trace of a seed and clock', () => {
  it('has steps in time order, each after the start and none twice', () => {
    expect(reference.length).toBeGreaterThan(2_000)
    const place = new Map(market().listings.map((listing, i) => [listing.symbol, i]))
    const order = (step: MarketStep): number => step.time * 1_000 + place.get(step.symbol)!
    for (let i = 1; i < reference.length; i += 1) {
      expect(order(reference[i]!)).toBeGreaterThan(order(reference[i - 1]!))
    }
    expect(reference[0]!.time).toBeGreaterThan(START)
    const places = new Set(reference.map((step) => `${step.symbol}@${step.time}`))
    expect(places.size).toBe(reference.length)
  })

  it('does not depend on how the time is split', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: SPAN_MS }), { maxLength: 40 }), (cuts) => {
        const subject = market()
        const steps: MarketStep[] = []
        for (const cut of [...cuts.sort((a, b) => a - b), SPAN_MS]) {
          subject.advance(later(START, cut), (step) => steps.push(step))
        }
        expect(text(steps) === referenceText).toBe(true)
      }),
      { numRuns: 5 },
    )
  })

  it('does not depend on reads in between', () => {
    const subject = market()
    const steps: MarketStep[] = []
    for (let elapsed = 7_000; elapsed < SPAN_MS + 7_000; elapsed += 7_000) {
      subject.advance(later(START, Math.min(elapsed, SPAN_MS)), (step) => steps.push(step))
      subject.bars('AAPL', 'S5', { count: 50, includeRunning: true })
      subject.ticks('NIO', 20, ['regular'])
      subject.snapshot('SPY')
      subject.book('DIT', 50)
    }
    expect(text(steps) === referenceText).toBe(true)
  })

  it('continues after a restart at the end of the published tape', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: SPAN_MS - 1 }), (elapsed) => {
        const resumed = stepsTo(market({ resumeAt: later(START, elapsed) }), later(START, SPAN_MS))
        expect(
          text(resumed) === text(reference.filter((step) => step.time > START + elapsed)),
        ).toBe(true)
      }),
      { numRuns: 4 },
    )
  })

  it('differs with the seed', () => {
    const other = stepsTo(market({ seed: 'another' }), later(START, 10_000))
    expect(other).not.toEqual(reference.slice(0, other.length))
    expect(
      market({ seed: 'another' }).bars('AAPL', 'D', { count: 30, includeRunning: true }),
    ).not.toEqual(market().bars('AAPL', 'D', { count: 30, includeRunning: true }))
  })

  it('has the requested number of steps in load mode, however the time is split', () => {
    const load = (cuts: readonly number[]): MarketStep[] => {
      const subject = market()
      const steps: MarketStep[] = []
      subject.advance(later(START, 1_500), () => undefined)
      subject.setTickRate(20_000)
      for (const cut of cuts) subject.advance(later(START, 1_500 + cut), (step) => steps.push(step))
      return steps
    }
    const fullLoad = load([1_000])
    expect(fullLoad.length).toBeGreaterThan(0.97 * 20_000)
    expect(fullLoad.length).toBeLessThan(1.03 * 20_000)
    expect(text(load([1, 17, 400, 401, 999, 1_000])) === text(fullLoad)).toBe(true)
  })
})
