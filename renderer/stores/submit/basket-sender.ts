import type { AppError } from '../../../shared/domain/app/app-error.js'
import type { ComboDraft } from '../../../shared/domain/orders/order.js'
import {
  isPriceQuestion,
  type ComboReply,
  type PriceQuestion,
} from '../../../shared/domain/orders/price-question.js'
import type { TradeOutcome } from '../../../shared/domain/orders/trade-outcome.js'
import type { Result } from '../../../shared/domain/result.js'
import type { InputOf } from '../../bridge/client.js'
import type { MainWindow } from '../main-window.js'
import type { BasketEntry } from './basket-state.js'
import { NOT_CONFIRMED } from './price-questions.js'
import { recoverOutcome, type Wait } from './recover-outcome.js'
import { outcomeOf, outcomesOf, type SubmitOutcome } from './submit-order.js'

/** The outcome of an order that was not sent, because the calls of its basket were refused. */
const notSent = (error: AppError): SubmitOutcome => ({ kind: 'failed', error })

type EntriesUpdate = (
  entriesOf: (entries: readonly BasketEntry[]) => readonly BasketEntry[],
) => void

/** An order of the basket as it is sent. */
interface Submission {
  readonly id: number
  readonly input: InputOf<'orders.submit'>
}

/** An order that was not sent, and what main asks about its price. */
interface Questioned extends Submission {
  readonly question: PriceQuestion
}

/** Sends entries of the basket and records what becomes of each. */
export interface BasketSender {
  sendEach(entries: readonly BasketEntry[], base: string): Promise<void>
  sendLinked(entries: readonly BasketEntry[], combo: ComboDraft, ticket: string): Promise<void>
  /** Reads the outcome of an order whose reply was lost with the page. */
  recover(entry: BasketEntry): Promise<void>
}

/** What records the ticket and the outcome of an entry. */
interface EntryMarks {
  readonly setTicket: (id: number, ticket: string) => void
  readonly setOutcome: (id: number, outcome: SubmitOutcome) => void
}

/**
 * Sends orders one after the other; returns those that were not sent, because the person is asked
 * about their price first.
 */
async function sendNamed(
  { invoke }: Pick<MainWindow, 'invoke'>,
  waiting: readonly Submission[],
  { setTicket, setOutcome }: EntryMarks,
): Promise<readonly Questioned[]> {
  const inputs = waiting.map(({ input }) => input)
  const named = await invoke('trading.batch', { op: 'orders.submit', inputs })
  // Nothing was sent yet, whatever became of this call.
  if (!named.ok) {
    for (const { id } of waiting) setOutcome(id, notSent(named.error))
    return []
  }
  const questioned: Questioned[] = []
  for (const { id, input } of waiting) {
    setTicket(id, input.ticket)
    const reply = await invoke('orders.submit', input)
    if (reply.ok && isPriceQuestion(reply.value)) {
      questioned.push({ id, input, question: reply.value })
    } else setOutcome(id, outcomeOf(reply as Result<TradeOutcome, AppError>))
  }
  return questioned
}

export function createSender(
  mainWindow: Pick<MainWindow, 'invoke' | 'priceQuestions'>,
  wait: Wait,
  change: EntriesUpdate,
): BasketSender {
  const setOutcome = (id: number, outcome: SubmitOutcome): void =>
    change((entries) => entries.map((entry) => (entry.id === id ? { ...entry, outcome } : entry)))

  /** Records the ticket before main receives it, so that a reload in between loses nothing. */
  const setTicket = (id: number, ticket: string): void =>
    change((entries) => entries.map((entry) => (entry.id === id ? { ...entry, ticket } : entry)))

  const sendEach = async (entries: readonly BasketEntry[], base: string): Promise<void> => {
    let waiting: readonly Submission[] = entries.map(({ id, draft }, index) => ({
      id,
      input: { ticket: `${base}-${index + 1}`, draft },
    }))
    while (waiting.length > 0) {
      const questioned = await sendNamed(mainWindow, waiting, { setTicket, setOutcome })
      // One answer for all of them: each question names its own order and price.
      const isConfirmed =
        questioned.length === 0 ||
        (await mainWindow.priceQuestions.ask(questioned.map(({ question }) => question)))
      if (!isConfirmed) {
        for (const { id } of questioned) {
          setOutcome(id, outcomeOf({ ok: true, value: NOT_CONFIRMED }))
        }
        return
      }
      waiting = questioned.map(({ id, input, question }) => ({
        id,
        input: { ...input, confirmation: question.id },
      }))
    }
  }

  const sendLinked = async (
    entries: readonly BasketEntry[],
    combo: ComboDraft,
    ticket: string,
  ): Promise<void> => {
    for (const [index, { id }] of entries.entries()) setTicket(id, `${ticket}#${index + 1}`)
    const reply = await mainWindow.priceQuestions.send<ComboReply>((confirmation) =>
      mainWindow.invoke('orders.submit-combo', { ticket, combo, ...confirmation }),
    )
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
