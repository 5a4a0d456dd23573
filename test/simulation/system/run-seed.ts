import { LATE_MODULES } from '../../../electron/provider/late-modules.js'
import { Assistants } from './actors/assistant.js'
import { Disasters } from './actors/disasters.js'
import { Incidents } from './actors/incidents.js'
import { DraftMaker } from './actors/draft-maker.js'
import { OtherClient } from './actors/other-client.js'
import { Person } from './actors/person.js'
import { differences } from './checks/convergence.js'
import type { ClientProcess } from './client/client.js'
import { GENERATION, planOf, type Plan } from './plan.js'
import { Simulation } from './simulation.js'
import { SeededRandom } from './time/seeded-random.js'

/** How often each kind of action happens. */
const ACTIONS = {
  submit: 12,
  cancel: 3,
  replace: 3,
  request: 9,
  review: 3,
  decideAgain: 1,
  revoke: 1,
  otherPlace: 2,
  otherCombination: 1,
  otherCancel: 1,
  halt: 0.3,
  kill: 0.6,
  resume: 0.3,
  fault: 2,
  wait: 3,
} as const

/** How long everything may take to converge once nothing goes wrong any more, in ms. */
const CONVERGE_MS = 400_000
const CHECK_MS = 500
const READY_MS = 8_000
/** Longer than the longest stall of the client, which may go on when everything else is well. */
const AUDIT_MS = 12_000

const isHalted = ({ session, assistants }: ClientProcess): boolean =>
  session.connection.view().trading === 'halted' || assistants?.assistantSession.halted() === true

/** The result of one seed. */
export interface SeedResult {
  readonly seed: number
  readonly violations: readonly string[]
  /** The hash of everything that happened. The same seed gives the same hash (REL-40). */
  readonly hash: string
  readonly trace: readonly string[]
  readonly steps: number
  readonly placed: number
  /** How often each incident of `checks/coverage.ts` had an effect. */
  readonly incidents: Readonly<Record<string, number>>
}

/** Runs one seed, of the present generation by default. `traceAll` stores the whole trace. */
export async function runSeed(
  seed: number,
  traceAll = false,
  generation = GENERATION,
): Promise<SeedResult> {
  // A module that is loaded during a run would settle at a time that no seed determines.
  await Promise.all(Object.values(LATE_MODULES).map((load): Promise<unknown> => load()))
  return new SeedRun(planOf(seed, generation), traceAll).run()
}

/** One simulation with its actors. */
class SeedRun {
  readonly #plan: Plan
  readonly #simulation: Simulation
  readonly #random: SeededRandom
  readonly #person: Person
  readonly #assistants: Assistants
  readonly #other: OtherClient
  readonly #disasters: Disasters
  readonly #incidents: Incidents
  readonly #incidentRandom: SeededRandom
  readonly #linkedRandom: SeededRandom
  /** The person in the second environment, and what they do next; null where there is none. */
  readonly #sandbox: { readonly person: Person; readonly random: SeededRandom } | null

  constructor(plan: Plan, traceAll: boolean) {
    this.#plan = plan
    const { seed } = plan
    const simulation = new Simulation(plan, traceAll)
    const drafts = new DraftMaker(new SeededRandom(seed, 'drafts'), simulation.exchange)
    const random = (name: string): SeededRandom => new SeededRandom(seed, name)
    this.#simulation = simulation
    this.#random = random('actions')
    this.#person = new Person(simulation, random('person'), drafts)
    this.#assistants = new Assistants(simulation, random('assistants'), drafts)
    this.#other = new OtherClient(simulation, random('other client'), drafts)
    this.#disasters = new Disasters(simulation, random('disasters'))
    this.#incidents = new Incidents(simulation, random('incidents'), this.#person, this.#disasters)
    this.#incidentRandom = random('incident actions')
    this.#linkedRandom = random('linked orders')
    const { second } = simulation
    this.#sandbox =
      second === null
        ? null
        : {
            random: random('sandbox actions'),
            person: new Person(
              { ...simulation, exchange: second.exchange, permissions: second.permissions },
              random('sandbox person'),
              new DraftMaker(random('sandbox drafts'), second.exchange),
            ),
          }
    simulation.onClientOpen = (client) => {
      void this.#assistants.pair(client)
      this.#person.attend(client)
    }
  }

  async run(): Promise<SeedResult> {
    const plan = this.#plan
    const simulation = this.#simulation
    try {
      await this.#simulate()
    } catch (error) {
      simulation.violations.add(`an error escaped: ${String(error)}`)
    }
    const { violations, trace, time, requests, coverage } = simulation
    return {
      seed: plan.seed,
      violations: violations.all,
      hash: trace.digest(),
      trace: trace.lines(),
      steps: time.steps,
      placed: requests.placed.size + (simulation.second?.requests.placed.size ?? 0),
      incidents: coverage.counts,
    }
  }

