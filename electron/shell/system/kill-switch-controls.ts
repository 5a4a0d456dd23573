import { app, globalShortcut, Menu, Tray } from 'electron'
import type { LogPort } from '../../core/ports.js'
import type { Environment } from '../../../shared/domain/environment.js'
import type { KillShortcut } from '../../../shared/domain/app/kill-shortcut.js'
import type { Profile } from '../../../shared/domain/app/profile.js'
import type { Assistants } from '../assistants/connect-assistants.js'
import { environmentIcon } from './environment-icon.js'
import { createKillKeys } from '../../app/kill-switch/kill-keys.js'
import type { PreferencesStore } from './preferences.js'
import { showNotification } from './system-notification.js'
import {
  formatRemainder,
  trayItems,
  trayTooltip,
  type TrayItem,
  type TrayState,
} from '../../app/kill-switch/tray-menu.js'

export interface KillSwitchControlsOptions {
  readonly assistants: Assistants
  readonly preferences: PreferencesStore
  readonly profile: () => Profile | null
  /** Brings the desk's window up because the person asked for it. */
  readonly showMainWindow: () => void
  /** The system did not give us the keys of the kill switch. */
  readonly onKeysTaken: (keys: KillShortcut) => void
  readonly log: LogPort
}

/**
 * The kill switch outside the window: in the tray and on the keyboard. They stand while an
 * assistant is paired, and take nothing from the system before.
 */
export interface KillSwitchControls {
  /** For a test, which cannot look at a tray; null while there is none. */
  tray(): { readonly tooltip: string; readonly items: readonly TrayItem[] } | null
  choose(item: TrayItem['id']): void
  readonly keys: KillShortcut
  stop(): void
}

/** Pixels that the systems' trays show; a larger picture is cut or scaled badly there. */
const ICON_SIZE = process.platform === 'linux' ? 22 : 16

export function startKillSwitchControls({
  assistants,
  preferences,
  profile,
  showMainWindow,
  onKeysTaken,
  log,
}: KillSwitchControlsOptions): KillSwitchControls {
  const { view } = assistants.services
  let tray: Tray | null = null
  let shown = ''
  let icon: Environment | null = null

  const notify = (title: string, body: string): void =>
    void showNotification({ title, body }, showMainWindow)

  /**
   * One press acts at once: stopping is the safe side. What is left is told where the person is,
   * and stands in the window.
   */
  const kill = (why: string): void => {
    assistants.services.kill(why, 'assistants').then(
      (halt) => notify('Assistants are halted', `${formatRemainder(halt)}.`),
      () =>
        notify('Assistants could not be halted', 'Open Countersign and use the kill switch there.'),
    )
  }
  const act: Readonly<Record<TrayItem['id'], () => void>> = {
    open: showMainWindow,
    waiting: () => assistants.services.showConfirm(),
    stop: () => kill('Halted from the tray.'),
    halted: showMainWindow,
    quit: () => app.quit(),
  }

  const state = (): TrayState => {
    const { unread, halt } = view.get()
    const open = profile()
    return {
      environment: open?.environment ?? null,
      profile: open?.name ?? null,
      waiting: unread,
      halt,
    }
  }

  const open = (): Tray | null => {
    try {
      return new Tray(environmentIcon(profile()?.environment ?? 'practice', ICON_SIZE))
    } catch {
      // A desktop without a tray: everything here is in the window too.
      log.event('warn', 'tray.missing')
      return null
    }
  }

  const drawTray = (): void => {
    const now = state()
    const next = JSON.stringify([trayTooltip(now), trayItems(now)])
    if (tray !== null && next === shown) return
    shown = next
    tray ??= open()
    if (tray === null) return
    if (now.environment !== null && now.environment !== icon) {
      icon = now.environment
      tray.setImage(environmentIcon(icon, ICON_SIZE))
    }
    tray.setToolTip(trayTooltip(now))
    // Linux shows a menu as it was when it was set.
    tray.setContextMenu(
      Menu.buildFromTemplate(
        trayItems(now).map(({ id, label, enabled }) => ({ id, label, enabled, click: act[id] })),
      ),
    )
  }

  const keys = createKillKeys({
    registry: globalShortcut,
    press: () => kill('Halted with the keyboard, from outside the window.'),
    onTaken: onKeysTaken,
    log,
  })

  const draw = (): void => {
    const paired = view.get().connections.some((connection) => connection.state !== 'revoked')
    keys.assign(paired ? preferences.get().killShortcut : 'off')
    if (paired) drawTray()
    else {
      tray?.destroy()
      tray = null
      shown = ''
    }
  }
  draw()
  const stops = [view.subscribe(draw), preferences.subscribe(draw)]

  return {
    tray: () =>
      tray === null ? null : { tooltip: trayTooltip(state()), items: trayItems(state()) },
    choose: (item) => act[item](),
    get keys() {
      return keys.held
    },
    stop() {
      for (const stop of stops) stop()
      keys.assign('off')
      tray?.destroy()
      tray = null
    },
  }
}
