import { createStore } from 'zustand/vanilla'
import type { Disposer } from '../../../shared/domain/brand.js'
import type { Symbol } from '../../../shared/domain/ids.js'
import type { EventOutcome } from '../../../shared/domain/instruments/event-contract.js'
import type { ChannelHealth } from '../../../shared/domain/session/health.js'
import type { PanelId } from '../panel-id.js'
import { symbolOf, groupOf, type SelectionStore } from '../selection.js'
import type {
  AppStateStore,
  AssistantsStore,
  HealthStore,
  SessionStore,
} from '../snapshot-stores.js'
import { onPageHidden } from './page-hidden.js'
import { oncePerWindow } from '../instances/window-store.js'
import type { MainWindow } from '../main-window.js'

/** Armed clicks that nobody uses for so long are disarmed. */
export const ARMED_CLICKS_MS = 10 * 60_000

/** Why the clicks of a panel were disarmed without the person's own hand. */
export type DisarmReason =
  | 'account'
  | 'closed'
  | 'connection'
  | 'halted'
  | 'hidden'
  | 'idle'
  | 'locked'
  | 'profile'
  | 'symbol'

/** What the clicks of a panel were armed for. */
interface ArmedClicks {
  readonly symbol: Symbol
  /** What is traded of an event market. */
  readonly outcome: EventOutcome
  /** Monotonic, in ms. */
  readonly since: number
}

export interface ArmedPanelsState {
  readonly armed: Readonly<Partial<Record<PanelId, ArmedClicks>>>
  /** Why a panel was disarmed last; absent while it is armed, and after the person disarmed it. */
  readonly reasons: Readonly<Partial<Record<PanelId, DisarmReason>>>
}

interface FollowedStores {
  readonly appState: AppStateStore
  readonly session: SessionStore
  readonly assistants: AssistantsStore
  readonly health: HealthStore
  readonly selection: SelectionStore
}

interface Timing {
  /** Monotonic, in ms. */
  readonly now: () => number
  readonly after: (delayMs: number, run: () => void) => Disposer
}

/**
 * In which panels a click sends an order: in none at the start, and never saved. A panel is armed
 * for one symbol of one account in one profile, and only while orders can be sent.
 */
export class ArmedPanels {
  readonly state = createStore<ArmedPanelsState>(() => ({ armed: {}, reasons: {} }))
  readonly #stores: FollowedStores
  readonly #timing: Timing
  readonly #timers = new Map<PanelId, Disposer>()

  constructor(stores: FollowedStores, timing: Timing) {
    this.#stores = stores
    this.#timing = timing
  }

  /** Arms a panel for the symbol that it shows; false while no order can be sent. */
  arm(panel: PanelId): boolean {
    const symbol = this.#symbolOf(panel)
    if (symbol === null || this.#blocked() !== null) return false
    const { outcome } = this.#stores.selection.getState()
    const entry = { symbol, outcome, since: this.#timing.now() }
    this.state.setState(({ armed, reasons: { [panel]: _old, ...reasons } }) => ({
      armed: { ...armed, [panel]: entry },
      reasons,
    }))
    this.used(panel)
    return true
  }

  /** Disarms a panel: by the person's hand, or for a reason that the panel shows. */
  disarm(panel: PanelId, reason: DisarmReason | null = null): void {
    this.#timers.get(panel)?.()
    this.#timers.delete(panel)
    if (this.state.getState().armed[panel] === undefined) return
    this.state.setState(({ armed: { [panel]: _old, ...armed }, reasons }) => {
      const { [panel]: _before, ...others } = reasons
      return { armed, reasons: reason === null ? others : { ...others, [panel]: reason } }
    })
  }

  /** Disarms every panel, for a reason that each of them shows. */
  disarmAll(reason: DisarmReason): void {
    for (const panel of Object.keys(this.state.getState().armed)) this.disarm(panel, reason)
  }

  /** Returns how long a panel has been armed, in ms; null while it is not. */
  armedFor(panel: PanelId): number | null {
    const armed = this.state.getState().armed[panel]
    return armed === undefined ? null : this.#timing.now() - armed.since
  }

  /** Notes that the person used an armed panel. */
  used(panel: PanelId): void {
    this.#timers.get(panel)?.()
    this.#timers.set(
      panel,
      this.#timing.after(ARMED_CLICKS_MS, () => this.disarm(panel, 'idle')),
    )
  }

  /** Disarms as soon as what a panel was armed for is not so any more. */
  follow(): Disposer {
    const { appState, session, assistants, health, selection } = this.#stores
    const all = (reason: DisarmReason): void => this.disarmAll(reason)
    const check = (): void => {
      const reason = this.#blocked()
      if (reason !== null) all(reason)
    }
    const stops = [
      appState.subscribe(({ value }, before) => {
        if (value?.current?.id !== before.value?.current?.id) all('profile')
        check()
      }),
      session.subscribe(({ value }, before) => {
        if (value?.selectedAccount !== before.value?.selectedAccount) all('account')
        check()
      }),
      assistants.subscribe(({ value }, before) => {
        if (value?.halt != null && before.value?.halt == null) all('halted')
      }),
      health.subscribe(check),
      selection.subscribe(({ outcome }) => {
        const { armed } = this.state.getState()
        for (const [panel, entry] of Object.entries(armed)) {
          const isSame = entry?.symbol === this.#symbolOf(panel) && entry?.outcome === outcome
          if (!isSame) this.disarm(panel, 'symbol')
        }
      }),
    ]
    return () => {
      for (const stop of stops) stop()
      for (const cancel of this.#timers.values()) cancel()
    }
  }

  #symbolOf(panel: PanelId): Symbol | null {
    const state = this.#stores.selection.getState()
    return symbolOf(state, groupOf(state, panel))
  }

  /** Returns why no panel may be armed now; null while one may be. */
  #blocked(): DisarmReason | null {
    const app = this.#stores.appState.getState().value
    const session = this.#stores.session.getState().value
    if (app?.lock.locked === true) return 'locked'
    if (session?.trading === 'halted') return 'halted'
    if (app?.current?.environment === 'production' && !app.armed) return 'locked'
    if (session?.phase !== 'ready') return 'connection'
    const channels = this.#stores.health.getState().value?.channels ?? []
    return channels.some(isLost) ? 'connection' : null
  }
}

/** True while reports of orders or prices do not arrive, or no request can be sent. */
const isLost = ({ channel, state }: ChannelHealth): boolean =>
  state === 'down' || (channel !== 'api' && (state === 'stale' || state === 'connecting'))

const inPage = (delayMs: number, run: () => void): Disposer => {
  const timer = setTimeout(run, delayMs)
  return () => clearTimeout(timer)
}

/** Returns the one list of armed panels of a window. */
export const armedPanelsOf: (mainWindow: MainWindow) => ArmedPanels = oncePerWindow(
  (mainWindow) => {
    const value = new ArmedPanels(mainWindow, { now: () => performance.now(), after: inPage })
    const stops = [value.follow(), onPageHidden(() => value.disarmAll('hidden'))]
    return {
      value,
      dispose: () => {
        for (const stop of stops) stop()
      },
    }
  },
)
