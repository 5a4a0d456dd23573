import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Symbol } from '../../../../shared/domain/ids.js'
import type { ComboReply, OrderReply } from '../../../../shared/domain/orders/price-question.js'
import type { Disposer } from '../../../../shared/domain/brand.js'
import { oncePerWindow } from '../../../stores/instances/window-store.js'
import type { MainWindow } from '../../../stores/main-window.js'
import { TICKET_PANEL } from '../../../stores/panel-id.js'
import { persistEntries, windowsStorage } from '../../../stores/page-entries.js'
import {
  recoverOutcome,
  waitInPage,
  type Wait,
  LOST,
} from '../../../stores/submit/recover-outcome.js'
import {
  isOpen,
  type SubmitOutcome,
  type Sent,
  type TicketOrder,
  ordersOf,
  outcomeOf,
} from '../../../stores/submit/submit-order.js'
import {
  createSubmitGuard,
  randomTicket,
  type Gesture,
  type SubmitGuardDeps,
} from '../../../stores/submit/submit-guard.js'
import {
  emptyForm,
  reduceTicket,
  sentAway,
  type TicketAction,
  type TicketForm,
  isTyped,
} from './ticket-form.js'
import * as z from 'zod/mini'
import { zSavedDraft, zSavedOutcome } from '../../../stores/submit/saved-order.js'
import type { TicketPrefill } from '../../../stores/selection.js'

/** All displayed numbers use this locale; the ticket must be able to read them. */
export const INPUT_LOCALE = 'en-US'

export interface TicketState {
  readonly forms: Readonly<Record<string, TicketForm>>
  /** The latest intention per symbol. */
  readonly sent: Readonly<Record<string, Sent>>
  /** By symbol, the form of the last order that was sent from it, for another one like it. */
  readonly repeats: Readonly<Record<string, TicketForm>>
  /** The nonce of the newest prefill that is already in a form. */
  readonly prefilled: number
}

/**
 * Stores the typed and sent orders per symbol. It outlives the panel, so changing tabs, symbols or
 * connections loses nothing.
 */
export interface TicketStore {
  readonly state: StoreApi<TicketState>
  form(symbol: Symbol): TicketForm
  act(symbol: Symbol, action: TicketAction): void
  /** Applies a gesture of another panel once. */
  takePrefill(): void
  /**
   * Sends the order if the gesture is a new intention. Returns false when it is not. `symbol` is
   * the form's, where the draft has another: an option's draft has its underlying. An order that a
   * panel beside the ticket made leaves the form as it is.
   */
  submit(order: TicketOrder, gesture: Gesture, symbol: Symbol, from?: 'form' | 'panel'): boolean
  /** Puts the last order that was sent back into the form, for review; sends nothing. */
  repeat(symbol: Symbol): void
  dismiss(symbol: Symbol): void
  /** Puts back what was saved before a reload, and reads the outcomes that were lost with it. */
  restore(saved: unknown): void
}

export interface TicketStoreDeps extends SubmitGuardDeps {
  readonly wait?: Wait
}

const NOTHING_ENTERED: TicketState = { forms: {}, sent: {}, repeats: {}, prefilled: 0 }

type TicketWindow = Pick<
  MainWindow,
  'invoke' | 'orders' | 'selection' | 'ticketEntries' | 'priceQuestions'
>

export function createTicketStore(
  mainWindow: TicketWindow,
  { wait = waitInPage, ...deps }: TicketStoreDeps,
): TicketStore {
  const state = createStore<TicketState>(() => NOTHING_ENTERED)
  const guard = createSubmitGuard(deps)
  const form = (symbol: Symbol): TicketForm => state.getState().forms[symbol] ?? emptyForm(symbol)
  const put = (next: TicketForm): void =>
    state.setState(({ forms }) => ({ forms: { ...forms, [next.symbol]: next } }))
  const note = (symbol: Symbol, sent: Sent): void =>
    state.setState((before) => ({ sent: { ...before.sent, [symbol]: sent } }))
  const fills = new TicketFills()
  fills.follow(state, mainWindow.ticketEntries)

  const forget = (symbol: string): void =>
    state.setState(({ sent }) => {
      const { [symbol]: gone, ...rest } = sent
      return gone?.outcome.kind === 'sending' ? {} : { sent: rest }
    })
  const recover = async (symbol: string, lost: Sent): Promise<void> => {
    if (lost.outcome.kind !== 'unknown' || lost.outcome.order !== null) return
    const ticket = lost.combo === null ? lost.ticket : `${lost.ticket}#1`
    const outcome = await recoverOutcome(mainWindow, ticket, wait)
    if (state.getState().sent[symbol]?.ticket !== lost.ticket) return
    if (outcome === null) forget(symbol)
    else note(symbol as Symbol, { ...lost, outcome })
  }

  return {
    state,
    form,
    restore(saved) {
      const ticket = readTicket(saved)
      if (ticket === null) return
      state.setState(({ forms, sent }) => ({
        forms: { ...ticket.forms, ...forms },
        sent: { ...ticket.sent, ...sent },
      }))
      for (const [symbol, entry] of Object.entries(state.getState().sent)) {
        void recover(symbol, entry)
      }
    },
    act: (symbol, action) => put(reduceTicket(form(symbol), action, INPUT_LOCALE)),
    takePrefill() {
      const { prefill } = mainWindow.selection.getState()
      if (prefill === null || prefill.nonce === state.getState().prefilled) return
      state.setState({ prefilled: prefill.nonce })
      put(fills.apply(form(prefill.symbol), prefill, INPUT_LOCALE))
    },
    submit(order, gesture, symbol, from = 'form') {
      if (isLastOpen(mainWindow, state.getState().sent[symbol])) return false
      const ticket = guard.begin(gesture)
      if (ticket === null) return false
      const progress = (outcome: SubmitOutcome): void => note(symbol, { ...order, ticket, outcome })
      progress({ kind: 'sending' })
      const finish = (outcome: SubmitOutcome): void => {
        progress(outcome)
        guard.settle(ticket)
      }
      if (from === 'panel') {
        void sendOrder(mainWindow, order, { ticket, filledChange: '', progress }).then(finish)
        return true
      }
      const sentForm = { ...form(symbol), isAsFilled: false }
      put(sentForm)
      const { filledChange } = sentForm
      void sendOrder(mainWindow, order, { ticket, filledChange, progress }).then((outcome) => {
        const isUnchanged = form(symbol) === sentForm
        const isSent = outcome.kind === 'acknowledged' || outcome.kind === 'unknown'
        // An order that was sent does not stay ready to be sent again.
        if (isSent) state.setState(({ repeats }) => ({ repeats: withSent(repeats, sentForm) }))
        if (isSent && isUnchanged) put(sentAway(sentForm))
        finish(outcome)
      })
      return true
    },
    repeat: (symbol) => put(state.getState().repeats[symbol] ?? form(symbol)),
    dismiss: forget,
  }
}

