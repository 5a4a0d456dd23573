import { describe, expect, it } from 'vitest'
import { QuoteLoads } from '../../../../../electron/core/market/polling/quote-loads.js'
import {
  providerFailure,
  type ProviderFailure,
} from '../../../../../electron/core/provider-failure.js'
import { symbol, type Symbol } from '../../../../../shared/domain/ids.js'
import { err, ok } from '../../../../../shared/domain/result.js'
import { foreign } from '../../../../../shared/messages/make-message.js'
import { Simulation } from '../../../../simulation/core/simulation.js'

const list = (name: string, count: number): readonly Symbol[] =>
  Array.from({ length: count }, (_, index) => symbol(`${name}${index}`))

/** Loads whose requests take 100 ms each; `failures` of the first ones fail. */
function fixture(failures: readonly ProviderFailure['kind'][] = []) {
  const simulation = new Simulation(1)
  const requests: (readonly Symbol[])[] = []
  const released = new Set<Symbol>()
  let running = 0
  let maxRunning = 0
  const loads = new QuoteLoads({
    load: async (symbols) => {
      const failure = failures[requests.length]
      requests.push(symbols)
      running += 1
      maxRunning = Math.max(maxRunning, running)
      await simulation.later(100, 100, () => undefined)
      running -= 1
      return failure === undefined ? ok(undefined) : err(providerFailure(failure, foreign('')))
    },
    isHeld: (wanted) => !released.has(wanted),
    clock: simulation.clock,
    timers: simulation.timers(),
  })
  loads.start()
  return { simulation, loads, requests, released, maxRunning: () => maxRunning }
}

describe('quotes that are read once', () => {
  it('reads 5,000 symbols in fifty requests, one at a time', async () => {
    const { simulation, loads, requests, maxRunning } = fixture()
    loads.request(list('A', 5_000))
    await simulation.run(60_000)
    expect(requests).toHaveLength(50)
    expect(new Set(requests.flat()).size).toBe(5_000)
    expect(maxRunning()).toBe(1)
  })

  it('reads a symbol once although it is requested twice before its turn', async () => {
    const { simulation, loads, requests } = fixture()
    loads.request(list('A', 300))
    loads.request(list('A', 300))
    await simulation.run(10_000)
    expect(requests.flat()).toHaveLength(300)
  })

  it('reads what was opened last before the rest of a long list', async () => {
    const { simulation, loads, requests } = fixture()
    loads.request(list('A', 5_000))
    await simulation.run(150)
    loads.request([symbol('NVDA')])
    await simulation.run(300)
    expect(requests.slice(1, 3).map(([first]) => first)).toContain('NVDA')
  })

  it('repeats what failed for want of budget or a connection, and nothing that was refused', async () => {
    const { simulation, loads, requests } = fixture(['rate-limited', 'refused'])
    loads.request(list('A', 200))
    await simulation.run(30_000)
    expect(requests).toHaveLength(3)
    expect(requests[2]).toEqual(requests[0])
  })

  it('leaves out a symbol that nobody watches any more', async () => {
    const { simulation, loads, requests, released } = fixture()
    for (const left of list('A', 4_000)) released.add(left)
    loads.request(list('A', 4_050))
    await simulation.run(30_000)
    expect(requests.flat()).toHaveLength(50)
  })
})
