import { combineHalts } from '../../core/instructions/kill-switch/combined-halt.js'
import type { ConnectionId } from '../../../shared/domain/ids.js'
import type { AssistantsView } from '../../../shared/domain/instructions/assistants-view.js'
import {
  MAX_WAITING_ROWS,
  type WaitingRow,
} from '../../../shared/domain/instructions/waiting-instruction.js'
import type { InstructionRow } from '../../../shared/domain/instructions/instruction-row.js'
import type { OpenAssistantSession } from './assistant-session.js'
import type { ShadowSessionStatus } from './shadow-session.js'

/** The assistant sessions that are open: of the open profile, and of shadow practice beside it. */
export interface OpenSessions {
  readonly main: OpenAssistantSession | null
  readonly shadow: OpenAssistantSession | null
}

/** Returns the open sessions, the open profile's first. */
export const listSessions = ({ main, shadow }: OpenSessions): readonly OpenAssistantSession[] =>
  [main, shadow].filter((session) => session !== null)

/**
 * True for connections that windows show. Of shadow practice these are its own assistants; others
 * paired there belong to the practice profile.
 */
export const isShown = (
  sessions: OpenSessions,
  opened: OpenAssistantSession,
  id: ConnectionId,
): boolean =>
  opened === sessions.main || opened.assistantSession.connections.get(id)?.shadow === true

/** Returns the connections of one session that windows show. */
export const shownConnections = (
  sessions: OpenSessions,
  opened: OpenAssistantSession,
): AssistantsView['connections'] =>
  opened.assistantSession.connections.all().filter(({ id }) => isShown(sessions, opened, id))

/** Returns the instructions of all sessions that windows show. */
export const shownRows = (sessions: OpenSessions): readonly InstructionRow[] =>
  listSessions(sessions).flatMap((opened) =>
    opened.assistantSession.instructionService.rows
      .all()
      .filter((row) => isShown(sessions, opened, row.connectionId)),
  )

/** Returns the waiting instructions of all sessions that windows show. */
const shownWaiting = (sessions: OpenSessions): readonly WaitingRow[] =>
  listSessions(sessions)
    .flatMap((opened) =>
      opened.assistantSession.waiting
        .rows()
        .filter((row) => isShown(sessions, opened, row.connectionId)),
    )
    .slice(0, MAX_WAITING_ROWS)

/** Builds the view of assistants for every window. */
export function assistantsView(
  sessions: OpenSessions,
  endpoint: AssistantsView['endpoint'],
  shadow: ShadowSessionStatus,
): AssistantsView {
  const opened = listSessions(sessions)
  const hosted = sessions.main?.hosted?.get()
  return {
    ...(hosted === undefined ? {} : { hosted }),
    endpoint,
    connections: opened.flatMap((session) => shownConnections(sessions, session)),
    halted: opened.some(({ assistantSession }) => assistantSession.halted()),
    halt: combineHalts(opened.map(({ assistantSession }) => assistantSession.halt.get())),
    unread: shownRows(sessions).filter((row) => row.status === 'PENDING').length,
    waiting: shownWaiting(sessions),
    chains: opened.map(({ session, assistantSession }) => ({
      environment: session.environment,
      state: assistantSession.audit.report()?.state ?? 'not-checked',
    })),
    shadow: {
      ...shadow,
      accounts: [...(sessions.shadow?.session.connection.view().accounts ?? [])],
    },
  }
}
