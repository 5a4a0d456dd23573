import { app, BrowserWindow, shell } from 'electron'
import { systemTimers } from '../../adapters/timers.js'
import type { ConfirmPort } from '../../core/instructions/queue/instruction-service-port.js'
import type { ConfirmWindow as ConfirmWindowPort, ConfirmWindowDeps } from '../../app/desktop.js'
import type { SenderRegistry } from '../../app/ipc/sender-registry.js'
import {
  createInstructionNotification,
  isUndecided,
  pendingCount,
  type InstructionNotification,
} from '../../app/windows/instruction-notification.js'
import { PaintGate, type ShowMode } from '../../app/windows/paint-gate.js'
import {
  reaches,
  type NotificationLevel,
} from '../../../shared/domain/notifications/notification-kinds.js'
import type { Disposer } from '../../../shared/domain/brand.js'
import { ENVIRONMENT_LABELS, type Environment } from '../../../shared/domain/environment.js'
import { NO_CARD_TITLE, type ConfirmView } from '../../../shared/domain/instructions/card.js'
import { APP_ORIGIN } from '../../../shared/ipc/channels.js'
import { setEnvironmentIcon } from '../system/environment-icon.js'
import { markedTitle } from '../system/marked-title.js'
import { formatterOf } from '../../app/settings/system-language.js'
import { showNotification } from '../system/system-notification.js'
import { observePresses, systemCursor } from './observed-presses.js'
import type { Point } from '../../app/windows/press-place.js'
import { HIDDEN, isOnScreen, shownState } from './confirm-window-state.js'
import { createAppWindow } from './window-factory.js'
import { ensureFullyVisible, type WindowPlacement } from './window-placement.js'
import { inEnglish } from '../../../shared/messages/format-message.js'

export interface ConfirmWindowOptions extends ConfirmWindowDeps {
  readonly preload: string
  readonly senders: SenderRegistry
  /** The position of the cursor, in DIP; by default the system's. */
  readonly cursor?: () => Point | null
  /** The stored position; read when the first card arrives. */
  readonly placement?: () => WindowPlacement
}

const SIZE = { width: 600, height: 820, minWidth: 420, minHeight: 480 }
/** Events of a window that could change the content under a press. */
const STATE_EVENTS = [
  'show',
  'hide',
  'minimize',
  'restore',
  'focus',
  'blur',
  'move',
  'resize',
] as const

const needsDecision = ({ card }: ConfirmView): boolean => card !== null && isUndecided(card)

/** Returns the document title of the page when it shows the current card. */
const expectedTitle = ({ card, batch }: ConfirmView): string => {
  const shown = batch[0] ?? card
  return shown === null ? '' : inEnglish(shown.line)
}

const formatTitle = (environment: Environment | null): string =>
  environment === null
    ? NO_CARD_TITLE
    : `${NO_CARD_TITLE} · ${ENVIRONMENT_LABELS[environment]} · Countersign`

const isCountersignFocused = (): boolean => BrowserWindow.getFocusedWindow() !== null

/**
 * The confirm window, made when an assistant is expected, or when the first card arrives. A card
 * never takes the focus: the window appears behind the active one and flashes, and a system
 * notification informs a person who works in another program (CONFIRM-17). It stays above
 * Countersign's other windows only while it has a card to decide and Countersign is the active
 * program (CONFIRM-18). Every event that could change the content under a press is reported to
 * main's arming: shown, hidden, covered, focus, position, size (CONFIRM-8).
 */
export class ConfirmWindow implements ConfirmWindowPort {
  readonly #options: ConfirmWindowOptions
  readonly #port: ConfirmPort
  readonly #paintGate: PaintGate
  readonly #notification: InstructionNotification
  readonly #stops: readonly Disposer[]
  #window: BrowserWindow | null = null
  #loadedPage = ''
  #ended = false
  /** The environment of the icon in the task bar. */
  #iconEnvironment: Environment | null = null
  /**
   * True after a crash or during a reload: the page shows nothing until it reports that it has
   * drawn.
   */
  #blank = true

