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
import { createAssistantScope } from '../core/instructions/assistant-scope.js'
import { createAssistantPort } from '../core/instructions/assistant-service.js'
import { openConnections } from '../core/instructions/connections.js'
import { haltWithChain } from '../core/instructions/chain-halt.js'
import { createFacts } from '../core/instructions/facts.js'
import { createFlatten } from '../core/instructions/flatten.js'
import { createInstructionDesk } from '../core/instructions/instruction-desk.js'
import type { InstructionDesk } from '../core/instructions/instruction-desk-port.js'
import { judgePolicy } from '../core/instructions/judge.js'
import { openKillSwitch } from '../core/instructions/kill.js'
import { TOLERANCES } from '../core/instructions/tolerances.js'
import { notReady } from '../core/instructions/readiness.js'
import { createReadLedger } from '../core/instructions/read-ledger.js'
import { createRefusalLedger } from '../core/instructions/refusal-ledger.js'
import { recordConnections, recordSession } from '../core/instructions/record.js'
import { createScoreKeeper } from '../core/instructions/score-keeper.js'
import { openTradeBook } from '../core/instructions/trade-book.js'
import { listeners, type LiveValue } from '../core/live.js'
import type { PriceTolerance } from '../../shared/domain/price-tolerance.js'
import type { OpenRoom } from './open-room.js'
import { hostedRoom } from './hosted-source.js'
import type { SessionPlace } from './profile-opener.js'

/** What a room takes from the program around it. */
export interface RoomWorld {
  readonly log: LogFile
  /** The person's setting, asked anew every time. */
  readonly tolerance: () => PriceTolerance
  /** What halts it besides its own session, for a room that stands beside another one. */
  readonly alsoHalted?: LiveValue<boolean>
}

/**
 * Builds the room of a session in its environment's folder: audit first, since nothing may happen
 * that it does not hold.
 */
export async function openRoom(
  { session, profile, vault, root, hosted: address }: SessionPlace,
  { log, tolerance, alsoHalted }: RoomWorld,
): Promise<OpenRoom> {
  const folder = path.join(root, 'assistants')
  const world = {
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
    ...world,
    journal: journal('audit'),
    checkpoint: document('checkpoint.json'),
    vault,
    environment: profile.environment,
  })
  const audit = await haltWithChain({
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
    ...world,
    file: document('connections.json'),
    environment: profile.environment,
  })

  const changed = listeners<void>()
  let desk: InstructionDesk | null = null
  const instructions = () => desk?.all() ?? []
  const killSwitch = await openKillSwitch({
    ...world,
    file: document('halt.json'),
    session,
    connections,
    audit,
    instructions,
    desk: { withdraw: (why, only) => desk?.withdraw(why, only) ?? Promise.resolve(0) },
  })
  const killed = (): boolean => killSwitch.get() !== null
  const halted = (): boolean =>
    audit.failed ||
    session.sessionView().trading === 'halted' ||
    killed() ||
    alsoHalted?.get() === true
  const stops = [
    killSwitch.subscribe(() => changed.emit()),
    session.streams.session.subscribe(() => changed.emit()),
    connections.onChange(() => changed.emit()),
    audit.onFailure(() => changed.emit()),
    recordConnections(audit, connections),
    recordSession(audit, session.streams.session),
  ]
  if (alsoHalted !== undefined) stops.push(alsoHalted.subscribe(() => changed.emit()))

  // A room that stands beside another one is for assistants paired here; what waits at a provider
  // belongs to the profile that is open.
  const hosted = alsoHalted === undefined ? hostedRoom(session, address, log) : null
  const haltedLive: LiveValue<boolean> = {
    get: halted,
    subscribe: (listener) => changed.add(listener),
  }
  const { lookUps } = session
  const refusals = createRefusalLedger({ audit, timers: systemTimers })
  const queueFile = journal('instructions')
  desk = createInstructionDesk({
    ...world,
    environment: profile.environment,
    journal: queueFile,
    archive: {
      journal: journal('instructions-archive'),
      replace: (lines) => queueFile.replace(lines),
    },
    audit,
    refusals,
    connections,
    judge: judgePolicy,
    facts: createFacts(session, world),
    door: {
      submit: (ticket, draft, name) => session.submit(ticket, draft, name),
      replace: (account, id, change, others) => session.replace(account, id, change, others),
      cancel: (account, id) => session.cancel(account, id),
      preview: (draft) => session.preview(draft),
      outcome: (ticket) => lookUps.outcome(ticket),
      orders: session.streams.orders,
    },
    exchangeNow: () => lookUps.exchangeNow(),
    unready: () => notReady(session.sessionView()),
    halted: haltedLive,
    tolerance: () => TOLERANCES[tolerance()],
    ...(hosted === null ? {} : { hosted: hosted.gate }),
  })
  await desk.restore()
  const ledger = createReadLedger({ audit, timers: systemTimers })
  const queue = desk
  const told = { environment: profile.environment, lookUps, clock: systemClock }
  const book = await openTradeBook({
    ...told,
    journal: journal('trades'),
    desk: queue,
    orders: session.streams.orders,
    fills: session.streams.fills,
    log,
  })
  const reads = createAssistantReads({
    session,
    connections,
    ledger,
    timers: systemTimers,
    usage: (id) => queue.usage(id),
    halted,
  })
  const flatten = createFlatten({ ...world, session, audit, instructions, halt: killSwitch })
  killSwitch.resume()
  hosted?.follow({ desk: queue, connections, halted: haltedLive })
  return {
    room: {
      desk: queue,
      connections,
      audit,
      halted,
      flatten,
      halt: killSwitch,
      kill: (why, scope) => killSwitch.kill(why, scope),
      score: createScoreKeeper({ ...told, book, desk: queue, connections, audit }),
    },
    session,
    hosted,
    assistants: createAssistantPort({
      reads,
      scope: createAssistantScope({ connections, refusals }),
      desk: queue,
      connections,
      session,
      timers: systemTimers,
      cutOff: killed,
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
