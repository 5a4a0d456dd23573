import { z } from 'zod'
import { PRACTICE_SCENARIOS, SCENARIO_REFUSALS } from '../domain/app/practice/practice-settings.js'
import { zBrokerVariantChange } from './broker-variant.js'
import { zReplayedBars } from './recorded-bars.js'
import type { Message } from '../messages/message.js'

/**
 * Messages between the practice exchange and the process that started it, over the parent's message
 * port, never a socket. The exchange first sends `ready` or `failed`, then answers commands by
 * their number.
 */

const zEndpoint = z.object({ host: z.string().min(1), port: z.number().int().min(1).max(65_535) })

/**
 * The fixed address of the hosted MCP server: whether it is open, and whether its port was
 * available.
 */
export const zHostedEndpoint = z.object({
  on: z.boolean(),
  state: z.enum(['off', 'listening', 'port-in-use', 'failed']),
  port: z.number().int(),
  url: z.string(),
})
export type HostedEndpointView = z.infer<typeof zHostedEndpoint>

/** A note of the exchange: a message of the catalog whose parameters are plain. */
const zNote: z.ZodType<Message> = z.object({
  code: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number(), z.array(z.string())])).optional(),
}) as z.ZodType<Message>

/** Everything a client needs to reach the exchange. Base URLs have no trailing slash. */
export const zPracticeReady = z.object({
  type: z.literal('ready'),
  hosts: z.object({
    api: z.string(),
    oauth: z.string(),
    passport: z.string(),
    events: zEndpoint,
    data: zEndpoint,
    /** The market stream inside a WebSocket. */
    dataWeb: zEndpoint,
    broker: z.string(),
    brokerEvents: zEndpoint,
  }),
  /** The throwaway authority's certificate, PEM; the only one to trust for these hosts. */
  ca: z.string(),
  caFile: z.string(),
  /** Null when there is no hosted server. */
  hosted: zHostedEndpoint.nullable(),
  appKey: z.string(),
  appSecret: z.string(),
  clientId: z.string(),
  clientSecret: z.string(),
  scope: z.string(),
  user: z.object({ id: z.string(), name: z.string(), password: z.string() }),
  seed: z.string(),
  /** Epoch milliseconds by the exchange's own clock. */
  exchangeTime: z.number().int(),
  /** Notes about the start for the person, e.g. a damaged state file that was set aside. */
  notes: z.array(zNote),
})
export type PracticeReady = z.infer<typeof zPracticeReady>

/** The exchange could not start; the process exits with code 1 after this message. */
export const zPracticeFailed = z.object({
  type: z.literal('failed'),
  code: z.enum(['port-in-use', 'data-dir', 'replay', 'arguments', 'internal']),
  message: z.string(),
})
export type PracticeFailed = z.infer<typeof zPracticeFailed>

export const zFault = z.object({
  /** A name of `electron/practice/faults/fault-table.ts`; the command rejects all others. */
  kind: z.string(),
  /** An operation id of the catalog; absent = every operation. Stream faults ignore it. */
  operation: z.string().optional(),
  /** How many times the fault occurs; absent = once, null = until cleared. */
  count: z.number().int().positive().nullable().optional(),
  /** For `delay`: milliseconds. */
  ms: z.number().int().nonnegative().max(600_000).optional(),
  /** For the `error` faults: the HTTP status, 500 when absent. */
  status: z.number().int().min(400).max(599).optional(),
})
export type Fault = z.infer<typeof zFault>

