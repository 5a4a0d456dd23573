import type { Disposer } from '../../shared/domain/brand.js'
import type { Environment } from '../../shared/domain/environment.js'
import { accountId, clientOrderId } from '../../shared/domain/ids.js'
import { err, ok, type Result } from '../../shared/domain/result.js'
import { plainLine } from '../../shared/domain/text-safety.js'
import { ASSUMPTIONS } from '../../shared/wire/assumptions.js'
import {
  handsOver,
  listInstructions,
  rejectInstruction,
  revokeHostedClient,
  settleInstruction,
  takeInstruction,
} from '../../shared/wire/hand-over.js'
import type { ResponseOf } from '../../shared/wire/operation.js'
import { providerFailure, type ProviderFailure } from '../core/failure.js'
import type {
  InstructionSource,
  SourceClient,
  SourceInstruction,
  SourceNews,
  SourceState,
} from '../core/instructions/instruction-source.js'
import type { Caller } from './call.js'
import type { CallFailure } from './failure.js'
import { actionOf } from './mapping/asked-orders.js'
import { toProviderFailure } from './outcomes.js'
import type { LogPort, TimerPort } from './ports.js'

export interface HostedInstructionsOptions {
  readonly caller: Caller
  readonly environment: Environment
  readonly timers: TimerPort
  readonly log: LogPort
}

/** The source, and how to end its waiting. */
export interface HostedInstructions extends InstructionSource {
  close(): void
}

/** After a failed question; and between two questions that were answered at once. */
const RETRY_MS = 2_000
const BREATH_MS = 200
const NAME_LENGTH = 80
const SCOPE_LENGTH = 40

const NO_SOURCE: ProviderFailure = providerFailure(
  'wrong-environment',
  'Assistants of the provider are not connected in this environment.',
)

type Listed = ResponseOf<typeof listInstructions>

/**
 * Instructions of the provider's hosted MCP server, by the hand-over of our own exchange (see
 * `shared/wire/hand-over.ts`). One question
 * waits at the exchange while anybody listens; what it tells is told to all of them.
 */
export function createHostedInstructions({
  caller,
  environment,
  timers,
  log,
}: HostedInstructionsOptions): HostedInstructions {
  const listeners = new Set<(news: SourceNews) => void>()
  /** Told once that they cannot be read here; asking again would change nothing. */
  const turnedDown = new Set<string>()
  const open = handsOver(environment)
  let latest: SourceNews | null = null
  let version: string | null = null
  let running = false
  let closed = false
  let wake: (() => void) | null = null

  const done = (answer: Result<unknown, CallFailure>): Result<void, ProviderFailure> =>
    answer.ok ? ok(undefined) : err(toProviderFailure(answer.error))

  const turnDown = (id: string, member: string): void => {
    if (turnedDown.has(id)) return
    turnedDown.add(id)
    log.event('warn', 'provider.instruction-unreadable', { what: member })
    void caller
      .call(rejectInstruction, {
        instruction_id: id,
        reason: `The desktop app cannot show this order: ${member}`,
      })
      .then((answer) => {
        if (!answer.ok) turnedDown.delete(id)
      })
  }

  const readClient = (one: Listed['clients'][number]): SourceClient => ({
    clientId: one.client_id,
    name: plainLine(one.client_name, NAME_LENGTH),
    consent: one.consent_id,
    scopes: one.scopes.map((scope) => plainLine(scope, SCOPE_LENGTH)),
    accounts: one.account_ids.map(accountId),
    lastSeenAt: one.last_used_at,
  })

  const read = (listed: Listed): SourceState => ({
    instructions: readInstructions(listed),
    clients: listed.clients.map(readClient),
  })
  const readInstructions = ({
    exchange_time: now,
    instructions,
  }: Listed): readonly SourceInstruction[] =>
    instructions.flatMap((one) => {
      const action = actionOf(one)
      if ('unreadable' in action) {
        turnDown(one.instruction_id, action.unreadable)
        return []
      }
      return [
        {
          sourceId: one.instruction_id,
          clientId: one.client_id,
          action,
          clientName: plainLine(one.client_name, NAME_LENGTH),
          reason: plainLine(one.reason ?? '', ASSUMPTIONS.instructions.reasonLength),
          createdAt: one.created_at,
          expiresAt: one.expires_at,
          validForMs: Math.max(0, one.expires_at - now),
          takenFor: one.taken_for === null ? null : clientOrderId(one.taken_for),
        },
      ]
    })

  const tell = (news: SourceNews): void => {
    latest = news
    for (const listener of [...listeners]) listener(news)
  }

  const rest = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const cancel = timers.after(ms, resolve)
      wake = () => {
        cancel()
        resolve()
      }
    })

  const follow = async (): Promise<void> => {
    if (running) return
    running = true
    while (listeners.size > 0 && !closed) {
      const known = version
      const answer = await caller.call(
        listInstructions,
        known === null ? {} : { version: known, wait_ms: String(ASSUMPTIONS.instructions.waitMs) },
        { priority: 'background' },
      )
      if (closed || listeners.size === 0) break
      if (!answer.ok) {
        version = null
        tell(err(toProviderFailure(answer.error)))
        await rest(RETRY_MS)
        continue
      }
      version = answer.value.version
      if (version !== known) tell(ok(read(answer.value)))
      await rest(BREATH_MS)
    }
    running = false
    // Whoever begins to listen after everybody had left finds nothing old.
    version = null
    latest = null
    if (listeners.size > 0 && !closed) void follow()
  }

  return {
    async list() {
      if (!open) return err(NO_SOURCE)
      const answer = await caller.call(listInstructions, {})
      return answer.ok ? ok(read(answer.value)) : err(toProviderFailure(answer.error))
    },
    subscribe(listener): Disposer {
      listeners.add(listener)
      if (!open) listener(err(NO_SOURCE))
      else if (latest !== null) listener(latest)
      if (open) void follow()
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) wake?.()
      }
    },
    taken: async (sourceId, order) =>
      open
        ? done(
            await caller.call(takeInstruction, {
              instruction_id: sourceId,
              client_order_id: order,
            }),
          )
        : err(NO_SOURCE),
    rejected: async (sourceId, reason, expired = false) =>
      open
        ? done(
            await caller.call(rejectInstruction, {
              instruction_id: sourceId,
              reason: plainLine(reason, 500),
              why: expired ? 'expired' : 'declined',
            }),
          )
        : err(NO_SOURCE),
    done: async (sourceId, { state, detail }) =>
      open
        ? done(
            await caller.call(settleInstruction, {
              instruction_id: sourceId,
              outcome: state,
              detail: plainLine(detail, 500),
            }),
          )
        : err(NO_SOURCE),
    revokeClient: async (clientId) =>
      open ? done(await caller.call(revokeHostedClient, { client_id: clientId })) : err(NO_SOURCE),
    close() {
      closed = true
      listeners.clear()
      wake?.()
    },
  }
}
