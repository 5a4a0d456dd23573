import { createStore, type StoreApi } from 'zustand/vanilla'
import { eq } from '../../../shared/domain/decimal.js'
import type { ClientOrderId } from '../../../shared/domain/ids.js'
import type { Order, OrderChange } from '../../../shared/domain/orders/order.js'
import { isFinal } from '../../../shared/domain/orders/order-state.js'
import type { LocalizedText } from '../../language/window-text.js'
import { oncePerWindow } from '../../stores/instances/window-store.js'
import type { MainWindow } from '../../stores/main-window.js'
import { requiresConfirmation } from '../../stores/order-confirmation.js'
import { cancelOrder, nameCancels, replaceOrder, type LocalizedLines } from './order-actions.js'
import { summarizeChange, type NewValues } from './order-change.js'

/** What the person must confirm before it is sent. */
export interface PendingConfirmation {
  readonly title: LocalizedText
  readonly order: Order
  readonly lines: LocalizedLines
  readonly variant: 'danger primary' | 'primary'
  readonly confirmLabel: LocalizedText
  readonly send: () => void
}

/** A change of one order that this window sent. */
export interface SentChange {
  readonly kind: 'replace' | 'cancel'
  /** Null for a cancel. */
  readonly change: OrderChange | null
  /** `sent`: no answer yet. `accepted`: the order does not show the new values yet. */
  readonly phase: 'sent' | 'accepted'
}

export interface OrderChangesState {
  readonly changes: Readonly<Partial<Record<ClientOrderId, SentChange>>>
  /** Why the last change of an order was not made; a new one of the same order removes it. */
  readonly refusals: Readonly<Partial<Record<ClientOrderId, LocalizedText>>>
}

/** A change as it was prepared: what is sent, and what it is by field. */
export interface PreparedChange {
  readonly change: OrderChange
  readonly next: NewValues
}

/** How long an accepted change may take until the order shows it, in ms. */
const SHOWN_MS = 5_000
/** Lists of orders are rendered a few times a second; until then a change is shown as accepted. */
const LISTED_MS = 500

type After = (delayMs: number, run: () => void) => () => void
type Done = (accepted: boolean) => void
type Confirm = (confirmation: PendingConfirmation) => void
type ChangesWindow = Pick<
  MainWindow,
  'invoke' | 'toasts' | 'orders' | 'orderConfirmation' | 'preferences' | 'priceQuestions'
>

/**
 * The one path of this window for replacing and canceling an order, whatever gesture asked for it:
 * one request for one order at a time, after the person's confirmation where the settings require
 * it.
 */
export class OrderChanges {
  readonly state: StoreApi<OrderChangesState> = createStore<OrderChangesState>(() => ({
    changes: {},
    refusals: {},
  }))
  readonly #window: ChangesWindow
  readonly #after: After

  constructor(window: ChangesWindow, after: After) {
    this.#window = window
    this.#after = after
  }

  /** True while a request of this window about the order has no answer. */
  isBusy(id: ClientOrderId): boolean {
    return isSent(this.state.getState(), id)
  }