  async #simulate(): Promise<void> {
    const plan = this.#plan
    const simulation = this.#simulation
    await simulation.startExchange()
    this.#other.placeMany(plan.workingOrders)
    simulation.startClient()
    await this.#until(
      READY_MS,
      () => simulation.client?.session.connection.view().phase === 'ready',
    )
    for (let action = 0; action < plan.actions; action += 1) {
      await this.#pass(-Math.log(1 - this.#random.fraction()) * plan.pauseMs)
      this.#act()
      this.#actInSandbox()
      this.#submitLinked()
      if (this.#incidentRandom.chance(plan.incidents)) this.#incidents.strike()
    }
    await this.#pass(2_000)
    if (plan.mode === 'liveness') await this.#converge()
  }

  #act(): void {
    const simulation = this.#simulation
    if (this.#random.chance(this.#plan.disasters)) return this.#disasters.strike()
    const kind = this.#random.weighted(ACTIONS)
    if (kind === 'wait') return
    if (kind === 'fault') return this.#plan.disasters > 0 ? this.#disasters.fault() : undefined
    if (kind.startsWith('other')) {
      if (simulation.exchange.isRunning) this.#actElsewhere(kind)
      return
    }
    if (simulation.client !== null) this.#actHere(kind, simulation.client)
  }

  /** The person submits linked orders beside what else they do. */
  #submitLinked(): void {
    const { client } = this.#simulation
    if (client === null || !this.#linkedRandom.chance(this.#plan.linkedOrders)) return
    this.#person.submitLinked(client)
  }

  #actInSandbox(): void {
    const client = this.#simulation.second?.client ?? null
    if (client === null || this.#sandbox === null) return
    const { person, random } = this.#sandbox
    switch (random.weighted({ submit: 3, cancel: 1, replace: 1, nothing: 4 })) {
      case 'submit':
        return person.submit(client)
      case 'cancel':
        return person.cancel(client)
      case 'replace':
        return person.replace(client)
      case 'nothing':
    }
  }

  #actElsewhere(kind: keyof typeof ACTIONS): void {
    this.#simulation.exchange.advance()
    if (kind === 'otherPlace') this.#other.place()
    else if (kind === 'otherCombination') this.#other.placeCombination()
    else this.#other.cancel()
  }

  #actHere(kind: keyof typeof ACTIONS, client: ClientProcess): void {
    const person = this.#person
    if (isHalted(client) && this.#random.chance(0.4)) return person.resume(client)
    switch (kind) {
      case 'submit':
        return person.submit(client)
      case 'cancel':
        return person.cancel(client)
      case 'replace':
        return person.replace(client)
      case 'request':
        return this.#assistants.request(client)
      case 'review':
        return person.review(client)
      case 'decideAgain':
        return person.decideAgain(client)
      case 'revoke':
        return this.#assistants.revoke(client)
      case 'halt':
        return person.setTrading(client, 'halted')
      case 'kill':
        return person.kill(client, this.#random.chance(0.5) ? 'assistants' : 'all')
      case 'resume':
        return person.resume(client)
      case 'fault':
      case 'otherCancel':
      case 'otherCombination':
      case 'otherPlace':
      case 'wait':
        return undefined
    }
  }

  /** Heals everything and requires that client and exchange agree within bounded time. */
  async #converge(): Promise<void> {
    const simulation = this.#simulation
    this.#disasters.heal()
    this.#incidents.heal()
    await this.#until(
      15_000,
      () => simulation.client?.assistants != null && simulation.exchange.isRunning,
    )
    await this.#until(CONVERGE_MS, () => {
      this.#signInWhereNeeded()
      return this.#differences().next().done === true
    })
    for (const text of this.#differences()) simulation.violations.add(text)
    await this.#verifyAudit()
  }

  /** The person signs in where a failed sign-in waits for it. */
  #signInWhereNeeded(): void {
    const { client, second } = this.#simulation
    for (const session of [client?.session, second?.client?.session]) {
      const phase = session?.connection.view().phase
      if (phase === 'attention' || phase === 'signed-out') void session?.connection.signIn()
    }
  }

  *#differences(): Generator<string> {
    const { client, exchange, journal, requests, second, window } = this.#simulation
    if (client === null || !exchange.isRunning) return yield 'client or exchange does not run'
    yield* differences({ client, exchange, journal, placed: requests.placed })
    if (second !== null) yield* second.differences(requests.placed)
    if (window !== null) yield* window.differences()
  }

  async #verifyAudit(): Promise<void> {
    const { client, violations } = this.#simulation
    const audit = client?.assistants?.assistantSession.audit
    if (audit === undefined) return violations.add('REL-39: there is no audit log')
    let state: string | null = null
    audit.verify().then(
      (report) => {
        state = report.state
      },
      (error: unknown) => violations.add(`REL-39: the audit log threw ${String(error)}`),
    )
    await this.#until(AUDIT_MS, () => state !== null)
    if (state === 'verified' || state === 'unproved') return
    violations.add(`REL-39: the audit log is ${String(state)}`)
  }

  async #pass(ms: number): Promise<void> {
    const simulation = this.#simulation
    await simulation.time.run(simulation.time.now + ms, () => simulation.check())
  }

  /** Lets time pass until the condition holds, at most `ms`. */
  async #until(ms: number, holds: () => boolean): Promise<void> {
    const end = this.#simulation.time.now + ms
    while (!holds() && this.#simulation.time.now < end) await this.#pass(CHECK_MS)
  }
}
