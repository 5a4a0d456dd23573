import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { symbol, type Symbol } from '../../../shared/domain/ids.js'
import type { MarketInterest } from '../../../electron/core/market/market-port.js'
import {
  afterSubscribe,
  afterUnsubscribe,
  BATCH,
  planSubscriptions,
  subscriptionsFor,
  type SymbolSubscription,
} from '../../../electron/provider/market-data/subscription-plan.js'

const symbols = Array.from({ length: 260 }, (_, index) => symbol(`S${index}`))
const category = (symbolName: Symbol) =>
  symbolName.endsWith('7') ? ('US_ETF' as const) : ('US_STOCK' as const)
const some = fc.subarray(symbols)
const interest: fc.Arbitrary<MarketInterest> = fc.record({ quotes: some, depth: some, ticks: some })
const visible = (wants: ReadonlyMap<Symbol, SymbolSubscription>) =>
  [...wants]
    .map(([symbolName, { snapshot, quote, tick }]) => `${symbolName} ${snapshot} ${quote} ${tick}`)
    .sort()

describe('subscription plan', () => {
  it('leads from any state to any other in calls of at most 100 symbols, then is empty', () => {
    fc.assert(
      fc.property(fc.array(interest, { minLength: 1, maxLength: 6 }), (interests) => {
        const active = new Map<Symbol, SymbolSubscription>()
        for (const next of interests) {
          const target = subscriptionsFor(next)
          const plan = planSubscriptions(active, target, category)
          for (const call of [...plan.subscribe, ...plan.unsubscribe]) {
            expect(call.symbols.length).toBeLessThanOrEqual(BATCH)
            expect(new Set(call.symbols).size).toBe(call.symbols.length)
            expect(call.subTypes.length).toBeGreaterThan(0)
            for (const symbolName of call.symbols) expect(category(symbolName)).toBe(call.category)
          }
          for (const call of plan.subscribe) {
            for (const symbolName of call.symbols) {
              active.set(symbolName, afterSubscribe(active.get(symbolName), call))
            }
          }
          for (const call of plan.unsubscribe) {
            for (const symbolName of call.symbols) {
              const left = afterUnsubscribe(active.get(symbolName), call)
              if (left === null) active.delete(symbolName)
              else active.set(symbolName, left)
            }
          }
          expect(visible(active)).toEqual(visible(target))
          expect(planSubscriptions(active, target, category)).toEqual({
            subscribe: [],
            unsubscribe: [],
          })
        }
      }),
      { numRuns: 60 },
    )
  })

  it('puts symbols with the same needs into one call', () => {
    const plan = planSubscriptions(
      new Map(),
      subscriptionsFor({ quotes: symbols.slice(0, 40), depth: [], ticks: [] }),
      () => 'US_STOCK',
    )
    expect(plan.subscribe).toHaveLength(1)
    expect(plan.subscribe[0]).toMatchObject({ subTypes: ['SNAPSHOT', 'QUOTE'] })
  })
})
