import { systemPreferences } from 'electron'
import type { SystemAuthPort } from '../../core/lock/app-lock.js'
import { inEnglish } from '../../../shared/messages/format-message.js'

/**
 * Touch ID on macOS. Other systems offer nothing comparable to such programs, so the passphrase is
 * used there.
 */
export const systemAuth: SystemAuthPort = {
  get available() {
    return process.platform === 'darwin' && systemPreferences.canPromptTouchID()
  },
  async authenticate(reason) {
    try {
      await systemPreferences.promptTouchID(inEnglish(reason))
      return true
    } catch {
      return false
    }
  },
}
