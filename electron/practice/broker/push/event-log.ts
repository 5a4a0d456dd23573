import { randomBytes, randomUUID } from 'node:crypto'
import type { Disposer } from '../../../../shared/domain/brand.js'
import { createEmitter } from '../../../../shared/domain/emitter.js'
import type { EpochMs } from '../../../../shared/domain/time.js'
import { ASSUMPTIONS } from '../../../../shared/wire/assumptions.js'
import type { BrokerEvent, BrokerEventType, PushState } from './event.js'
import type { EventFile } from './event-file.js'

const { maxStored: MAX_EVENTS } = ASSUMPTIONS.brokerPush
const RETRY_MS = 1_000
const POSITION = /^([0-9a-f]{8})-(\d{10})$/

/** What is missing of an event log, and the copy of its damaged file; null where there is none. */
export interface LostEvents {
  readonly aside: string | null
}

/** Where a subscriber resumes: after event `after`; or why it cannot. */
export type Start =
  | { readonly after: number }
  | { readonly refused: 'POSITION_UNKNOWN' | 'POSITION_EXPIRED' }

/**
 * The durable log of the broker's event push. An event is first saved with the state that it
 * describes, then appended to the log's file, and only then delivered. So a crash can neither lose
 * an event nor publish one that did not happen, and no position is ever used twice.
 */
export class EventLog {
  readonly #file: EventFile
  readonly #onAppend: () => void
  #log = randomBytes(4).toString('hex')
  #published = 0
  #outbox: BrokerEvent[] = []
  /** The newest events that may be delivered, oldest first. */
  #events: BrokerEvent[] = []
  readonly #appended = createEmitter<void>()
  #flushing: Promise<void> | null = null
  #retry: NodeJS.Timeout | null = null
  #suspect = false
  #running: {
    readonly persist: () => Promise<void>
    readonly onError: (error: unknown) => void
  } | null = null

  /** `onAppend` is called with every event. */
  constructor(file: EventFile, onAppend: () => void = () => undefined) {
    this.#file = file
    this.#onAppend = onAppend
  }

  /** Number of the newest event that may be delivered. */
  get last(): number {
    return this.#events.at(-1)?.number ?? this.#published - this.#outbox.length
  }

  /** The earliest event after which delivery can begin. */
  get first(): number {
    return (this.#events[0]?.number ?? this.last + 1) - 1
  }

  /** Records an event. It is delivered once it cannot be lost. */
  append(type: BrokerEventType, time: EpochMs, payload: Readonly<Record<string, unknown>>): void {
    this.#published += 1
    this.#outbox.push({
      number: this.#published,
      id: randomUUID().replaceAll('-', ''),
      type,
      time,
      payload: JSON.stringify(payload),
    })
    this.#onAppend()
    this.#wake()
  }

  /** Returns the position text with which a subscriber resumes after an event. */
  position(number: number): string {
    return `${this.#log}-${String(number).padStart(10, '0')}`
  }

  /** Parses a position; an empty one means from now on. */
  start(position: string): Start {
    if (position === '') return { after: this.last }
    const [, log, digits] = POSITION.exec(position) ?? []
    const after = Number(digits)
    if (log !== this.#log || after > this.last) return { refused: 'POSITION_UNKNOWN' }
    return after < this.first ? { refused: 'POSITION_EXPIRED' } : { after }
  }

  /**
   * Returns the event after `number`; undefined when there is none yet. `number` must not be before
   * {@link first}.
   */
  next(number: number): BrokerEvent | undefined {
    return this.#events[number - this.first]
  }

  /** Registers a listener for new events to deliver. */
  listen(listener: () => void): Disposer {
    return this.#appended.add(listener)
  }

  state(): PushState {
    return { log: this.#log, told: this.#published, outbox: [...this.#outbox] }
  }

  /** Restores the saved state; must be called before {@link open}. */
  restore({ log, told: published, outbox }: PushState): void {
    if (log === '') return
    this.#log = log
    this.#published = published
    this.#outbox = outbox
  }

  /**
   * Reads the file and starts delivery; `persist` resolves once all state is saved to disk. Returns
   * what was lost; null when every event is there.
   */
  async open(
    persist: () => Promise<void>,
    onError: (error: unknown) => void,
    now: number,
  ): Promise<LostEvents | null> {
    const { events, aside } = await this.#file.load(this.#log, now)
    const stored = events.slice(-MAX_EVENTS)
    const last = stored.at(-1)?.number ?? 0
    this.#outbox = this.#outbox.filter(({ number }) => number > last)
    this.#published = Math.max(this.#published, last)
    const isComplete = this.#published - this.#outbox.length === last
    // A file that lost its end would hide a gap, so resuming from before it must be refused.
    this.#events = isComplete ? stored : []
    const copy = aside ?? (isComplete || events.length === 0 ? null : await this.#file.copy(now))
    if (!isComplete) await this.#file.rewrite(this.#log, [])
    this.#running = { persist, onError }
    this.#wake()
    return aside === null && isComplete ? null : { aside: copy }
  }

  /**
   * Stops delivery after the work in progress. Later events stay in the state until the next start.
   */
  async close(): Promise<void> {
    this.#running = null
    if (this.#retry !== null) clearTimeout(this.#retry)
    await this.#flushing
  }

  #wake(): void {
    if (this.#running === null || this.#flushing !== null || this.#outbox.length === 0) return
    const { persist, onError } = this.#running
    // Wait until the current callers are done, so that events that happen together are saved
    // together.
    const soon = new Promise<void>((resolve) => setImmediate(resolve))
    this.#flushing = soon
      .then(() => this.#flush(persist))
      .then(
        () => {
          this.#flushing = null
          this.#wake()
        },
        (error: unknown) => {
          this.#flushing = null
          onError(error)
          this.#retry ??= setTimeout(() => {
            this.#retry = null
            this.#wake()
          }, RETRY_MS)
        },
      )
  }

  async #flush(persist: () => Promise<void>): Promise<void> {
    while (this.#running !== null && this.#outbox.length > 0) {
      const batch = [...this.#outbox]
      await persist()
      await this.#store(batch)
      this.#outbox.splice(0, batch.length)
      this.#events = [...this.#events, ...batch].slice(-MAX_EVENTS)
      this.#appended.emit()
    }
  }

  async #store(batch: readonly BrokerEvent[]): Promise<void> {
    const rewrites = this.#suspect || this.#file.length > 2 * MAX_EVENTS
    // Until the write succeeds, the file may end with half a batch.
    this.#suspect = true
    await (rewrites
      ? this.#file.rewrite(this.#log, [...this.#events, ...batch])
      : this.#file.append(batch))
    this.#suspect = false
  }
}
