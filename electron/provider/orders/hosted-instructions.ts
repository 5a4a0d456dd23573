import type { Disposer } from '../../../shared/domain/brand.js'
import { createEmitter } from '../../../shared/domain/emitter.js'
import type { Environment } from '../../../shared/domain/environment.js'
import { accountId, clientOrderId, type ClientOrderId } from '../../../shared/domain/ids.js'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import { plainLine } from '../../../shared/domain/text-safety.js'
import { ASSUMPTIONS } from '../../../shared/wire/assumptions.js'
import {
  HOSTED_OPERATIONS,
  hostsInstructions,
} from '../../../shared/wire/hosted-instructions-api.js'
import type { Operation, RequestOf, ResponseOf } from '../../../shared/wire/operation.js'
import { providerFailure, type ProviderFailure } from '../../core/provider-failure.js'
import type {
  InstructionSource,
  SourceAction,
  SourceClient,
  SourceInstruction,
  SourceOutcome,
  SourceUpdate,
  SourceState,
} from '../../core/instruction-source-port.js'
import type { Caller } from '../http/caller.js'
import { actionOf } from '../mapping/hosted-instructions.js'
import { toProviderFailure } from '../http/provider-failure.js'
import type { LogPort, TimerPort } from '../../core/ports.js'
import { message } from '../../../shared/messages/make-message.js'
import { inEnglish } from '../../../shared/messages/format-message.js'

export interface HostedInstructionsOptions {
  readonly caller: Caller
  readonly environment: Environment
  readonly timers: TimerPort
  readonly log: LogPort
}

/** Pauses after a failed request, and between two successful ones. */
const RETRY_MS = 2_000
const POLL_PAUSE_MS = 200
const NAME_LENGTH = 80
const SCOPE_LENGTH = 40
const MAX_TEXT = 500

const NO_SOURCE: ProviderFailure = providerFailure(
  'wrong-environment',
  message('provider.noHostedAssistants'),
)

type Listed = ResponseOf<typeof HOSTED_OPERATIONS.listInstructions>

const readClient = (client: Listed['clients'][number]): SourceClient => ({
  clientId: client.client_id,
  name: plainLine(client.client_name, NAME_LENGTH),
  consent: client.consent_id,
  scopes: client.scopes.map((scope) => plainLine(scope, SCOPE_LENGTH)),
  accounts: client.account_ids.map(accountId),
  lastSeenAt: client.last_used_at,
})

const readInstruction = (
  instruction: Listed['instructions'][number],
  action: SourceAction,
  now: number,
): SourceInstruction => ({
  sourceId: instruction.instruction_id,
  clientId: instruction.client_id,
  action,
  clientName: plainLine(instruction.client_name, NAME_LENGTH),
  reason: plainLine(instruction.reason ?? '', ASSUMPTIONS.instructions.reasonLength),
  createdAt: instruction.created_at,
  expiresAt: instruction.expires_at,
  validForMs: Math.max(0, instruction.expires_at - now),
  acquiredFor: instruction.taken_for === null ? null : clientOrderId(instruction.taken_for),
})

/**
 * The source of instructions from the hosted MCP server. It uses the practice exchange's own API
 * (see `shared/wire/hosted-instructions-api.ts`). One long poll runs while there are listeners, and
 * its result goes to all of them.
 */
export class HostedInstructions implements InstructionSource {
  readonly #options: HostedInstructionsOptions
  readonly #isHosted: boolean
  readonly #updates = createEmitter<SourceUpdate>()
  /** Instructions already rejected as unreadable; each is rejected once. */
  readonly #rejectedIds = new Set<string>()
  #latest: SourceUpdate | null = null
  #version: string | null = null
  #running = false
  #closed = false
  #wake: (() => void) | null = null

  constructor(options: HostedInstructionsOptions) {
    this.#options = options
    this.#isHosted = hostsInstructions(options.environment)
  }

