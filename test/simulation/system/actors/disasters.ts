import type { FaultName } from '../../../../electron/practice/faults/fault-table.js'
import type { Simulation } from '../simulation.js'
import type { SeededRandom } from '../time/seeded-random.js'
import type { Life } from '../time/virtual-time.js'

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
  delay: 1,
  'drop-before-effect': 1,
  'drop-after-effect': 1,
  'market-stream-black-hole': 1,
  'refuse-market-stream': 1,
}
/** Faults that last until everything is healed. */
const LASTING: ReadonlySet<string> = new Set([
  'event-stream-black-hole',
  'market-stream-black-hole',
])
/** How often an exchange that fails at all fails in a storm of refusals, and how many these are. */
const STORM = 0.15
const STORM_COUNT = 25

/** How often each kind of disaster happens. */
const DISASTERS = {
  client: 4,
  quit: 2,
  busy: 1,
  clock: 1,
  exchange: 2,
  exchangeClock: 0.5,
  clientDisk: 1,
  exchangeDisk: 1,
  slowDisk: 1,
  cut: 2,
  names: 1,
  stream: 2,
  revokeTokens: 1,
  expireTokens: 1,
} as const

/** Restarts, crashes, full disks, cut connections and the exchange's faults; each ends again. */
export class Disasters {
  readonly #simulation: Simulation
  readonly #random: SeededRandom

  constructor(simulation: Simulation, random: SeededRandom) {
    this.#simulation = simulation
    this.#random = random
  }

  strike(): void {
    const { client, disk, exchange } = this.#simulation
    this.#simulation.positions.disturb()
    const kind = this.#random.weighted(DISASTERS)
    switch (kind) {
      case 'client':
        return this.crashClient()
      case 'quit':
        return this.#quitClient()
      case 'busy':
        return client === null ? undefined : this.#stall(client.life)
      case 'clock':
        return this.#setClock()
      case 'exchange':
        return this.crashExchange()
      case 'clientDisk':
        return this.#failDisk(disk, 'client')
      case 'exchangeDisk':
        return this.#failDisk(exchange.disk, 'exchange')
      case 'slowDisk':
        return this.#slowDisk(this.#random.chance(0.7) ? disk : exchange.disk)
      case 'cut':
        return this.#lose('cut', 'the connection')
      case 'names':
        return this.#lose('nameless', 'the name service')
      case 'exchangeClock':
      case 'expireTokens':
      case 'revokeTokens':
      case 'stream':
        if (exchange.isRunning) this.#strikeExchange(kind)
    }
  }

  /** Switches on one of the exchange's own faults. */
  fault(): void {
    const { exchange, trace } = this.#simulation
    if (!exchange.isRunning) return
    this.#simulation.positions.disturb()
    const kind = this.#random.weighted(FAULTS as Record<string, number>)
    trace.add(`fault ${kind}`)
    const { faults } = exchange.process
    if (kind === 'stale-listing') {
      exchange.setListingLag(this.#random.between(500, 9_000))
      return
    }
    const count = this.#random.chance(STORM) ? STORM_COUNT : 1 + this.#random.index(3)
    faults.add({ kind, ...(LASTING.has(kind) ? {} : { count }) })
  }

  /** Ends everything that is wrong. */
  heal(): void {
    const simulation = this.#simulation
    simulation.trace.add('everything is well again')
    const none = { requestFaults: 0, eventLoss: 0, cut: false, nameless: false }
    Object.assign(simulation.conditions, none)
    for (const disk of [simulation.disk, simulation.exchange.disk]) {
      disk.failing = false
      disk.slowMs = 0
    }
    simulation.clock.aheadMs = 0
    simulation.positions.heal()
    if (simulation.exchange.isRunning) {
      simulation.exchange.process.faults.clear()
      simulation.exchange.process.wall.setSkew(0)
      simulation.exchange.setListingLag(0)
    }
  }

  #strikeExchange(kind: 'exchangeClock' | 'stream' | 'revokeTokens' | 'expireTokens'): void {
    const { exchange, trace, coverage } = this.#simulation
    switch (kind) {
      case 'exchangeClock':
        return this.#skewExchange()
      case 'stream':
        return this.#endStreams()
      case 'revokeTokens':
        coverage.count('tokens revoked')
        trace.add('the exchange revokes all tokens')
        return exchange.revokeTokens()
      case 'expireTokens':
        coverage.count('tokens expired')
        trace.add('the access tokens expire')
        return exchange.expireTokens()
    }
  }