  /**
   * Replaces an order, or passes the question to `confirm` first. `done` is called with true once
   * the broker accepted it, with false when it was not made.
   */
  replace(
    order: Order,
    { change, next }: PreparedChange,
    confirm: Confirm,
    done: Done = () => undefined,
  ): void {
    const lines: LocalizedLines = (text) => summarizeChange(order, next, text)
    this.#confirmed(confirm, {
      title: ({ orders }) => orders.confirmReplace,
      order,
      lines,
      variant: 'primary',
      confirmLabel: ({ orders }) => orders.replace,
      send: () =>
        void this.#send(
          order,
          { kind: 'replace', change, phase: 'sent' },
          (refused) => replaceOrder(this.#window, order, change, { lines, refused }),
          done,
        ),
    })
  }

  /** Cancels an order, or passes the question to `confirm` first; `done` as for `replace`. */
  cancel(order: Order, confirm: Confirm, done: Done = () => undefined): void {
    this.#confirmed(confirm, {
      title: ({ orders }) => orders.confirmCancel,
      order,
      lines: () => [],
      variant: 'danger primary',
      confirmLabel: ({ orders }) => orders.cancel,
      send: () =>
        void this.#send(
          order,
          { kind: 'cancel', change: null, phase: 'sent' },
          (refused) => cancelOrder(this.#window, order, false, refused),
          done,
        ),
    })
  }

  /** Cancels several orders at once; the caller asked where the settings require it. */
  async cancelEach(orders: readonly Order[]): Promise<void> {
    if (!(await nameCancels(this.#window, orders))) return
    for (const order of orders) {
      void this.#send(
        order,
        { kind: 'cancel', change: null, phase: 'sent' },
        (refused) => cancelOrder(this.#window, order, orders.length > 1, refused),
        () => undefined,
      )
    }
  }

  /** Forgets why the last change of an order was not made. */
  dismiss(id: ClientOrderId): void {
    if (this.state.getState().refusals[id] === undefined) return
    this.state.setState(({ refusals: { [id]: _shown, ...refusals } }) => ({ refusals }))
  }

  #confirmed(confirm: Confirm, confirmation: PendingConfirmation): void {
    if (requiresConfirmation(this.#window)) confirm(confirmation)
    else confirmation.send()
  }

  async #send(
    { clientOrderId: id }: Order,
    sent: SentChange,
    run: (refused: (reason: LocalizedText) => void) => Promise<boolean>,
    done: Done,
  ): Promise<void> {
    // One request per order at a time, however often the gesture is repeated.
    if (this.isBusy(id)) return
    this.dismiss(id)
    this.#put(id, sent)
    const accepted = await run((reason) =>
      this.state.setState(({ refusals }) => ({ refusals: { ...refusals, [id]: reason } })),
    )
    if (accepted && sent.change !== null) this.#awaitShown(id, sent)
    else this.#remove(id, sent)
    done(accepted)
  }

  /** Keeps an accepted change until the order shows its prices, which the next report does. */
  #awaitShown(id: ClientOrderId, sent: SentChange): void {
    const { orders } = this.#window
    const accepted: SentChange = { ...sent, phase: 'accepted' }
    this.#put(id, accepted)
    const finish = (): void => {
      stop()
      this.#remove(id, accepted)
    }
    const check = (): void => {
      const order = orders.get(id)
      if (order === undefined || isFinal(order.status)) return finish()
      if (!shows(order, sent.change)) return
      stop()
      this.#after(LISTED_MS, finish)
    }
    const stop = orders.onRow(id, check)
    this.#after(SHOWN_MS, finish)
    check()
  }

  #put(id: ClientOrderId, sent: SentChange): void {
    this.state.setState(({ changes }) => ({ changes: { ...changes, [id]: sent } }))
  }

  #remove(id: ClientOrderId, sent: SentChange): void {
    this.state.setState(({ changes }) => {
      const { [id]: known, ...others } = changes
      return known === sent ? { changes: others } : {}
    })
  }
}

/** True while a request about the order has no answer. */
export const isSent = ({ changes }: OrderChangesState, id: ClientOrderId): boolean =>
  changes[id]?.phase === 'sent'

/** True once an order has the prices of a change. */
const shows = (order: Order, change: OrderChange | null): boolean =>
  (['limitPrice', 'stopPrice', 'quantity'] as const).every((field) => {
    const [wanted, known] = [change?.[field], order[field]]
    return wanted === undefined || (known !== null && eq(wanted, known))
  })

const inPage = (delayMs: number, run: () => void): (() => void) => {
  const timer = setTimeout(run, delayMs)
  return () => clearTimeout(timer)
}

/** Returns the one path of a window, whichever of its panels asks for it. */
export const orderChangesOf: (mainWindow: MainWindow) => OrderChanges = oncePerWindow(
  (mainWindow) => ({ value: new OrderChanges(mainWindow, inPage) }),
)
