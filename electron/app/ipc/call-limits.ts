import type { Disposer } from '../../../shared/domain/brand.js'
import type { OpName } from '../../../shared/ipc/contract.js'
import type { Effect } from '../../../shared/ipc/entry.js'
import type { ClockPort } from '../../core/ports.js'
import { PANEL_PREFERENCES } from '../../../shared/ipc/workspaces/panel-operations.js'

/** The limits of the calls of one lane. */
export interface CallBounds {
  /** The most concurrent calls of the lane. */
  readonly inFlight: number
  /** The most concurrent calls about the same order, ticket, card or plan. */
  readonly perSubject: number
  readonly perSecond: number
  /** The time limit of one call; null where it waits for the person, who may take any time. */
  readonly deadlineMs: number | null
}

type BoundsName = Effect | 'cancel' | 'halt' | 'person'

/**
 * A trade is bounded per order, so that one request without an answer delays no other order; the
 * bound over all orders only stops a page that repeats calls without end. Cancels and halts reduce
 * risk: their bounds are far above what a person can reach.
 */
export const BOUNDS: Readonly<Record<BoundsName, CallBounds>> = {
  read: { inFlight: 32, perSubject: 32, perSecond: 120, deadlineMs: 20_000 },
  session: { inFlight: 8, perSubject: 8, perSecond: 40, deadlineMs: 30_000 },
  authority: { inFlight: 8, perSubject: 8, perSecond: 40, deadlineMs: 30_000 },
  trade: { inFlight: 64, perSubject: 1, perSecond: 40, deadlineMs: 20_000 },
  cancel: { inFlight: 1_024, perSubject: 1, perSecond: 1_024, deadlineMs: 20_000 },
  // A dialog stays open until the person answers, and only one is useful at a time.
  person: { inFlight: 1, perSubject: 1, perSecond: 10, deadlineMs: null },
  halt: { inFlight: 16, perSubject: 16, perSecond: 40, deadlineMs: 20_000 },
}

/** What a call counts against. */
export interface CallLane {
  /** Calls with the same name share the bounds. */
  readonly name: string
  /** The order, ticket, card or plan of the call; empty when the operation has none. */
  readonly subject: string
  readonly bounds: CallBounds
}

const text = (input: unknown, member: string): string => {
  const value: unknown =
    typeof input === 'object' && input !== null && member in input
      ? (input as Readonly<Record<string, unknown>>)[member]
      : undefined
  return typeof value === 'string' ? value : ''
}

const orderOf = (input: unknown): string =>
  `${text(input, 'accountId')}/${text(input, 'clientOrderId')}`

/** The subject of every trade; an operation without a row runs once at a time. */
const SUBJECTS: Readonly<Partial<Record<OpName, (input: unknown) => string>>> = {
  'orders.submit': (input) => text(input, 'ticket'),
  'orders.submit-combo': (input) => text(input, 'ticket'),
  'orders.replace': orderOf,
  'orders.cancel': orderOf,
  'confirm.decide': (input) => text(input, 'id'),
  'trading.batch': (input) => text(input, 'op'),
  'trading.flatten': (input) => text(input, 'plan'),
  'institution.send': (input) => text(input, 'ticket'),
}

const isHalt = (op: OpName, input: unknown): boolean =>
  op === 'assistants.kill' || (op === 'session.set-trading' && text(input, 'state') === 'halted')

/** True for the setting that asks the person in a native message box. */
const isAssistive = (input: unknown): boolean =>
  typeof input === 'object' &&
  input !== null &&
  'assistiveApproval' in input &&
  input.assistiveApproval === true

/** The operations that wait for the person in a dialog of the system. */
const PERSON: readonly OpName[] = [
  'app.save-table',
  'audit.export',
  'keys.export',
  'keys.import',
  'picture.take',
  'audit.save-receipt',
  'audit.save-receipt-key',
  'audit.check-receipt',
  'profiles.export',
  'profiles.import',
  'profiles.switch',
  'workspaces.export',
  'workspaces.import',
]

function boundsOf(op: OpName, effect: Effect): CallBounds {
  if (PERSON.includes(op)) return BOUNDS.person
  return op === 'orders.cancel' ? BOUNDS.cancel : BOUNDS[effect]
}

/** Returns the lane of a call with a valid input. Cancels and halts have lanes of their own. */
export function laneOf(op: OpName, effect: Effect, input: unknown): CallLane {
  if (isHalt(op, input)) return { name: `${op} halt`, subject: '', bounds: BOUNDS.halt }
  if (op === 'preferences.set' && isAssistive(input)) {
    return { name: `${op} assistive`, subject: '', bounds: BOUNDS.person }
  }
  const bounds = boundsOf(op, effect)
  return { name: op, subject: SUBJECTS[op]?.(input) ?? '', bounds }
}

const SECOND_MS = 1_000

/** The calls of one lane. */
interface LaneUse {
  inFlight: number
  /** Number of running calls by subject. */
  readonly subjects: Map<string, number>
  /** Times at which calls of the last second began. */
  starts: number[]
}

/** Counts the concurrent and the recent calls of each lane. */
export class CallLimiter {
  readonly #clock: Pick<ClockPort, 'monotonic'>
  readonly #lanes = new Map<string, LaneUse>()

  constructor(clock: Pick<ClockPort, 'monotonic'>) {
    this.#clock = clock
  }

  /**
   * Counts a call that begins and returns what must be called when it ends; null when its lane is
   * at a limit.
   */
  tryStart({ name, subject, bounds }: CallLane): Disposer | null {
    const now = this.#clock.monotonic()
    const use = this.#useOf(name)
    use.starts = use.starts.filter((start) => now - start < SECOND_MS)
    const ofSubject = use.subjects.get(subject) ?? 0
    if (
      use.inFlight >= bounds.inFlight ||
      use.starts.length >= bounds.perSecond ||
      ofSubject >= bounds.perSubject
    ) {
      return null
    }
    use.starts.push(now)
    use.inFlight += 1
    use.subjects.set(subject, ofSubject + 1)
    return () => end(use, subject)
  }

  #useOf(name: string): LaneUse {
    const known = this.#lanes.get(name)
    if (known !== undefined) return known
    const fresh: LaneUse = { inFlight: 0, subjects: new Map(), starts: [] }
    this.#lanes.set(name, fresh)
    return fresh
  }
}

/** Counts the end of a call; a subject without calls is removed. */
function end(use: LaneUse, subject: string): void {
  use.inFlight -= 1
  const left = (use.subjects.get(subject) ?? 1) - 1
  if (left > 0) use.subjects.set(subject, left)
  else use.subjects.delete(subject)
}

/**
 * Returns whether a window with panels may send this input of an operation that it may call: it can
 * halt but not resume, and it cannot change how orders and approvals are confirmed (SEC-08).
 */
export function mayPanelSend(op: OpName, input: unknown): boolean {
  if (typeof input !== 'object' || input === null) return true
  if (op === 'session.set-trading') return 'state' in input && input.state === 'halted'
  if (op !== 'preferences.set') return true
  return Object.entries(input).every(
    ([name, value]) => value === undefined || PANEL_PREFERENCES.includes(name),
  )
}
