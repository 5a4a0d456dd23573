import type { AssistantRoom } from '../core/instructions/assistant-room.js'
import type { LiveValue } from '../core/live.js'
import type { FileError } from '../core/ports.js'
import type { InstructionId } from '../../shared/domain/instruction.js'
import { err, ok, type Result } from '../../shared/domain/result.js'
import { appError, type AppError } from '../../shared/ipc/errors.js'
import type { instructionContract } from '../../shared/ipc/instruction-contract.js'
import type { AssistantsView, Pairing } from '../../shared/ipc/instructions.js'
import type { Handlers } from './handler.js'

/** What main does with assistants for a page. */
export interface AssistantServices {
  /** Of the open session; waits for the first. */
  room(): Promise<AssistantRoom>
  readonly view: LiveValue<AssistantsView>
  /** Opens, moves or closes the door of the whole program; a port that is taken shows in the view, it is no error. */
  setEndpoint(on: boolean, port: number): Promise<Result<void, AppError>>
  /** True when the person has just shown to be here, or no lock is set. */
  steppedUp(): boolean
  /** What to put where, for the common clients. */
  snippets(name: string, token: string): Promise<Pairing['snippets']>
  /** Brings the confirm window up because the person asked for it. */
  showConfirm(): void
  /** Asks where to save, then writes; false when the person thought better of it. */
  saveAudit(instruction: InstructionId | null): Promise<Result<boolean, AppError>>
}

type InstructionOps = keyof typeof instructionContract
const AUDIT_PAGE = 100

const notKept = ({ message }: FileError): { readonly ok: false; readonly error: AppError } => err(appError('storage/failed', message))
const stepUpFirst = (): { readonly ok: false; readonly error: AppError } => err(appError('lock/step-up', 'Show first that it is you: enter the passphrase.'))

/** One function per entry of the instruction contract; they only carry the question to whoever knows the answer. */
export function createInstructionHandlers(services: AssistantServices): Pick<Handlers, InstructionOps> {
  const { room, view } = services
  const shown = (done: Result<void, FileError>): Result<AssistantsView, AppError> => (done.ok ? ok(view.get()) : notKept(done.error))
  return {
    'confirm.get': async () => ok((await room()).desk.confirm.get()),
    'confirm.shown': async ({ id, digest, whole }) => {
      ;(await room()).desk.shown(id, digest, whole)
      return ok({})
    },
    'confirm.decide': async (decision) => (await room()).desk.decide(decision),
    'confirm.amend': async ({ id, digest, amendment }) => (await room()).desk.amend(id, digest, amendment),
    'confirm.requote': async ({ id }) => (await room()).desk.requote(id),
    'confirm.extend': async ({ id }) => (await room()).desk.extend(id),
    'confirm.later': async ({ id }) => {
      ;(await room()).desk.later(id)
      return ok({})
    },

    'instructions.show': async ({ id }) => {
      ;(await room()).desk.show(id)
      services.showConfirm()
      return ok({})
    },
    'assistants.get': () => Promise.resolve(ok(view.get())),
    'assistants.endpoint': async ({ on, port }) => {
      if (on && !services.steppedUp()) return stepUpFirst()
      const done = await services.setEndpoint(on, port)
      return done.ok ? ok(view.get()) : done
    },
    'assistants.pair': async ({ name, shadow }) => {
      // A new key is more authority than there was, like a raised limit.
      if (!services.steppedUp()) return stepUpFirst()
      const paired = await (await room()).connections.pair(name, shadow)
      if (!paired.ok) return notKept(paired.error)
      const { connection, token } = paired.value
      return ok({ connection, token, snippets: await services.snippets(name, token) })
    },
    'assistants.rename': async ({ id, name }) => shown(await (await room()).connections.rename(id, name)),
    'assistants.policy': async ({ id, policy }) => {
      const { connections } = await room()
      if (connections.raises(id, policy) && !services.steppedUp()) return stepUpFirst()
      return shown(await connections.setPolicy(id, policy))
    },
    'assistants.pause': async ({ id, minutes }) => shown(await (await room()).connections.pause(id, minutes, 'Paused at this desk by hand.')),
    'assistants.resume': async ({ id }) => shown(await (await room()).connections.resume(id)),
    'assistants.revoke': async ({ id }) => shown(await (await room()).connections.revoke(id)),
    'assistants.kill': async ({ why }) => ok(await (await room()).kill(why)),

    'audit.page': async ({ before, kinds, text }) => {
      const { rows, more } = await (await room()).audit.page({ before, kinds, text, limit: AUDIT_PAGE })
      return ok({ rows: [...rows], more })
    },
    'audit.verify': async () => ok(await (await room()).audit.verify()),
    'audit.export': async ({ instruction }) => {
      const saved = await services.saveAudit(instruction)
      return saved.ok ? ok({ saved: saved.value }) : saved
    },
  }
}
