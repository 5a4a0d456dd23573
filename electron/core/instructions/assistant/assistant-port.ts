import type { Balance, Position } from '../../../../shared/domain/account/account.js'
import type { Bar, BarSession, Timespan } from '../../../../shared/domain/market/bar.js'
import type { AccountId, ClientOrderId, Symbol } from '../../../../shared/domain/ids.js'
import type {
  ConnectionId,
  Instruction,
  InstructionId,
} from '../../../../shared/domain/instructions/instruction.js'
import type { Instrument } from '../../../../shared/domain/instruments/instrument.js'
import type {
  MemberChange,
  Order,
  OrderChange,
  OrderDraft,
} from '../../../../shared/domain/orders/order.js'
import type { Depth, Quote } from '../../../../shared/domain/market/quote.js'
import type {
  ReferenceDataName,
  ReferenceDataAnswer,
  ReferenceDataParams,
} from '../../../../shared/domain/reference/reference-data.js'
import type { Result } from '../../../../shared/domain/result.js'
import type { ToolName, Toolset } from '../../../../shared/domain/instructions/toolset.js'
import type { Policy } from '../../../../shared/ipc/instructions.js'

/**
 * Why an assistant is refused; its tool answers `isError` with the code and the sentence, never a
 * protocol error.
 */
export const REFUSAL_CODES = [
  'halted',
  'paused',
  'revoked',
  'toolset-off',
  'not-allowed',
  'account-hidden',
  'over-limit',
  'too-many',
  'invalid',
  'not-found',
  'already-ended',
  'key-conflict',
  'not-ready',
  'locked',
  'unavailable',
] as const
export type RefusalCode = (typeof REFUSAL_CODES)[number]
export interface Refusal {
  readonly code: RefusalCode
  readonly message: string
  /** With `toolset-off`: the one that the person would have to allow. */
  readonly toolset?: Toolset
  /** The call broke off under way: what it asked for may have been taken all the same. */
  readonly mayBeAccepted?: boolean
}
export type AsyncResult<T> = Promise<Result<T, Refusal>>

/**
 * One request for an instruction. `key` null: made from connection and order, and good for 60 s
 * (instructions 1).
 */
export interface InstructionRequest {
  readonly key: string | null
  readonly reason: string
  readonly action:
    | { readonly kind: 'place'; readonly drafts: readonly OrderDraft[] }
    /** `others`: further orders of the same combination that change with it, all or none. */
    | {
        readonly kind: 'replace'
        readonly accountId: AccountId
        readonly clientOrderId: ClientOrderId
        readonly change: OrderChange
        readonly others?: readonly MemberChange[] | undefined
      }
    | {
        readonly kind: 'cancel'
        readonly accountId: AccountId
        readonly clientOrderId: ClientOrderId
      }
}

/**
 * All that an assistant can reach, for one connection. Reads are cut to the connection's scope
 * here, in core; every answer an assistant
 * reads is in the audit chain. Nothing here unlocks, arms, changes policy, approves, lengthens or
 * switches (CONFIRM-6).
 */
export interface AssistantPort {
  /**
   * The connection a bearer key belongs to; null for an unknown or revoked one. Compared in
   * constant time with every record.
   */
  authenticate(token: string): Promise<AssistantIdentity | null>
  /** Notes who called and with what client; a paused connection may still read. */
  markSeen(connection: ConnectionId, client: string | null): void
  /** What the connection is offered at this moment; nothing once it is revoked. */
  scope(connection: ConnectionId): AssistantScope
  /**
   * Asked before a tool does anything: whether the connection may use it now. A refusal is in the
   * audit chain.
   */
  authorizeTool(connection: ConnectionId, tool: ToolName): AsyncResult<void>

  accounts(connection: ConnectionId): AsyncResult<readonly AssistantAccount[]>
  balance(connection: ConnectionId, accountId: AccountId): AsyncResult<Balance>
  positions(connection: ConnectionId, accountId: AccountId): AsyncResult<readonly Position[]>
  openOrders(connection: ConnectionId, accountId: AccountId): AsyncResult<readonly Order[]>
  /**
   * As the session knows it; one that it does not know (of an earlier day) is asked of the broker's
   * Order Detail.
   */
  order(
    connection: ConnectionId,
    accountId: AccountId,
    clientOrderId: ClientOrderId,
  ): AsyncResult<Order>
  history(
    connection: ConnectionId,
    accountId: AccountId,
    from: string | null,
    to: string | null,
    limit: number,
  ): AsyncResult<readonly Order[]>
  instruments(
    connection: ConnectionId,
    symbols: readonly Symbol[],
  ): AsyncResult<readonly Instrument[]>
  search(connection: ConnectionId, text: string, limit: number): AsyncResult<readonly Instrument[]>
  quotes(connection: ConnectionId, symbols: readonly Symbol[]): AsyncResult<readonly Quote[]>
  depth(connection: ConnectionId, symbol: Symbol): AsyncResult<Depth>
  /** The newest bars; `sessions` as in BarQuery, null as there when absent. */
  bars(
    connection: ConnectionId,
    symbol: Symbol,
    timespan: Timespan,
    count: number,
    sessions: readonly BarSession[] | null,
  ): AsyncResult<readonly Bar[]>
  /** A look at the market that nothing here keeps. */
  referenceData(
    connection: ConnectionId,
    name: ReferenceDataName,
    params: ReferenceDataParams,
  ): AsyncResult<ReferenceDataAnswer>
  policy(connection: ConnectionId): AsyncResult<AssistantPolicyView>
  /** The provider's estimate, or ours where it offers none; `source` says which. */
  preview(
    connection: ConnectionId,
    draft: OrderDraft,
  ): AsyncResult<{
    readonly cost: string
    readonly fees: string
    readonly currency: string
    readonly source: string
  }>

  /**
   * Answers at once; several drafts become one batch. The same key and digest brings the same
   * instructions again.
   */
  instruct(
    connection: ConnectionId,
    request: InstructionRequest,
  ): AsyncResult<readonly Instruction[]>
  instruction(connection: ConnectionId, id: InstructionId): AsyncResult<Instruction>
  pending(connection: ConnectionId): AsyncResult<readonly Instruction[]>
  processed(connection: ConnectionId, limit: number): AsyncResult<readonly Instruction[]>
  revoke(connection: ConnectionId, id: InstructionId): AsyncResult<Instruction>
  /**
   * Resolves at once when the instruction is over and what came of it is known; else when that
   * happens, when its outcome becomes
   * unknown, or after `ms` (at most 25,000). An aborted wait changes nothing.
   */
  wait(
    connection: ConnectionId,
    id: InstructionId,
    ms: number,
    signal: AbortSignal,
  ): AsyncResult<Instruction>
  /**
   * Calls after every change that this connection may see: its instructions, its policy, its
   * accounts' orders and positions.
   */
  watch(connection: ConnectionId, changed: () => void): () => void
}

export interface AssistantIdentity {
  readonly id: ConnectionId
  readonly name: string
  readonly state: 'active' | 'paused'
}

export interface AssistantAccount {
  readonly accountId: AccountId
  readonly label: string
  readonly type: string
  readonly product: string
  readonly environment: string
}

/**
 * What a connection's lists follow: the tools that it may use, and the accounts that it may see.
 */
export type AssistantScope = Pick<Policy, 'toolsets' | 'accounts'>

/** What an assistant may know of its own limits. */
export interface AssistantPolicyView {
  readonly policy: Policy
  readonly usedToday: string
  /** Orders approved today and waiting, against `ordersPerDay`. */
  readonly ordersToday: number
  readonly pending: number
  readonly halted: boolean
}
