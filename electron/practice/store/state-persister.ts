import type { EpochMs } from '../../../shared/domain/time.js'
import type { SavedRecord } from '../model/saved-rows.js'
import type { PracticeFile } from './practice-file.js'
import type { LogEntry } from './log-entries.js'
import type { Recorder } from './recorded-exchange.js'
import type { Store } from './store.js'

/** The parts of the state outside the exchange: small, and written completely when they change. */
export type SectionName = Exclude<
  keyof PracticeFile,
  'seed' | 'anchor' | 'exchangeTime' | 'exchange' | 'accepted' | 'log'
>
export type Sections = { readonly [Name in SectionName]: () => PracticeFile[Name] }

/** The store and the state that {@link StatePersister} saves. */
export interface StatePersisterDeps {
  readonly store: Pick<Store, 'start' | 'stop' | 'record' | 'seal' | 'commit' | 'healthy'>
  readonly sections: Sections
  /** Returns the rest of the state, for a snapshot. Its long lists may be saved rows. */
  readonly state: () => Omit<PracticeFile, SectionName | 'log' | 'accepted'> & {
    readonly accepted: PracticeFile['accepted'] | SavedRecord
  }
  /** Returns the present exchange seconds per real second. */
  readonly speed: () => number
}

/**
 * Records every change of the exchange so that a killed process can continue. Changes between two
 * calls of {@link seal} or {@link persist} belong together.
 */
export class StatePersister implements Recorder {
  readonly #deps: StatePersisterDeps
  /** The sections as last written to the present log. */
  readonly #written = new Map<SectionName, string>()
  #bound = false
  #switches: Readonly<Record<string, unknown>> = {}
  #rate: number | null = null
  /** How many changes of orders and accounts happened, and how many of them are on disk. */
  #changes = 0
  #durable = 0
  /** The newest attempt to put changes on disk, and how many of them it includes. */
  #committing: { readonly changes: number; readonly done: Promise<void> } | null = null

  constructor(deps: StatePersisterDeps) {
    this.#deps = deps
  }

  get healthy(): boolean {
    return this.#deps.store.healthy
  }

  /** Starts recording; resolves when a first snapshot is on disk. */
  start(): Promise<void> {
    return this.#deps.store.start({
      take: (generation) => this.#take(generation),
      head: () => this.#head(),
    })
  }

  stop(): Promise<void> {
    return this.#deps.store.stop()
  }

  call(method: string, args: readonly unknown[], answer: unknown, bound: boolean): void {
    this.changed()
    this.#bound ||= bound
    if (method === 'configure') this.#switches = { ...this.#switches, ...(args[0] as object) }
    this.#deps.store.record(
      answer === undefined ? ['x', method, [...args]] : ['x', method, [...args], answer],
    )
  }

  /** An order or an account changed, by a call or by the market. */
  changed(): void {
    this.#changes += 1
  }

  /**
   * Returns null when every order and account is on disk as it is now. Otherwise resolves once it
   * is, and rejects when the disk fails: an exchange that crashes forgets the change, so nobody may
   * be shown it before.
   */
  whenDurable(): Promise<void> | null {
    if (this.#durable === this.#changes) return null
    return this.#committing?.changes === this.#changes
      ? this.#committing.done
      : this.persist('orders')
  }

  /**
   * Marks that state outside the exchange changes too, so that the sections are written with the
   * next seal.
   */
  includeSections(): void {
    this.#bound = true
  }

  /** Records that exchange time has advanced. */
  recordTime(to: EpochMs, skipped: boolean): void {
    this.#deps.store.record([skipped ? 's' : 't', to])
  }

  accepted(clientOrderId: string): void {
    this.#deps.store.record(['a', clientOrderId])
  }

  tickRate(perSecond: number | null): void {
    this.#rate = perSecond
    this.#deps.store.record(['r', perSecond])
  }

  /** Records a change of the exchange clock's speed. */
  speed(): void {
    this.#deps.store.record(['k', this.#deps.speed()])
  }

  /** Ends a group of changes that belong together. */
  seal(): void {
    // A cash movement by the broker and the broker's own record of it must be restored together or
    // not at all.
    if (this.#bound) this.#writeSections()
    this.#bound = false
    this.#deps.store.seal()
  }

  /**
   * Resolves once all changes so far are on disk. `orders` means that nothing outside the exchange
   * has changed.
   */
  persist(scope: 'all' | 'orders' = 'all'): Promise<void> {
    if (scope === 'all') this.#bound = true
    this.seal()
    const changes = this.#changes
    const done = this.#deps.store.commit().then(
      () => {
        this.#durable = Math.max(this.#durable, changes)
      },
      (error: unknown) => {
        this.#committing = null
        throw error
      },
    )
    this.#committing = { changes, done }
    return done
  }

  #writeSections(): void {
    for (const name of Object.keys(this.#deps.sections) as SectionName[]) {
      const value = this.#deps.sections[name]()
      const text = JSON.stringify(value)
      if (this.#written.get(name) === text) continue
      this.#written.set(name, text)
      this.#deps.store.record(['v', name, value])
    }
  }

  #take(generation: number): unknown {
    this.#written.clear()
    const { sections } = this.#deps
    const values = Object.fromEntries(
      (Object.keys(sections) as SectionName[]).map((name) => [name, sections[name]()]),
    ) as Pick<PracticeFile, SectionName>
    return { ...this.#deps.state(), ...values, log: generation }
  }

  #head(): LogEntry[] {
    return [
      ['k', this.#deps.speed()],
      ...(this.#rate === null ? [] : [['r', this.#rate] satisfies LogEntry]),
      ...(Object.keys(this.#switches).length === 0
        ? []
        : [['x', 'configure', [this.#switches]] satisfies LogEntry]),
    ]
  }
}
