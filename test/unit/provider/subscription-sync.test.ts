import { beforeEach, describe, expect, it } from 'vitest'
import type { Caller } from '../../../electron/provider/http/caller.js'
import { localFailure, type CallFailure } from '../../../electron/provider/http/call-failure.js'
import type { Categories } from '../../../electron/provider/market-data/categories.js'
import { SubscriptionSync } from '../../../electron/provider/market-data/subscription-sync.js'
import { symbol, type Symbol } from '../../../shared/domain/ids.js'
import { err, ok } from '../../../shared/domain/result.js'
import { CODES } from '../../../shared/wire/errors.js'
import { Simulation } from '../../simulation/core/simulation.js'

const list = (count: number, from = 0): readonly Symbol[] =>
  Array.from({ length: count }, (_, index) => symbol(`S${from + index}`))
const interest = (quotes: readonly Symbol[], ticks: readonly Symbol[] = []) => ({
  quotes,
  depth: [],
  ticks,
})

/** A provider that allows so many subscribed symbols; its calls take 50 ms. */
class ProviderFixture {
  readonly simulation = new Simulation(1)
  readonly subscribed = new Set<string>()
  readonly calls: { readonly kind: string; readonly count: number }[] = []
  readonly resolved: number[] = []
  overLimit: readonly Symbol[] = []
  problems = 0
  max = Number.POSITIVE_INFINITY
  /** Failures of the next calls. */
  failures: (CallFailure | null)[] = []
  readonly sync: SubscriptionSync

  constructor() {
    const { simulation } = this
    const categories: Categories = {
      categoryOf: () => 'US_STOCK',
      resolve: (symbols) => {
        this.resolved.push(symbols.length)
        return Promise.resolve()
      },
      learn: () => undefined,
    }
    this.sync = new SubscriptionSync({
      sessionId: 'session',
      caller: { call: (...args: unknown[]) => this.#call(args) } as unknown as Caller,
      categories,
      clock: simulation.clock,
      timers: simulation.timers(),
      random: simulation.random(),
      onSubscribed: () => undefined,
      onOverLimit: (symbols) => (this.overLimit = symbols),
      onProblem: (failure) => (this.problems += failure === null ? 0 : 1),
    })
    this.sync.connected()
  }

  async #call([operation, params]: unknown[]) {
    const { symbols } = params as { readonly symbols: readonly string[] }
    const kind = (operation as { readonly id: string }).id.split('.').at(-1) ?? ''
    this.calls.push({ kind, count: symbols.length })
    await this.simulation.later(50, 50, () => undefined)
    const failure = this.failures.shift() ?? null
    if (failure !== null) return err(failure)
    if (kind === 'unsubscribe') for (const name of symbols) this.subscribed.delete(name)
    else {
      if (new Set([...this.subscribed, ...symbols]).size > this.max) {
        const refusal = localFailure('invalid-request', 'too many')
        return err({ ...refusal, class: 'definitive', providerCode: CODES.tooManySubscriptions })
      }
      for (const name of symbols) this.subscribed.add(name)
    }
    return ok({})
  }
}

describe('subscriptions of a long list', () => {
  let provider: ProviderFixture
  beforeEach(() => (provider = new ProviderFixture()))

  it('are made a hundred symbols at a time, the first before the categories of the last', async () => {
    const { simulation, sync, calls, resolved, subscribed } = provider
    sync.setInterest(interest(list(5_000)))
    await simulation.run(200)
    expect(subscribed.size).toBeGreaterThan(0)
    expect(resolved.length).toBeLessThan(3)
    await simulation.run(10_000)
    expect(subscribed.size).toBe(5_000)
    expect(calls).toHaveLength(50)
  })

  it('begin with the symbols of charts and tapes', async () => {
    const { simulation, sync, subscribed } = provider
    sync.setInterest(interest(list(5_000), list(1, 4_990)))
    await simulation.run(150)
    expect(subscribed).toContain('S4990')
  })

  it('make the next call for what was opened meanwhile', async () => {
    const { simulation, sync, subscribed } = provider
    sync.setInterest(interest(list(5_000)))
    await simulation.run(300)
    sync.setInterest(interest([...list(5_000), symbol('NVDA')]))
    await simulation.run(450)
    expect(subscribed).toContain('NVDA')
    expect(subscribed.size).toBeLessThan(1_000)
    await simulation.run(10_000)
    expect(subscribed.size).toBe(5_001)
  })

  it('go on in the same order while symbols are closed', async () => {
    const { simulation, sync, subscribed, calls } = provider
    sync.setInterest(interest(list(1_000)))
    await simulation.run(300)
    sync.setInterest(interest(list(900)))
    await simulation.run(10_000)
    expect([...subscribed]).toEqual(list(900))
    expect(calls.filter(({ kind }) => kind === 'subscribe').length).toBeLessThanOrEqual(10)
  })

  it('go on within seconds after a failure in their middle', async () => {
    const timeout = localFailure('invalid-request', 'timeout')
    provider.failures = Array.from({ length: 40 }, (_, index) => (index % 4 === 3 ? timeout : null))
    provider.sync.setInterest(interest(list(5_000)))
    await provider.simulation.run(30_000)
    expect(provider.problems).toBeGreaterThan(5)
    expect(provider.subscribed.size).toBe(5_000)
  })

  it('go on at once when the token that they lacked can be used', async () => {
    const awaits = localFailure('awaits-code', 'the token waits for the code on the phone')
    provider.failures = Array.from({ length: 6 }, () => awaits)
    const { simulation, sync, subscribed, calls } = provider
    sync.setInterest(interest(list(10)))
    // Until the pauses are at their longest.
    while (calls.length < 6) await simulation.run(simulation.now + 500)
    await simulation.run(simulation.now + 60)
    expect(subscribed.size).toBe(0)
    sync.wake()
    await simulation.run(simulation.now + 100)
    expect(subscribed.size).toBe(10)
  })

  it('go on at once when the token becomes usable while a call is on its way', async () => {
    const awaits = localFailure('awaits-code', 'the token waits for the code on the phone')
    provider.failures = Array.from({ length: 6 }, () => awaits)
    const { simulation, sync, subscribed, calls } = provider
    sync.setInterest(interest(list(10)))
    while (calls.length < 6) await simulation.run(simulation.now + 10)
    expect(subscribed.size).toBe(0)
    sync.wake()
    await simulation.run(simulation.now + 200)
    expect(subscribed.size).toBe(10)
  })

  it('stop at the limit of the provider, and name the symbols that are not streamed', async () => {
    provider.max = 1_234
    const { simulation, sync, subscribed, calls } = provider
    sync.setInterest(interest(list(5_000)))
    await simulation.run(60_000)
    expect(subscribed.size).toBe(1_234)
    expect(provider.overLimit).toHaveLength(5_000 - 1_234)
    expect(provider.overLimit.filter((name) => subscribed.has(name))).toEqual([])
    expect(provider.problems).toBe(0)
    const made = calls.length
    expect(made).toBeLessThan(30)
    await simulation.run(600_000)
    expect(calls).toHaveLength(made)
  })

  it('use the room that an ended subscription leaves', async () => {
    provider.max = 250
    const { simulation, sync, subscribed } = provider
    sync.setInterest(interest(list(300)))
    await simulation.run(10_000)
    sync.setInterest(interest(list(200, 100)))
    await simulation.run(20_000)
    expect([...subscribed].sort()).toEqual([...list(200, 100)].sort())
    expect(provider.overLimit).toEqual([])
  })
})
