import type { Disposer } from '../../../shared/domain/brand.js'
import type { Profile } from '../../../shared/domain/app/profile.schema.js'
import type { TradingSession } from '../../core/session/trading-session.js'
import type { Desktop } from '../desktop.js'
import type { StoredDocuments } from '../settings/stored-documents.js'
import type { Stores } from '../start/open-stores.js'
import type { AlertDesktop } from './alert-notifier.js'
import type { RevealingState } from './revealed-order.js'
import { notifyTrades } from './trade-notifications.js'

interface SessionNotificationsDeps {
  readonly desktop: Desktop
  readonly stores: Pick<Stores, 'lock' | 'preferences'>
  /** Shows the main window, because the person requested it. */
  readonly showMainWindow: () => void
  readonly showOrder: RevealingState['showOrder']
}

/** The notifications of the open session, which name nothing while others may see the screen. */
export class SessionNotifications {
  readonly #deps: SessionNotificationsDeps
  #stopTrades: Disposer = () => undefined

  constructor(deps: SessionNotificationsDeps) {
    this.#deps = deps
  }

  /** True while others may see the screen, so that notifications name nothing of an order. */
  hidesFigures(): boolean {
    return this.#isLocked() || this.#deps.stores.preferences.get().privacyMode
  }

  /** Returns where alerts are shown and sounded. */
  alertDesktop(): AlertDesktop {
    const { desktop } = this.#deps
    return {
      language: desktop.language,
      signalAlert: (signal) => desktop.signalAlert({ ...signal, isLocked: this.#isLocked() }),
      hidesFigures: () => this.hidesFigures(),
    }
  }

  /** Notifies of what happens to the orders of this session from now on, and of no other's. */
  notifyTrades(session: TradingSession, profile: Profile, files: StoredDocuments): void {
    const { desktop, showMainWindow, showOrder, stores } = this.#deps
    this.#stopTrades()
    this.#stopTrades = notifyTrades(session, files, {
      preferences: () => stores.preferences.get(),
      hidesFigures: () => this.hidesFigures(),
      write: (text) => desktop.language.write(text),
      show: (content, sound, onClick) =>
        desktop.signalAlert({ content, sound, onClick, isLocked: this.#isLocked() }),
      showOrder: (order) => {
        showMainWindow()
        if (order !== null) showOrder(profile.id, order)
      },
    })
  }

  dispose(): void {
    this.#stopTrades()
  }

  #isLocked(): boolean {
    return this.#deps.stores.lock.locked()
  }
}
