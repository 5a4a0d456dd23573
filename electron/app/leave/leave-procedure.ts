import type { TimerPort } from '../../core/ports.js'
import type { TradingSession } from '../../core/session/trading-session.js'
import type { MessageFormatter } from '../../../shared/messages/format-message.js'
import { message } from '../../../shared/messages/make-message.js'
import type { AssistantsView } from '../../../shared/domain/instructions/assistants-view.js'
import type { MessageBox } from '../windows/message-box.js'
import { leaveQuestion, openMatters, type Leaving, type OpenMatters } from './leave-question.js'

/** How long leaving waits until the canceled orders are reported as such. */
const CANCEL_WAIT_MS = 10_000
const CHECK_EVERY_MS = 200

export interface LeaveProcedureDeps {
  readonly session: () => TradingSession | null
  /** The assistants' instructions that wait for a decision, or for a condition of the market. */
  readonly assistants: () => Pick<AssistantsView, 'unread' | 'waiting'>
  readonly timers: TimerPort
  readonly write: MessageFormatter
  /** Shows a native message box; resolves with the index of the button. */
  readonly ask: (dialog: MessageBox) => Promise<number>
}

/**
 * Asks the person before the program ends or another profile opens while orders or instructions
 * are open.
 */
export class LeaveProcedure {
  readonly #deps: LeaveProcedureDeps
  #isOpen = false

  constructor(deps: LeaveProcedureDeps) {
    this.#deps = deps
  }

  /** Resolves true when the profile may close. A second request while it asks changes nothing. */
  async mayLeave(leaving: Leaving): Promise<boolean> {
    if (this.#isOpen) return false
    this.#isOpen = true
    try {
      return await this.#ask(leaving)
    } finally {
      this.#isOpen = false
    }
  }

  async #ask(leaving: Leaving): Promise<boolean> {
    const { ask, write } = this.#deps
    const question = leaveQuestion(leaving, this.#matters(), write)
    if (question === null) return true
    const choice = question.choices[await ask(question.dialog)] ?? 'stay'
    return choice === 'cancel-and-leave' ? this.#cancelAll(leaving) : choice === 'leave'
  }

  #matters(): OpenMatters {
    const session = this.#deps.session()
    const orders = session?.streams.orders.all() ?? []
    const { unread, waiting } = this.#deps.assistants()
    return openMatters(session?.environment ?? 'practice', orders, {
      instructions: unread,
      waiting: waiting.filter(({ state }) => state === 'waiting').length,
      alerts:
        session?.streams.alerts.get().alerts.filter(({ state }) => state === 'active').length ?? 0,
    })
  }

  /** Cancels all working orders. The profile stays open when one of them remains. */
  async #cancelAll(leaving: Leaving): Promise<boolean> {
    const { session, ask, write, timers } = this.#deps
    const current = session()
    const { working } = this.#matters()
    if (current === null) return true
    await Promise.all(
      working.map(({ accountId, clientOrderId }) =>
        current.orders.cancel(accountId, clientOrderId),
      ),
    )
    const ids = new Set(working.map(({ clientOrderId }) => clientOrderId))
    const countOpen = (): number => {
      const { working: open, inFlight } = this.#matters()
      return [...open, ...inFlight].filter(({ clientOrderId }) => ids.has(clientOrderId)).length
    }
    for (let waited = 0; countOpen() > 0 && waited < CANCEL_WAIT_MS; waited += CHECK_EVERY_MS) {
      await new Promise<void>((resolve) => void timers.after(CHECK_EVERY_MS, resolve))
    }
    const count = countOpen()
    if (count === 0) return true
    await ask({
      type: 'warning',
      title: 'Countersign',
      message: write(message(`${leaving}.notCanceled`, { count })),
      detail: '',
      buttons: [write(message(`${leaving}.stay`))],
      defaultId: 0,
      cancelId: 0,
      noLink: true,
    })
    return false
  }
}
