import { setTimeout as pause } from 'node:timers/promises'
import { performance } from 'node:perf_hooks'
import { afterEach, describe, expect, it } from 'vitest'
import { LifeWatch } from '../../../electron/adapters/life-watch.js'
import { createEmitter } from '../../../shared/domain/emitter.js'
import { until } from '../../harness/system/until.js'

const SILENCE_MS = 40
const WITHIN_MS = 200

/** A connection whose server the test plays. */
class Connection {
  readonly doubt = createEmitter<void>()
  probes = 0
  late = 0
  dead = 0
  onProbe: () => void = () => undefined
  readonly watch: LifeWatch

  constructor({ afterSilenceMs = null as number | null, withinMs = WITHIN_MS } = {}) {
    this.watch = new LifeWatch(
      {
        afterSilenceMs,
        withinMs,
        onDoubt: (listener) => this.doubt.add(listener),
        onLate: () => {
          this.late += 1
        },
      },
      {
        probe: () => {
          this.probes += 1
          this.onProbe()
        },
        onDead: () => {
          this.dead += 1
        },
      },
    )
  }
}

let open: Connection | null = null
const connect = (options?: ConstructorParameters<typeof Connection>[0]): Connection =>
  (open = new Connection(options))
afterEach(() => open?.watch.stop())

const blockThread = (ms: number): void => {
  const end = performance.now() + ms
  while (performance.now() < end);
}

describe('REL-34: a connection that nothing ended', () => {
  it('is dead, once, when a probe after a silence has no answer', async () => {
    const connection = connect({ afterSilenceMs: SILENCE_MS })
    await until('dead', () => connection.dead === 1)
    expect(connection.probes).toBe(1)
    await pause(2 * (SILENCE_MS + WITHIN_MS))
    expect(connection).toMatchObject({ dead: 1, probes: 1 })
  })

  it('lives while every probe has an answer', async () => {
    const connection = connect({ afterSilenceMs: SILENCE_MS })
    connection.onProbe = () => void setImmediate(() => connection.watch.alive())
    await until('ten probes', () => connection.probes >= 10)
    expect(connection.dead).toBe(0)
  })

  it('is not probed while something arrives', async () => {
    const connection = connect({ afterSilenceMs: 2_000 })
    for (let count = 0; count < 10; count += 1) {
      connection.watch.alive()
      await pause(10)
    }
    expect(connection.probes).toBe(0)
  })

  it('is probed at once in doubt, and once for many doubts', async () => {
    const connection = connect()
    await pause(3 * SILENCE_MS)
    expect(connection.probes).toBe(0)
    for (let count = 0; count < 100; count += 1) connection.doubt.emit()
    expect(connection.probes).toBe(1)
    connection.watch.alive()
    connection.doubt.emit()
    expect(connection.probes).toBe(1)
    await pause(2 * WITHIN_MS)
    expect(connection.dead).toBe(0)
  })

  it('puts others in doubt when its answer is late, before it is dead', async () => {
    const connection = connect({ withinMs: 5_000 })
    connection.doubt.emit()
    await until('late', () => connection.late === 1)
    expect(connection.dead).toBe(0)
  })

  it('lives where this process was too busy to read the answer in time', async () => {
    const connection = connect()
    connection.onProbe = () => void setTimeout(() => connection.watch.alive(), WITHIN_MS + 30)
    connection.doubt.emit()
    blockThread(3 * WITHIN_MS)
    await pause(3 * WITHIN_MS)
    expect(connection.dead).toBe(0)
  })

  it('is never probed or dead after it was closed', async () => {
    const connection = connect({ afterSilenceMs: SILENCE_MS })
    connection.doubt.emit()
    connection.watch.stop()
    connection.doubt.emit()
    await pause(2 * (SILENCE_MS + WITHIN_MS))
    expect(connection).toMatchObject({ probes: 1, dead: 0, late: 0 })
  })
})
