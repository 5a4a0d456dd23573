import type { EpochMs } from '../../../shared/domain/time.js'
import type { PracticeFile } from './practice-file.js'
import type { Entry } from './log-entries.js'
import type { Recorder } from './recorded-exchange.js'
import type { Store } from './store.js'

/**
 * The members of the state that lie outside of the exchange: small, and written whole when they
 * change.
 */
export type SectionName = Exclude<
  keyof PracticeFile,
  'seed' | 'anchor' | 'exchangeTime' | 'exchange' | 'accepted' | 'log'
>
export type Sections = { readonly [Name in SectionName]: () => PracticeFile[Name] }

/** What {@link StatePersister} keeps. */
export interface StatePersisterDeps {
  readonly store: Pick<Store, 'start' | 'stop' | 'record' | 'seal' | 'commit' | 'healthy'>
  readonly sections: Sections
  /** The rest of the state, for a snapshot. */
  readonly state: () => Omit<PracticeFile, SectionName | 'log'>
  /** Exchange seconds per real second, now. */
  readonly speed: () => number
}

/**
 * Writes down what happens to the exchange so that a killed process can go on where it was. What is
 * told between two calls of
 * {@link seal} or {@link persist} counts together.
 */
export class StatePersister implements Recorder {
  /** The sections as they were last written to the present log. */
  private readonly written = new Map<SectionName, string>()
  private bound = false
  private switches: Readonly<Record<string, unknown>> = {}
  private rate: number | null = null

  constructor(private readonly deps: StatePersisterDeps) {}

  get healthy(): boolean {
    return this.deps.store.healthy
  }

  /** Begins; resolves when a first snapshot is on the disk. */
  start(): Promise<void> {
    return this.deps.store.start({
      take: (generation) => this.take(generation),
      head: () => this.head(),
    })
  }

  stop(): Promise<void> {
    return this.deps.store.stop()
  }

  call(method: string, args: readonly unknown[], answer: unknown, bound: boolean): void {
    this.bound ||= bound
    if (method === 'configure') this.switches = { ...this.switches, ...(args[0] as object) }
    this.deps.store.record(
      answer === undefined ? ['x', method, [...args]] : ['x', method, [...args], answer],
    )
  }

  /** What happens now has changed state outside of the exchange too. */
  includeSections(): void {
    this.bound = true
  }

  /** Exchange time has moved on. */
  recordTime(to: EpochMs, skipped: boolean): void {
    this.deps.store.record([skipped ? 's' : 't', to])
  }

  accepted(clientOrderId: string): void {
    this.deps.store.record(['a', clientOrderId])
  }

  tickRate(perSecond: number | null): void {
    this.rate = perSecond
    this.deps.store.record(['r', perSecond])
  }

  /** The exchange clock runs at another speed. */
  speed(): void {
    this.deps.store.record(['k', this.deps.speed()])
  }

  /** Ends what belongs together. */
  seal(): void {
    // Money that the broker's desk moved, and the desk's own record of it, must come back together
    // or not at all.
    if (this.bound) this.writeSections()
    this.bound = false
    this.deps.store.seal()
  }

  /**
   * Resolves once everything that has happened is on the disk. `orders` says that nothing outside
   * of the exchange has changed.
   */
  persist(scope: 'all' | 'orders' = 'all'): Promise<void> {
    if (scope === 'all') this.bound = true
    this.seal()
    return this.deps.store.commit()
  }

  private writeSections(): void {
    for (const name of Object.keys(this.deps.sections) as SectionName[]) {
      const value = this.deps.sections[name]()
      const text = JSON.stringify(value)
      if (this.written.get(name) === text) continue
      this.written.set(name, text)
      this.deps.store.record(['v', name, value])
    }
  }

  private take(generation: number): PracticeFile {
    this.written.clear()
    const { sections } = this.deps
    const values = Object.fromEntries(
      (Object.keys(sections) as SectionName[]).map((name) => [name, sections[name]()]),
    ) as Pick<PracticeFile, SectionName>
    return { ...this.deps.state(), ...values, log: generation }
  }

  private head(): Entry[] {
    return [
      ['k', this.deps.speed()],
      ...(this.rate === null ? [] : [['r', this.rate] satisfies Entry]),
      ...(Object.keys(this.switches).length === 0
        ? []
        : [['x', 'configure', [this.switches]] satisfies Entry]),
    ]
  }
}
