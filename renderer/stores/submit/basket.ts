import { createStore, type StoreApi } from 'zustand/vanilla'
import {
  comboKind,
  comboProblems,
  type ComboProblem,
} from '../../../shared/domain/orders/combo-rules.js'
import type { ComboRole } from '../../../shared/domain/orders/order-terms.js'
import type { ComboDraft, OrderDraft } from '../../../shared/domain/orders/order.js'
import type { MainWindow } from '../main-window.js'
import {
  createSubmitGuard,
  randomTicket,
  type Gesture,
  type SubmitGuardDeps,
} from './submit-guard.js'
import { outcomeOf, outcomesOf, type Outcome } from './submit-order.js'

/**
 * How the orders of the basket are sent: each by itself, or in one request as linked orders, where
 * the first may trigger the others and one fill may cancel the others.
 */
export const BASKET_MODES = ['separate', 'oco', 'oto', 'otoco'] as const
export type BasketMode = (typeof BASKET_MODES)[number]

/** A prepared order. `outcome` is null until it is sent. */
export interface BasketEntry {
  readonly id: number
  readonly draft: OrderDraft
  readonly outcome: Outcome | null
}

export interface BasketState {
  readonly entries: readonly BasketEntry[]
  readonly mode: BasketMode
}

/** The highest number of orders in a basket: more cannot be reviewed at a glance. */
export const MAX_ENTRIES = 20

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
  mainWindow: Pick<MainWindow, 'invoke'>,
  deps: SubmitGuardDeps,
): Basket {
  const state = createStore<BasketState>(() => ({ entries: [], mode: 'separate' }))
  const guard = createSubmitGuard(deps)
  let added = 0
  const change = (entriesOf: (entries: readonly BasketEntry[]) => readonly BasketEntry[]): void =>
    state.setState(({ entries }) => ({ entries: entriesOf(entries) }))
  const setOutcome = (id: number, outcome: Outcome): void =>
    change((entries) => entries.map((entry) => (entry.id === id ? { ...entry, outcome } : entry)))

  const sendEach = async (entries: readonly BasketEntry[], ticket: string): Promise<void> => {
    for (const [index, { id, draft }] of entries.entries()) {
      const input = { ticket: `${ticket}-${index + 1}`, draft }
      setOutcome(id, outcomeOf(await mainWindow.invoke('orders.submit', input)))
    }
  }
  const sendLinked = async (
    entries: readonly BasketEntry[],
    combo: ComboDraft,
    ticket: string,
  ): Promise<void> => {
    const reply = await mainWindow.invoke('orders.submit-combo', { ticket, combo })
    const outcomes = outcomesOf(reply, entries.length)
    for (const [index, { id }] of entries.entries()) {
      setOutcome(id, outcomes[index] ?? { kind: 'unknown', order: null })
    }
  }

  return {
    state,
    add(draft) {
      if (state.getState().entries.length >= MAX_ENTRIES) return false
      added += 1
      change((entries) => [...entries, { id: added, draft, outcome: null }])
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
      for (const { id } of sent) setOutcome(id, { kind: 'sending' })
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

const baskets = new WeakMap<MainWindow, Basket>()

/** Returns the one basket of a window. */
export function basketOf(mainWindow: MainWindow): Basket {
  const known = baskets.get(mainWindow)
  if (known !== undefined) return known
  const made = createBasket(mainWindow, {
    newTicket: randomTicket,
    now: () => performance.now(),
  })
  baskets.set(mainWindow, made)
  return made
}
