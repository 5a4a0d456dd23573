import type { Account } from '../../../../shared/domain/account/account.js'
import type { Decimal } from '../../../../shared/domain/decimal.js'
import type { Environment } from '../../../../shared/domain/environment.js'
import type { AccountId, ClientOrderId } from '../../../../shared/domain/ids.js'
import type { InstructionAction } from '../../../../shared/domain/instructions/instruction.js'
import type {
  MemberChange,
  Order,
  OrderChange,
  OrderDraft,
} from '../../../../shared/domain/orders/order.js'
import type { Result } from '../../../../shared/domain/result.js'
import type { EpochMs } from '../../../../shared/domain/time.js'
import type { OutputOf, TradeOutcome } from '../../../../shared/ipc/contract.js'
import type { AppError } from '../../../../shared/ipc/errors.js'
import type { AuditPort } from '../../audit/audit-port.js'
import type { LiveRows, LiveValue } from '../../live-values.js'
import type { CryptoPort } from '../../net-ports.js'
import type { ClockPort, JournalPort, LogPort, RandomPort, TimerPort } from '../../ports.js'
import type { ArchivePort } from './instruction-archive.js'
import type { HostedGate } from './hosted-gate.js'
import type { RiskQuote } from '../../risk/pricing.js'
import type { Refusal } from '../assistant/assistant-port.js'
import type { Connections, EvaluatePolicy, PolicyFacts } from '../policy/policy-types.js'
import type { RefusalLog } from '../connections/refusal-log.js'

/**
 * What the queue needs of the order desk: the session's own door, with its limits, halts and
 * tickets behind it.
 */
export interface OrderGateway {
  /**
   * The same ticket never sends twice, also after a restart. `name`: the order's id, where it had
   * to be told before.
   */
  submit(
    ticket: string,
    draft: OrderDraft,
    presetId?: ClientOrderId,
  ): Promise<Result<TradeOutcome, AppError>>
  /**
   * `others`: further orders of the same combination that change in the same request, all or none.
   */
  replace(
    accountId: AccountId,
    clientOrderId: ClientOrderId,
    change: OrderChange,
    others?: readonly MemberChange[],
  ): Promise<Result<TradeOutcome, AppError>>
  cancel(
    accountId: AccountId,
    clientOrderId: ClientOrderId,
  ): Promise<Result<TradeOutcome, AppError>>
  preview(draft: OrderDraft): Promise<Result<OutputOf<'orders.preview'>, AppError>>
  /**
   * What became of a ticket, without sending anything: null where it never came to the order desk.
   * Fails while that cannot be told yet.
   */
  outcome(ticket: string): Promise<Result<TradeOutcome | null, AppError>>
  readonly orders: LiveRows<Order>
}

/** What is looked up for a card and for its judgement. Money in US dollars. */
export interface CardFacts extends PolicyFacts {
  readonly account: Account | null
  /** The provider's data comes late by contract (sandbox). */
  readonly delayed: boolean
  /**
   * What the order trades at, as it trades it: of its outcome, of all its legs together; null while
   * that is not known.
   */
  readonly price: RiskQuote | null
  /** The price step; null where none is known, then a stock's. */
  readonly tick: Decimal | null
  /**
   * How long before these facts were asked for the oldest of them was: several cards share what one
   * account holds.
   */
  readonly agedMs: number
}
/**
 * Everything that is known now about what an action touches. A failure means that nothing can be
 * judged: then nothing is asked.
 */
export type FetchCardFacts = (action: InstructionAction) => Promise<Result<CardFacts, AppError>>

/**
 * How far the estimated cost may move before the person is asked again: the larger of the two (rule
 * 11).
 */
export interface Tolerance {
  /** A fraction: 0.005 is half a percent. */
  readonly ratio: Decimal
  readonly ticks: number
}

export interface InstructionServiceDeps {
  readonly environment: Environment
  readonly clock: ClockPort
  readonly timers: TimerPort
  readonly random: RandomPort
  readonly log: LogPort
  readonly crypto: Pick<CryptoPort, 'digestHex'>
  /** The queue's own file of this environment. */
  readonly journal: JournalPort
  /**
   * Where instructions go that ended long ago; without it all of them stay in the queue's own file.
   */
  readonly archive?: ArchivePort
  readonly audit: AuditPort
  readonly refusals: Pick<RefusalLog, 'record'>
  readonly connections: Connections
  readonly evaluatePolicy: EvaluatePolicy
  readonly orderGateway: OrderGateway
  readonly fetchFacts: FetchCardFacts
  /** What the exchange's clock shows; practice runs on its own. */
  readonly exchangeNow: () => EpochMs
  /**
   * Why nothing can be asked for yet: the session does not know its accounts and orders; null when
   * it does.
   */
  readonly notReadyReason: () => Refusal | null
  /** True while assistants are halted; turning true withdraws everything. */
  readonly halted: LiveValue<boolean>
  readonly tolerance: () => Tolerance
  /** Where hosted instructions wait; absent where there is no such source. */
  readonly hosted?: HostedGate
}
