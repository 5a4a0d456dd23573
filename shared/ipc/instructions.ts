import { z } from 'zod'
import { ENVIRONMENTS } from '../domain/environment.js'
import { ENDPOINT_STATES, type AssistantsView } from '../domain/instructions/assistants-view.js'
import {
  CARD_PHASES,
  DANGER_TIERS,
  type Card,
  type CardChange,
  type CardField,
  type ConfirmView,
  type Danger,
  type Decision,
} from '../domain/instructions/card.js'
import {
  CONNECTION_STATES,
  type ConnectionView,
  type HostedScope,
} from '../domain/instructions/connection.js'
import { POLICY_PRODUCTS, type Policy } from '../domain/instructions/policy.js'
import type { Amendment, ConnectionId, InstructionId } from '../domain/instructions/instruction.js'
import { REMINDER_KINDS } from '../domain/reference/order-reminder.js'
import {
  HOLD_REASONS,
  MAX_WAITING_ROWS,
  WAITING_STATES,
  type WaitingId,
  type WaitingRow,
} from '../domain/instructions/waiting-instruction.js'
import { SIDES } from '../domain/side.js'
import { TOOLSETS } from '../domain/instructions/toolset.js'
import { zHalt } from './halt.js'
import { mirror } from './mirror.js'
import { zAccount } from './schemas.js'
import {
  zAccountId,
  zDecimal,
  zMoney,
  zPrice,
  zQuantity,
  zSymbol,
  zTradingSymbol,
  zTime,
  textSchema,
  hexSchema,
  zDigest,
} from '../domain/scalars.schema.js'
import { zMessage } from './message.js'

export const zInstructionId = hexSchema<InstructionId>(32)
export const zWaitingId = hexSchema<WaitingId>(32)
export const zConnectionId = hexSchema<ConnectionId>(16)
/**
 * One line of a card: a label, a value, and its source. `before` is the old value where something
 * changes.
 */
export const zCardField = mirror<CardField>()(
  z.strictObject({
    id: textSchema(40),
    label: zMessage,
    value: zMessage,
    before: zMessage.nullable(),
    mark: z.enum(['none', 'changed', 'warning', 'head']),
    source: zMessage.nullable(),
  }),
)

/** A danger of an order, and the sentence of its acknowledgement. */
export const zDanger = mirror<Danger>()(z.strictObject({ code: textSchema(40), text: zMessage }))

const zCardChange = mirror<CardChange>()(
  z.strictObject({ subject: zMessage, from: zMessage.nullable(), to: zMessage.nullable() }),
)

/**
 * The card that the person reads and decides on. `digest` covers everything here except `arming`,
 * `asOf` and `quoteAgeMs`. Main makes it from its own record, and no window can supply any of it
 * (CONFIRM-1, CONFIRM-2, CONFIRM-19 to CONFIRM-28).
 */
