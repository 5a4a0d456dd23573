import { createStore } from 'zustand/vanilla'
import type { Disposer } from '../../../shared/domain/brand.js'
import type { Symbol } from '../../../shared/domain/ids.js'
import type { OrderType } from '../../../shared/domain/orders/order-types.js'
import type { Side } from '../../../shared/domain/side.js'
import type { AppStateStore, AssistantsStore, SessionStore } from '../snapshot-stores.js'

/** Armed trading shortcuts that nobody uses for so long are disarmed. */
export const ARMED_MS = 10 * 60_000
/** Two presses within this time are one: a person's double press, or a bouncing key. */
const SAME_PRESS_MS = 700
/** A prepared order that the ticket could not use by then is dropped: the market has moved. */
const REQUEST_MS = 2_000

/** An order that the ticket should send, or show for confirmation, as soon as it has it. */
export interface KeyOrder {
  readonly symbol: Symbol
  readonly side: Side
  readonly type: OrderType
  readonly until: number
}

export interface TradingKeysState {
  readonly armed: boolean
  readonly order: KeyOrder | null
}

type After = (delayMs: number, run: () => void) => Disposer

/**
 * Whether shortcuts of trading commands work: never at the start, never stored, and only for a
 * while without use.
 */
export class TradingKeys {
  readonly state = createStore<TradingKeysState>(() => ({ armed: false, order: null }))
  readonly #now: () => number
  readonly #after: After
  #cancel: Disposer = () => undefined
  #lastPress = Number.NEGATIVE_INFINITY

  /** @param now a monotonic clock or the time of day, in ms */
  constructor(now: () => number, after: After) {
    this.#now = now
    this.#after = after
  }

  arm(): void {
    this.state.setState({ armed: true })
    this.#restart()
  }

  disarm(): void {
    this.#cancel()
    this.state.setState({ armed: false, order: null })
  }

  /** Accepts a press of a trading shortcut; false for one that repeats the one before. */
  accept(): boolean {
    const now = this.#now()
    const repeats = now - this.#lastPress < SAME_PRESS_MS
    this.#lastPress = now
    if (!this.state.getState().armed || repeats) return false
    this.#restart()
    return true
  }

  /** Requests that the ticket sends this order by the person's way of confirming. */
  request(order: Omit<KeyOrder, 'until'>): void {
    this.state.setState({ order: { ...order, until: this.#now() + REQUEST_MS } })
  }

  /** Returns the requested order once; null when there is none or it is too old. */
  take(order: KeyOrder): KeyOrder | null {
    if (this.state.getState().order !== order) return null
    this.state.setState({ order: null })
    return this.#now() <= order.until ? order : null
  }

  /** Disarms at a lock, another profile, a halt of trading and a halt of assistants. */
  follow({ appState, session, assistants }: FollowedStores): Disposer {
    const stops = [
      appState.subscribe(({ value }, before) => {
        const isOther = value?.current?.id !== before.value?.current?.id
        if (value?.lock.locked === true || isOther) this.disarm()
      }),
      session.subscribe(({ value }) => {
        if (value?.trading === 'halted') this.disarm()
      }),
      assistants.subscribe(({ value }, before) => {
        if (value?.halt != null && before.value?.halt == null) this.disarm()
      }),
    ]
    return () => {
      for (const stop of stops) stop()
      this.#cancel()
    }
  }

  #restart(): void {
    this.#cancel()
    this.#cancel = this.#after(ARMED_MS, () => this.disarm())
  }
}

interface FollowedStores {
  readonly appState: AppStateStore
  readonly session: SessionStore
  readonly assistants: AssistantsStore
}
