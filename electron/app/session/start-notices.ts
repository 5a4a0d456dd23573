import { REGISTER_FILE, type FileRegister } from '../../core/instructions/damage/file-register.js'
import type { TradingSession } from '../../core/session/trading-session.js'
import type { Disposer } from '../../../shared/domain/brand.js'
import type { Notice } from '../../../shared/domain/session/session-view.js'
import { inEnglish } from '../../../shared/messages/format-message.js'
import { foreign, message } from '../../../shared/messages/make-message.js'

type StartNotice = Pick<Notice, 'code' | 'detail'>
type ShowingSession = Pick<TradingSession, 'addNotice' | 'sessionView' | 'streams'>

/** The files that the start reads, and of which a damaged one is reported to the person. */
interface StartFiles {
  readonly preferences: { readonly setAside: string | null }
  readonly profiles: { readonly setAside: string | null }
  readonly accessFiles: Pick<FileRegister, 'get' | 'subscribe'>
}

/**
 * What the program found at its start, shown by every session until the person dismisses it: a
 * session may end before anybody looked, when the exchange restarts or another profile is opened.
 */
export class StartNotices {
  #open: readonly StartNotice[] = []
  #session: ShowingSession | null = null
  #stopWatching: Disposer = () => undefined
  #isCollected = false
  /** The files whose damage was shown. */
  readonly #shownDamage = new Set<string>()

  /** Adds what was unreadable and renamed at the start, once. */
  collect({ preferences, profiles, accessFiles }: StartFiles): void {
    if (this.#isCollected) return
    this.#isCollected = true
    this.#collectAccessDamage(accessFiles)
    accessFiles.subscribe(() => this.#collectAccessDamage(accessFiles))
    for (const renamed of [preferences.setAside, profiles.setAside]) {
      if (renamed !== null) this.add({ code: 'preferences-set-aside', detail: foreign(renamed) })
    }
  }

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

  /**
   * Tells the person which file of assistants' access was lost: without the settings access is off,
   * without the register of files it is as it was.
   */
  #collectAccessDamage(accessFiles: StartFiles['accessFiles']): void {
    for (const { file } of accessFiles.get()) {
      if (this.#shownDamage.has(file)) continue
      this.#shownDamage.add(file)
      const isRegister = file === REGISTER_FILE
      const detail = message(isRegister ? 'storage.registerReset' : 'storage.endpointReset')
      this.add({ code: 'assistant-file-damaged', detail })
    }
  }

  #forgetDismissed(session: ShowingSession): void {
    const { notices } = session.sessionView()
    this.#open = this.#open.filter(({ code, detail }) =>
      notices.some((shown) => shown.code === code && inEnglish(shown.detail) === inEnglish(detail)),
    )
  }
}
