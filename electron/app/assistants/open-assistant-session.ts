import type { LogFile } from '../../adapters/log-file.js'
import { openAudit } from '../../core/audit/audit-log.js'
import type { AuditPort } from '../../core/audit/audit-port.js'
import type { AssistantPort } from '../../core/instructions/assistant/assistant-port.js'
import { AssistantService } from '../../core/instructions/assistant/assistant-service.js'
import type { AssistantSession } from '../../core/instructions/assistant/assistant-session.js'
import {
  recordConnections,
  recordSession,
} from '../../core/instructions/assistant/audit-recorders.js'
import { notReadyReason } from '../../core/instructions/assistant/not-ready-reason.js'
import { createReadLog, type ReadLog } from '../../core/instructions/assistant/read-log.js'
import { recordListDecisions } from '../../core/instructions/assistant/watchlist-access.js'
import { openConnections } from '../../core/instructions/connections/connections.js'
import {
  createRefusalLog,
  type RefusalLog,
} from '../../core/instructions/connections/refusal-log.js'
import { createToolsetScope } from '../../core/instructions/connections/toolset-scope.js'
import type { PressEvidencePort } from '../../core/instructions/queue/press-evidence-port.js'
import { DamageHalt } from '../../core/instructions/damage/damage-halt.js'
import { damageMessage } from '../../core/files/damage-message.js'
import {
  openFileRegister,
  type FileDamage,
  type FileRegister,
} from '../../core/files/file-register.js'
import { watchDocument, watchJournal } from '../../core/instructions/damage/watched-files.js'
import { createInstructionService } from '../../core/instructions/instruction-service.js'
import { haltOnAuditFailure } from '../../core/instructions/kill-switch/audit-halt.js'
import { Flatten } from '../../core/instructions/kill-switch/flatten.js'
import { openKillSwitch, type KillSwitch } from '../../core/instructions/kill-switch/kill-switch.js'
import { createOrderFigures } from '../../core/instructions/assistant/order-figures.js'
import { createCardFacts } from '../../core/instructions/policy/card-facts.js'
import { SentNumbers } from '../../core/instructions/requests/sent-numbers.js'
import type { Connections } from '../../core/instructions/connections/connections-port.js'
import { evaluatePolicy } from '../../core/instructions/policy/policy-engine.js'
import { PRICE_TOLERANCE_PRESETS } from '../../core/instructions/policy/price-distance.js'
import type { InstructionService } from '../../core/instructions/queue/instruction-service-port.js'
import { createScorecards } from '../../core/instructions/scorecard/scorecard-service.js'
import { openTradeBook, type TradeBook } from '../../core/instructions/scorecard/trade-book.js'
import { contractFacts } from '../../core/conditions/contract-facts.js'
import { WaitingInstructions } from '../../core/instructions/waiting/waiting-service.js'
import { WindowChangeBook } from '../../core/instructions/window/window-change-book.js'
import { randomHex } from '../../core/hex.js'
import type { LiveValue } from '../../core/live-values.js'
import type { TradingSession } from '../../core/session/trading-session.js'
import type { Disposer } from '../../../shared/domain/brand.js'
import type { PriceTolerance } from '../../../shared/domain/app/preference-values.js'
import type { Instruction } from '../../../shared/domain/instructions/instruction.js'
import { ok, type Result } from '../../../shared/domain/result.js'
import type { FileError } from '../../core/ports.js'
import { createHostedSource, type HostedSource } from '../session/hosted-source.js'
import type { SessionContext } from '../session/session-context.js'
import {
  nodeAssistantAdapters,
  type AssistantAdapters,
  type AssistantFiles,
  type AssistantPorts,
} from './assistant-adapters.js'
import type { OpenAssistantSession } from './assistant-session.js'
import { PROFILE_FORMS } from '../settings/profile-forms.js'
import { SessionHalt } from './session-halt.js'
import { inEnglish } from '../../../shared/messages/format-message.js'
import { message } from '../../../shared/messages/make-message.js'

const CONNECTIONS = 'connections.json'
const AUDIT_JOURNAL = 'audit.journal'
const INSTRUCTIONS = 'instructions.journal'
const WAITING = 'waiting.journal'
const CHANGE_ID_BYTES = 8

/** The dependencies of an assistant session. */
export interface AssistantSessionDeps {
  readonly log: LogFile
  /** Returns the person's current setting. */
  readonly tolerance: () => PriceTolerance
  /** What shows that a person pressed approve (CONFIRM-42). */
  readonly presses: PressEvidencePort
  /** True while the window is locked; absent where there is no window. */
  readonly locked?: () => boolean
  /** True while the person decides on a card. */
  readonly isCardOpen?: () => boolean
  /** A further halt: shadow practice halts with the live session. */
  readonly parentHalted?: LiveValue<boolean>
  /** The ports and files; Node's by default. */
  readonly adapters?: AssistantAdapters
}

