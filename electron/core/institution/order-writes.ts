import type { Disposer } from '../../../shared/domain/brand.js'
import type {
  OrderWriteRow,
  OrderWriteState,
} from '../../../shared/domain/institution/institution-order.js'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import type { Message } from '../../../shared/messages/message.js'
import { message } from '../../../shared/messages/make-message.js'
import { fileErrorMessage } from '../file-error.js'
import type { TimerPort } from '../ports.js'
import type { ANSWERS, OrderWrite } from './order-write.js'
import { OrderWriteJournal, type OrderWriteJournalDeps } from './order-write-journal.js'
import type { OrderWriteReads, SeenOrder } from './order-write-port.js'

/** Delays between the queries of a request whose effect is not known; the last one repeats. */
const QUERY_DELAYS_MS = [500, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 60_000] as const
/** The longest delay while the broker does not answer at all. */
const UNANSWERED_MS = 5_000
/** No effect is proved by so many answers without one, over this time. */
const NO_EFFECT_ANSWERS = 6
const NO_EFFECT_AFTER_MS = 60_000
/** The most requests that a window is shown. */
const MAX_ROWS = 50

export type WriteAnswer = (typeof ANSWERS)[number]

export interface OrderWritesDeps extends OrderWriteJournalDeps {
  readonly reads: OrderWriteReads
  readonly timers: TimerPort
}

interface PendingWrite {
  readonly ref: string
  readonly write: OrderWrite
  readonly sentAt: OrderWriteRow['sentAt']
  state: OrderWriteState
  attempt: number
  answers: number
  since: number
  cancel: Disposer
}

/**
 * The requests of an institution that change customers' orders. Each is in the journal before it is
 * sent, is sent once, and is settled by Order Detail where its effect is not known: also the one
 * that a crash left between the two.
 */
export class OrderWrites {
  readonly #deps: OrderWritesDeps
  readonly #journal: OrderWriteJournal
  readonly #entries = new Map<string, PendingWrite>()
  #problem: Message | null = null
  #recovered: Promise<void> | null = null
  #disposed = false

  constructor(deps: OrderWritesDeps) {
    this.#deps = deps
    this.#journal = new OrderWriteJournal(deps)
  }

  /** Why nothing may be sent: the journal cannot be read or written; null where it can. */
  get problem(): Message | null {
    return this.#problem
  }

  /** The latest requests, newest first. */
  rows(): readonly OrderWriteRow[] {
    this.#forgetOld()
    return [...this.#entries.values()]
      .reverse()
      .slice(0, MAX_ROWS)
      .map(({ ref, sentAt, state, write: { kind, accountId, clientOrderId } }) => ({
        ref,
        sentAt,
        kind,
        accountId,
        clientOrderId,
        state,
      }))
  }

  /** Reads the journal once, and queries what earlier runs left without a known effect. */
  recover(): Promise<void> {
    this.#recovered ??= this.#read()
    return this.#recovered
  }

  /**
   * Sends a request once, after its intent is on disk. An error says why nothing was sent.
   *
   * @param send sends it, at most once, and returns its answer
   */
  async send<T extends { readonly kind: WriteAnswer }>(
    ref: string,
    write: OrderWrite,
    send: () => Promise<T>,
  ): Promise<Result<T, Message>> {
    await this.recover()
    if (this.#problem !== null) return err(this.#problem)
    if (this.#isUnsettled(write)) return err(message('profiles.consoleChecking'))
    const entry = this.#newEntry(ref, write)
    this.#forgetOld()
    this.#entries.set(ref, entry)
    const { clock } = this.#deps
    const isWritten = await this.#journal.append({
      v: 1,
      kind: 'intent',
      ref,
      at: entry.sentAt,
      write,
    })
    if (!isWritten) {
      this.#entries.delete(ref)
      return err(message('profiles.consoleNotJournaled'))
    }
    const answer = await send().catch((cause: unknown) => {
      // What was thrown does not say whether the request had left.
      this.#onAnswer(entry, 'unknown')
      throw cause
    })
    // An answer that cannot be written is found again by the next start's query.
    await this.#journal.append({ v: 1, kind: 'answer', ref, at: clock.now(), answer: answer.kind })
    this.#onAnswer(entry, answer.kind)
    return ok(answer)
  }

  async dispose(): Promise<void> {
    this.#disposed = true
    for (const { cancel } of this.#entries.values()) cancel()
    await this.#journal.close()
  }

  #newEntry(ref: string, write: OrderWrite, sentAt = this.#deps.clock.now()): PendingWrite {
    return {
      ref,
      write,
      sentAt,
      state: 'sending',
      attempt: 0,
      answers: 0,
      since: 0,
      cancel: () => undefined,
    }
  }

  /** True while an earlier request of the same kind for the order is not settled. */
  #isUnsettled({ kind, accountId, clientOrderId }: OrderWrite): boolean {
    return [...this.#entries.values()].some(
      ({ state, write }) =>
        (state === 'sending' || state === 'checking') &&
        write.kind === kind &&
        write.accountId === accountId &&
        write.clientOrderId === clientOrderId,
    )
  }

