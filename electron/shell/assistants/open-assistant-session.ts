import path from 'node:path'
import { createAtomicFile } from '../../adapters/atomic-file.js'
import { systemClock } from '../../adapters/clock.js'
import { nodeCrypto } from '../../adapters/crypto.js'
import { createJournalFile, journalPath } from '../../adapters/journal-file.js'
import type { LogFile } from '../../adapters/log-file.js'
import { systemRandom } from '../../adapters/random.js'
import { systemTimers } from '../../adapters/timers.js'
import { openAudit } from '../../core/audit/audit-log.js'
import { createToolsetScope } from '../../core/instructions/connections/toolset-scope.js'
import { AssistantService } from '../../core/instructions/assistant/assistant-service.js'
import { openConnections } from '../../core/instructions/connections/connections.js'
import { haltOnAuditFailure } from '../../core/instructions/kill-switch/audit-halt.js'
import { createCardFacts } from '../../core/instructions/policy/card-facts.js'
import { PositionFlattener } from '../../core/instructions/kill-switch/flatten.js'
import { createInstructionService } from '../../core/instructions/instruction-service.js'
import type { InstructionService } from '../../core/instructions/queue/instruction-service-port.js'
import { evaluatePolicy } from '../../core/instructions/policy/policy-engine.js'
import { openKillSwitch } from '../../core/instructions/kill-switch/kill-switch.js'
import { PRICE_TOLERANCE_PRESETS } from '../../core/instructions/policy/price-tolerance-presets.js'
import { notReadyReason } from '../../core/instructions/assistant/not-ready-reason.js'
import { createReadLog } from '../../core/instructions/assistant/read-log.js'
import { createRefusalLog } from '../../core/instructions/connections/refusal-log.js'
import {
  recordConnections,
  recordSession,
} from '../../core/instructions/assistant/audit-recorders.js'
import { createScorecards } from '../../core/instructions/scorecard/scorecard-service.js'
import { openTradeBook } from '../../core/instructions/scorecard/trade-book.js'
import type { LiveValue } from '../../core/live-values.js'
import { createEmitter } from '../../../shared/domain/emitter.js'
import type { PriceTolerance } from '../../../shared/domain/app/price-tolerance.js'
import type { OpenAssistantSession } from '../../app/assistants/assistant-session.js'
import { createHostedSource } from '../../app/session/hosted-source.js'
import type { SessionContext } from '../profiles/profile-opener.js'

/** The dependencies of an assistant session. */
export interface AssistantSessionDeps {
  readonly log: LogFile
  /** Returns the person's current setting. */
  readonly tolerance: () => PriceTolerance
  /** A further halt: that of the live session, for shadow practice. */
  readonly parentHalted?: LiveValue<boolean>
}

/**
 * Opens the assistant session of a trading session in its environment's folder: the audit log
 * first, because every event must be recorded (CONFIRM-37).
 */
