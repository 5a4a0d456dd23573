import type { ClientOrderId } from '../../../shared/domain/ids.js'
import type { InstructionId } from '../../../shared/domain/instruction.js'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import type { ProviderFailure } from '../failure.js'
import { listeners, type LiveValue } from '../live.js'
import type { TimerPort } from '../ports.js'
import type { InstructionSource } from './instruction-source.js'

/**
 * What the queue asks of the source of hosted instructions before it sends anything for one of
 * them.
 */
export interface HostedGate {
  /**
   * Names this desk's order (or attempt at a change) there. Ok means that the instruction is this
   * desk's and can be revoked no more;
   * anything else, with a sentence why, means that nothing may be sent.
   */
  take(sourceId: string, id: InstructionId): Promise<Result<void, string>>
  /** False while the source cannot be heard: what it has revoked meanwhile is not known here. */
  readonly heard: LiveValue<boolean>
}

export interface OpenHostedGate extends HostedGate {
  hear(is: boolean): void
}

/** A lost answer is asked for again so many times; the same question twice is harmless. */
const TRIES = 3
const AGAIN_MS = 400
const LOST: ReadonlySet<ProviderFailure['kind']> = new Set<ProviderFailure['kind']>([
  'timeout',
  'unavailable',
  'malformed',
  'rate-limited',
])

/**
 * The name of this desk's order at the provider: known, and on the disk, before anything is sent.
 */
export const orderNameOf = (id: InstructionId): ClientOrderId => id as string as ClientOrderId

/** Starts unheard: nothing is approved before the source has said that it still waits. */
export function createHostedGate(
  source: () => Promise<Pick<InstructionSource, 'taken'>>,
  timers: TimerPort,
): OpenHostedGate {
  const changed = listeners<void>()
  let heard = false
  const pause = (): Promise<void> =>
    new Promise((resolve) => {
      timers.after(AGAIN_MS, resolve)
    })
  return {
    async take(sourceId, id) {
      for (let attempt = 1; ; attempt += 1) {
        const answer = await (await source()).taken(sourceId, orderNameOf(id))
        if (answer.ok) return ok(undefined)
        if (!LOST.has(answer.error.kind)) {
          return err(`the provider stopped it: ${answer.error.message}`)
        }
        if (attempt === TRIES) return err('the provider could not be asked whether it still waits')
        await pause()
      }
    },
    heard: { get: () => heard, subscribe: (listener) => changed.add(listener) },
    hear(is) {
      if (is === heard) return
      heard = is
      changed.emit()
    },
  }
}
