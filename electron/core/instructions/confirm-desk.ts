import type { InstructionId } from '../../../shared/domain/instruction.js'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import { appError, type AppError } from '../../../shared/ipc/errors.js'
import type { ConfirmView } from '../../../shared/ipc/instructions.js'
import type { ConfirmSeat } from './confirm-seat.js'
import type { InstructionDesk } from './instruction-desk-port.js'

/** What the page of the confirm window may ask for. */
export type ConfirmDesk = Pick<
  InstructionDesk,
  'confirm' | 'shown' | 'decide' | 'amend' | 'requote' | 'extend' | 'later' | 'show'
>

const GONE = err(
  appError('instruction/ended', 'This instruction is not waiting any more.', {
    order: 'not-placed',
  }),
)

/**
 * One window over the queues of several rooms: whatever names an instruction goes to the queue that
 * made it, and to no other. What is
 * answered is what the window shows, not what that queue would show.
 */
export function createConfirmDesk(
  seat: ConfirmSeat,
  desks: () => readonly InstructionDesk[],
): ConfirmDesk {
  const of = (id: InstructionId): InstructionDesk | null =>
    desks().find((desk) => desk.get(id) !== null) ?? null
  const answer = async (
    id: InstructionId,
    ask: (desk: InstructionDesk) => Promise<Result<ConfirmView, AppError>>,
  ): Promise<Result<ConfirmView, AppError>> => {
    const desk = of(id)
    if (desk === null) return GONE
    const done = await ask(desk)
    return done.ok ? ok(seat.port.confirm.get()) : done
  }
  return {
    confirm: seat.port.confirm,
    shown: (id, digest, whole) => of(id)?.shown(id, digest, whole),
    // A decision on something that nobody knows is as suspicious as any other: the open session's
    // queue puts it on its record.
    decide: (decision) =>
      of(decision.id) === null
        ? (desks()[0]?.decide(decision) ?? Promise.resolve(GONE))
        : answer(decision.id, (desk) => desk.decide(decision)),
    amend: (id, digest, amendment) => answer(id, (desk) => desk.amend(id, digest, amendment)),
    requote: (id) => answer(id, (desk) => desk.requote(id)),
    extend: (id) => answer(id, (desk) => desk.extend(id)),
    later: (id) => seat.port.later(id),
    show(id) {
      const desk = of(id)
      if (desk === null) return
      desk.show(id)
      seat.turn(desk)
    },
  }
}