  constructor(options: ConfirmWindowOptions) {
    this.#options = options
    this.#port = options.port
    this.#paintGate = new PaintGate({
      timers: systemTimers,
      expectedTitle: () => expectedTitle(this.#port.live.get()),
      isVisible: () => {
        const window = this.#existing()
        return window !== null && isOnScreen(window)
      },
      show: (mode) => this.#appear(mode),
      hide: () => this.#hide(),
    })
    this.#notification = createInstructionNotification({
      write: (content) => formatterOf(this.#options.appearance.get().language)(content),
      view: () => this.#port.live.get(),
      hidesFigures: () => this.#options.hidesFigures?.() === true,
      isWanted: () => this.#notifiesLike('system'),
      isFocused: isCountersignFocused,
      show: (content, onClick) => {
        if (this.#notifiesLike('sound')) shell.beep()
        return showNotification(content, onClick, true)
      },
      onClick: () => this.show(),
    })
    this.#stops = this.#listen()
  }

  #notifiesLike(level: NotificationLevel): boolean {
    return reaches(this.#options.appearance.get().notifyInstructions ?? 'system', level)
  }

  show(): void {
    this.#requestShow('focused')
  }

  prepare(): void {
    if (!this.#ended) this.#window ??= this.#open()
  }

  dispose(): void {
    this.#ended = true
    for (const stop of this.#stops) stop()
    this.#paintGate.dispose()
    this.#existing()?.destroy()
    this.#window = null
    app.setBadgeCount(0)
  }

  #listen(): readonly Disposer[] {
    const onFocusChange = (): void => this.#onFocusChange()
    const onQuit = (): void => {
      this.#ended = true
    }
    app.on('browser-window-focus', onFocusChange)
    app.on('browser-window-blur', onFocusChange)
    app.on('before-quit', onQuit)
    return [
      this.#port.live.subscribe(() => this.#onView()),
      this.#options.appearance.subscribe(() => this.#refreshAppearance()),
      this.#port.onAttention(() => {
        this.#notification.arrived()
        this.#requestShow('inactive')
      }),
      () => this.#notification.dismiss(),
      () => app.removeListener('browser-window-focus', onFocusChange),
      () => app.removeListener('browser-window-blur', onFocusChange),
      () => app.removeListener('before-quit', onQuit),
    ]
  }

  /** Returns the window while it exists; null before the first card and after its end. */
  #existing(): BrowserWindow | null {
    return this.#window === null || this.#window.isDestroyed() ? null : this.#window
  }

  #requestShow(mode: ShowMode): void {
    if (this.#ended) return
    this.#window ??= this.#open()
    this.#refreshAppearance()
    this.#paintGate.show(mode)
  }

  #open(): BrowserWindow {
    this.#loadedPage = this.#pageAddress()
    const placement = this.#options.placement?.() ?? null
    const window = createAppWindow({
      preload: this.#options.preload,
      senders: this.#options.senders,
      surface: 'confirm',
      title: NO_CARD_TITLE,
      bounds: placement?.bounds ?? null,
      page: this.#loadedPage,
      size: SIZE,
      hidden: true,
    })
    window.setFullScreenable(false)
    this.#listenToPage(window)
    observePresses(window, this.#options.cursor ?? systemCursor, this.#options.onPress)
    placement?.track(window)
    this.#listenToWindow(window)
    return window
  }

  #listenToPage(window: BrowserWindow): void {
    window.once('ready-to-show', () => this.#paintGate.ready())
    // The page reports the drawn card by its document title, which has no other effect.
    window.webContents.on('page-title-updated', (_event, title) => this.#onDrawn(title))
    const onPageGone = (): void => {
      this.#blank = true
      this.#paintGate.reset()
      this.#reportState()
    }
    window.webContents.on('did-start-loading', onPageGone)
    window.webContents.on('render-process-gone', onPageGone)
  }

  #onDrawn(title: string): void {
    this.#paintGate.drawn(title === NO_CARD_TITLE ? '' : title)
    if (!this.#blank || title === NO_CARD_TITLE) return
    this.#blank = false
    this.#reportState()
  }

  #listenToWindow(window: BrowserWindow): void {
    for (const event of STATE_EVENTS) window.on(event as 'resize', () => this.#reportState())
    window.on('focus', () => {
      window.flashFrame(false)
      this.#refreshAppearance()
    })
    // Closing decides nothing: every card goes back to the inbox and stays there until it expires
    // (CONFIRM-13).
    window.on('close', (event) => {
      if (this.#ended) return
      event.preventDefault()
      this.#paintGate.hide('closed')
      this.#port.defer(null)
    })
    window.on('closed', () => {
      this.#window = null
      this.#iconEnvironment = null
      this.#port.setWindowState(HIDDEN)
    })
  }

  #appear(mode: ShowMode): void {
    const window = this.#existing()
    if (window === null) return
    // After a screen was removed, move the window so that the full card is visible before it can be
    // pressed.
    if (!window.isVisible() && !window.isMinimized()) ensureFullyVisible(window)
    if (mode === 'focused') {
      if (window.isMinimized()) window.restore()
      window.show()
      window.focus()
    } else {
      // The person minimized the window, so it only flashes.
      if (!window.isVisible() && !window.isMinimized()) window.showInactive()
      if (!window.isFocused()) window.flashFrame(true)
    }
    this.#updateAlwaysOnTop()
    this.#reportState()
  }

  #hide(): void {
    const window = this.#existing()
    // Hide only once: a hidden window emits `hide` again, which updates the view, which would hide
    // it again.
    if (window === null || !window.isVisible()) return
    window.flashFrame(false)
    window.hide()
  }

  #reportState(): void {
    const window = this.#existing()
    this.#port.setWindowState(window === null || this.#blank ? HIDDEN : shownState(window))
  }

  #updateAlwaysOnTop(): void {
    const window = this.#existing()
    if (window === null) return
    const above =
      window.isVisible() && needsDecision(this.#port.live.get()) && isCountersignFocused()
    if (window.isAlwaysOnTop() !== above) window.setAlwaysOnTop(above)
  }

  #pageAddress(): string {
    const { theme, marketColors, language } = this.#options.appearance.get()
    return `confirm.html?theme=${theme}&market=${marketColors}&language=${language}`
  }

  /**
   * Reloads the page when its appearance settings changed; the card is in main, so nothing is lost.
   */
  #refreshAppearance(): void {
    const window = this.#existing()
    if (window === null || this.#loadedPage === this.#pageAddress()) return
    this.#loadedPage = this.#pageAddress()
    void window.loadURL(`${APP_ORIGIN}/${this.#loadedPage}`)
  }

  #onView(): void {
    const view = this.#port.live.get()
    const pending = pendingCount(view)
    app.setBadgeCount(pending)
    if (pending === 0) this.#notification.dismiss()
    const window = this.#existing()
    if (window === null) return
    if (expectedTitle(view) === '') return this.#paintGate.hide('empty')
    this.#paintGate.cancelHide()
    this.#showEnvironment(window, view.card?.environment ?? null)
    this.#updateAlwaysOnTop()
  }

  #showEnvironment(window: BrowserWindow, environment: Environment | null): void {
    window.setTitle(markedTitle(formatTitle(environment), app))
    if (environment !== null && environment !== this.#iconEnvironment) {
      setEnvironmentIcon(window, environment)
    }
    this.#iconEnvironment = environment
  }

  #onFocusChange(): void {
    if (isCountersignFocused()) this.#notification.dismiss()
    this.#updateAlwaysOnTop()
    this.#reportState()
  }
}