  async #read(): Promise<void> {
    const stored = await this.#journal.read()
    if (!stored.ok) {
      this.#problem = fileErrorMessage(stored.error)
      return
    }
    for (const { ref, sentAt, write, state } of stored.value) {
      this.#entries.set(ref, { ...this.#newEntry(ref, write, sentAt), state })
    }
    for (const entry of this.#entries.values()) {
      if (entry.state === 'sending' || entry.state === 'checking') this.#settle(entry)
    }
  }

  /** Forgets the oldest settled requests, which windows do not show any more. */
  #forgetOld(): void {
    for (const [ref, { state }] of this.#entries) {
      if (this.#entries.size <= MAX_ROWS) return
      if (state !== 'sending' && state !== 'checking') this.#entries.delete(ref)
    }
  }

  #onAnswer(entry: PendingWrite, answer: WriteAnswer): void {
    if (answer === 'unknown') this.#settle(entry)
    else entry.state = answer
  }

  /** Queries the broker until the effect of a request is known. */
  #settle(entry: PendingWrite): void {
    entry.state = 'checking'
    entry.since = this.#deps.clock.monotonic()
    this.#schedule(entry)
  }

  #schedule(entry: PendingWrite, isAnswered = true): void {
    if (this.#disposed) return
    const usual = QUERY_DELAYS_MS[entry.attempt] ?? QUERY_DELAYS_MS.at(-1) ?? 0
    const delay = isAnswered ? usual : Math.min(usual, UNANSWERED_MS)
    entry.attempt += 1
    entry.cancel = this.#deps.timers.after(delay, () => void this.#query(entry))
  }

  async #query(entry: PendingWrite): Promise<void> {
    const { reads, clock } = this.#deps
    const { accountId, clientOrderId } = entry.write
    const answer = await reads.detail(accountId, clientOrderId)
    if (this.#disposed) return
    if (answer.ok) {
      entry.answers += 1
      const isOver =
        entry.answers >= NO_EFFECT_ANSWERS && clock.monotonic() - entry.since >= NO_EFFECT_AFTER_MS
      const end = endOf(entry.write, answer.value) ?? (isOver ? 'no-effect' : null)
      if (end !== null) return this.#conclude(entry, end)
    }
    this.#schedule(entry, answer.ok)
  }

  async #conclude(entry: PendingWrite, end: 'done' | 'no-effect'): Promise<void> {
    const { clock, log } = this.#deps
    entry.state = end
    log.event('info', 'institution.settled', { kind: entry.write.kind, as: end, ref: entry.ref })
    // Where this cannot be written, the next start asks once more.
    await this.#journal.append({ v: 1, kind: 'settled', ref: entry.ref, at: clock.now(), as: end })
  }
}

/** True when two values of a term are the same: "10" and "10.00" are. */
const isSame = (requested: string, reported: string | undefined): boolean =>
  reported !== undefined && plain(requested) === plain(reported)

/** Writes a decimal without zeros that say nothing; other text stays as it is. */
function plain(text: string): string {
  if (!/^\d+(\.\d+)?$/.test(text)) return text
  const [front = '', part = ''] = text.split('.')
  const digits = part.replace(/0+$/, '')
  const start = front.replace(/^0+(?=\d)/, '')
  return digits === '' ? start : `${start}.${digits}`
}

/**
 * Returns what Order Detail proves of a request: that it had its effect, or that it can have none
 * any more; null where it proves neither yet.
 */
function endOf(write: OrderWrite, orders: readonly SeenOrder[]): 'done' | 'no-effect' | null {
  const order = orders.find(({ clientOrderId }) => clientOrderId === write.clientOrderId)
  if (order === undefined) return null
  switch (write.kind) {
    case 'place':
      return 'done'
    case 'cancel':
      return order.end === null ? null : order.end === 'cancelled' ? 'done' : 'no-effect'
    case 'replace': {
      const isShown = write.changes.every(({ clientOrderId, terms }) => {
        const reported = orders.find((row) => row.clientOrderId === clientOrderId)?.terms
        return Object.entries(terms).every(([name, value]) => isSame(value, reported?.[name]))
      })
      return isShown ? 'done' : order.end === null ? null : 'no-effect'
    }
  }
}
