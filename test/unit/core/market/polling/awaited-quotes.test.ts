import { beforeEach, describe, expect, it } from 'vitest'
import { AwaitedQuotes } from '../../../../../electron/core/market/polling/awaited-quotes.js'
import { symbol, type Symbol } from '../../../../../shared/domain/ids.js'
import { Simulation } from '../../../../simulation/core/simulation.js'

const list = (count: number): readonly Symbol[] =>
  Array.from({ length: count }, (_, index) => symbol(`S${index}`))

describe('quotes that a live stream has still to send', () => {
  let simulation: Simulation
  let late: Symbol[]
  let awaited: AwaitedQuotes
  const pass = (ms: number): Promise<void> => simulation.run(simulation.now + ms)

  beforeEach(() => {
    simulation = new Simulation(1)
    late = []
    awaited = new AwaitedQuotes({
      onLate: (symbols) => void late.push(...symbols),
      clock: simulation.clock,
      timers: simulation.timers(),
    })
  })

  it('are late when none has arrived some time after the subscription', async () => {
    const symbols = list(3)
    for (const name of symbols) awaited.add(name)
    await pass(1_000)
    awaited.subscribed(symbols)
    awaited.remove(symbol('S1'))
    await pass(1_400)
    expect(late).toEqual([])
    await pass(200)
    expect(late).toEqual(['S0', 'S2'])
    expect(symbols.map((name) => awaited.has(name))).toEqual([true, false, true])
  })

  it('are not late while the stream subscribes to the others of a long list', async () => {
    const symbols = list(5_000)
    for (const name of symbols) awaited.add(name)
    for (let start = 0; start < symbols.length; start += 100) {
      await pass(1_000)
      const part = symbols.slice(start, start + 100)
      awaited.subscribed(part)
      for (const name of part) awaited.remove(name)
    }
    await pass(60_000)
    expect(late).toEqual([])
  })

  it('are late when the stream subscribes to no more of them', async () => {
    const symbols = list(300)
    for (const name of symbols) awaited.add(name)
    await pass(1_000)
    const part = symbols.slice(0, 100)
    awaited.subscribed(part)
    for (const name of part) awaited.remove(name)
    await pass(2_000)
    expect(late).toEqual(symbols.slice(100))
  })

  it('are late once, and awaited again with the next subscription', async () => {
    awaited.add(symbol('S0'))
    await pass(60_000)
    expect(late).toEqual(['S0'])
    awaited.subscribed([symbol('S0')])
    await pass(60_000)
    expect(late).toEqual(['S0', 'S0'])
  })

  it('are forgotten with the symbol', async () => {
    awaited.add(symbol('S0'))
    awaited.remove(symbol('S0'))
    await pass(60_000)
    expect(late).toEqual([])
  })
})
