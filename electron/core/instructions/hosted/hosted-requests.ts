import { epochMs, MINUTE_MS, type EpochMs } from '../../../../shared/domain/time.js'
import type { ClockPort } from '../../ports.js'
import type { SourceInstruction } from '../../instruction-source-port.js'

/** The requests of hosted clients in the last minute, by the broker's clock. */
export class HostedRequests {
  readonly #clock: ClockPort
  /** By client, the time of each request by the broker's clock. */
  readonly #times = new Map<string, Map<string, EpochMs>>()
  /** When each listed instruction arrived, by the monotonic clock. */
  readonly #firstSeenAt = new Map<string, number>()

  constructor(clock: ClockPort) {
    this.#clock = clock
  }

  /** Records the listed instructions and forgets older ones. */
  record(instructions: readonly SourceInstruction[]): void {
    const newest = instructions.reduce((latest, { createdAt }) => Math.max(latest, createdAt), 0)
    for (const [clientId, times] of this.#times) {
      this.#times.set(clientId, new Map([...times].filter(([, time]) => newest - time < MINUTE_MS)))
    }
    for (const { clientId, sourceId, createdAt } of instructions) {
      const times = this.#times.get(clientId) ?? new Map<string, EpochMs>()
      this.#times.set(clientId, times.set(sourceId, createdAt))
      if (!this.#firstSeenAt.has(sourceId)) this.#firstSeenAt.set(sourceId, this.#clock.monotonic())
    }
    const listed = new Set(instructions.map(({ sourceId }) => sourceId))
    for (const id of this.#firstSeenAt.keys()) if (!listed.has(id)) this.#firstSeenAt.delete(id)
  }

  /**
   * Returns the client's earlier requests, shifted to this computer's clock as if this one were
   * made now. Requests of the same millisecond are in list order, which is request order.
   */
  before({ clientId, sourceId, createdAt }: SourceInstruction): readonly EpochMs[] {
    const all = [...(this.#times.get(clientId) ?? [])]
    const own = all.findIndex(([id]) => id === sourceId)
    return all
      .filter(
        ([, time], index) =>
          createdAt - time < MINUTE_MS && (time < createdAt || (time === createdAt && index < own)),
      )
      .map(([, time]) => epochMs(this.#clock.now() - (createdAt - time)))
  }

  /** Returns for how long an instruction has been listed here, in ms. */
  ageOf(sourceId: string): number {
    return this.#clock.monotonic() - (this.#firstSeenAt.get(sourceId) ?? 0)
  }
}
