import type { Disposer } from '../../../shared/domain/brand.js'
import { createEmitter } from '../../../shared/domain/emitter.js'
import type { EpochMs } from '../../../shared/domain/time.js'
import type { ChannelReport } from '../channel-report.js'
import type { ClockPort } from '../ports.js'
import type { LastQuotes } from './last-quotes/last-quotes.js'
import type { MarketLoads } from './polling/market-loads.js'

export interface MarketHealthDeps {
  readonly clock: ClockPort
  /** Knows the prices that are older than the connection, and reads them again. */
  readonly loads: () => MarketLoads
  /** The prices of the last run; null without a file of them. */
  readonly last: LastQuotes | null
}

/**
 * The state of market data. It is live when the stream is connected and what was shown before is
 * replaced by prices of this connection: a price of before it is none of now (REL-41).
 */
export class MarketHealth {
  readonly #deps: MarketHealthDeps
  readonly #changed = createEmitter<void>()
  /** The stream's own state: live as soon as it is connected. */
  #stream: ChannelReport = {
    state: 'connecting',
    lastMessageAt: null,
    latencyMs: null,
    detail: null,
  }
  #connectedAt: EpochMs | null = null
  /** True while prices of before the connection are shown. */
  #hasOld = false
  /** How often quotes are read in place of the stream, in ms; null while they are not. */
  #pollingMs: number | null = null
  /** When such a read last succeeded. */
  #polledAt: EpochMs | null = null

  constructor(deps: MarketHealthDeps) {
    this.#deps = deps
    deps.last?.onChange(() => this.#changed.emit())
  }

  get report(): ChannelReport {
    const { state, lastMessageAt } = this.#stream
    return {
      ...this.#stream,
      state: state === 'live' && this.#deps.loads().hasOld ? 'connecting' : state,
      lastMessageAt: this.#polledAt ?? lastMessageAt ?? this.#deps.last?.receivedAt ?? null,
      ...(this.#pollingMs === null ? {} : { way: { kind: 'polling', everyMs: this.#pollingMs } }),
      ...(this.#connectedAt === null ? {} : { since: this.#connectedAt }),
    }
  }

  /** The state of the stream alone, whatever prices are shown. */
  get streamState(): ChannelReport['state'] {
    return this.#stream.state
  }

  onChange(listener: () => void): Disposer {
    return this.#changed.add(listener)
  }

  /** Takes what the stream reports of itself. */
  setStream(report: ChannelReport): void {
    this.#stream = report
    if (report.state !== 'live' && report.state !== 'stale') {
      this.#deps.loads().streamEnded()
      this.#connectedAt = null
    } else if (this.#connectedAt === null) {
      this.#connectedAt = this.#deps.clock.now()
      this.#deps.loads().connected()
    }
    this.#publish()
  }

  /**
   * Takes that quotes are read every `everyMs` in place of the stream, or not any more (null). The
   * state stays the stream's: what is read is older than it says.
   */
  setPolling(everyMs: number | null): void {
    this.#pollingMs = everyMs
    this.#polledAt = null
    this.#publish()
  }

  /** Takes that quotes were read in place of the stream, which `setPolling` has begun. */
  polled(): void {
    if (this.#pollingMs === null) return
    this.#polledAt = this.#deps.clock.now()
    this.#publish()
  }

  /** Takes that the stream was ended on purpose. */
  stop(): void {
    this.setStream({ ...this.#stream, state: 'stopped' })
  }

  /** Publishes that the last old price was replaced, after its listeners have received the new. */
  renewed(): void {
    if (this.#hasOld && !this.#deps.loads().hasOld) this.#publish()
  }

  #publish(): void {
    this.#hasOld = this.#deps.loads().hasOld
    if (this.report.state === 'live') this.#deps.last?.live()
    this.#changed.emit()
  }
}
