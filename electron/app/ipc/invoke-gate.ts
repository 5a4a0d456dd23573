import { contract, type OpName } from '../../../shared/ipc/contract.js'
import { mayCall } from '../../../shared/ipc/workspaces/surfaces.js'
import { mayPanelSend, CallLimiter, laneOf, type CallBounds } from './call-limits.js'
import type { Effect, ContractEntry, Surface } from '../../../shared/ipc/entry.js'
import { MAX_REQUEST_CHARS, zInvokeEnvelope, type Reply } from '../../../shared/ipc/envelope.js'
import { appError, type AppError } from '../../../shared/domain/app/app-error.js'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import type { ClockPort, LogPort, TimerPort } from '../../core/ports.js'
import type { CallContext, Handlers } from '../../handlers/handler.js'
import { isPlainData } from '../../../shared/domain/plain-data.js'
import type { Disposer } from '../../../shared/domain/brand.js'
import { trustedSurface, type SenderEvent } from './sender-check.js'
import type { SenderRegistry } from './sender-registry.js'
import type { PressProof, WindowPresses } from './window-presses.js'
import { message } from '../../../shared/messages/make-message.js'

export interface InvokeGateOptions {
  readonly handlers: Handlers
  readonly senders: SenderRegistry
  readonly clock: ClockPort
  readonly timers: TimerPort
  readonly log: LogPort
  /** The presses that main observed on the windows (SEC-28). */
  readonly presses: Pick<WindowPresses, 'use' | 'proven'>
  /** Returns a new reference for each call. */
  readonly newRef: () => string
  /**
   * True while Countersign is locked: then only reads, the kill switch and unlocking are allowed.
   */
  readonly locked: () => boolean
}

const ALLOWED_WHILE_LOCKED: ReadonlySet<OpName> = new Set<OpName>([
  'lock.unlock',
  'lock.forget',
  'assistants.kill',
  'app.report',
])
/**
 * True for operations that are allowed while locked. A halt reduces risk, so it is allowed;
 * clearing one is not.
 */
const isAllowedWhileLocked = (op: OpName, effect: Effect, input: unknown): boolean =>
  effect === 'read' ||
  ALLOWED_WHILE_LOCKED.has(op) ||
  (op === 'session.set-trading' && contract[op].in.safeParse(input).data?.state === 'halted')

/** The operations by which the person proves who they are. */
const PROOFS: ReadonlySet<OpName> = new Set<OpName>(['lock.unlock', 'lock.step-up'])

/** How long a page waits before it repeats a call that was refused as one too many. */
const BUSY_RETRY_MS = 250

function sizeOf(payload: unknown): number {
  try {
    return JSON.stringify(payload)?.length ?? 0
  } catch {
    return Number.POSITIVE_INFINITY
  }
}

/** Returns the error of a call that failed unexpectedly. A trade call may have had its effect. */
const unexpectedError = (
  effect: Effect,
  code: 'internal' | 'ipc/timeout',
  ref: string,
): AppError =>
  effect === 'trade'
    ? appError('order/outcome-unknown', message('ipc.outcomeUnknown'), {
        class: 'ambiguous',
        order: 'may-exist',
        ref,
      })
    : appError(code, code === 'internal' ? message('ipc.internal') : message('ipc.timeout'), {
        class: 'internal',
        retry: effect === 'read' ? 'safe' : 'never',
        ref,
      })

/** A call that passed the checks of its sender, shape and input. */
interface CheckedCall {
  readonly op: OpName
  readonly entry: ContractEntry
  readonly input: unknown
  readonly surface: Surface
  readonly bounds: CallBounds
  /** What shows that the person wanted the call. */
  readonly press: PressProof
  /** Counts the end of the call. */
  readonly end: Disposer
}

type Checked<T> = Result<T, AppError>
const refuse = (...error: Parameters<typeof appError>): { ok: false; error: AppError } =>
  err(appError(...error))

/** Says that a refused call never reached the order gateway. */
const unsent = ({ effect }: ContractEntry): Pick<AppError, 'order'> => ({
  order: effect === 'trade' ? 'not-placed' : 'none',
})

/** Checks the size, then the envelope, then that the operation exists. */
function readEnvelope(payload: unknown): Checked<{ readonly op: OpName; readonly input: unknown }> {
  if (sizeOf(payload) > MAX_REQUEST_CHARS) {
    return refuse('ipc/too-large', message('ipc.tooLarge'))
  }
  if (!isPlainData(payload)) return refuse('ipc/invalid-input', message('ipc.wrongShape'))
  const envelope = zInvokeEnvelope.safeParse(payload)
  if (!envelope.success) return refuse('ipc/invalid-input', message('ipc.wrongShape'))
  const { op, input } = envelope.data
  return Object.hasOwn(contract, op)
    ? ok({ op: op as OpName, input })
    : refuse('ipc/unknown-operation', message('ipc.unknownOperation'))
}

