import type { Environment } from '../../../../shared/domain/environment.js'
import type { AuditPort } from '../../audit/audit-port.js'
import type { ContractFacts } from '../../conditions/contract-facts.js'
import type { LiveValue } from '../../live-values.js'
import type { CryptoPort } from '../../net-ports.js'
import type { ClockPort, JournalPort, LogPort, RandomPort, TimerPort } from '../../ports.js'
import type { TradingSession } from '../../session/trading-session.js'
import type { Connections } from '../connections/connections-port.js'
import type { InstructionService } from '../queue/instruction-service-port.js'
import type { WaitingJournal } from './waiting-log.js'

/** The parts of a trading session that conditions are evaluated by. */
export type WaitingSession = Pick<TradingSession, 'environment'> & {
  readonly connection: Pick<TradingSession['connection'], 'view'>
} & {
  readonly streams: Pick<TradingSession['streams'], 'session' | 'health' | 'orders' | 'quotes'>
  readonly queries: Pick<TradingSession['queries'], 'quote' | 'exchangeNow'>
}

export interface WaitingDeps {
  readonly environment: Environment
  readonly clock: ClockPort
  readonly timers: TimerPort
  readonly random: RandomPort
  readonly crypto: Pick<CryptoPort, 'digestHex'>
  readonly log: LogPort
  readonly journal: WaitingJournal
  readonly audit: Pick<AuditPort, 'append'>
  readonly connections: Pick<Connections, 'get' | 'onChange'>
  readonly instructionService: Pick<InstructionService, 'closedReason' | 'byConnection'> & {
    readonly intake: Pick<InstructionService['intake'], 'check' | 'wake'>
  }
  readonly session: WaitingSession
  readonly halted: LiveValue<boolean>
  /** What the broker knows of the instruments. */
  readonly contracts: ContractFacts
  /** Called when the records cannot be read; nothing waits then, and nothing can be requested. */
  readonly onUnreadable: () => void
  /** Called when the records were read whole. */
  readonly onReadable?: () => void
  /** Where unreadable records are moved to once the person has looked. Without it they stay. */
  readonly unreadable?: JournalPort
}
