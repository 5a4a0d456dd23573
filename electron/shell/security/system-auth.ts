import { systemPreferences } from 'electron'
import type { SystemAuthPort } from '../../core/lock/app-lock.js'
import type { MessageFormatter } from '../../../shared/messages/format-message.js'

/**
 * Creates the computer's own proof of identity: Touch ID on macOS. Other systems offer nothing
 * comparable to such programs, so the passphrase is used there.
 *
 * @param write writes the reason in the person's language
 */
export const createSystemAuth = (write: MessageFormatter): SystemAuthPort => ({
  get available() {
    return process.platform === 'darwin' && systemPreferences.canPromptTouchID()
  },
  async authenticate(reason) {
    try {
      await systemPreferences.promptTouchID(write(reason))
      return true
    } catch {
      // Canceled or failed: the person was not recognized, and the system showed them why.
      return false
    }
  },
})