/**
 * Opens the assistant session of a trading session in its environment's folder: the audit log
 * first, because every event must be recorded (CONFIRM-37).
 */
export async function openAssistantSession(
  context: SessionContext,
  deps: AssistantSessionDeps,
): Promise<OpenAssistantSession> {
  const foundation = await openFoundation(context, deps)
  const parts = await startServices(foundation)
  const { killSwitch, hosted, connections, halted, queue } = parts
  const assistantSession = toAssistantSession(parts)
  const port = toAssistantPort(parts)
  killSwitch.resume()
  hosted?.follow({ instructionService: queue, connections, halted })
  const { session } = context
  return { assistantSession, session, hosted, port, dispose: () => dispose(parts) }
}

/** What must be open before the first instruction is accepted. */
interface Foundation {
  readonly context: SessionContext
  readonly deps: AssistantSessionDeps
  readonly ports: AssistantPorts
  readonly files: AssistantFiles
  readonly audit: AuditPort
  readonly connections: Connections
  readonly killSwitch: KillSwitch
  /** The halt of the kill switch, or the one because of damaged files. */
  readonly halt: DamageHalt
  readonly register: FileRegister
  readonly halted: SessionHalt
  readonly late: LateInstructionService
  /** The numbers that were sent to each assistant. */
  readonly sent: SentNumbers
  readonly recorders: readonly Disposer[]
  readonly windowChanges: WindowChangeBook
}

/** All parts of an open assistant session. */
interface Parts extends Foundation {
  readonly hosted: HostedSource | null
  readonly refusals: RefusalLog
  readonly queue: InstructionService
  readonly waiting: WaitingInstructions
  readonly readLog: ReadLog
  readonly book: TradeBook
}

/** Stands in for the instruction service until it is made: there are no instructions yet. */
class LateInstructionService {
  current: InstructionService | null = null
  waiting: WaitingInstructions | null = null

  all = (): readonly Instruction[] => this.current?.all() ?? []

  /** Sets unreadable entries aside; only before the session is open is there nothing to do. */
  recover = async (): Promise<Result<void, FileError>> => {
    const moved = (await this.current?.recover()) ?? ok(undefined)
    return moved.ok ? ((await this.waiting?.recover()) ?? moved) : moved
  }

  withdraw: InstructionService['endings']['withdraw'] = (why, only) =>
    this.current?.endings.withdraw(why, only) ?? Promise.resolve(0)
}

async function openFoundation(
  context: SessionContext,
  deps: AssistantSessionDeps,
): Promise<Foundation> {
  const { session, profile, root } = context
  const { log, parentHalted } = deps
  const { ports, files } = deps.adapters ?? nodeAssistantAdapters(root, log)
  const register = await openFileRegister({ ...ports, file: files.register })
  const audit = await openAuditLog(context, ports, files, register)
  const connections = await openConnections({
    ...ports,
    file: watchDocument(files.document(CONNECTIONS), CONNECTIONS, register),
    onNewer: () => register.report(CONNECTIONS, 'newer'),
    isLost: () => register.get().some(({ file }) => file === CONNECTIONS),
    environment: profile.environment,
  })
  const late = new LateInstructionService()
  const killSwitch = await openKillSwitch({
    ...ports,
    file: files.halt ?? files.document('halt.json'),
    session,
    connections,
    audit,
    instructions: late.all,
    instructionService: late,
  })
  const halt = new DamageHalt(killSwitch, register, late.recover, () => connections.storeAccess())
  const halted = new SessionHalt({ halt, session, connections, audit, parent: parentHalted })
  const windowChanges = openWindowChanges(context, ports, files, audit)
  const recorders = [
    recordConnections(audit, connections),
    // An access that the person ended would return at the next start without a word.
    connections.onChange(({ isUnstored }) => {
      if (isUnstored === true) void killSwitch.hold(message('killSwitch.accessNotStored'))
    }),
    recordSession(audit, session.streams.session),
    recordListDecisions(audit, session.watchlists),
    halted.subscribe(() => {
      if (halted.get()) windowChanges.requests.withdraw()
    }),
  ]
  return {
    context,
    deps,
    ports,
    files,
    audit,
    connections,
    killSwitch,
    halt,
    register,
    halted,
    late,
    sent: new SentNumbers(),
    recorders,
    windowChanges,
  }
}

