import type { Combo } from '../../../../shared/domain/orders/order-terms.js'
import type { OrderDraft } from '../../../../shared/domain/orders/order.js'
import type { ClientDisk } from '../client/client-disk.js'

/** An order that the journal on disk announces. */
export interface JournaledIntent {
  readonly ticket: string
  readonly draft: OrderDraft
  /** Its place among linked orders; absent for an order alone. */
  readonly combo?: Combo | undefined
}

interface JournalLine {
  readonly kind: string
  readonly clientOrderId?: string
  readonly ticket?: string
  readonly draft?: OrderDraft
  readonly combo?: Combo
}

/** The durable records of the client's order journal, read as they are written. */
export class JournalIndex {
  readonly #name: string
  readonly intents = new Map<string, JournaledIntent>()
  readonly #disk: ClientDisk
  #read = 0

  constructor(disk: ClientDisk, name = 'orders') {
    this.#name = name
    this.#disk = disk
  }

  /** Returns the durable intent of an order; undefined when there is none. */
  intent(clientOrderId: string): JournaledIntent | undefined {
    this.refresh()
    return this.intents.get(clientOrderId)
  }

  refresh(): void {
    const lines = this.#disk.lines(this.#name)
    for (; this.#read < lines.length; this.#read += 1) {
      const line = JSON.parse(lines[this.#read] ?? '{}') as JournalLine
      const { kind, clientOrderId, ticket, draft, combo } = line
      if (kind !== 'intent' || clientOrderId === undefined || draft === undefined) continue
      this.intents.set(clientOrderId, { ticket: ticket ?? '', draft, combo })
    }
  }
}
