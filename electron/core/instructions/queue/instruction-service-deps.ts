import type { Account } from '../../../../shared/domain/account/account.js'
import type { AccountId, ConnectionId } from '../../../../shared/domain/ids.js'
import type { Environment } from '../../../../shared/domain/environment.js'
import type { EpochMs } from '../../../../shared/domain/time.js'
import type { AuditPort } from '../../audit/audit-port.js'
import type { CryptoPort } from '../../net-ports.js'
import type { ClockPort, JournalPort, LogPort, RandomPort, TimerPort } from '../../ports.js'
import type { ArchivePort } from './instruction-archive.js'
import type { UnreadableFile } from './instruction-log.js'
import type { HostedGate } from './hosted-gate.js'
import type { Refusal } from '../../../../shared/domain/instructions/refusal.js'
import type { HaltState } from '../connections/halt-state.js'
import type { Connections } from '../connections/connections-port.js'
import type { LockOut } from '../../../../shared/domain/orders/limits/personal-limits.schema.js'
import type { EvaluatePolicy, FetchCardFacts, Tolerance } from '../policy/policy-types.js'
import type { SentNumbers } from '../requests/sent-numbers.js'
import type { TradingSession } from '../../session/trading-session.js'
import type { PressEvidencePort } from './press-evidence-port.js'
import type { RefusalLog } from '../connections/refusal-log.js'

/** The parts of a session through which approved instructions reach the broker. */
export interface OrderGateway {
  readonly orders: Pick<
    TradingSession['orders'],
    'submit' | 'submitApproved' | 'submitApprovedCombo' | 'replace' | 'cancel'
  >
  readonly queries: Pick<TradingSession['queries'], 'preview' | 'check' | 'outcome' | 'order'>
  readonly streams: Pick<TradingSession['streams'], 'orders'>
}

export interface InstructionServiceDeps {
  readonly environment: Environment
  /** Called when the records of the last run cannot be read; every request is refused then. */
  readonly onUnreadable?: () => void
  readonly clock: ClockPort
  readonly timers: TimerPort
  readonly random: RandomPort
  readonly log: LogPort
  readonly crypto: Pick<CryptoPort, 'digestHex'>
  /** The instruction log file of this environment. */
  readonly journal: JournalPort
  /**
   * Where unreadable records are moved to once the person has looked. Without it they stay.
   */
  readonly unreadable?: UnreadableFile
  /** Called when the records were read whole. */
  readonly onReadable?: () => void
  /** The archive of instructions that ended long ago. Without it all of them stay in the log. */
  readonly archive?: ArchivePort
  readonly audit: AuditPort
  readonly refusals: Pick<RefusalLog, 'record'>
  readonly connections: Connections
  readonly evaluatePolicy: EvaluatePolicy
  readonly orderGateway: OrderGateway
  readonly fetchFacts: FetchCardFacts
  /** Returns the exchange's current time. The practice exchange has a clock of its own. */
  readonly exchangeNow: () => EpochMs
  /**
   * Returns why requests cannot be accepted yet, because the session does not know its accounts and
   * orders; null when it does.
   */
  readonly notReadyReason: () => Refusal | null
  /** Returns the session's accounts, to name the one that an order belongs in. */
  readonly accounts?: () => readonly Account[]
  /** Returns when the connection's waiting instructions were requested, for its request rate. */
  readonly waitingTimes?: (connection: ConnectionId) => readonly EpochMs[]
  /** The numbers that were sent to each connection, to compare its reasons (CONFIRM-45). */
  readonly sentNumbers?: Pick<SentNumbers, 'ground'>
  /** True while assistants are halted. Becoming true withdraws everything. */
  readonly halted: HaltState
  /** Returns the lock-out of an account after a daily loss; absent where there are none. */
  readonly lockOut?: (accountId: AccountId) => LockOut | null
  readonly tolerance: () => Tolerance
  /** What shows that a person pressed approve (CONFIRM-42). */
  readonly presses: PressEvidencePort
  /** The source of hosted instructions; absent where there is none. */
  readonly hosted?: HostedGate
}
