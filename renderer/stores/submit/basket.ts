import { createStore, type StoreApi } from 'zustand/vanilla'
import {
  comboKind,
  comboProblems,
  type ComboProblem,
} from '../../../shared/domain/orders/combo-rules.js'
import { MAX_BASKET } from '../../../shared/domain/orders/batch-size.js'
import type { ComboRole } from '../../../shared/domain/orders/order-types.js'
import type { ComboDraft, OrderDraft } from '../../../shared/domain/orders/order.js'
import { oncePerWindow } from '../instances/window-store.js'
import type { MainWindow } from '../main-window.js'
import { persistEntries, windowsStorage } from '../page-entries.js'
import {
  type BasketEntry,
  type BasketMode,
  type BasketState,
  BASKET_MODES,
} from './basket-state.js'
import { waitInPage, type Wait, LOST } from './recover-outcome.js'
import {
  createSubmitGuard,
  randomTicket,
  type Gesture,
  type SubmitGuardDeps,
} from './submit-guard.js'
import { createSender } from './basket-sender.js'
import * as z from 'zod/mini'
import { zSavedDraft, zSavedOutcome } from './saved-order.js'

export {
  BASKET_MODES,
  type BasketEntry,
  type BasketMode,
  type BasketState,
} from './basket-state.js'

/** The highest number of orders in a basket. */
export const MAX_ENTRIES = MAX_BASKET

/** Why the basket cannot be sent. */
export type BasketProblem = ComboProblem | 'empty'

/** The orders that a person prepared, to be sent with one review. It outlives the panel. */
export interface Basket {
  readonly state: StoreApi<BasketState>
  /** Adds a prepared order at the end; returns false when the basket is full. */
  add(draft: OrderDraft): boolean
  remove(id: number): void
  /** Moves an order up (-1) or down (1) by one place. */
  move(id: number, by: -1 | 1): void
  setMode(mode: BasketMode): void
  /** Removes the orders that were accepted. */
  removeSent(): void
  /**
   * Sends the orders that have no outcome yet, or that were certainly not placed, if the gesture is
   * a new intention. Returns false when it is not.
   */
  submit(gesture: Gesture): boolean
  /** Puts back what was saved before a reload, and reads the outcomes that were lost with it. */
  restore(saved: unknown): void
  /**
   * Takes over the basket of another window. Not while one of them is being sent: the window that
   * sends it publishes the outcome.
   */
  follow(saved: unknown): void
}

export interface BasketDeps extends SubmitGuardDeps {
  readonly wait?: Wait
}

/** True for an order that may be sent: new, or certainly not placed before. */
export const isSendable = ({ outcome }: BasketEntry): boolean =>
  outcome === null || ['rejected', 'denied', 'failed'].includes(outcome.kind)

/** Returns the entries that the next press sends. */
export const sendable = (entries: readonly BasketEntry[]): readonly BasketEntry[] =>
  entries.filter(isSendable)

/** Returns the linked orders that the entries form in this mode; null where they are separate. */
export function comboOf(entries: readonly BasketEntry[], mode: BasketMode): ComboDraft | null {
  const [first] = entries
  if (mode === 'separate' || first === undefined) return null
  const roleOf = (index: number): ComboRole => (mode !== 'oco' && index === 0 ? 'master' : mode)
  return {
    accountId: first.draft.accountId,
    orders: entries.map(({ draft }, index) => ({ role: roleOf(index), draft })),
  }
}

/** Returns why the entries cannot be sent in this mode; empty when they can. */
export function basketProblems({ entries, mode }: BasketState): readonly BasketProblem[] {
  const waiting = sendable(entries)
  if (waiting.length === 0) return ['empty']
  const combo = comboOf(waiting, mode)
  if (combo === null) return []
  // One order alone has no kind, but its mode says what is missing.
  if (comboKind(combo.orders.map(({ role }) => role)) === null) return ['order-count']
  return [...new Set(comboProblems(combo).map(({ problem }) => problem))]
}