/** Parses the input of an operation; the error names the member that is wrong. */
function parseInput(entry: ContractEntry, input: unknown): Checked<unknown> {
  const parsed = entry.in.safeParse(input)
  if (parsed.success) return ok(parsed.data)
  const path = parsed.error.issues[0]?.path.join('.') ?? ''
  const problem =
    path === ''
      ? message('ipc.wrongValue')
      : message('ipc.wrongValueIn', { member: path.slice(0, 80) })
  return refuse('ipc/invalid-input', problem, unsent(entry))
}

/**
 * The only entry from a page into main. Every call is checked in a fixed order, and refused when a
 * check fails: frame, origin and surface; size; envelope and operation; input; lock; rate and
 * concurrent calls; the person's press where the effect needs one (SEC-28). Then the handler runs
 * with a time limit (SEC-08).
 */
export class InvokeGate {
  readonly #options: InvokeGateOptions
  readonly #limiter: CallLimiter

  constructor(options: InvokeGateOptions) {
    this.#options = options
    this.#limiter = new CallLimiter(options.clock)
  }

  /** Handles one call; never rejects, because refusals and failures are replies. */
  async invoke(event: SenderEvent, payload: unknown): Promise<Reply<unknown>> {
    const checked = this.#check(event, payload)
    if (!checked.ok) return checked
    const { op, entry, surface, press } = checked.value
    const ref = this.#options.newRef()
    if (entry.effect !== 'read') {
      this.#options.log.event('info', 'ipc.call', { op, ref, surface, press })
    }
    try {
      const reply = await this.#run(checked.value, { ref, surface, sender: event.sender.id })
      if (reply.ok && PROOFS.has(op)) this.#options.presses.proven(event.sender.id)
      return reply
    } finally {
      checked.value.end()
    }
  }

  #check(event: SenderEvent, payload: unknown): Checked<CheckedCall> {
    const surface = trustedSurface(event, this.#options.senders)
    if (surface === null) return refuse('ipc/not-allowed', message('ipc.pageNotAllowed'))
    const envelope = readEnvelope(payload)
    if (!envelope.ok) return envelope
    const { op, input } = envelope.value
    const entry: ContractEntry = contract[op]
    if (!mayCall(surface, op)) {
      return refuse('ipc/not-allowed', message('ipc.windowNotAllowed'), unsent(entry))
    }
    const parsed = parseInput(entry, input)
    if (!parsed.ok) return parsed
    if (surface === 'panel' && !mayPanelSend(op, parsed.value)) {
      return refuse('ipc/not-allowed', message('ipc.windowNotAllowed'), unsent(entry))
    }
    if (this.#options.locked() && !isAllowedWhileLocked(op, entry.effect, input)) {
      return refuse('lock/locked', message('ipc.locked'), unsent(entry))
    }
    const lane = laneOf(op, entry.effect, parsed.value)
    const end = this.#limiter.tryStart(lane)
    if (end === null) {
      const retry = { afterMs: BUSY_RETRY_MS }
      return refuse('ipc/busy', message('ipc.busy'), { ...unsent(entry), retry })
    }
    const press = this.#options.presses.use(event.sender.id, op, parsed.value)
    if (press === null) {
      end()
      this.#options.log.event('warn', 'ipc.no-press', { op, surface })
      return refuse('ipc/no-press', message('ipc.noPress'), unsent(entry))
    }
    return ok({ op, entry, input: parsed.value, surface, bounds: lane.bounds, press, end })
  }

  async #run(call: CheckedCall, context: CallContext): Promise<Reply<unknown>> {
    const { op, entry, input } = call
    // The contract's type guarantees that this handler accepts this operation's parsed input.
    const handler = this.#options.handlers[op] as unknown as (
      value: unknown,
      context: CallContext,
    ) => Promise<Reply<unknown>>
    let cancelDeadline = (): void => undefined
    const deadline = new Promise<Reply<unknown>>((resolve) => {
      const { deadlineMs } = call.bounds
      if (deadlineMs === null) return
      cancelDeadline = this.#options.timers.after(deadlineMs, () =>
        resolve(err(unexpectedError(entry.effect, 'ipc/timeout', context.ref))),
      )
    })
    try {
      return this.#toReply(call, await Promise.race([handler(input, context), deadline]), context)
    } catch (error) {
      this.#options.log.event('error', 'ipc.handler-failed', {
        op,
        ref: context.ref,
        error: error instanceof Error ? error.message : 'unknown',
      })
      return err(unexpectedError(entry.effect, 'internal', context.ref))
    } finally {
      cancelDeadline()
    }
  }

  /** Adds the reference to an error. */
  #toReply({ entry }: CheckedCall, answer: Reply<unknown>, { ref }: CallContext): Reply<unknown> {
    if (!answer.ok) {
      // A failed trade call is never marked as safe to retry, whatever produced the error.
      const unsafe = entry.effect === 'trade' && answer.error.retry === 'safe'
      return err({ ...answer.error, ...(unsafe ? { retry: 'never' as const } : {}), ref })
    }
    return answer
  }
}
