import path from 'node:path'
import { createAtomicFile } from '../adapters/atomic-file.js'
import { systemClock } from '../adapters/clock.js'
import { nodeCrypto } from '../adapters/crypto.js'
import { createJournalFile, journalPath } from '../adapters/journal-file.js'
import type { LogFile } from '../adapters/log-file.js'
import { systemRandom } from '../adapters/random.js'
import { systemTimers } from '../adapters/timers.js'
import { openAudit } from '../core/audit/audit.js'
import { createAssistantReads } from '../core/instructions/assistant-reads.js'
import { createAssistantPort } from '../core/instructions/assistant-service.js'
import { openConnections } from '../core/instructions/connections.js'
import { createFacts } from '../core/instructions/facts.js'
import { createInstructionDesk } from '../core/instructions/instruction-desk.js'
import { judgePolicy } from '../core/instructions/judge.js'
import { killAssistants } from '../core/instructions/kill.js'
import { createReadLedger } from '../core/instructions/read-ledger.js'
import { listeners, type LiveValue } from '../core/live.js'
import { dec } from '../../shared/domain/decimal.js'
import type { OpenRoom } from './assistant-host.js'
import { recordChanges } from './assistant-record.js'
import type { SessionPlace } from './profile-opener.js'

/** Rule 11: half a percent or five ticks, whichever is more. */
const TOLERANCE = { ratio: dec('0.005'), ticks: 5 }
/** What the kill writes as the reason of a pause. */
const HALTED = 'Halted: '

/**
 * Builds the room of a session in its environment's folder: audit first, since nothing may happen that it does not hold. `alsoHalted`:
 * what halts it besides its own session, for a room that stands beside another one.
 */
export async function openRoom({ session, profile, vault, root }: SessionPlace, { log, alsoHalted }: { readonly log: LogFile; readonly alsoHalted?: LiveValue<boolean> }): Promise<OpenRoom> {
  const folder = path.join(root, 'assistants')
  const world = { clock: systemClock, timers: systemTimers, random: systemRandom, crypto: nodeCrypto, log }
  const document = (name: string) => createAtomicFile({ path: path.join(folder, name), clock: systemClock })
  const journal = (name: string) => createJournalFile({ path: journalPath(folder, name), clock: systemClock, log })
  const audit = await openAudit({ ...world, journal: journal('audit'), checkpoint: document('checkpoint.json'), vault, environment: profile.environment })
  const connections = await openConnections({ ...world, file: document('connections.json'), environment: profile.environment })

  /** A kill paused everybody, and nobody was let in again since; it holds over restarts, as the pauses do. */
  const killed = (): boolean => {
    const alive = connections.all().filter(({ state }) => state !== 'revoked')
    return alive.length > 0 && alive.every(({ state, pauseWhy }) => state === 'paused' && pauseWhy?.startsWith(HALTED) === true)
  }
  const halted = (): boolean => audit.failed || session.sessionView().trading === 'halted' || killed() || alsoHalted?.get() === true
  const changed = listeners<void>()
  const stops = [session.streams.session.subscribe(() => changed.emit()), connections.onChange(() => changed.emit()), audit.onFailure(() => changed.emit()), recordChanges(audit, connections)]
  if (alsoHalted !== undefined) stops.push(alsoHalted.subscribe(() => changed.emit()))

  const { lookUps } = session
  const desk = createInstructionDesk({
    ...world, environment: profile.environment, journal: journal('instructions'), audit, connections, judge: judgePolicy, facts: createFacts(session),
    door: {
      submit: (ticket, draft) => session.submit(ticket, draft), replace: (account, id, change) => session.replace(account, id, change), cancel: (account, id) => session.cancel(account, id),
      preview: (draft) => session.preview(draft), outcome: (ticket) => lookUps.outcome(ticket), orders: session.streams.orders,
    },
    exchangeNow: () => lookUps.exchangeNow(), halted: { get: halted, subscribe: (listener) => changed.add(listener) }, tolerance: () => TOLERANCE,
  })
  await desk.restore()
  const ledger = createReadLedger({ audit, timers: systemTimers })
  const reads = createAssistantReads({ session, connections, ledger, timers: systemTimers, usage: (id) => desk.usage(id), halted })
  const placed = () => desk.rows.all().map((row) => row.clientOrderId).filter((id) => id !== null)
  return {
    room: { desk, connections, audit, halted, kill: (why) => killAssistants({ desk, connections, session, placed, timers: systemTimers, audit }, why) },
    session,
    assistants: createAssistantPort({ reads, desk, connections, session, timers: systemTimers }),
    async dispose() {
      for (const stop of stops) stop()
      ledger.close()
      await desk.withdraw('the session ended')
      desk.dispose()
      await audit.close()
    },
  }
}
