import type { Disposer } from '../../../../shared/domain/brand.js'
import type { ChannelReport } from '../../channel-report.js'
import type { TimerPort } from '../../ports.js'

/** A stream without a connection for so long is replaced by reading quotes; most return before. */
const WITHOUT_STREAM_MS = 5_000

/** Decides when quotes are read because no stream carries them, and when no more. */
export class StreamFallback {
  readonly #timers: Pick<TimerPort, 'after'>
  readonly #onChange: (isActive: boolean) => void
  #isActive = false
  #stopWait: Disposer | null = null

  constructor(timers: Pick<TimerPort, 'after'>, onChange: (isActive: boolean) => void) {
    this.#timers = timers
    this.#onChange = onChange
  }

  /** True while quotes are read in place of the stream. */
  get isActive(): boolean {
    return this.#isActive
  }

  /** Takes the state of the stream, which tries to connect by itself meanwhile. */
  setStream(state: ChannelReport['state']): void {
    if (state === 'live' || state === 'stale') return this.stop()
    if (this.#isActive) return
    this.#stopWait ??= this.#timers.after(WITHOUT_STREAM_MS, () => this.#set(true))
  }

  /** Ends it: the stream is back, or nothing is to be read. */
  stop(): void {
    this.#stopWait?.()
    this.#stopWait = null
    this.#set(false)
  }

  #set(isActive: boolean): void {
    if (this.#isActive === isActive) return
    this.#isActive = isActive
    this.#onChange(isActive)
  }
}