/** Creates the list of what assistants change in the window; its file is read when it is shown. */
const openWindowChanges = (
  { session, files }: SessionContext,
  ports: AssistantPorts,
  { document }: AssistantFiles,
  audit: AuditPort,
): WindowChangeBook =>
  new WindowChangeBook({
    ...ports,
    file:
      files?.document('assistants/window-changes.json', PROFILE_FORMS.windowChanges) ??
      document('window-changes.json'),
    newId: () => randomHex(ports.random, CHANGE_ID_BYTES),
    audit,
    parts: session,
    watchlists: session.watchlists,
    onDamaged: () =>
      session.connection.addNotice('assistant-file-damaged', message('windowChanges.damaged')),
  })

/** Shows each damaged file to the person, also when an earlier run damaged it. */
function showDamage(register: FileRegister, session: TradingSession): Disposer {
  const shown = new Set<FileDamage>()
  const show = (): void => {
    for (const damage of register.get().filter((entry) => !shown.has(entry))) {
      shown.add(damage)
      session.connection.addNotice('assistant-file-damaged', damageMessage(damage))
    }
  }
  show()
  return register.subscribe(show)
}

/** Ends the damage of a file that can be read again, and shows that once. */
function showRepaired(register: FileRegister, session: TradingSession, file: string): void {
  if (register.repaired(file, 'records')) {
    session.connection.addNotice(
      'assistant-file-readable',
      message('storage.fileReadableAgain', { file }),
    )
  }
}

/** Opens the environment's audit log, which halts assistants when it cannot be written. */
async function openAuditLog(
  { session, profile, vault }: SessionContext,
  ports: AssistantPorts,
  { document, journal }: AssistantFiles,
  register: FileRegister,
): Promise<AuditPort> {
  const chain = await openAudit({
    ...ports,
    journal: journal('audit'),
    checkpoint: document('checkpoint.json'),
    vault,
    environment: profile.environment,
  })
  // Without a key store nothing in the folder says that the whole log was deleted with its heads.
  const before = chain.report()
  const isEmpty = before?.count === 0 && before.state !== 'damaged'
  if (isEmpty && register.hasHadContent(AUDIT_JOURNAL)) {
    register.report(AUDIT_JOURNAL, 'missing')
  }
  const audit = await haltOnAuditFailure({
    audit: chain,
    session,
    file: document('chain-damage.txt'),
    log: ports.log,
  })
  await audit.append('switch', profile.id, `The profile ${profile.name} was opened`, {
    environment: profile.environment,
    profile: profile.id,
  })
  register.setContent(AUDIT_JOURNAL, true)
  return audit
}

async function startServices(foundation: Foundation): Promise<Parts> {
  const { context, deps, ports, files, audit, late, register } = foundation
  const { session } = context
  // Shadow practice has only assistants paired here; instructions at a provider belong to the open
  // profile.
  const hosted =
    deps.parentHalted === undefined ? createHostedSource(session, context.hosted, deps.log) : null
  const refusals = createRefusalLog({ audit, timers: ports.timers })
  const queue = createQueue(foundation, refusals, hosted)
  late.current = queue
  await queue.restore()
  const waiting = createWaiting(foundation, queue)
  late.waiting = waiting
  await waiting.restore()
  const readLog = createReadLog({ audit, timers: ports.timers })
  const book = await openTradeBook({
    ...queryDeps(foundation),
    journal: watchJournal(files.journal('trades'), 'trades.journal', register),
    onSkipped: () => register.report('trades.journal', 'records'),
    instructionService: queue,
    orders: session.streams.orders,
    fills: session.streams.fills,
    log: ports.log,
  })
  const recorders = [
    ...foundation.recorders,
    wakeByAlerts(session, waiting),
    // Only now is it known which files can be read again.
    showDamage(register, session),
  ]
  return { ...foundation, recorders, hosted, refusals, queue, waiting, readLog, book }
}

/** Wakes what the person linked to an alert once that fires. */
const wakeByAlerts = (
  { alerts }: Pick<TradingSession, 'alerts'>,
  waiting: WaitingInstructions,
): Disposer =>
  alerts.onFired(({ event, summary }) => {
    if (event.what === 'fired' && event.wake !== undefined) {
      void waiting.alert(event.wake.waitingId, summary)
    }
  })

/** Creates what lets requests wait for a condition and wakes them by the same queue. */
function createWaiting(
  { context, ports, files, audit, connections, halted, register }: Foundation,
  queue: InstructionService,
): WaitingInstructions {
  const { session, profile } = context
  return new WaitingInstructions({
    ...ports,
    environment: profile.environment,
    journal: watchJournal(files.journal('waiting'), WAITING, register),
    onUnreadable: () => register.report(WAITING, 'records'),
    onReadable: () => showRepaired(register, session, WAITING),
    unreadable: files.journal('waiting-unreadable'),
    audit,
    connections,
    instructionService: queue,
    session,
    halted,
    contracts: contractFacts({
      companies: session.market.companies,
      instrument: (symbol) => session.market.describeInstrument(symbol),
    }),
  })
}