export const zCard = mirror<Card>()(
  z.strictObject({
    id: zInstructionId,
    digest: zDigest,
    environment: z.enum(ENVIRONMENTS),
    action: z.enum(['place', 'replace', 'cancel']),
    /** "BUY 10 AAPL (Apple Inc., NASDAQ), limit 187.50, day" */
    line: zMessage,
    side: z.enum(SIDES),
    symbol: zTradingSymbol,
    account: z.strictObject({
      accountId: zAccountId,
      label: textSchema(80),
      lastFour: textSchema(4),
    }),
    requester: z.strictObject({
      name: textSchema(80),
      source: z.enum(['local', 'hosted']),
      firstSeenAt: zTime,
      ordersToday: z.number().int(),
      limitToday: z.number().int().nullable(),
    }),
    /**
     * Estimate, position, market, comparison (replace; up to seven orders of a combination) or what
     * stays open (cancel), in display order.
     */
    money: z.array(zCardField).max(20),
    payoff: z
      .strictObject({
        points: z.array(z.strictObject({ price: zPrice, result: zMoney })).max(20),
        slope: zDecimal,
        breakEvens: z.array(zPrice).max(20),
      })
      .nullable()
      .optional(),
    effect: z.array(zCardField).max(20),
    market: z.array(zCardField).max(20),
    compare: z.array(zCardField).max(45),
    policy: z
      .array(
        z.strictObject({
          rule: textSchema(60),
          text: zMessage,
          result: z.enum(['passed', 'asks']),
        }),
      )
      .max(30),
    tier: z.enum(DANGER_TIERS),
    dangers: z.array(zDanger).max(10),
    /**
     * The current values of the members that the person may change here; null where not applicable.
     */
    editable: z.strictObject({
      quantity: zQuantity.nullable(),
      amount: zMoney.nullable(),
      limitPrice: zPrice.nullable(),
      stopPrice: zPrice.nullable(),
    }),
    /** True when the person changed the assistant's request. */
    amended: z.boolean(),
    reason: textSchema(280),
    grounding: z.array(zCardField).max(12).optional(),
    reminders: z.array(zCardField).max(REMINDER_KINDS.length).optional(),
    requestCount: z.number().int(),
    createdAt: zTime,
    expiresAt: zTime,
    /** The cost moved by more than the person's tolerance since it was last shown (CONFIRM-11). */
    moved: z.strictObject({ from: zMoney, to: zMoney }).nullable(),
    label: z.enum(['live', 'stale', 'delayed']),
    asOf: zTime,
    quoteAgeMs: z.number().int().nullable(),
    batch: z
      .strictObject({ batchId: textSchema(32), index: z.number().int(), count: z.number().int() })
      .nullable(),
    state: z.enum(CARD_PHASES),
    /** The result, in a sentence. */
    result: zMessage.nullable(),
    /**
     * The arming state in main (CONFIRM-7, CONFIRM-8): `armsInMs` is null while `blocked` names a
     * reason that stops the countdown.
     */
    arming: z.strictObject({
      nonce: hexSchema<string>(32),
      armed: z.boolean(),
      armsInMs: z.number().int().nullable(),
      blocked: z.enum([
        'none',
        'hidden',
        'unfocused',
        'locked',
        'preview',
        'halted',
        'source',
        'drawing',
      ]),
      because: zCardChange.nullable().optional(),
    }),
  }),
)

/**
 * The contents of the confirm window: the current card and the number of pending ones behind it.
 */
export const zConfirmView = mirror<ConfirmView>()(
  z.strictObject({
    card: zCard.nullable(),
    batch: z.array(zCard).max(20),
    waiting: z.number().int(),
    /** The net effect of a batch, in words; null for a single order. */
    net: z.array(zCardField).max(10),
    extendable: z.boolean(),
    halted: z.boolean(),
  }),
)

/**
 * The decision of the confirm window: approve or decline, and for which digest; never the order
 * itself (CONFIRM-1).
 */
export const zDecision = mirror<Decision>()(
  z.strictObject({
    id: zInstructionId,
    digest: zDigest,
    nonce: hexSchema<string>(32),
    decision: z.enum(['approve', 'decline']),
    /** Codes of the acknowledged dangers; all of the card's are required (CONFIRM-16). */
    acknowledged: z.array(textSchema(40)).max(10),
    typedQuantity: textSchema(40).nullable(),
    why: textSchema(280).nullable(),
    pauseMinutes: z.number().int().min(1).max(1_440).nullable(),
  }),
)

export const zAmendment = mirror<Amendment>()(
  z.strictObject({
    quantity: zQuantity.optional(),
    amount: zMoney.optional(),
    limitPrice: zPrice.optional(),
    stopPrice: zPrice.optional(),
  }),
)

/** A waiting instruction: its request, its condition, and what became of it. */
const zWaitingRow = mirror<WaitingRow>()(
  z.strictObject({
    id: zWaitingId,
    environment: z.enum(ENVIRONMENTS),
    connectionId: zConnectionId,
    connectionName: textSchema(80),
    line: zMessage,
    more: z.number().int(),
    symbol: zTradingSymbol,
    side: z.enum(SIDES),
    condition: zMessage,
    reason: textSchema(280),
    createdAt: zTime,
    expiresAt: zTime,
    state: z.enum(WAITING_STATES),
    endedAt: zTime.nullable(),
    detail: zMessage.nullable(),
    held: z.enum(HOLD_REASONS).nullable(),
    heldSince: zTime.nullable(),
    gap: z.strictObject({ from: zTime, to: zTime, why: z.enum(HOLD_REASONS) }).nullable(),
  }),
)

/**
 * The rights of a connection. Main evaluates them in this order: halt, deny, ask, limits. Money is
 * in US dollars. Null limits do not apply; an empty list of accounts means none.
 */
