import { describe, expect, it } from 'vitest'
import { symbol, type Symbol } from '../../../../../shared/domain/ids.js'
import { ok } from '../../../../../shared/domain/result.js'
import { PolledRows } from '../../../../../electron/core/market/polling/polled-rows.js'
import { Simulation } from '../../../../simulation/core/simulation.js'

const names = (count: number): readonly Symbol[] =>
  Array.from({ length: count }, (_, index) => symbol(`S${index}`))

/** Rows that are read in requests of 100, every 15 seconds. */
function fixture() {
  const simulation = new Simulation(1)
  const reads: (readonly Symbol[])[] = []
  const polled = new PolledRows<{ readonly symbol: Symbol; readonly read: number }>({
    read: async (symbols) => {
      reads.push(symbols)
      return ok(symbols.map((name) => ({ symbol: name, read: reads.length })))
    },
    batch: 100,
    rereadMs: 15_000,
    clock: simulation.clock,
    timers: simulation.timers(),
  })
  polled.start()
  return { simulation, reads, polled }
}

describe('rows that are read while they are watched', () => {
  it('reads nothing before a row is watched, and stops with the last watcher', async () => {
    const { simulation, reads, polled } = fixture()
    await simulation.run(60_000)
    expect(reads).toEqual([])

    const release = polled.rows(names(2)).subscribe(() => undefined)
    await simulation.run(61_000)
    expect(reads).toEqual([names(2)])

    release()
    await simulation.run(120_000)
    expect(reads).toHaveLength(1)
    expect(polled.rows(names(2)).all()).toEqual([])
  })

  it('reads 250 rows in three requests, and each again after its interval', async () => {
    const { simulation, reads, polled } = fixture()
    polled.rows(names(250)).subscribe(() => undefined)
    await simulation.run(1_000)
    expect(reads.map(({ length }) => length)).toEqual([100, 100, 50])
    await simulation.run(12_000)
    expect(reads).toHaveLength(3)
    await simulation.run(19_000)
    expect(reads).toHaveLength(6)
  })

  it('reads a row at once when it is watched again, as after a reload of the page', async () => {
    const { simulation, reads, polled } = fixture()
    const release = polled.rows(names(2)).subscribe(() => undefined)
    await simulation.run(1_000)
    release()
    polled.rows(names(2)).subscribe(() => undefined)
    await simulation.run(2_000)
    expect(reads).toHaveLength(2)
    expect(polled.rows(names(2)).all()).toHaveLength(2)
  })

  it('notifies a watcher of its own rows only', async () => {
    const { simulation, polled } = fixture()
    const received: Symbol[] = []
    polled.rows([symbol('S1')]).subscribe((rows) => {
      received.push(...rows.map((row) => row.symbol))
    })
    polled.rows(names(5)).subscribe(() => undefined)
    await simulation.run(1_000)
    expect(received).toEqual([symbol('S1')])
  })

  it('does not read while the session is stopped, and resumes with it', async () => {
    const { simulation, reads, polled } = fixture()
    polled.stop()
    polled.rows(names(1)).subscribe(() => undefined)
    await simulation.run(30_000)
    expect(reads).toEqual([])
    polled.start()
    await simulation.run(31_000)
    expect(reads).toHaveLength(1)
  })
})
