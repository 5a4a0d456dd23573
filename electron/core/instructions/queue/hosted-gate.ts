import type { ClientOrderId, InstructionId } from '../../../../shared/domain/ids.js'
import { err, ok, type Result } from '../../../../shared/domain/result.js'
import type { ProviderFailure } from '../../provider-failure.js'
import type { LiveValue } from '../../live-values.js'
import { createEmitter } from '../../../../shared/domain/emitter.js'
import type { TimerPort } from '../../ports.js'
import type { InstructionSource } from '../../instruction-source-port.js'
import { inEnglish } from '../../../../shared/messages/format-message.js'
import { message } from '../../../../shared/messages/make-message.js'

/** Requests permission from the source of hosted instructions before anything is sent for one. */
export interface HostedGate {
  /**
   * Acquires an instruction by naming Countersign's order (or attempt at a change). Ok means that
   * the instruction belongs to this desktop and can no longer be revoked. An error, with its
   * reason, means that nothing may be sent.
   */
  acquire(sourceId: string, id: InstructionId): Promise<Result<void, string>>
  /**
   * False while the source is unreachable, because instructions may have been revoked there
   * unnoticed.
   */
  readonly synced: LiveValue<boolean>
}

export interface HostedGateControl extends HostedGate {
  setSynced(isSynced: boolean): void
}

/** The number of attempts without a response. Repeating the request is harmless. */
const TRIES = 3
const RETRY_MS = 400
const RETRYABLE: ReadonlySet<ProviderFailure['kind']> = new Set<ProviderFailure['kind']>([
  'timeout',
  'unavailable',
  'malformed',
  'rate-limited',
])

/** Why nothing was sent when the source gave no answer. */
export const SOURCE_UNREACHABLE = inEnglish(message('outcomes.sourceUnreachable'))

/** Returns the order id used at the broker. It is known and on disk before anything is sent. */
export const clientOrderIdOf = (id: InstructionId): ClientOrderId => id as string as ClientOrderId

/**
 * Creates a gate that starts not synced: nothing is approved before the source has listed its
 * pending instructions.
 */
export function createHostedGate(
  source: () => Promise<Pick<InstructionSource, 'acquire'>>,
  timers: TimerPort,
): HostedGateControl {
  const changed = createEmitter<void>()
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
          return err(
            inEnglish(message('outcomes.stoppedAtSource', { reason: answer.error.message })),
          )
        }
        if (attempt === TRIES) return err(SOURCE_UNREACHABLE)
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