export const zPolicy = mirror<Policy>()(
  z.strictObject({
    /** The toolsets that it may use; never empty. */
    toolsets: z
      .array(z.enum(TOOLSETS))
      .min(1)
      .refine((all) => new Set(all).size === all.length, 'a toolset twice'),
    accounts: z.union([z.literal('all'), z.array(zAccountId).max(50)]),
    balances: z.enum(['shown', 'hidden']),
    may: z.strictObject({ place: z.boolean(), replace: z.boolean(), cancel: z.boolean() }),
    products: z.array(z.enum(POLICY_PRODUCTS)).max(5),
    symbols: z.union([z.literal('all'), z.array(zSymbol).max(500)]),
    maxOrder: zMoney,
    maxDay: zMoney,
    maxSymbolDay: zMoney.nullable(),
    maxProductDay: zMoney.nullable(),
    /** The maximum number of orders between two midnights in New York. */
    ordersPerDay: z.number().int().min(1).max(1_000),
    maxQuantity: zDecimal.nullable(),
    maxWorking: z.number().int().min(0).max(200),
    maxPending: z.number().int().min(1).max(50),
    maxPerMinute: z.number().int().min(1).max(60),
    hours: z.enum(['regular', 'extended', 'any']),
    validMinutes: z.number().int().min(1).max(480),
    /**
     * Auto-approve rules, in practice and sandbox only, each with a limit and an end (CONFIRM-33).
     */
    allow: z
      .array(
        z.strictObject({
          symbol: zSymbol,
          maxOrder: zMoney,
          total: zMoney,
          used: zMoney,
          until: zTime,
        }),
      )
      .max(20),
  }),
)

/**
 * The rights that the person gave a client of the provider's hosted server there. An empty list of
 * scopes means that it is signed out there.
 */
export const zHostedScope = mirror<HostedScope>()(
  z.strictObject({
    scopes: z.array(textSchema(40)).max(20),
    accounts: z.array(zAccountId).max(50),
  }),
)

export const zConnectionView = mirror<ConnectionView>()(
  z.strictObject({
    id: zConnectionId,
    name: textSchema(80),
    state: z.enum(CONNECTION_STATES),
    pausedUntil: zTime.nullable(),
    pauseWhy: zMessage.nullable(),
    createdAt: zTime,
    firstSeenAt: zTime.nullable(),
    lastSeenAt: zTime.nullable(),
    client: textSchema(120).nullable(),
    /** Confined to practice beside a live profile (shadow practice). */
    shadow: z.boolean(),
    policy: zPolicy,
    /**
     * Present when it connects through the provider's hosted server; absent when it is paired here.
     */
    hosted: zHostedScope.optional(),
  }),
)

/** The result of the last check of a chain. */
const zAuditState = z.enum(['verified', 'unproved', 'damaged', 'not-checked'])

/** Everything about assistants that does not belong to a single instruction. */
export const zAssistantsView = mirror<AssistantsView>()(
  z.strictObject({
    endpoint: z.strictObject({
      on: z.boolean(),
      state: z.enum(ENDPOINT_STATES),
      problem: zMessage.nullable(),
      http: z.strictObject({
        on: z.boolean(),
        state: z.enum(ENDPOINT_STATES),
        port: z.number().int().min(1_024).max(65_535),
        url: textSchema(120),
        problem: zMessage.nullable(),
      }),
      wrongKeys: z.strictObject({ count: z.number().int(), lastAt: zTime }).nullable(),
    }),
    /**
     * The provider's hosted server, if there is one: the address for its clients, and whether it is
     * reachable now.
     */
    hosted: z
      .strictObject({
        on: z.boolean(),
        state: z.enum(ENDPOINT_STATES),
        port: z.number().int().min(1_024).max(65_535),
        url: textSchema(120),
        caFile: textSchema(1_000),
        synced: z.boolean(),
      })
      .optional(),
    connections: z.array(zConnectionView).max(100),
    halted: z.boolean(),
    unread: z.number().int(),
    waiting: z.array(zWaitingRow).max(MAX_WAITING_ROWS),
    /**
     * The kill in effect and the orders it left; null for none. `halted` is also true when trading
     * was halted in another way.
     */
    halt: zHalt.nullable(),
    /** The open chains by environment: the open session's first, then that of shadow practice. */
    chains: z
      .array(z.strictObject({ environment: z.enum(ENVIRONMENTS), state: zAuditState }))
      .max(2),
    /**
     * Shadow practice beside a live profile: present while an assistant is paired for it; its
     * accounts are practice accounts.
     */
    shadow: z.strictObject({
      state: z.enum(['closed', 'opening', 'open', 'failed']),
      problem: zMessage.nullable(),
      accounts: z.array(zAccount).max(50),
    }),
  }),
)
