import { app, globalShortcut, Menu, Tray } from 'electron'
import type { KillSwitchControls, KillSwitchControlsDeps } from '../../app/desktop.js'
import { createKillKeys, type KillKeys } from '../../app/kill-switch/kill-keys.js'
import {
  ordersLeft,
  trayItems,
  trayTooltip,
  type TrayItem,
  type TrayState,
} from '../../app/kill-switch/tray-menu.js'
import type { Disposer } from '../../../shared/domain/brand.js'
import type { KillShortcut } from '../../../shared/domain/app/preference-values.js'
import { formatterOf } from '../../app/settings/system-language.js'
import { badgedIcon, environmentIcon } from './environment-icon.js'
import { showNotification } from './system-notification.js'
import { message } from '../../../shared/messages/make-message.js'
import type { MessageFormatter } from '../../../shared/messages/format-message.js'
import type { Message } from '../../../shared/messages/message.js'

/** The icon size of the system's tray in pixels; larger images are cut or scaled badly. */
const ICON_SIZE = process.platform === 'linux' ? 22 : 16

/**
 * The tray icon, and the global shortcut of the kill switch. The shortcut exists only while an
 * assistant is paired, the tray also while the window closes to it.
 */
export class ElectronKillSwitchControls implements KillSwitchControls {
  readonly #deps: KillSwitchControlsDeps
  readonly #keys: KillKeys
  readonly #actions: Readonly<Record<TrayItem['id'], () => void>>
  readonly #stops: readonly Disposer[]
  #tray: Tray | null = null
  /** The contents that the tray shows, as text. */
  #shown = ''
  /** The environment and the badge of the icon, as text. */
  #icon = ''

  constructor(deps: KillSwitchControlsDeps) {
    this.#deps = deps
    const { assistants, preferences, trading, showMainWindow, onKeysTaken, log } = deps
    this.#keys = createKillKeys({
      registry: globalShortcut,
      press: () => this.#kill(message('system.haltedByKeyboard')),
      onTaken: onKeysTaken,
      log,
    })
    this.#actions = {
      open: showMainWindow,
      waiting: () => assistants.showConfirm(),
      stop: () => this.#kill(message('system.haltedFromTray')),
      halted: showMainWindow,
      'halt-trading': () => void trading.halt(message('system.haltedFromTray')),
      quit: () => app.quit(),
    }
    this.#update()
    const update = (): void => this.#update()
    this.#stops = [
      assistants.view.subscribe(update),
      preferences.subscribe(update),
      trading.subscribe(update),
    ]
  }

  hasTray(): boolean {
    return this.#tray !== null
  }

  tray(): { readonly tooltip: string; readonly items: readonly TrayItem[] } | null {
    if (this.#tray === null) return null
    const state = this.#state()
    return { tooltip: trayTooltip(state, this.#write()), items: trayItems(state, this.#write()) }
  }

  choose(item: TrayItem['id']): void {
    this.#actions[item]()
  }

  get keys(): KillShortcut {
    return this.#keys.held
  }

  stop(): void {
    for (const stop of this.#stops) stop()
    this.#keys.assign('off')
    this.#removeTray()
  }

  /**
   * Halts on the first press without a question, because stopping is safe. A notification reports
   * what is left; the main window lists it.
   */
  #kill(why: Message): void {
    this.#deps.assistants.kill(why, 'assistants').then(
      (halt) => this.#notify(message('system.assistantsHalted'), ordersLeft(halt)),
      () => this.#notify(message('system.notHalted'), message('system.haltInWindow')),
    )
  }

  #notify(title: Message, body: Message): void {
    const write = this.#write()
    const text = write(body)
    showNotification(
      { title: write(title), body: text.endsWith('.') ? text : `${text}.` },
      this.#deps.showMainWindow,
    )
  }

  /** Writes in the language of the windows. */
  #write(): MessageFormatter {
    return formatterOf(this.#deps.preferences.get().language)
  }

  #update(): void {
    const { preferences } = this.#deps
    const { killShortcut, closeWindow } = preferences.get()
    const paired = this.#isPaired()
    this.#keys.assign(paired ? killShortcut : 'off')
    if (paired || closeWindow === 'tray') this.#drawTray()
    else this.#removeTray()
  }

  #isPaired(): boolean {
    const { connections } = this.#deps.assistants.view.get()
    return connections.some(({ state }) => state !== 'revoked')
  }

  #state(): TrayState {
    const { unread, halt } = this.#deps.assistants.view.get()
    const profile = this.#deps.profile()
    return {
      environment: profile?.environment ?? null,
      profile: profile?.name ?? null,
      waiting: unread,
      halt,
      paired: this.#isPaired(),
      tradingHalted: this.#deps.trading.halted(),
    }
  }

  #drawTray(): void {
    const state = this.#state()
    const tooltip = trayTooltip(state, this.#write())
    const items = trayItems(state, this.#write())
    const next = JSON.stringify([tooltip, items])
    if (this.#tray !== null && next === this.#shown) return
    this.#shown = next
    this.#tray ??= this.#openTray()
    const tray = this.#tray
    if (tray === null) return
    this.#drawIcon(tray, state)
    tray.setToolTip(tooltip)
    // On Linux a menu is a fixed copy, so it is set again on every change.
    tray.setContextMenu(
      Menu.buildFromTemplate(
        items.map(({ id, label, enabled }) => ({ id, label, enabled, click: this.#actions[id] })),
      ),
    )
  }

  #drawIcon(tray: Tray, { environment, waiting }: TrayState): void {
    const icon = `${environment ?? ''} ${waiting > 0}`
    if (environment === null || icon === this.#icon) return
    this.#icon = icon
    tray.setImage((waiting > 0 ? badgedIcon : environmentIcon)(environment, ICON_SIZE))
  }

  #openTray(): Tray | null {
    try {
      const environment = this.#deps.profile()?.environment ?? 'practice'
      const tray = new Tray(environmentIcon(environment, ICON_SIZE))
      tray.on('click', this.#deps.showMainWindow)
      return tray
    } catch {
      // A desktop without a tray: the main window has all of it too.
      this.#deps.log.event('warn', 'tray.missing')
      return null
    }
  }

  #removeTray(): void {
    this.#tray?.destroy()
    this.#tray = null
    this.#shown = ''
    this.#icon = ''
  }
}
