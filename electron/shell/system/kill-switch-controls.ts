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
  /** Shows the main window, because the person requested it. */
  readonly showMainWindow: () => void
  /** Called when the system refuses the shortcut of the kill switch. */
  readonly onKeysTaken: (keys: KillShortcut) => void
  readonly log: LogPort
}

/**
 * The kill switch outside the window: tray icon and global shortcut. They exist only while an
 * assistant is paired.
 */
export interface KillSwitchControls {
  /** Returns the tray's contents for tests, which cannot see it; null without a tray. */
  tray(): { readonly tooltip: string; readonly items: readonly TrayItem[] } | null
  choose(item: TrayItem['id']): void
  readonly keys: KillShortcut
  stop(): void
}

/** The icon size of the system's tray in pixels; larger images are cut or scaled badly. */
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
   * Halts on the first press without a question, because stopping is safe. A notification reports
   * what is left; the main window lists it.
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
      // A desktop without a tray: the main window has all of it too.
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
    // On Linux a menu is a fixed copy, so it is set again on every change.
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
