import { systemPreferences } from 'electron'
import type { SystemAuthPort } from '../../core/lock/app-lock.js'

/**
 * Touch ID on macOS. The other systems offer programs of this kind nothing comparable; there the
 * passphrase is the way.
 */
export const systemAuth: SystemAuthPort = {
  get available() {
    return process.platform === 'darwin' && systemPreferences.canPromptTouchID()
  },
  async authenticate(reason) {
    try {
      await systemPreferences.promptTouchID(reason)
      return true
    } catch {
      return false
    }
  },
}