function createQueue(
  { context, deps, ports, files, audit, connections, halted, register, sent, late }: Foundation,
  refusals: RefusalLog,
  hosted: HostedSource | null,
): InstructionService {
  const { session, profile } = context
  const { queries } = session
  const journal = watchJournal(files.journal('instructions'), INSTRUCTIONS, register)
  const archive = files.journal('instructions-archive')
  return createInstructionService({
    ...ports,
    environment: profile.environment,
    journal,
    onUnreadable: () => register.report(INSTRUCTIONS, 'records'),
    onReadable: () => showRepaired(register, session, INSTRUCTIONS),
    unreadable: {
      journal: files.journal('instructions-unreadable'),
      replace: (lines) => journal.replace(lines),
    },
    archive: {
      journal: watchJournal(archive, 'instructions-archive.journal', register),
      replace: (lines) => journal.replace(lines),
    },
    audit,
    refusals,
    connections,
    evaluatePolicy,
    fetchFacts: createCardFacts(session, ports),
    orderGateway: session,
    exchangeNow: () => queries.exchangeNow(),
    sentNumbers: sent,
    waitingTimes: (id) => late.waiting?.requestTimes(id) ?? [],
    accounts: () => session.connection.view().accounts,
    notReadyReason: () => notReadyReason(session.connection.view()),
    halted,
    lockOut: (accountId) =>
      session.connection.view().lockOuts.find((lockOut) => lockOut.accountId === accountId) ?? null,
    tolerance: () => PRICE_TOLERANCE_PRESETS[deps.tolerance()],
    presses: deps.presses,
    ...(hosted === null ? {} : { hosted: hosted.gate }),
  })
}

const queryDeps = ({ context: { profile, session }, ports }: Foundation) => ({
  environment: profile.environment,
  queries: session.queries,
  clock: ports.clock,
})

function toAssistantSession(parts: Parts): AssistantSession {
  const { context, ports, audit, connections, killSwitch, halt, halted, late, queue, book } = parts
  return {
    instructionService: queue,
    waiting: parts.waiting,
    connections,
    audit,
    halted: () => halted.get(),
    windowChanges: parts.windowChanges,
    flatten: new Flatten({
      ...ports,
      session: context.session,
      audit,
      instructions: late.all,
      halt: killSwitch,
    }),
    halt,
    kill: (why, scope) => killSwitch.kill(why, scope),
    scorecard: createScorecards({
      ...queryDeps(parts),
      book,
      instructionService: queue,
      connections,
      audit,
      log: parts.ports.log,
    }),
  }
}

const NEVER = (): boolean => false

function toAssistantPort(parts: Parts): AssistantPort {
  const { context, ports, connections, halt, halted, refusals, queue, readLog } = parts
  return new AssistantService({
    scope: createToolsetScope({ connections, refusals }),
    instructionService: queue,
    waiting: parts.waiting,
    connections,
    session: context.session,
    readLog,
    timers: ports.timers,
    watchlists: {
      book: context.session.watchlists,
      audit: parts.audit,
      refusals,
      clock: ports.clock,
      // No window shows the lists of shadow practice.
      isShown: parts.deps.parentHalted === undefined,
    },
    window: {
      book: parts.windowChanges,
      audit: parts.audit,
      refusals,
      clock: ports.clock,
      isShown: parts.deps.parentHalted === undefined,
      locked: parts.deps.locked ?? NEVER,
      isCardOpen: parts.deps.isCardOpen ?? NEVER,
    },
    usage: (id) => queue.usage(id),
    figures: createOrderFigures({
      environment: context.profile.environment,
      clock: ports.clock,
      fetchFacts: createCardFacts(context.session, ports),
      evaluatePolicy,
      usage: (id) => queue.usage(id),
    }),
    recordSent: (id, answer) => parts.sent.record(id, answer, ports.clock.now()),
    halted,
    isCutOff: () => halt.get() !== null,
  })
}

/** Ends the parts in an order in which each can still record its end. */
async function dispose(parts: Parts): Promise<void> {
  for (const stop of parts.recorders) stop()
  parts.halted.dispose()
  parts.hosted?.dispose()
  parts.readLog.close()
  parts.refusals.close()
  parts.killSwitch.dispose()
  await parts.windowChanges.dispose()
  await parts.waiting.dispose()
  await parts.queue.endings.withdraw(inEnglish(message('outcomes.sessionClosed')))
  parts.queue.dispose()
  await parts.book.close()
  await parts.audit.close()
  await parts.register.flush()
}
