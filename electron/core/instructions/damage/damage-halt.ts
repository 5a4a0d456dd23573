import type { Disposer } from '../../../../shared/domain/brand.js'
import type { Halt } from '../../../../shared/domain/orders/halt.js'
import type { Result } from '../../../../shared/domain/result.js'
import { message } from '../../../../shared/messages/make-message.js'
import type { LiveValue } from '../../live-values.js'
import type { FileError } from '../../ports.js'
import type { KillSwitch } from '../kill-switch/kill-switch.js'
import { damageMessage } from './damage-message.js'
import type { FileDamage, FileRegister } from './file-register.js'

const haltOf = (damaged: readonly FileDamage[]): Halt | null => {
  const [first, ...others] = damaged
  if (first === undefined) return null
  const problem = damageMessage(first)
  return {
    scope: 'assistants',
    why: message('storage.assistantsHalted', { problem, others: others.length }),
    haltedAt: first.at,
    phase: 'untouched',
    withdrawn: 0,
    cancelled: 0,
    working: 0,
    unknown: 0,
    left: [],
  }
}

/**
 * The halt of assistants: that of the kill switch, or one because their files were found damaged.
 * The latter cancels no order; it lasts until the person has looked and resumes assistants.
 */
export class DamageHalt implements LiveValue<Halt | null> {
  readonly #killSwitch: Pick<KillSwitch, 'get' | 'subscribe' | 'lift'>
  readonly #register: Pick<FileRegister, 'get' | 'subscribe' | 'acknowledge'>

  constructor(
    killSwitch: Pick<KillSwitch, 'get' | 'subscribe' | 'lift'>,
    register: Pick<FileRegister, 'get' | 'subscribe' | 'acknowledge'>,
  ) {
    this.#killSwitch = killSwitch
    this.#register = register
  }

  get(): Halt | null {
    return this.#killSwitch.get() ?? haltOf(this.#register.get())
  }

  subscribe(listener: () => void): Disposer {
    const stops = [this.#killSwitch.subscribe(listener), this.#register.subscribe(listener)]
    return () => {
      for (const stop of stops) stop()
    }
  }

  /** Lifts both after that is on disk. */
  async lift(): Promise<Result<void, FileError>> {
    const lifted = await this.#killSwitch.lift()
    return lifted.ok ? this.#register.acknowledge() : lifted
  }
}
