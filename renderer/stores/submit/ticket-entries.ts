import { createStore } from 'zustand/vanilla'
import type { Symbol } from '../../../shared/domain/ids.js'

/** The symbols for which the ticket holds an order that the person entered and did not send. */
export interface TicketEntries {
  readonly typed: ReadonlySet<Symbol>
}

/** The ticket writes it; what would replace or hide its entries reads it. */
export const createTicketEntriesStore = () =>
  createStore<TicketEntries>(() => ({ typed: new Set<Symbol>() }))
export type TicketEntriesStore = ReturnType<typeof createTicketEntriesStore>