/**
 * Returns the forms that may be repeated after one more was sent. After a closing order the same
 * one would open the opposite position: it is not repeated.
 */
function withSent(repeats: TicketState['repeats'], sentForm: TicketForm): TicketState['repeats'] {
  const { [sentForm.symbol]: _before, ...others } = repeats
  if (sentForm.closing) return others
  const own = { ...sentForm, filledBy: '', filledChange: '', isAsFilled: false }
  return { ...others, [sentForm.symbol]: own }
}

/** True while the last order for a symbol has no known outcome. */
function isLastOpen({ orders }: Pick<MainWindow, 'orders'>, sent: Sent | undefined): boolean {
  const last = sent?.outcome ?? null
  const known =
    last !== null && last.kind === 'unknown' && last.order !== null
      ? orders.get(last.order.clientOrderId)
      : undefined
  return isOpen(last, known)
}

/**
 * Returns the one ticket store of a window. When the ticket moves to another window, that one
 * continues with what was entered and sent.
 */
export const ticketStoreOf = oncePerWindow(
  (mainWindow): { value: TicketStore; dispose: Disposer } => {
    const value = createTicketStore(mainWindow, {
      newTicket: randomTicket,
      now: () => performance.now(),
    })
    const dispose = persistEntries(mainWindow, windowsStorage(), {
      name: 'ticket',
      store: value.state,
      saved: ({ forms, sent }) => ({ forms, sent }),
      restore: (saved) => value.restore(saved),
    })
    return { value, dispose }
  },
  TICKET_PANEL,
)

const zSaved = z.object({
  forms: z.record(z.string(), z.record(z.string(), z.union([z.string(), z.boolean()]))),
  sent: z.record(
    z.string(),
    z.object({
      draft: zSavedDraft,
      combo: z.nullable(z.looseObject({ orders: z.array(z.looseObject({ draft: zSavedDraft })) })),
      ticket: z.string(),
      outcome: zSavedOutcome,
    }),
  ),
})

interface SavedTicket {
  readonly forms: Readonly<Record<string, TicketForm>>
  readonly sent: Readonly<Record<string, Sent>>
}

/**
 * Returns what was typed and sent before a reload; null when nothing was saved. An order whose
 * reply was lost with the page may exist.
 */
function readTicket(saved: unknown): SavedTicket | null {
  const ticket = zSaved.safeParse(saved)
  if (!ticket.success) return null
  const { forms, sent } = ticket.data as unknown as SavedTicket
  return {
    forms: mapValues(forms, (form, symbol) => ({ ...emptyForm(symbol as Symbol), ...form })),
    sent: mapValues(sent, (entry) =>
      entry.outcome.kind === 'sending' ? { ...entry, outcome: LOST } : entry,
    ),
  }
}

const mapValues = <T>(
  record: Readonly<Record<string, T>>,
  change: (value: T, key: string) => T,
): Record<string, T> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value, key)]))

interface Sending {
  readonly ticket: string
  /** The assistant's fill that the order came of; empty for none. */
  readonly filledChange: string
  /** Receives what is known before the outcome. */
  readonly progress: (outcome: SubmitOutcome) => void
}

/** Sends an order, and says which assistant's fill it came of, where it came of one. */
async function sendOrder(
  { invoke, priceQuestions }: Pick<MainWindow, 'invoke' | 'priceQuestions'>,
  { draft, combo }: TicketOrder,
  { ticket, filledChange, progress }: Sending,
): Promise<SubmitOutcome> {
  const onQuestion = (isQuestioned: boolean): void => progress({ kind: 'sending', isQuestioned })
  const reply =
    combo === null
      ? await priceQuestions.send<OrderReply>(
          (confirmation) => invoke('orders.submit', { ticket, draft, ...confirmation }),
          onQuestion,
        )
      : await priceQuestions.send<ComboReply>(
          (confirmation) => invoke('orders.submit-combo', { ticket, combo, ...confirmation }),
          onQuestion,
        )
  const orders = filledChange === '' ? [] : ordersOf(reply)
  if (orders.length > 0) {
    void invoke('assistant-changes.sent', { id: filledChange, orders: [...orders] })
  }
  return outcomeOf(reply)
}

/** What assistants filled in, and what was entered before: taking a fill back restores it. */
class TicketFills {
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