  async list(): Promise<SourceUpdate> {
    if (!this.#isHosted) return err(NO_SOURCE)
    const answer = await this.#options.caller.call(HOSTED_OPERATIONS.listInstructions, {})
    return answer.ok ? ok(this.#read(answer.value)) : err(toProviderFailure(answer.error))
  }

  subscribe(listener: (news: SourceUpdate) => void): Disposer {
    const remove = this.#updates.add(listener)
    if (!this.#isHosted) listener(err(NO_SOURCE))
    else if (this.#latest !== null) listener(this.#latest)
    if (this.#isHosted) void this.#follow()
    return () => {
      remove()
      if (this.#updates.size === 0) this.#wake?.()
    }
  }

  acquire(sourceId: string, order: ClientOrderId): Promise<Result<void, ProviderFailure>> {
    return this.#send(HOSTED_OPERATIONS.acceptInstruction, {
      instruction_id: sourceId,
      client_order_id: order,
    })
  }

  reject(
    sourceId: string,
    reason: string,
    expired = false,
  ): Promise<Result<void, ProviderFailure>> {
    return this.#send(HOSTED_OPERATIONS.rejectInstruction, {
      instruction_id: sourceId,
      reason: plainLine(reason, MAX_TEXT),
      why: expired ? 'expired' : 'declined',
    })
  }

  reportOutcome(
    sourceId: string,
    { state, detail }: SourceOutcome,
  ): Promise<Result<void, ProviderFailure>> {
    return this.#send(HOSTED_OPERATIONS.settleInstruction, {
      instruction_id: sourceId,
      outcome: state,
      detail: plainLine(detail, MAX_TEXT),
    })
  }

  revokeClient(clientId: string): Promise<Result<void, ProviderFailure>> {
    return this.#send(HOSTED_OPERATIONS.revokeHostedClient, { client_id: clientId })
  }

  close(): void {
    this.#closed = true
    this.#updates.clear()
    this.#wake?.()
  }

  async #send<O extends Operation>(
    operation: O,
    params: RequestOf<O>,
  ): Promise<Result<void, ProviderFailure>> {
    if (!this.#isHosted) return err(NO_SOURCE)
    const answer = await this.#options.caller.call(operation, params)
    return answer.ok ? ok(undefined) : err(toProviderFailure(answer.error))
  }

  /** True while the long poll has somebody to poll for. */
  get #isFollowed(): boolean {
    return this.#updates.size > 0 && !this.#closed
  }

  async #follow(): Promise<void> {
    if (this.#running) return
    this.#running = true
    while (this.#isFollowed) {
      const pauseMs = await this.#poll()
      if (pauseMs === null) break
      await this.#pause(pauseMs)
    }
    this.#running = false
    // A later first listener must not receive an old state.
    this.#version = null
    this.#latest = null
    if (this.#isFollowed) void this.#follow()
  }

  /** Waits for a change and publishes it; returns the pause before the next poll, null to stop. */
  async #poll(): Promise<number | null> {
    const versionBefore = this.#version
    const answer = await this.#options.caller.call(
      HOSTED_OPERATIONS.listInstructions,
      versionBefore === null
        ? {}
        : { version: versionBefore, wait_ms: String(ASSUMPTIONS.instructions.waitMs) },
      { priority: 'background' },
    )
    if (!this.#isFollowed) return null
    if (!answer.ok) {
      this.#version = null
      this.#publish(err(toProviderFailure(answer.error)))
      return RETRY_MS
    }
    this.#version = answer.value.version
    if (this.#version !== versionBefore) this.#publish(ok(this.#read(answer.value)))
    return POLL_PAUSE_MS
  }

  #publish(news: SourceUpdate): void {
    this.#latest = news
    this.#updates.emit(news)
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const cancel = this.#options.timers.after(ms, resolve)
      this.#wake = () => {
        cancel()
        resolve()
      }
    })
  }

  #read(listed: Listed): SourceState {
    return {
      instructions: listed.instructions.flatMap((instruction) => {
        const action = actionOf(instruction)
        if (!('unreadable' in action)) {
          return [readInstruction(instruction, action, listed.exchange_time)]
        }
        this.#rejectUnreadable(instruction.instruction_id, action.unreadable)
        return []
      }),
      clients: listed.clients.map(readClient),
    }
  }

  #rejectUnreadable(id: string, member: string): void {
    const { caller, log } = this.#options
    if (this.#rejectedIds.has(id)) return
    this.#rejectedIds.add(id)
    log.event('warn', 'provider.instruction-unreadable', { what: member })
    void caller
      .call(HOSTED_OPERATIONS.rejectInstruction, {
        instruction_id: id,
        reason: inEnglish(message('provider.orderNotShown', { member })),
      })
      .then((answer) => {
        if (!answer.ok) this.#rejectedIds.delete(id)
      })
  }
}