export async function openAssistantSession(
  { session, profile, vault, root, hosted: address }: SessionContext,
  { log, tolerance, parentHalted }: AssistantSessionDeps,
): Promise<OpenAssistantSession> {
  const folder = path.join(root, 'assistants')
  const ports = {
    clock: systemClock,
    timers: systemTimers,
    random: systemRandom,
    crypto: nodeCrypto,
    log,
  }
  const document = (name: string) =>
    createAtomicFile({ path: path.join(folder, name), clock: systemClock })
  const journal = (name: string) =>
    createJournalFile({ path: journalPath(folder, name), clock: systemClock, log })
  const chain = await openAudit({
    ...ports,
    journal: journal('audit'),
    checkpoint: document('checkpoint.json'),
    vault,
    environment: profile.environment,
  })
  const audit = await haltOnAuditFailure({
    audit: chain,
    session,
    file: document('chain-damage.txt'),
    log,
  })
  await audit.append('switch', profile.id, `The profile ${profile.name} was opened`, {
    environment: profile.environment,
    profile: profile.id,
  })
  const connections = await openConnections({
    ...ports,
    file: document('connections.json'),
    environment: profile.environment,
  })

  const changed = createEmitter<void>()
  let instructionService: InstructionService | null = null
  const instructions = () => instructionService?.all() ?? []
  const killSwitch = await openKillSwitch({
    ...ports,
    file: document('halt.json'),
    session,
    connections,
    audit,
    instructions,
    instructionService: {
      withdraw: (why, only) => instructionService?.withdraw(why, only) ?? Promise.resolve(0),
    },
  })
  const killed = (): boolean => killSwitch.get() !== null
  const halted = (): boolean =>
    audit.failed ||
    session.sessionView().trading === 'halted' ||
    killed() ||
    parentHalted?.get() === true
  const stops = [
    killSwitch.subscribe(() => changed.emit()),
    session.streams.session.subscribe(() => changed.emit()),
    connections.onChange(() => changed.emit()),
    audit.onFailure(() => changed.emit()),
    recordConnections(audit, connections),
    recordSession(audit, session.streams.session),
  ]
  if (parentHalted !== undefined) stops.push(parentHalted.subscribe(() => changed.emit()))

  // Shadow practice has only assistants paired here; instructions at a provider belong to the open
  // profile.
  const hosted = parentHalted === undefined ? createHostedSource(session, address, log) : null
  const haltedLive: LiveValue<boolean> = {
    get: halted,
    subscribe: (listener) => changed.add(listener),
  }
  const { queries } = session
  const refusals = createRefusalLog({ audit, timers: systemTimers })
  const queueFile = journal('instructions')
  instructionService = createInstructionService({
    ...ports,
    environment: profile.environment,
    journal: queueFile,
    archive: {
      journal: journal('instructions-archive'),
      replace: (lines) => queueFile.replace(lines),
    },
    audit,
    refusals,
    connections,
    evaluatePolicy,
    fetchFacts: createCardFacts(session, ports),
    orderGateway: {
      submit: (ticket, draft, name) => session.submit(ticket, draft, name),
      replace: (account, id, change, others) => session.replace(account, id, change, others),
      cancel: (account, id) => session.cancel(account, id),
      preview: (draft) => session.preview(draft),
      outcome: (ticket) => queries.outcome(ticket),
      orders: session.streams.orders,
    },
    exchangeNow: () => queries.exchangeNow(),
    notReadyReason: () => notReadyReason(session.sessionView()),
    halted: haltedLive,
    tolerance: () => PRICE_TOLERANCE_PRESETS[tolerance()],
    ...(hosted === null ? {} : { hosted: hosted.gate }),
  })
  await instructionService.restore()
  const ledger = createReadLog({ audit, timers: systemTimers })
  const queue = instructionService
  const queryDeps = { environment: profile.environment, queries, clock: systemClock }
  const book = await openTradeBook({
    ...queryDeps,
    journal: journal('trades'),
    instructionService: queue,
    orders: session.streams.orders,
    fills: session.streams.fills,
    log,
  })
  const flatten = new PositionFlattener({
    ...ports,
    session,
    audit,
    instructions,
    halt: killSwitch,
  })
  killSwitch.resume()
  hosted?.follow({ instructionService: queue, connections, halted: haltedLive })
  return {
    assistantSession: {
      instructionService: queue,
      connections,
      audit,
      halted,
      flatten,
      halt: killSwitch,
      kill: (why, scope) => killSwitch.kill(why, scope),
      scorecard: createScorecards({
        ...queryDeps,
        book,
        instructionService: queue,
        connections,
        audit,
      }),
    },
    session,
    hosted,
    port: new AssistantService({
      scope: createToolsetScope({ connections, refusals }),
      instructionService: queue,
      connections,
      session,
      readLog: ledger,
      timers: systemTimers,
      usage: (id) => queue.usage(id),
      halted,
      isCutOff: killed,
    }),
    async dispose() {
      for (const stop of stops) stop()
      hosted?.dispose()
      ledger.close()
      refusals.close()
      killSwitch.dispose()
      await queue.withdraw('the session ended')
      queue.dispose()
      await book.close()
      await audit.close()
    },
  }
}
