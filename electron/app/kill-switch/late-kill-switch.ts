import { foreign } from '../../../shared/messages/make-message.js'
import type { ProfileSwitcher } from '../../core/profiles/profile-switcher.js'
import type { Assistants } from '../assistants/assistants.js'
import type { Desktop, KillSwitchControls } from '../desktop.js'
import type { SessionHolder } from '../session/session-holder.js'
import type { Stores } from '../start/open-stores.js'
import { tradingControl } from '../tray/trading-control.js'

interface LateKillSwitchDeps {
  readonly desktop: Pick<Desktop, 'loadKillSwitchControls'>
  readonly stores: Pick<Stores, 'preferences' | 'log'>
  readonly holder: SessionHolder
  readonly assistants: Pick<Assistants, 'services'>
  readonly profileSwitcher: Pick<ProfileSwitcher, 'current'>
  /** Shows the main window, because the person requested it. */
  readonly showMainWindow: () => void
}

/** The tray and the shortcut of the kill switch, which are loaded once the last profile is open. */
export class LateKillSwitch {
  readonly #deps: LateKillSwitchDeps
  #controls: KillSwitchControls | null = null
  #stopped = false

  constructor(deps: LateKillSwitchDeps) {
    this.#deps = deps
  }

  /** Returns the tray and the shortcut; null until they were started. */
  get(): KillSwitchControls | null {
    return this.#controls
  }

  async start(): Promise<void> {
    const { assistants, desktop, holder, profileSwitcher, showMainWindow, stores } = this.#deps
    const startControls = await desktop.loadKillSwitchControls()
    if (this.#stopped) return
    this.#controls = startControls({
      assistants: assistants.services,
      preferences: stores.preferences,
      log: stores.log,
      profile: () => profileSwitcher.current(),
      trading: tradingControl(holder),
      showMainWindow,
      onKeysTaken: (keys) =>
        void holder
          .get()
          .then((session) => session.connection.addNotice('kill-keys-taken', foreign(keys))),
    })
  }

  stop(): void {
    this.#stopped = true
    this.#controls?.stop()
  }
}
