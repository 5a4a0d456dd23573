import { damageMessage } from '../../core/files/damage-message.js'
import {
  REGISTER_FILE,
  type FileDamage,
  type FileRegister,
} from '../../core/files/file-register.js'
import type { TradingSession } from '../../core/session/trading-session.js'
import type { LastReset } from '../../../shared/domain/app/reset.js'
import type { Disposer } from '../../../shared/domain/brand.js'
import type { Notice } from '../../../shared/domain/session/session-view.js'
import { inEnglish } from '../../../shared/messages/format-message.js'
import { foreign, message } from '../../../shared/messages/make-message.js'

type StartNotice = Pick<Notice, 'code' | 'detail'>
type ShowingSession = Pick<TradingSession, 'streams'> & {
  readonly connection: Pick<TradingSession['connection'], 'addNotice' | 'view'>
}

/** The files that the start reads, and of which a damaged one is reported to the person. */
interface StartFiles {
  readonly preferences: { readonly setAside: string | null }
  readonly profiles: { readonly setAside: string | null }
  readonly accessFiles: Pick<FileRegister, 'get' | 'subscribe'>
  readonly files: { readonly register: Pick<FileRegister, 'get' | 'subscribe' | 'dismiss'> }
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
  #files: StartFiles['files']['register'] | null = null
  /** What was lost of the program's files, by the text that is shown. */
  readonly #shownLosses = new Map<FileDamage, string>()

  /** Adds what was unreadable and renamed at the start, once. */
  collect(
    { preferences, profiles, accessFiles, files }: StartFiles,
    lastReset: LastReset | null,
  ): void {
    if (this.#isCollected) return
    this.#isCollected = true
    if (lastReset !== null) {
      this.add({ code: 'reset-done', detail: message('start.resetDone', { ...lastReset }) })
    }
    this.#collectAccessDamage(accessFiles)
    accessFiles.subscribe(() => this.#collectAccessDamage(accessFiles))
    this.#files = files.register
    this.#collectFileDamage()
    files.register.subscribe(() => this.#collectFileDamage())
    for (const renamed of [preferences.setAside, profiles.setAside]) {
      if (renamed !== null) this.add({ code: 'preferences-set-aside', detail: foreign(renamed) })
    }
  }

  /** Adds a notice to this session and to the ones after it. */
  add(notice: StartNotice): void {
    this.#open = [...this.#open, notice]
    this.#session?.connection.addNotice(notice.code, notice.detail)
  }

  /** Shows the open notices in a new session, which replaces the one before. */
  show(session: ShowingSession): void {
    this.#stopWatching()
    this.#session = session
    for (const { code, detail } of this.#open) session.connection.addNotice(code, detail)
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
    for (const damage of accessFiles.get()) {
      const { file, problem } = damage
      if (this.#shownDamage.has(file)) continue
      this.#shownDamage.add(file)
      const reset = file === REGISTER_FILE ? 'storage.registerReset' : 'storage.endpointReset'
      const isIntact = problem === 'newer' || problem === 'unreadable'
      const detail = isIntact ? damageMessage(damage) : message(reset)
      this.add({ code: 'assistant-file-damaged', detail })
    }
  }

  /** Tells the person which of the program's own files were lost, in this run or an earlier one. */
  #collectFileDamage(): void {
    for (const damage of this.#files?.get() ?? []) {
      if (this.#shownLosses.has(damage)) continue
      const detail = damageMessage(damage)
      this.#shownLosses.set(damage, inEnglish(detail))
      this.add({ code: 'file-damaged', detail })
    }
  }

  #forgetDismissed(session: ShowingSession): void {
    const { notices } = session.connection.view()
    this.#open = this.#open.filter(({ code, detail }) =>
      notices.some((shown) => shown.code === code && inEnglish(shown.detail) === inEnglish(detail)),
    )
    const open = new Set(this.#open.map(({ detail }) => inEnglish(detail)))
    for (const [damage, text] of this.#shownLosses) {
      if (!open.has(text) && this.#files?.get().includes(damage) === true) {
        this.#files.dismiss(damage)
      }
    }
  }
}
