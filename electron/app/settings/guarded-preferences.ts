import type { AppLock } from '../../core/lock/app-lock.js'
import type { ShellServices } from '../../handlers/handlers.js'
import { appError } from '../../../shared/domain/app/app-error.js'
import type { Preferences } from '../../../shared/domain/app/preferences.js'
import { err, ok } from '../../../shared/domain/result.js'
import { message } from '../../../shared/messages/make-message.js'

/** The stored preferences; `set` throws when they cannot be saved. */
interface StoredPreferences {
  get(): Preferences
  set(change: Partial<Preferences>): Preferences
}

/**
 * Creates the preferences as the main window changes them. Accepting approvals without an observed
 * press requires a step-up where a lock is set (CONFIRM-42).
 */
export const guardedPreferences = (
  stored: StoredPreferences,
  lock: Pick<AppLock, 'steppedUp'>,
): ShellServices['preferences'] => ({
  get: () => stored.get(),
  set(change) {
    const weakens = change.assistiveApproval === true && !stored.get().assistiveApproval
    if (weakens && !lock.steppedUp()) {
      return err(appError('lock/step-up', message('profiles.confirmFirst')))
    }
    try {
      return ok(stored.set(change))
    } catch {
      const why = message('system.settingsNotSaved')
      return err(appError('storage/failed', why, { retry: 'safe' }))
    }
  },
})
