import type { TradingSession } from '../../core/session/trading-session.js'
import type { Disposer } from '../../../shared/domain/brand.js'
import type { Notice } from '../../../shared/domain/session/session-view.js'
import { inEnglish } from '../../../shared/messages/format-message.js'

type StartNotice = Pick<Notice, 'code' | 'detail'>
type ShowingSession = Pick<TradingSession, 'addNotice' | 'sessionView' | 'streams'>

/**
 * What the program found at its start, shown by every session until the person dismisses it: a
 * session may end before anybody looked, when the exchange restarts or another profile is opened.
 */
export class StartNotices {
  #open: readonly StartNotice[] = []
  #session: ShowingSession | null = null
  #stopWatching: Disposer = () => undefined

  /** Adds a notice to this session and to the ones after it. */
  add(notice: StartNotice): void {
    this.#open = [...this.#open, notice]
    this.#session?.addNotice(notice.code, notice.detail)
  }

  /** Shows the open notices in a new session, which replaces the one before. */
  show(session: ShowingSession): void {
    this.#stopWatching()
    this.#session = session
    for (const { code, detail } of this.#open) session.addNotice(code, detail)
    this.#stopWatching = session.streams.session.subscribe(() => this.#forgetDismissed(session))
  }

  dispose(): void {
    this.#stopWatching()
    this.#session = null
  }

  #forgetDismissed(session: ShowingSession): void {
    const { notices } = session.sessionView()
    this.#open = this.#open.filter(({ code, detail }) =>
      notices.some((shown) => shown.code === code && inEnglish(shown.detail) === inEnglish(detail)),
    )
  }
}