/** Creates an empty basket. */
export function createBasket(
  mainWindow: Pick<MainWindow, 'invoke' | 'priceQuestions'>,
  { wait = waitInPage, ...deps }: BasketDeps,
): Basket {
  const state = createStore<BasketState>(() => ({ entries: [], mode: 'separate' }))
  const guard = createSubmitGuard(deps)
  let added = 0
  const change = (entriesOf: (entries: readonly BasketEntry[]) => readonly BasketEntry[]): void =>
    state.setState(({ entries }) => ({ entries: entriesOf(entries) }))
  const { sendEach, sendLinked, recover } = createSender(mainWindow, wait, change)

  return {
    state,
    restore(saved) {
      const basket = readBasket(saved)
      if (basket === null) return
      const entries = [...basket.entries, ...state.getState().entries]
        .slice(0, MAX_ENTRIES)
        .map((entry, index) => ({ ...entry, id: added + index + 1 }))
      added += entries.length
      state.setState({ ...basket, entries })
      for (const entry of entries) void recover(entry)
    },
    follow(saved) {
      const basket = isBeingSent(saved) || isBeingSent(state.getState()) ? null : readBasket(saved)
      if (basket === null) return
      added = Math.max(added, ...basket.entries.map(({ id }) => id))
      state.setState(basket)
    },
    add(draft) {
      if (state.getState().entries.length >= MAX_ENTRIES) return false
      added += 1
      change((entries) => [...entries, { id: added, draft, outcome: null, ticket: null }])
      return true
    },
    remove: (id) =>
      change((entries) =>
        entries.filter((entry) => entry.id !== id || entry.outcome?.kind === 'sending'),
      ),
    move: (id, by) => change((entries) => moved(entries, id, by)),
    setMode: (mode) => state.setState({ mode }),
    removeSent: () =>
      change((entries) => entries.filter(({ outcome }) => outcome?.kind !== 'acknowledged')),
    submit(gesture) {
      const { entries, mode } = state.getState()
      if (basketProblems({ entries, mode }).length > 0) return false
      const ticket = guard.begin(gesture)
      if (ticket === null) return false
      const sent = sendable(entries)
      const combo = comboOf(sent, mode)
      change((all) =>
        all.map((entry) =>
          sent.includes(entry) ? { ...entry, outcome: { kind: 'sending' }, ticket: null } : entry,
        ),
      )
      const sending = combo === null ? sendEach(sent, ticket) : sendLinked(sent, combo, ticket)
      void sending.finally(() => guard.settle(ticket))
      return true
    },
  }
}

/** Returns the entries with one of them a place up or down. */
function moved(entries: readonly BasketEntry[], id: number, by: -1 | 1): readonly BasketEntry[] {
  const from = entries.findIndex((entry) => entry.id === id)
  const [entry, other] = [entries[from], entries[from + by]]
  if (entry === undefined || other === undefined) return entries
  return entries.with(from, other).with(from + by, entry)
}

/** Returns the one basket of a window; what is added in one window is in the others too. */
export const basketOf = oncePerWindow((mainWindow) => {
  const value = createBasket(mainWindow, {
    newTicket: randomTicket,
    now: () => performance.now(),
  })
  const dispose = persistEntries(mainWindow, windowsStorage(), {
    name: 'basket',
    store: value.state,
    saved: (state) => state,
    restore: (saved) => value.restore(saved),
    follow: (saved) => value.follow(saved),
  })
  return { value, dispose }
})

const zBasket = z.object({
  mode: z.enum(BASKET_MODES),
  entries: z.array(
    z.object({
      id: z.int(),
      draft: zSavedDraft,
      outcome: z.nullable(zSavedOutcome),
      ticket: z.nullable(z.string()),
    }),
  ),
})

/**
 * Returns a saved basket; null when there is none. An order whose reply was lost with the page may
 * exist; one that had not been sent yet is as before.
 */
function readBasket(saved: unknown): BasketState | null {
  const basket = zBasket.safeParse(saved)
  if (!basket.success) return null
  const { mode, entries } = basket.data as unknown as BasketState
  return { mode, entries: entries.map(afterReload) }
}

/** True while an order of a saved basket waits for its outcome. */
function isBeingSent(saved: unknown): boolean {
  const basket = zBasket.safeParse(saved)
  return basket.success && basket.data.entries.some(({ outcome }) => outcome?.kind === 'sending')
}

function afterReload(entry: BasketEntry): BasketEntry {
  if (entry.outcome?.kind !== 'sending') return entry
  return { ...entry, outcome: entry.ticket === null ? null : LOST }
}
