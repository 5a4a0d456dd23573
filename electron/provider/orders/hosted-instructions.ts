import type { Disposer } from '../../../shared/domain/brand.js'
import type { Environment } from '../../../shared/domain/environment.js'
import { accountId, clientOrderId } from '../../../shared/domain/ids.js'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import { plainLine } from '../../../shared/domain/text-safety.js'
import { ASSUMPTIONS } from '../../../shared/wire/assumptions.js'
import {
  hostsInstructions,
  listInstructions,
  rejectInstruction,
  revokeHostedClient,
  settleInstruction,
  acceptInstruction,
} from '../../../shared/wire/hosted-instructions-api.js'
import type { ResponseOf } from '../../../shared/wire/operation.js'
import { providerFailure, type ProviderFailure } from '../../core/provider-failure.js'
import type {
  InstructionSource,
  SourceClient,
  SourceInstruction,
  SourceUpdate,
  SourceState,
} from '../../core/session/instruction-source-port.js'
import type { Caller } from '../http/caller.js'
import type { CallFailure } from '../http/call-failure.js'
import { actionOf } from '../mapping/hosted-instructions.js'
import { toProviderFailure } from '../http/provider-failure.js'
import type { LogPort, TimerPort } from '../http/ports.js'

export interface HostedInstructionsOptions {
  readonly caller: Caller
  readonly environment: Environment
  readonly timers: TimerPort
  readonly log: LogPort
}

/** An instruction source that can be closed. */
export interface HostedInstructions extends InstructionSource {
  close(): void
}

/** Pauses after a failed request, and between two successful ones. */
const RETRY_MS = 2_000
const POLL_PAUSE_MS = 200
const NAME_LENGTH = 80
const SCOPE_LENGTH = 40

const NO_SOURCE: ProviderFailure = providerFailure(
  'wrong-environment',
  'Assistants of the provider are not connected in this environment.',
)

type Listed = ResponseOf<typeof listInstructions>

/**
 * Creates the source of instructions from the hosted MCP server. It uses the practice exchange's
 * own API (see `shared/wire/hosted-instructions-api.ts`). One long poll runs while there are
 * listeners, and its result goes to all of them.
 */
export function createHostedInstructions({
  caller,
  environment,
  timers,
  log,
}: HostedInstructionsOptions): HostedInstructions {
  const listeners = new Set<(news: SourceUpdate) => void>()
  /** Instructions already rejected as unreadable; each is rejected once. */
  const rejectedIds = new Set<string>()
  const isHosted = hostsInstructions(environment)
  let latest: SourceUpdate | null = null
  let version: string | null = null
  let running = false
  let closed = false
  let wake: (() => void) | null = null

  const done = (answer: Result<unknown, CallFailure>): Result<void, ProviderFailure> =>
    answer.ok ? ok(undefined) : err(toProviderFailure(answer.error))

  const rejectUnreadable = (id: string, member: string): void => {
    if (rejectedIds.has(id)) return
    rejectedIds.add(id)
    log.event('warn', 'provider.instruction-unreadable', { what: member })
    void caller
      .call(rejectInstruction, {
        instruction_id: id,
        reason: `The desktop app cannot show this order: ${member}`,
      })
      .then((answer) => {
        if (!answer.ok) rejectedIds.delete(id)
      })
  }

  const readClient = (client: Listed['clients'][number]): SourceClient => ({
    clientId: client.client_id,
    name: plainLine(client.client_name, NAME_LENGTH),
    consent: client.consent_id,
    scopes: client.scopes.map((scope) => plainLine(scope, SCOPE_LENGTH)),
    accounts: client.account_ids.map(accountId),
    lastSeenAt: client.last_used_at,
  })

  const read = (listed: Listed): SourceState => ({
    instructions: readInstructions(listed),
    clients: listed.clients.map(readClient),
  })
  const readInstructions = ({
    exchange_time: now,
    instructions,
  }: Listed): readonly SourceInstruction[] =>
    instructions.flatMap((instruction) => {
      const action = actionOf(instruction)
      if ('unreadable' in action) {
        rejectUnreadable(instruction.instruction_id, action.unreadable)
        return []
      }
      return [
        {
          sourceId: instruction.instruction_id,
          clientId: instruction.client_id,
          action,
          clientName: plainLine(instruction.client_name, NAME_LENGTH),
          reason: plainLine(instruction.reason ?? '', ASSUMPTIONS.instructions.reasonLength),
          createdAt: instruction.created_at,
          expiresAt: instruction.expires_at,
          validForMs: Math.max(0, instruction.expires_at - now),
          acquiredFor: instruction.taken_for === null ? null : clientOrderId(instruction.taken_for),
        },
      ]
    })

  const publish = (news: SourceUpdate): void => {
    latest = news
    for (const listener of [...listeners]) listener(news)
  }

  const pauseFor = (ms: number): Promise<void> =>
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
        publish(err(toProviderFailure(answer.error)))
        await pauseFor(RETRY_MS)
        continue
      }
      version = answer.value.version
      if (version !== known) publish(ok(read(answer.value)))
      await pauseFor(POLL_PAUSE_MS)
    }
    running = false
    // A later first listener must not receive an old state.
    version = null
    latest = null
    if (listeners.size > 0 && !closed) void follow()
  }

  return {
    async list() {
      if (!isHosted) return err(NO_SOURCE)
      const answer = await caller.call(listInstructions, {})
      return answer.ok ? ok(read(answer.value)) : err(toProviderFailure(answer.error))
    },
    subscribe(listener): Disposer {
      listeners.add(listener)
      if (!isHosted) listener(err(NO_SOURCE))
      else if (latest !== null) listener(latest)
      if (isHosted) void follow()
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) wake?.()
      }
    },
    acquire: async (sourceId, order) =>
      isHosted
        ? done(
            await caller.call(acceptInstruction, {
              instruction_id: sourceId,
              client_order_id: order,
            }),
          )
        : err(NO_SOURCE),
    reject: async (sourceId, reason, expired = false) =>
      isHosted
        ? done(
            await caller.call(rejectInstruction, {
              instruction_id: sourceId,
              reason: plainLine(reason, 500),
              why: expired ? 'expired' : 'declined',
            }),
          )
        : err(NO_SOURCE),
    reportOutcome: async (sourceId, { state, detail }) =>
      isHosted
        ? done(
            await caller.call(settleInstruction, {
              instruction_id: sourceId,
              outcome: state,
              detail: plainLine(detail, 500),
            }),
          )
        : err(NO_SOURCE),
    revokeClient: async (clientId) =>
      isHosted
        ? done(await caller.call(revokeHostedClient, { client_id: clientId }))
        : err(NO_SOURCE),
    close() {
      closed = true
      listeners.clear()
      wake?.()
    },
  }
}
