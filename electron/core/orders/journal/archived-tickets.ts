import type { Disposer } from '../../../../shared/domain/brand.js'
import { createEmitter } from '../../../../shared/domain/emitter.js'
import { err, ok, type Result } from '../../../../shared/domain/result.js'
import type { FileError, JournalArchivePort } from '../../ports.js'
import type { JournalSegment } from '../../journal-segment.js'
import { parseRecord } from './journal-record.js'
import { ticketOf, type TicketEntry } from '../recovery.js'
import { ticketHash } from './spent-tickets.js'
import type { ClientOrderId } from '../../../../shared/domain/ids.js'
import type { OrderSender } from './order-sender.js'

export interface ArchivedTicketsDeps {
  readonly archive: JournalArchivePort | undefined
  readonly segments: () => readonly JournalSegment[]
  /** The hashes of the tickets in the archive. */
  readonly spent: () => ReadonlySet<number>
  /** The hashes of who sent the orders of these tickets, see {@link senderHash}. */
  readonly senders: () => ReadonlySet<number>
}

const SENDERS: readonly OrderSender[] = ['hand', 'assistant']

/** Returns a hash of an order and who sent it. */
export const senderHash = (id: ClientOrderId, sender: OrderSender): number =>
  ticketHash(`${sender} ${id}`)

/** The tickets whose orders only the archive holds. Each was submitted once and stays used. */
export class ArchivedTickets {
  readonly #deps: ArchivedTicketsDeps
  readonly #archived = createEmitter<readonly string[]>()

  constructor(deps: ArchivedTicketsDeps) {
    this.#deps = deps
  }

  /** True when the ticket may be in the archive. */
  has(ticket: string): boolean {
    return this.#deps.spent().has(ticketHash(ticket))
  }

  /** Returns who sent an order of the archive; null for one that it does not hold. */
  senderOf(id: ClientOrderId): OrderSender | null {
    const senders = this.#deps.senders()
    return SENDERS.find((sender) => senders.has(senderHash(id, sender))) ?? null
  }

  /** Notifies of the tickets that only the archive holds from now on. */
  onArchived(listener: (tickets: readonly string[]) => void): Disposer {
    return this.#archived.add(listener)
  }

  /** Records that the journal does not hold these tickets in full any more. */
  add(tickets: readonly string[]): void {
    this.#archived.emit(tickets)
  }

  /**
   * Returns the ticket's entry, or null when the archive has none. A segment that cannot be read is
   * an error, because it may hold the ticket.
   */
  async find(ticket: string): Promise<Result<TicketEntry | null, FileError>> {
    const { archive, segments } = this.#deps
    let failure: FileError | null = null
    for (const segment of segments().toReversed()) {
      const content = await archive?.read(segment)
      if (content === undefined || !content.ok) {
        failure ??= content?.error ?? null
        continue
      }
      const found = entryIn(content.value, ticket)
      if (found !== null) return ok(found)
    }
    return failure === null ? ok(null) : err(failure)
  }
}

/** Returns the newest entry of a ticket among journal lines. */
function entryIn(lines: readonly string[], ticket: string): TicketEntry | null {
  const text = JSON.stringify(ticket)
  for (const line of lines.toReversed()) {
    if (!line.includes(text)) continue
    const record = parseRecord(line)
    const found = record === null ? null : ticketOf(record)
    if (found?.ticket === ticket) return found.entry
  }
  return null
}
