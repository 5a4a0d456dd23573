import { causeFields } from '../../core/described-error.js'
import type { LogPort } from '../../core/ports.js'
import type { KillShortcut } from '../../../shared/domain/app/preference-values.js'

/** The part of Electron's global shortcuts that is used here. */
export interface ShortcutRegistry {
  register(accelerator: string, callback: () => void): boolean
  unregister(accelerator: string): void
}

export interface KillKeysDeps {
  readonly registry: ShortcutRegistry
  readonly press: () => void
  /**
   * Called when the system refuses the shortcut, so that the person can be told that it does
   * nothing.
   */
  readonly onTaken: (keys: KillShortcut) => void
  readonly log: LogPort
}

export interface KillKeys {
  /** Registers this shortcut and releases the previous one. The same one again changes nothing. */
  assign(keys: KillShortcut): void
  readonly held: KillShortcut
}

/**
 * Makes the global shortcut of the kill switch. A key that is held down and repeats counts as one
 * press.
 */
export function createKillKeys({ registry, press, onTaken, log }: KillKeysDeps): KillKeys {
  let chosenKeys: KillShortcut = 'off'
  let registeredKeys: KillShortcut = 'off'
  const register = (keys: KillShortcut): boolean => {
    try {
      return registry.register(keys, press)
    } catch (error) {
      log.event('warn', 'kill.keys-refused', causeFields(error))
      return false
    }
  }
  return {
    assign(keys) {
      if (keys === chosenKeys) return
      chosenKeys = keys
      if (registeredKeys !== 'off') registry.unregister(registeredKeys)
      registeredKeys = keys !== 'off' && register(keys) ? keys : 'off'
      log.event(registeredKeys === keys ? 'info' : 'warn', 'kill.keys', {
        status: registeredKeys === keys ? (keys === 'off' ? 'off' : 'on') : 'taken',
      })
      if (registeredKeys !== keys) onTaken(keys)
    },
    get held() {
      return registeredKeys
    },
  }
}