  /** The client does nothing for a while, and whatever arrives meanwhile waits. */
  #stall(life: Life): void {
    const { time, trace, coverage } = this.#simulation
    life.busyUntil = time.now + this.#random.between(200, 9_000)
    coverage.count('stall')
    trace.add('the client stalls')
  }

  /** Sets the clock of the client's computer: a little, or by hours of the same trading day. */
  #setClock(): void {
    const random = this.#random
    const simulation = this.#simulation
    const reach = random.pick([2_000, 90_000, 20 * 60_000, 3 * 3_600_000]) ?? 2_000
    simulation.clock.aheadMs = Math.round(random.between(-reach, reach))
    simulation.coverage.count('client clock set')
    simulation.trace.add(`the clock of the client is ${simulation.clock.aheadMs} ms ahead`)
  }

  #skewExchange(): void {
    const random = this.#random
    const simulation = this.#simulation
    const { wall } = simulation.exchange.process
    const ms = Math.round(random.between(-40_000, 40_000))
    simulation.trace.add(`the clock of the exchange is ${ms} ms ahead`)
    simulation.coverage.count('exchange clock wrong')
    wall.setSkew(ms)
  }

  #slowDisk(disk: { slowMs: number }): void {
    const simulation = this.#simulation
    const random = this.#random
    disk.slowMs = random.between(50, 1_500)
    simulation.trace.add('a disk is slow')
    simulation.time.schedule(random.between(500, 8_000), () => {
      disk.slowMs = 0
      simulation.trace.add('a disk is fast again')
    })
  }

  /** Ends the client's process, or its computer's power; it starts again seconds later. */
  crashClient(): void {
    const simulation = this.#simulation
    const random = this.#random
    if (simulation.client === null) return
    simulation.crashClient(random.chance(0.3))
    simulation.time.schedule(random.between(50, 4_000), () => simulation.startClient())
  }

  #quitClient(): void {
    const simulation = this.#simulation
    const random = this.#random
    if (simulation.client === null) return
    simulation.quitClient().then(
      () => simulation.time.schedule(random.between(50, 2_000), () => simulation.startClient()),
      (error: unknown) => simulation.violations.add(`quitting threw ${String(error)}`),
    )
  }

  /** Ends the exchange's process; it starts again seconds later. */
  crashExchange(): void {
    const simulation = this.#simulation
    const random = this.#random
    if (!simulation.exchange.isRunning) return
    simulation.crashExchange()
    simulation.time.schedule(random.between(200, 6_000), () => {
      simulation.startExchange().catch((error: unknown) => {
        simulation.violations.add(`REL-38: the exchange cannot restart: ${String(error)}`)
      })
    })
  }

  #failDisk(disk: { failing: boolean }, name: string): void {
    const simulation = this.#simulation
    const random = this.#random
    disk.failing = true
    simulation.trace.add(`the disk of the ${name} fails`)
    simulation.time.schedule(random.between(100, 5_000), () => {
      disk.failing = false
      simulation.trace.add(`the disk of the ${name} works`)
    })
  }

  #lose(condition: 'cut' | 'nameless', name: string): void {
    const simulation = this.#simulation
    const random = this.#random
    simulation.conditions[condition] = true
    simulation.trace.add(`${name} fails`)
    simulation.time.schedule(random.between(500, 12_000), () => {
      simulation.conditions[condition] = false
      simulation.trace.add(`${name} works`)
    })
  }

  #endStreams(): void {
    const { exchange, trace, coverage } = this.#simulation
    const mode = this.#random.chance(0.5) ? 'kill' : 'expire'
    trace.add(`the event streams end: ${mode}`)
    const ended = exchange.process.events.end(mode)
    if (ended > 0) coverage.count(mode === 'kill' ? 'event stream killed' : 'event stream expired')
  }
}