export const zPracticeCommand = z.discriminatedUnion('command', [
  /** Approves as the user: answers `{ redirect }` for a query of the login page. */
  z.object({ command: z.literal('approve'), query: z.record(z.string(), z.string()) }),
  /** Switches a fault on. Answers `{ fault }`, its number. */
  z.object({ command: z.literal('fault'), fault: zFault }),
  z.object({ command: z.literal('clear-faults') }),
  /**
   * Ends streams: `kill` cuts the sockets, `expire` sends SubscribeExpired first (gRPC only).
   * Answers `{ ended }`.
   */
  z.object({
    command: z.literal('end-streams'),
    channel: z.enum(['events', 'market', 'broker-events']),
    how: z.enum(['kill', 'expire']),
  }),
  /**
   * Revokes every OAuth token, 2FA token and client token; `only: 'access'`: the access tokens of a
   * sign-in, which its refresh token renews.
   */
  z.object({ command: z.literal('revoke-tokens'), only: z.literal('access').optional() }),
  /** Shifts the clock that checks requests' timestamps, in milliseconds. */
  z.object({ command: z.literal('skew'), ms: z.number().int() }),
  /**
   * Opens, moves or closes the hosted MCP server's own address, and stores the setting. Answers
   * {@link zHostedEndpoint}.
   */
  z.object({
    command: z.literal('hosted-door'),
    on: z.boolean(),
    port: z.number().int().min(1_024).max(65_535),
  }),
  /**
   * Sets the exchange clock: `speed` times real time, or a jump forward to `to`. Answers `{
   * exchangeTime }`.
   */
  z.object({
    command: z.literal('clock'),
    speed: z.number().min(0).max(10_000).optional(),
    to: z.number().int().optional(),
  }),
  /** Sets the load mode: total steps per second over all symbols; null = natural. */
  z.object({
    command: z.literal('tick-rate'),
    perSecond: z.number().positive().max(200_000).nullable(),
  }),
  /** New 2FA tokens are NORMAL at once, or pending until `verify-tokens`. */
  z.object({ command: z.literal('two-factor'), mode: z.enum(['immediate', 'pending']) }),
  /**
   * Enters the code of every pending 2FA token, or denies it. Answers `{ verified }`, `{ denied }`.
   */
  z.object({ command: z.literal('verify-tokens') }),
  z.object({ command: z.literal('deny-tokens') }),
  /**
   * Sets whether the practice user has signed the agreement for event contracts; true at every
   * start.
   */
  z.object({ command: z.literal('event-agreement'), signed: z.boolean() }),
  /**
   * Sets whether options that are one strategy are reported as one position; false at every start.
   */
  z.object({ command: z.literal('combined-positions'), on: z.boolean() }),
  /**
   * Changes how the exchange plays the broker; absent members stay. Answers the whole
   * variant.
   */
  z.object({ command: z.literal('broker-variant'), change: zBrokerVariantChange }),
  /** Halts trading in these symbols and resumes it in all others. */
  z.object({ command: z.literal('halt-symbols'), symbols: z.array(z.string()) }),
  /** Returns the inputs of the market, for a replay: see `replay.ts`. */
  z.object({ command: z.literal('recording') }),
  /** Starts a scenario of a symbol. Answers {@link zScenarioAnswer}. */
  z.object({
    command: z.literal('scenario'),
    scenario: z.enum(PRACTICE_SCENARIOS),
    symbol: z.string().min(1).max(100),
  }),
  /** Calls off a scenario that has not begun. Answers {@link zCalledOffAnswer}. */
  z.object({
    command: z.literal('call-off-scenario'),
    scenario: z.enum(PRACTICE_SCENARIOS),
    symbol: z.string().min(1).max(100),
    begins: z.number().int(),
  }),
  z.object({
    command: z.literal('rate-limits'),
    profile: z.enum(['off', 'production', 'sandbox']),
  }),
  /** Switches every fault of this name off, counted or not. */
  z.object({ command: z.literal('clear-fault'), kind: z.string() }),
  /** Returns what a person has set: see {@link zPracticeSettings}. */
  z.object({ command: z.literal('settings') }),
  /** Returns the exchange's true state: see {@link zPracticeState}. */
  z.object({ command: z.literal('state') }),
  /** Collects garbage; answers `{ heap, external }`, the bytes that are left. */
  z.object({ command: z.literal('memory') }),
  z.object({ command: z.literal('shutdown') }),
])
export type PracticeCommand = z.infer<typeof zPracticeCommand>

export const zPracticeRequest = z.object({ id: z.number().int(), request: zPracticeCommand })

export const zPracticeReply = z.object({
  type: z.literal('reply'),
  id: z.number().int(),
  ok: z.boolean(),
  value: z.unknown().optional(),
  message: z.string().optional(),
})
export type PracticeReply = z.infer<typeof zPracticeReply>

/** Why a scenario was not started; null when it was. */
export const zScenarioAnswer = z.object({ refused: z.enum(SCENARIO_REFUSALS).nullable() })
export type ScenarioAnswer = z.infer<typeof zScenarioAnswer>

/** False when no such scenario was planned any more. */
export const zCalledOffAnswer = z.object({ calledOff: z.boolean() })
export type CalledOffAnswer = z.infer<typeof zCalledOffAnswer>

const zScenarioState = z.object({
  scenario: z.enum(PRACTICE_SCENARIOS),
  symbol: z.string(),
  begins: z.number().int(),
  ends: z.number().int(),
})
export type PracticeScenarioState = z.infer<typeof zScenarioState>

/** What a person has set of the running exchange. */
export const zPracticeSettings = z.object({
  exchangeTime: z.number().int(),
  speed: z.number(),
  rateLimits: z.enum(['off', 'production', 'sandbox']),
  /** Active faults; `left` is how often each still occurs, null until cleared. */
  faults: z.array(z.object({ kind: z.string(), left: z.number().int().nullable() })),
  halted: z.array(z.string()),
  scenarios: z.array(zScenarioState),
  /** Where the market begins: every day since then can be replayed. */
  anchor: z.number().int(),
  /** The symbol that follows recorded bars; null where every symbol is simulated. */
  replayed: zReplayedBars.nullable(),
})

/** The true state of the exchange, for tests to compare with a client's. */
export const zPracticeState = z.object({
  exchangeTime: z.number().int(),
  /** Accepted placements per client_order_id: anything above 1 is a double order. */
  accepted: z.record(z.string(), z.number().int()),
  orders: z.array(z.record(z.string(), z.unknown())),
  positions: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))),
  /** The balance of each account, as Account Balance answers it. */
  balances: z.record(z.string(), z.record(z.string(), z.unknown())),
  /** What closing has realized of each account's positions since it opened, by their ids. */
  realized: z.record(z.string(), z.record(z.string(), z.string())),
  /** Open streams, and the market messages sent to them since they opened. */
  streams: z.object({
    events: z.number().int(),
    market: z.number().int(),
    brokerEvents: z.number().int(),
    sent: z.number().int(),
  }),
  /** HTTP requests per operation id since the start, whatever their response. */
  requests: z.record(z.string(), z.number().int()),
})
export type PracticeState = z.infer<typeof zPracticeState>

/** Every message that the exchange may send. */
export const zPracticeMessage = z.discriminatedUnion('type', [
  zPracticeReady,
  zPracticeFailed,
  zPracticeReply,
])
