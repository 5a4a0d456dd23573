import { describe, expect, it } from 'vitest'
import { symbol, type Symbol } from '../../../../../shared/domain/ids.js'
import { QuotePolling } from '../../../../../electron/core/market/polling/quote-polling.js'
import { Simulation } from '../../../../simulation/core/simulation.js'

const contracts = (count: number, from = 0): readonly Symbol[] =>
  Array.from({ length: count }, (_, index) => symbol(`NVDA261218C${from + index + 10_000_000}`))

/** Polling whose reads take `readMs` each, and whose timers fire `earlyMs` early. */
function fixture(readMs: number, earlyMs = 0) {
  const simulation = new Simulation(1)
  const timers = simulation.timers()
  const reads: (readonly Symbol[])[] = []
  let watched: readonly Symbol[] = []
  let running = 0
  let maxRunning = 0
  const polling = new QuotePolling({
    watched: () => watched,
    read: async (symbols) => {
      reads.push(symbols)
      running += 1
      maxRunning = Math.max(maxRunning, running)
      await simulation.later(readMs, readMs, () => undefined)
      running -= 1
      return true
    },
    batch: 20,
    rereadMs: 3_000,
    clock: simulation.clock,
    timers: { ...timers, after: (ms, call) => timers.after(Math.max(0, ms - earlyMs), call) },
  })
  return {
    simulation,
    polling,
    reads,
    maxRunning: () => maxRunning,
    watch(symbols: readonly Symbol[]) {
      watched = symbols
      polling.wake()
    },
  }
}

describe('polling of quotes that are not streamed', () => {
  it('reads what is watched in requests of twenty, one at a time', async () => {
    const { simulation, polling, reads, watch, maxRunning } = fixture(100)
    polling.start()
    watch(contracts(50))
    await simulation.run(1_000)
    expect(reads.map(({ length }) => length)).toEqual([20, 20, 10])
    expect(maxRunning()).toBe(1)
  })

  it('reads a quote again three seconds after its last answer', async () => {
    const { simulation, polling, reads, watch } = fixture(100)
    polling.start()
    watch(contracts(1))
    await simulation.run(10_000)
    expect(reads.length).toBeGreaterThanOrEqual(3)
    expect(reads.length).toBeLessThanOrEqual(4)
  })

  it('reads contracts that came into view before those it read, and none that left it', async () => {
    const { simulation, polling, reads, watch } = fixture(1_500)
    const [first, second] = [contracts(60), contracts(20, 60)]
    polling.start()
    watch(first)
    await simulation.run(2_000)
    watch([...first.slice(0, 20), ...second])
    await simulation.run(6_000)
    expect(reads[2]).toEqual(second)
    expect(reads.slice(2).flat()).not.toContain(first[40])
  })

  it('reads a quote in time although a timer of a busy program fires early', async () => {
    const { simulation, polling, reads, watch } = fixture(100, 8)
    polling.start()
    watch(contracts(1))
    await simulation.run(30_000)
    expect(reads.length).toBeGreaterThanOrEqual(9)
  })

  it('reads a quote in time although others came into view meanwhile, and then together', async () => {
    const { simulation, polling, reads, watch } = fixture(100)
    const [first, second] = [contracts(1), contracts(1, 1)]
    polling.start()
    watch(first)
    await simulation.run(1_500)
    watch([...first, ...second])
    await simulation.run(3_200)
    expect(reads).toEqual([first, second, [...first, ...second]])
  })

  it('reads nothing after it was stopped', async () => {
    const { simulation, polling, reads, watch } = fixture(100)
    polling.start()
    polling.stop()
    watch(contracts(1))
    await simulation.run(10_000)
    expect(reads).toEqual([])
  })
})
