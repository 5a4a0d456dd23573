import type { ClientOrderId } from '../../../../shared/domain/ids.js'
import type { InstructionId } from '../../../../shared/domain/instructions/instruction.js'
import { err, ok, type Result } from '../../../../shared/domain/result.js'
import type { ProviderFailure } from '../../provider-failure.js'
import { listeners, type LiveValue } from '../../live-values.js'
import type { TimerPort } from '../../ports.js'
import type { InstructionSource } from '../../session/instruction-source-port.js'

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
  acquire(sourceId: string, id: InstructionId): Promise<Result<void, string>>
  /** False while the source cannot be heard: what it has revoked meanwhile is not known here. */
  readonly synced: LiveValue<boolean>
}

export interface HostedGateControl extends HostedGate {
  setSynced(isSynced: boolean): void
}

/** A lost answer is asked for again so many times; the same question twice is harmless. */
const TRIES = 3
const RETRY_MS = 400
const RETRYABLE: ReadonlySet<ProviderFailure['kind']> = new Set<ProviderFailure['kind']>([
  'timeout',
  'unavailable',
  'malformed',
  'rate-limited',
])

/**
 * The name of this desk's order at the provider: known, and on the disk, before anything is sent.
 */
export const clientOrderIdOf = (id: InstructionId): ClientOrderId => id as string as ClientOrderId

/** Starts unheard: nothing is approved before the source has said that it still waits. */
export function createHostedGate(
  source: () => Promise<Pick<InstructionSource, 'acquire'>>,
  timers: TimerPort,
): HostedGateControl {
  const changed = listeners<void>()
  let synced = false
  const pause = (): Promise<void> =>
    new Promise((resolve) => {
      timers.after(RETRY_MS, resolve)
    })
  return {
    async acquire(sourceId, id) {
      for (let attempt = 1; ; attempt += 1) {
        const answer = await (await source()).acquire(sourceId, clientOrderIdOf(id))
        if (answer.ok) return ok(undefined)
        if (!RETRYABLE.has(answer.error.kind)) {
          return err(`the provider stopped it: ${answer.error.message}`)
        }
        if (attempt === TRIES) return err('the provider could not be asked whether it still waits')
        await pause()
      }
    },
    synced: { get: () => synced, subscribe: (listener) => changed.add(listener) },
    setSynced(isSynced) {
      if (isSynced === synced) return
      synced = isSynced
      changed.emit()
    },
  }
}
