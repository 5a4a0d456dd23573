import type { InstructionId } from '../../../../shared/domain/ids.js'
import { err, ok, type Result } from '../../../../shared/domain/result.js'
import { appError, type AppError } from '../../../../shared/domain/app/app-error.js'
import type { ConfirmView } from '../../../../shared/domain/instructions/card.js'
import type { LiveValue } from '../../live-values.js'
import type { ConfirmRouter } from './confirm-router.js'
import type { InstructionService } from '../queue/instruction-service-port.js'
import { message } from '../../../../shared/messages/make-message.js'

/** The operations available to the page of the confirm window. */
export type ConfirmService = Pick<InstructionService, 'markShown'> &
  InstructionService['decisions'] &
  InstructionService['review'] &
  Pick<InstructionService['confirm'], 'defer' | 'show'> & {
    /** What the window shows. */
    readonly confirm: LiveValue<ConfirmView>
  }

const GONE = err(
  appError('instruction/ended', message('decisions.ended'), {
    order: 'not-placed',
  }),
)

/**
 * Creates one service over the queues of several sessions. A call goes to the queue that owns the
 * instruction, and returns the view of the window rather than that queue's own view.
 */
export function createConfirmService(
  router: ConfirmRouter,
  services: () => readonly InstructionService[],
): ConfirmService {
  const serviceOf = (id: InstructionId): InstructionService | null =>
    services().find((service) => service.get(id) !== null) ?? null
  const forward = async (
    id: InstructionId,
    request: (service: InstructionService) => Promise<Result<ConfirmView, AppError>>,
  ): Promise<Result<ConfirmView, AppError>> => {
    const service = serviceOf(id)
    if (service === null) return GONE
    const done = await request(service)
    return done.ok ? ok(router.port.live.get()) : done
  }
  return {
    confirm: router.port.live,
    markShown: (id, digest, isComplete) => serviceOf(id)?.markShown(id, digest, isComplete),
    // A decision on an unknown instruction is suspicious, so the session's queue records it in the
    // audit log.
    decide: (decision) =>
      serviceOf(decision.id) === null
        ? (services()[0]?.decisions.decide(decision) ?? Promise.resolve(GONE))
        : forward(decision.id, (service) => service.decisions.decide(decision)),
    amend: (id, digest, amendment) =>
      forward(id, (service) => service.review.amend(id, digest, amendment)),
    requote: (id) => forward(id, (service) => service.review.requote(id)),
    extend: (id) => forward(id, (service) => service.review.extend(id)),
    defer: (id) => router.port.defer(id),
    show(id) {
      const service = serviceOf(id)
      if (service === null) return
      service.confirm.show(id)
      router.bringToFront(service.confirm)
    },
  }
}
