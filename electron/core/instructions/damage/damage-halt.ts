import type { Disposer } from '../../../../shared/domain/brand.js'
import type { Halt } from '../../../../shared/domain/orders/halt.js'
import { ok, type Result } from '../../../../shared/domain/result.js'
import { message } from '../../../../shared/messages/make-message.js'
import type { Message } from '../../../../shared/messages/message.js'
import type { LiveValue } from '../../live-values.js'
import type { FileError } from '../../ports.js'
import type { KillSwitch } from '../kill-switch/kill-switch.js'
import { damageMessage } from '../../files/damage-message.js'
import type { FileDamage, FileRegister } from '../../files/file-register.js'

/** Returns why the kill switch halts assistants, for an assistant. */
function killReason(why: Message): Message {
  switch (why.code) {
    case 'killSwitch.unreadable':
      return message('refusals.haltedUnreadable')
    case 'storage.assistantsHalted':
    case 'killSwitch.accessNotStored':
      return message('refusals.haltedByDamage', { problem: why })
    default:
      return message('refusals.killed')
  }
}

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
 * The halt of assistants: by the kill switch, or because their files were found damaged. The latter
 * cancels no order; it lasts until the person has looked and resumes assistants.
 */
export class DamageHalt implements LiveValue<Halt | null> {
  readonly #killSwitch: Pick<KillSwitch, 'get' | 'subscribe' | 'lift'>
  readonly #register: Pick<FileRegister, 'get' | 'subscribe' | 'acknowledge'>
  readonly #storeAccess: () => Promise<Result<void, FileError>>
  readonly #setAside: () => Promise<Result<void, FileError>>

  constructor(
    killSwitch: Pick<KillSwitch, 'get' | 'subscribe' | 'lift'>,
    register: Pick<FileRegister, 'get' | 'subscribe' | 'acknowledge'>,
    setAside: () => Promise<Result<void, FileError>> = () => Promise.resolve(ok(undefined)),
    storeAccess: () => Promise<Result<void, FileError>> = () => Promise.resolve(ok(undefined)),
  ) {
    this.#storeAccess = storeAccess
    this.#killSwitch = killSwitch
    this.#register = register
    this.#setAside = setAside
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

  /** Returns why assistants are halted, for an assistant; null while they are not. */
  reason(): Message | null {
    const kill = this.#killSwitch.get()
    if (kill !== null) return killReason(kill.why)
    const [first] = this.#register.get()
    return first === undefined
      ? null
      : message('refusals.haltedByDamage', { problem: damageMessage(first) })
  }

  /**
   * Lifts both after that is on disk, and sets unreadable entries aside. What the person changed of
   * the access of assistants is on disk before: otherwise it would return at the next start.
   */
  async lift(): Promise<Result<void, FileError>> {
    const stored = await this.#storeAccess()
    if (!stored.ok) return stored
    const lifted = await this.#killSwitch.lift()
    if (!lifted.ok) return lifted
    const moved = await this.#setAside()
    return moved.ok ? this.#register.acknowledge() : moved
  }
}
