import type { Environment } from '../../../shared/domain/environment.js'
import type { Order } from '../../../shared/domain/orders/order.js'
import { isUncertain, isWorking } from '../../../shared/domain/orders/order-state.js'
import type { MessageFormatter } from '../../../shared/messages/format-message.js'
import { message } from '../../../shared/messages/make-message.js'
import type { Message } from '../../../shared/messages/message.js'
import type { MessageBox } from '../windows/message-box.js'

/** What is still going on when the program is asked to end. */
export interface OpenMatters {
  readonly environment: Environment
  /** Orders that work at the broker. */
  readonly working: readonly Order[]
  /** Orders whose request is on its way or without a known outcome. */
  readonly inFlight: readonly Order[]
  /** Instructions of assistants that wait for a decision. */
  readonly instructions: number
}

export type QuitChoice = 'quit' | 'cancel-and-quit' | 'stay'

export interface QuitQuestion {
  readonly dialog: MessageBox
  /** The choice behind each button. */
  readonly choices: readonly QuitChoice[]
}

/** The instruments that the question names; further ones are counted. */
const MAX_NAMED = 3

const BUTTONS = {
  quit: message('quit.quit'),
  'cancel-and-quit': message('quit.cancelAndQuit'),
  stay: message('quit.stay'),
} as const

/** Returns which of the orders still matter when the program ends. */
export const openMatters = (
  environment: Environment,
  orders: readonly Order[],
  instructions: number,
): OpenMatters => ({
  environment,
  working: orders.filter(
    ({ status, pending }) => isWorking(status) && !isUncertain(status) && pending === null,
  ),
  inFlight: orders.filter(
    ({ status, pending }) => isUncertain(status) || (isWorking(status) && pending !== null),
  ),
  instructions,
})

function named(orders: readonly Order[]): { readonly symbols: string[]; readonly more: number } {
  const symbols = [...new Set(orders.map(({ symbol }) => String(symbol)))]
  return {
    symbols: symbols.slice(0, MAX_NAMED),
    more: Math.max(0, symbols.length - MAX_NAMED),
  }
}

function explanations({ environment, working, inFlight, instructions }: OpenMatters): Message[] {
  const lines: Message[] = []
  const isPractice = environment === 'practice'
  if (working.length > 0) {
    const params = { count: working.length, ...named(working) }
    lines.push(
      isPractice ? message('quit.practiceOrders', params) : message('quit.workingOrders', params),
    )
  }
  if (inFlight.length > 0) {
    lines.push(message('quit.inFlight', { count: inFlight.length, ...named(inFlight) }))
  }
  if (instructions > 0) lines.push(message('quit.instructions', { count: instructions }))
  return lines
}

/**
 * Returns what to ask before the program ends, in the person's language: what will happen to each
 * order and instruction. Null when nothing is open.
 */
export function quitQuestion(matters: OpenMatters, write: MessageFormatter): QuitQuestion | null {
  const lines = explanations(matters)
  if (lines.length === 0) return null
  const choices: readonly QuitChoice[] =
    matters.working.length > 0 ? ['quit', 'cancel-and-quit', 'stay'] : ['quit', 'stay']
  const stay = choices.indexOf('stay')
  return {
    choices,
    dialog: {
      type: 'warning',
      title: 'Countersign',
      message: write(message('quit.title')),
      detail: lines.map(write).join('\n\n'),
      buttons: choices.map((choice) => write(BUTTONS[choice])),
      // Staying is the choice that changes nothing.
      defaultId: stay,
      cancelId: stay,
      noLink: true,
    },
  }
}
