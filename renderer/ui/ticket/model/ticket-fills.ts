import type { StoreApi } from 'zustand/vanilla'
import type { MainWindow } from '../../../stores/main-window.js'
import type { TicketPrefill } from '../../../stores/selection.js'
import {
  ordersOf,
  outcomeOf,
  type SubmitOutcome,
  type TicketOrder,
} from '../../../stores/submit/submit-order.js'
import { emptyForm, isTyped, reduceTicket, type TicketForm } from './ticket-form.js'

/** Sends an order, and says which assistant's fill it came of, where it came of one. */
export async function sendOrder(
  { invoke }: Pick<MainWindow, 'invoke'>,
  { draft, combo }: TicketOrder,
  ticket: string,
  filledChange: string,
): Promise<SubmitOutcome> {
  const reply =
    combo === null
      ? await invoke('orders.submit', { ticket, draft })
      : await invoke('orders.submit-combo', { ticket, combo })
  const orders = filledChange === '' ? [] : ordersOf(reply)
  if (orders.length > 0) {
    void invoke('assistant-changes.sent', { id: filledChange, orders: [...orders] })
  }
  return outcomeOf(reply)
}

/** What assistants filled in, and what was entered before: taking a fill back restores it. */
export class TicketFills {
  readonly #replaced = new Map<string, TicketForm>()

  /** Returns the form after a gesture of another panel or an assistant. */
  apply(before: TicketForm, prefill: TicketPrefill, locale: string): TicketForm {
    const { withdrawn, filled } = prefill
    if (withdrawn !== undefined) {
      return before.isAsFilled && before.filledChange === withdrawn
        ? (this.#replaced.get(withdrawn) ?? emptyForm(before.symbol))
        : before
    }
    if (filled !== undefined && !before.isAsFilled) this.#replaced.set(filled.change, before)
    return reduceTicket(before, { kind: 'prefill', prefill }, locale)
  }

  /** Tells the window for which symbols an order was entered and not sent. */
  follow(
    state: StoreApi<{ readonly forms: Readonly<Record<string, TicketForm>> }>,
    entries: MainWindow['ticketEntries'],
  ): void {
    state.subscribe(({ forms }) => {
      const typed = Object.values(forms).filter((form) => isTyped(form))
      entries.setState({ typed: new Set(typed.map(({ symbol }) => symbol)) })
    })
  }
}
