import type { OpenAssistantSession } from '../../../../electron/app/assistants/assistant-session.js'
import type { AssistantSession } from '../../../../electron/core/instructions/assistant/assistant-session.js'
import {
  ConfirmRouter,
  createConfirmService,
  type ConfirmService,
} from '../../../../electron/core/instructions/confirm/confirm-router.js'
import type { AssistantServices } from '../../../../electron/handlers/instruction-handlers.js'

/** What a window calls before the assistants' session is open. */
class NotOpenError extends Error {
  constructor() {
    super('the assistant session is not open')
  }
}

const confirmServices = new WeakMap<AssistantSession, ConfirmService>()

/** Returns the operations of the confirm window of one session, which no other session shares. */
function confirmServiceOf(session: AssistantSession): ConfirmService {
  const present = confirmServices.get(session)
  if (present !== undefined) return present
  const router = new ConfirmRouter()
  router.attach(session.instructionService.confirm)
  const created = createConfirmService(router, () => [session.instructionService])
  confirmServices.set(session, created)
  return created
}

/**
 * Returns the services behind the operations of the confirm window and the kill switch, for one
 * assistant session. The operations that need Electron are not part of the simulation.
 */
export function assistantServices(opened: () => OpenAssistantSession | null): AssistantServices {
  const session = (): AssistantSession => {
    const found = opened()
    if (found === null) throw new NotOpenError()
    return found.assistantSession
  }
  const used: Partial<AssistantServices> = {
    assistantSession: () => Promise.resolve(session()),
    assistantSessionFor: () => Promise.resolve(session()),
    get confirm() {
      return confirmServiceOf(session())
    },
    get rows() {
      return session().instructionService.rows
    },
    kill: (why, scope) => session().kill(why, scope),
    release: () => session().halt.lift(),
    steppedUp: () => true,
    showConfirm: () => undefined,
  }
  return used as AssistantServices
}
