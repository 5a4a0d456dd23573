import type { Disposer } from '../../../shared/domain/brand.js'
import { createEmitter } from '../../../shared/domain/emitter.js'
import {
  MAX_CONSOLE_EVENTS,
  type ConsoleEvents,
} from '../../../shared/domain/institution/institution-view.js'
import type { ConsoleEventSource } from '../../handlers/institution-handlers.js'
import { toRecord } from '../../provider/console/response-records.js'
import type { BrokerEvents } from '../../provider/events/broker-events.js'

/** Opens the event push of the institution, or says why it cannot. */
export type OpenEvents = () => Promise<BrokerEvents | null>

const NOTHING: ConsoleEvents = { state: 'connecting', reason: null, gaps: 0, events: [] }

/**
 * The event push of one institution while a window shows it. It resumes from the stored position,
 * so that what happened while nobody looked arrives too.
 */
export class ConsoleEventList implements ConsoleEventSource {
  readonly #open: OpenEvents
  readonly #changed = createEmitter<void>()
  #view = NOTHING
  #listeners = 0
  #stop: Disposer | null = null

  constructor(open: OpenEvents) {
    this.#open = open
  }

  view(): ConsoleEvents {
    return this.#view
  }

  listen(changed: () => void): Disposer {
    const remove = this.#changed.add(changed)
    this.#listeners += 1
    if (this.#listeners === 1) this.#start()
    return () => {
      remove()
      this.#listeners -= 1
      if (this.#listeners === 0) this.close()
    }
  }

  close(): void {
    this.#stop?.()
    this.#stop = null
  }

  #start(): void {
    let isStopped = false
    let stop: Disposer = () => undefined
    this.#stop = () => {
      isStopped = true
      stop()
    }
    this.#set({ state: 'connecting', reason: null })
    void this.#open().then((source) => {
      if (isStopped) return
      if (source === null) return this.#set({ state: 'refused' })
      stop = this.#listen(source)
    })
  }

  #listen(source: BrokerEvents): Disposer {
    return source.start([], {
      onEvent: ({ id, type, time, position, payload }) =>
        this.#set({
          events: [
            { id, type, time, position, record: toRecord(payload) },
            ...this.#view.events,
          ].slice(0, MAX_CONSOLE_EVENTS),
        }),
      onSubscribed: () => this.#set({ state: 'live', reason: null }),
      onGap: () => this.#set({ gaps: this.#view.gaps + 1 }),
      onLost: ({ reason, final }) => this.#set({ state: final ? 'refused' : 'lost', reason }),
      onHealth: () => undefined,
    })
  }

  #set(change: Partial<ConsoleEvents>): void {
    this.#view = { ...this.#view, ...change }
    this.#changed.emit()
  }
}
