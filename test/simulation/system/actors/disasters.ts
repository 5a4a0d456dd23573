import type { FaultName } from '../../../../electron/practice/faults/fault-table.js'
import type { Simulation } from '../simulation.js'
import type { SeededRandom } from '../time/seeded-random.js'

const FAULTS: Readonly<Partial<Record<FaultName, number>>> = {
  'stale-listing': 3,
  'duplicate-events': 2,
  'refuse-event-stream': 1,
  'event-stream-black-hole': 1,
  'malformed-body': 1,
  'truncated-body': 1,
  'error-after-effect': 1,
  'error-before-effect': 1,
  'rate-limited': 2,
}

/** Restarts, crashes, full disks, cut connections and the exchange's faults; each ends again. */
export class Disasters {
  constructor(
    private readonly simulation: Simulation,
    private readonly random: SeededRandom,
  ) {}

  strike(): void {
    switch (
      this.random.weighted({
        client: 4,
        quit: 2,
        exchange: 2,
        clientDisk: 1,
        exchangeDisk: 1,
        cut: 2,
        stream: 2,
      })
    ) {
      case 'client':
        return this.#crashClient()
      case 'quit':
        return this.#quitClient()
      case 'exchange':
        return this.#crashExchange()
      case 'clientDisk':
        return this.#failDisk(this.simulation.disk, 'client')
      case 'exchangeDisk':
        return this.#failDisk(this.simulation.exchange.disk, 'exchange')
      case 'cut':
        return this.#cut()
      case 'stream':
        return this.#endStreams()
    }
  }

  /** Switches on one of the exchange's own faults. */
  fault(): void {
    const { exchange, trace } = this.simulation
    if (!exchange.isRunning) return
    const kind = this.random.weighted(FAULTS as Record<string, number>)
    trace.add(`fault ${kind}`)
    const { faults, records } = exchange.process
    if (kind === 'stale-listing') {
      records.exchange.configure({ listingLagMs: this.random.between(500, 9_000) })
      return
    }
    const lasts = kind === 'event-stream-black-hole'
    faults.add({ kind, ...(lasts ? {} : { count: 1 + this.random.index(3) }) })
  }

  /** Ends everything that is wrong. */
  heal(): void {
    const { simulation } = this
    simulation.trace.add('everything is well again')
    Object.assign(simulation.conditions, { requestFaults: 0, eventLoss: 0, cut: false })
    simulation.disk.failing = false
    simulation.exchange.disk.failing = false
    if (simulation.exchange.isRunning) {
      simulation.exchange.process.faults.clear()
      simulation.exchange.exchange.configure({ listingLagMs: 0 })
    }
  }

  #crashClient(): void {
    const { simulation, random } = this
    if (simulation.client === null) return
    simulation.crashClient(random.chance(0.3))
    simulation.time.schedule(random.between(50, 4_000), () => simulation.startClient())
  }

  #quitClient(): void {
    const { simulation, random } = this
    if (simulation.client === null) return
    simulation.quitClient().then(
      () => simulation.time.schedule(random.between(50, 2_000), () => simulation.startClient()),
      (error: unknown) => simulation.violations.add(`quitting threw ${String(error)}`),
    )
  }

  #crashExchange(): void {
    const { simulation, random } = this
    if (!simulation.exchange.isRunning) return
    simulation.crashExchange()
    simulation.time.schedule(random.between(200, 6_000), () => {
      simulation.startExchange().catch((error: unknown) => {
        simulation.violations.add(`REL-38: the exchange cannot restart: ${String(error)}`)
      })
    })
  }

  #failDisk(disk: { failing: boolean }, name: string): void {
    const { simulation, random } = this
    disk.failing = true
    simulation.trace.add(`the disk of the ${name} fails`)
    simulation.time.schedule(random.between(100, 5_000), () => {
      disk.failing = false
      simulation.trace.add(`the disk of the ${name} works`)
    })
  }

  #cut(): void {
    const { simulation, random } = this
    simulation.conditions.cut = true
    simulation.trace.add('the connection is cut')
    simulation.time.schedule(random.between(500, 12_000), () => {
      simulation.conditions.cut = false
      simulation.trace.add('the connection works')
    })
  }

  #endStreams(): void {
    const { exchange, trace } = this.simulation
    if (!exchange.isRunning) return
    const mode = this.random.chance(0.5) ? 'kill' : 'expire'
    trace.add(`the event streams end: ${mode}`)
    exchange.process.events.end(mode)
  }
}
