import { causeFields } from '../../core/described-error.js'
import type { AppLock } from '../../core/lock/app-lock.js'
import type { LogPort } from '../../core/ports.js'
import type { ShellServices } from '../../handlers/handlers.js'
import type { MessageBox } from '../windows/message-box.js'
import { appError } from '../../../shared/domain/app/app-error.js'
import type { Preferences } from '../../../shared/domain/app/preferences.js'
import { err, ok } from '../../../shared/domain/result.js'
import { message } from '../../../shared/messages/make-message.js'
import type { Message } from '../../../shared/messages/message.js'

/** The stored preferences; `set` throws when they cannot be saved. */
interface StoredPreferences {
  get(): Preferences
  set(change: Partial<Preferences>): Preferences
}

/** The native message box, and the person's language. */
export interface PreferenceQuestions {
  readonly ask: (question: MessageBox) => Promise<number>
  readonly language: { write(text: Message): string }
}

/**
 * Creates the preferences as the main window changes them. Accepting presses that were not observed
 * requires a step-up where a lock is set, and the person's answer to a native question, which no
 * page can give and assistive technology can (CONFIRM-42, SEC-28).
 */
export const guardedPreferences = (
  stored: StoredPreferences,
  lock: Pick<AppLock, 'steppedUp'>,
  questions: PreferenceQuestions,
  log: LogPort,
): ShellServices['preferences'] => ({
  get: () => stored.get(),
  async set(change) {
    if (change.assistiveApproval === true && !stored.get().assistiveApproval) {
      if (!lock.steppedUp()) {
        return err(appError('lock/step-up', message('profiles.confirmFirst')))
      }
      // The setting stays off; the page shows the stored value.
      if (!(await isAccepted(questions))) return ok(stored.get())
    }
    try {
      return ok(stored.set(change))
    } catch (error) {
      log.event('error', 'preferences.not-saved', causeFields(error))
      const why = message('system.settingsNotSaved')
      return err(appError('storage/failed', why, { retry: 'safe' }))
    }
  },
})

const ACCEPT = 1

/** Asks whether presses of assistive technology may count. */
async function isAccepted({ ask, language }: PreferenceQuestions): Promise<boolean> {
  const write = (text: Message): string => language.write(text)
  const answer = await ask({
    type: 'warning',
    title: 'Countersign',
    message: write(message('system.assistiveQuestion')),
    detail: write(message('system.assistiveDetail')),
    buttons: [write(message('system.assistiveKeepOff')), write(message('system.assistiveAccept'))],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  })
  return answer === ACCEPT
}
