import { referenceMarket } from '../market/reference-market.js'
import type { Simulation } from '../simulation.js'
import type { SeededRandom } from '../time/seeded-random.js'
import type { Disasters } from './disasters.js'
import type { Person } from './person.js'

/** How often each kind of incident happens. */
const INCIDENTS = { halt: 5, reorder: 3, replay: 2, slowReader: 2, tornWrite: 2, spoil: 2 } as const
/** How soon after the begin of a write a crash interrupts it, in ms: no write is that fast. */
const INTERRUPT_MS = 0.05
/** The lists of which a row cannot be read. */
const SPOILED = ['trading.orders.open', 'trading.positions.list', 'trading.orders.get'] as const

/**
 * What goes wrong without a failure: trading in a symbol is halted for a while, events arrive out
 * of their order or again, quotes arrive faster than they are read. And a crash in the middle of a
 * write, which would be rare by chance.
 */
export class Incidents {
  readonly #simulation: Simulation
  readonly #random: SeededRandom
  readonly #person: Person
  readonly #disasters: Disasters

  constructor(simulation: Simulation, random: SeededRandom, person: Person, disasters: Disasters) {
    this.#simulation = simulation
    this.#random = random
    this.#person = person
    this.#disasters = disasters
  }

  strike(): void {
    const simulation = this.#simulation
    const random = this.#random
    if (!simulation.exchange.isRunning) return
    const kind = random.weighted(INCIDENTS)
    switch (kind) {
      case 'halt':
        return this.#haltSymbol()
      case 'reorder':
        return this.#disorder('reorder-events')
      case 'replay':
        return this.#disorder('replay-old-events')
      case 'slowReader':
        return this.#slowReader()
      case 'tornWrite':
        return this.#interruptWrite()
      case 'spoil':
        return this.#spoilRow()
    }
  }

  /** Ends everything that still goes on. */
  heal(): void {
    const { exchange, disk } = this.#simulation
    exchange.isReaderSlow = false
    disk.onLine = null
    exchange.disk.onCommit = null
    if (exchange.isRunning) exchange.setHalts([])
  }

  /** Halts trading in a symbol; mostly the person cancels an order in it meanwhile. */
  #haltSymbol(): void {
    const simulation = this.#simulation
    const random = this.#random
    const person = this.#person
    const { exchange, trace, time } = simulation
    const { stocks, crypto, futures, events } = referenceMarket().traded
    const symbol = random.pick([...stocks, ...stocks, ...crypto, ...futures, ...events]) ?? ''
    exchange.advance()
    exchange.setHalts([...exchange.halted, symbol])
    simulation.coverage.count('symbol halted')
    trace.add(`trading in ${symbol} is halted`)
    for (let count = random.index(4); count > 0; count -= 1) {
      time.schedule(random.between(0, 3_000), () => {
        if (simulation.client !== null) person.cancel(simulation.client, symbol)
      })
    }
    time.schedule(random.between(1_000, 20_000), () => this.#resume(symbol))
  }

  #resume(symbol: string): void {
    const { exchange, trace } = this.#simulation
    if (!exchange.isRunning || !exchange.halted.has(symbol)) return
    exchange.advance()
    exchange.setHalts([...exchange.halted].filter((halted) => halted !== symbol))
    trace.add(`trading in ${symbol} resumes`)
  }

  /** Lets the next events of the stream arrive out of order or again. */
  #disorder(kind: 'reorder-events' | 'replay-old-events'): void {
    const { exchange, trace, positions } = this.#simulation
    positions.disturb()
    trace.add(`fault ${kind}`)
    exchange.process.faults.add({ kind, count: 1 + this.#random.index(5) })
  }

  /** Crashes client or exchange in the middle of its next write. */
  #interruptWrite(): void {
    const simulation = this.#simulation
    const random = this.#random
    const disasters = this.#disasters
    const { disk, exchange, time, trace } = simulation
    simulation.positions.disturb()
    if (random.chance(0.5)) {
      trace.add('the client will crash in its next write')
      disk.onLine = () => {
        disk.onLine = null
        time.schedule(INTERRUPT_MS, () => disasters.crashClient())
      }
    } else {
      trace.add('the exchange will crash in its next write')
      exchange.disk.onCommit = () => {
        exchange.disk.onCommit = null
        time.schedule(INTERRUPT_MS, () => disasters.crashExchange())
      }
    }
  }

  /** Lets a row of the next lists be unreadable. */
  #spoilRow(): void {
    const { exchange, trace, positions } = this.#simulation
    positions.disturb()
    const operation = this.#random.pick(SPOILED) ?? SPOILED[0]
    trace.add(`fault unreadable-row ${operation}`)
    exchange.process.faults.add({
      kind: 'unreadable-row',
      operation,
      count: 1 + this.#random.index(3),
    })
  }

  #slowReader(): void {
    const { exchange, trace, time, positions } = this.#simulation
    positions.disturb()
    exchange.isReaderSlow = true
    trace.add('the client reads quotes slowly')
    time.schedule(this.#random.between(500, 8_000), () => {
      exchange.isReaderSlow = false
    })
  }
}
