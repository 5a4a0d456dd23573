import { contract, type Effect, type Entry, type OpName } from '../../../shared/ipc/contract.js'
import { MAX_REQUEST_CHARS, zInvokeEnvelope, type Reply } from '../../../shared/ipc/envelope.js'
import { appError, type AppError } from '../../../shared/domain/app/app-error.js'
import type { ClockPort, LogPort, TimerPort } from '../../core/ports.js'
import type { CallContext, Handlers } from '../../handlers/handler.js'
import { trustedSurface, type SenderEvent } from './sender-check.js'
import type { SenderRegistry } from './sender-registry.js'

/**
 * The most concurrent calls of one operation, the most per second, and the time limit of one call.
 */
const BOUNDS: Record<
  Effect,
  { readonly inFlight: number; readonly perSecond: number; readonly deadlineMs: number }
> = {
  read: { inFlight: 32, perSecond: 120, deadlineMs: 20_000 },
  session: { inFlight: 8, perSecond: 40, deadlineMs: 30_000 },
  trade: { inFlight: 1, perSecond: 20, deadlineMs: 20_000 },
}

export interface InvokeGateOptions {
  readonly handlers: Handlers
  readonly senders: SenderRegistry
  readonly clock: ClockPort
  readonly timers: TimerPort
  readonly log: LogPort
  /** Returns a new reference for each call. */
  readonly newRef: () => string
  /**
   * True while Countersign is locked: then only reads, the kill switch and unlocking are allowed.
   */
  readonly locked: () => boolean
  /** Whether the outputs of handlers are checked; true in development and tests. */
  readonly checkOutputs: boolean
}

const ALLOWED_WHILE_LOCKED: ReadonlySet<OpName> = new Set<OpName>([
  'lock.unlock',
  'lock.forget',
  'trading.kill',
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

const refused = (error: AppError): Reply<never> => ({ ok: false, error })

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
    ? appError(
        'order/outcome-unknown',
        'The answer was lost. The desk is finding out whether the order exists; do not send it again.',
        { class: 'ambiguous', order: 'may-exist', ref },
      )
    : appError(
        code,
        code === 'internal'
          ? 'Something went wrong inside the program.'
          : 'This took too long and was given up.',
        {
          class: 'internal',
          retry: effect === 'read' ? 'safe' : 'never',
          ref,
        },
      )

/**
 * Makes the only entry from a page into main. Every call is checked in a fixed order, and refused
 * when a check fails: frame, origin and surface; size; envelope and operation; input; lock; rate
 * and concurrent calls. Then the handler runs with a time limit (SEC-08).
 */
export function createInvokeGate(
  options: InvokeGateOptions,
): (event: SenderEvent, payload: unknown) => Promise<Reply<unknown>> {
  const { handlers, senders, clock, timers, log } = options
  const inFlight = new Map<string, number>()
  const started = new Map<string, number[]>()

  const tryStart = (op: string, bounds: { inFlight: number; perSecond: number }): boolean => {
    const now = clock.monotonic()
    const recent = (started.get(op) ?? []).filter((startedAt) => now - startedAt < 1_000)
    started.set(op, recent)
    if ((inFlight.get(op) ?? 0) >= bounds.inFlight || recent.length >= bounds.perSecond) {
      return false
    }
    recent.push(now)
    inFlight.set(op, (inFlight.get(op) ?? 0) + 1)
    return true
  }

  const run = async (
    op: OpName,
    entry: Entry,
    input: unknown,
    context: CallContext,
  ): Promise<Reply<unknown>> => {
    const bounds = BOUNDS[entry.effect]
    // The contract's type guarantees that this handler accepts this operation's parsed input.
    const handler = handlers[op] as unknown as (
      value: unknown,
      context: CallContext,
    ) => Promise<Reply<unknown>>
    let stop = (): void => undefined
    const deadline = new Promise<Reply<unknown>>((resolve) => {
      stop = timers.after(bounds.deadlineMs, () =>
        resolve(refused(unexpectedError(entry.effect, 'ipc/timeout', context.ref))),
      )
    })
    try {
      const answer = await Promise.race([handler(input, context), deadline])
      // A failed trade call is never marked as safe to retry, whatever produced the error.
      const unsafe = !answer.ok && entry.effect === 'trade' && answer.error.retry === 'safe'
      if (!answer.ok) {
        return refused({ ...answer.error, ...(unsafe ? { retry: 'never' } : {}), ref: context.ref })
      }
      if (!options.checkOutputs) return answer
      const checked = entry.out.safeParse(answer.value)
      if (checked.success) return { ok: true, value: checked.data }
      log.event('error', 'ipc.invalid-output', {
        op,
        ref: context.ref,
        issue: checked.error.issues[0]?.path.join('.') ?? '',
      })
      return refused(
        appError('ipc/invalid-output', 'The program made an answer of the wrong shape.', {
          class: 'internal',
          ref: context.ref,
        }),
      )
    } catch (error) {
      log.event('error', 'ipc.handler-failed', {
        op,
        ref: context.ref,
        error: error instanceof Error ? error.message : 'unknown',
      })
      return refused(unexpectedError(entry.effect, 'internal', context.ref))
    } finally {
      stop()
    }
  }

  return async (event, payload) => {
    const surface = trustedSurface(event, senders)
    if (surface === null) return refused(appError('ipc/not-allowed', 'This page may not ask.'))
    if (sizeOf(payload) > MAX_REQUEST_CHARS) {
      return refused(appError('ipc/too-large', 'The request is too large.'))
    }
    const envelope = zInvokeEnvelope.safeParse(payload)
    if (!envelope.success) {
      return refused(appError('ipc/invalid-input', 'The request has the wrong shape.'))
    }
    const { op, input } = envelope.data
    if (!Object.hasOwn(contract, op)) {
      return refused(appError('ipc/unknown-operation', 'There is no such operation.'))
    }
    const name = op as OpName
    const entry: Entry = contract[name]
    // A call that is refused here never reached the order gateway.
    const unsent: Pick<AppError, 'order'> = {
      order: entry.effect === 'trade' ? 'not-placed' : 'none',
    }
    if (!entry.surfaces.includes(surface)) {
      return refused(appError('ipc/not-allowed', 'This window may not ask that.', unsent))
    }
    const parsed = entry.in.safeParse(input)
    if (!parsed.success) {
      const path = parsed.error.issues[0]?.path.join('.') ?? ''
      return refused(
        appError(
          'ipc/invalid-input',
          `The request has a wrong value${path === '' ? '' : ` in "${path.slice(0, 80)}"`}.`,
          unsent,
        ),
      )
    }
    if (options.locked() && !isAllowedWhileLocked(name, entry.effect, input)) {
      return refused(appError('lock/locked', 'Unlock the desk first.', unsent))
    }
    if (!tryStart(name, BOUNDS[entry.effect])) {
      return refused(
        appError('ipc/busy', 'The same request is still under way.', {
          ...unsent,
          retry: { afterMs: 250 },
        }),
      )
    }
    const ref = options.newRef()
    if (entry.effect !== 'read') log.event('info', 'ipc.call', { op, ref, surface })
    try {
      return await run(name, entry, parsed.data, { ref, surface })
    } finally {
      inFlight.set(name, (inFlight.get(name) ?? 1) - 1)
    }
  }
}
