import type { LogPort } from '../../core/ports.js'
import type { KillShortcut } from '../../../shared/domain/app/kill-shortcut.js'

/** What of Electron's global shortcuts is used here. */
export interface ShortcutRegistry {
  register(accelerator: string, callback: () => void): boolean
  unregister(accelerator: string): void
}

export interface KillKeysDeps {
  readonly registry: ShortcutRegistry
  readonly press: () => void
  /** The system did not give us these keys: the person has to know that they do nothing. */
  readonly onTaken: (keys: KillShortcut) => void
  readonly log: LogPort
}

export interface KillKeys {
  /**
   * Holds these keys from now on, and none that were held before. The same ones again change
   * nothing.
   */
  assign(keys: KillShortcut): void
  readonly held: KillShortcut
}

/**
 * The kill switch on the keyboard, from anywhere on this computer. A key that repeats while it is
 * held down presses once.
 */
export function createKillKeys({ registry, press, onTaken, log }: KillKeysDeps): KillKeys {
  let wanted: KillShortcut = 'off'
  let held: KillShortcut = 'off'
  const register = (keys: KillShortcut): boolean => {
    try {
      return registry.register(keys, press)
    } catch {
      return false
    }
  }
  return {
    assign(keys) {
      if (keys === wanted) return
      wanted = keys
      if (held !== 'off') registry.unregister(held)
      held = keys !== 'off' && register(keys) ? keys : 'off'
      log.event(held === keys ? 'info' : 'warn', 'kill.keys', {
        status: held === keys ? (keys === 'off' ? 'off' : 'on') : 'taken',
      })
      if (held !== keys) onTaken(keys)
    },
    get held() {
      return held
    },
  }
}
