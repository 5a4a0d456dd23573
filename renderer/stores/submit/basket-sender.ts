import type { AppError } from '../../../shared/domain/app/app-error.js'
import type { ComboDraft } from '../../../shared/domain/orders/order.js'
import type { MainWindow } from '../main-window.js'
import type { BasketEntry } from './basket-state.js'
import { recoverOutcome, type Wait } from './recover-outcome.js'
import { outcomeOf, outcomesOf, type SubmitOutcome } from './submit-order.js'

/** The outcome of an order that was not sent, because the calls of its basket were refused. */
const notSent = (error: AppError): SubmitOutcome => ({ kind: 'failed', error })

type EntriesUpdate = (
  entriesOf: (entries: readonly BasketEntry[]) => readonly BasketEntry[],
) => void

/** Sends entries of the basket and records what becomes of each. */
export interface BasketSender {
  sendEach(entries: readonly BasketEntry[], base: string): Promise<void>
  sendLinked(entries: readonly BasketEntry[], combo: ComboDraft, ticket: string): Promise<void>
  /** Reads the outcome of an order whose reply was lost with the page. */
  recover(entry: BasketEntry): Promise<void>
}

export function createSender(
  mainWindow: Pick<MainWindow, 'invoke'>,
  wait: Wait,
  change: EntriesUpdate,
): BasketSender {
  const setOutcome = (id: number, outcome: SubmitOutcome): void =>
    change((entries) => entries.map((entry) => (entry.id === id ? { ...entry, outcome } : entry)))

  /** Records the ticket before main receives it, so that a reload in between loses nothing. */
  const setTicket = (id: number, ticket: string): void =>
    change((entries) => entries.map((entry) => (entry.id === id ? { ...entry, ticket } : entry)))

  const sendEach = async (entries: readonly BasketEntry[], base: string): Promise<void> => {
    const inputs = entries.map(({ draft }, index) => ({ ticket: `${base}-${index + 1}`, draft }))
    const named = await mainWindow.invoke('trading.batch', { op: 'orders.submit', inputs })
    // Nothing was sent yet, whatever became of this call.
    if (!named.ok) return entries.forEach(({ id }) => setOutcome(id, notSent(named.error)))
    for (const [index, { id }] of entries.entries()) {
      const input = inputs[index]
      if (input === undefined) continue
      setTicket(id, input.ticket)
      setOutcome(id, outcomeOf(await mainWindow.invoke('orders.submit', input)))
    }
  }
  const sendLinked = async (
    entries: readonly BasketEntry[],
    combo: ComboDraft,
    ticket: string,
  ): Promise<void> => {
    for (const [index, { id }] of entries.entries()) setTicket(id, `${ticket}#${index + 1}`)
    const reply = await mainWindow.invoke('orders.submit-combo', { ticket, combo })
    const outcomes = outcomesOf(reply, entries.length)
    for (const [index, { id }] of entries.entries()) {
      setOutcome(id, outcomes[index] ?? { kind: 'unknown', order: null })
    }
  }

  const recover = async ({ id, ticket, outcome }: BasketEntry): Promise<void> => {
    if (ticket === null || outcome?.kind !== 'unknown' || outcome.order !== null) return
    const found = await recoverOutcome(mainWindow, ticket, wait)
    change((entries) =>
      entries.map((entry) => (entry.id === id ? { ...entry, outcome: found } : entry)),
    )
  }

  return { sendEach, sendLinked, recover }
}
