import type { Environment } from '../../../shared/domain/environment.js'
import type { Order } from '../../../shared/domain/orders/order.js'
import { isUncertain, isWorking } from '../../../shared/domain/orders/order-state.js'
import type { MessageFormatter } from '../../../shared/messages/format-message.js'
import { message } from '../../../shared/messages/make-message.js'
import type { Message } from '../../../shared/messages/message.js'
import type { MessageBox } from '../windows/message-box.js'

/** What the person is about to do: end the program, or open another profile. */
export type Leaving = 'quit' | 'leaveProfile'

/** What is still going on in the profile that is about to be closed. */
export interface OpenMatters {
  readonly environment: Environment
  /** Orders that work at the broker. */
  readonly working: readonly Order[]
  /** Orders whose request is on its way or without a known outcome. */
  readonly inFlight: readonly Order[]
  /** Instructions of assistants that wait for a decision. */
  readonly instructions: number
  /** Instructions of assistants that wait for a condition of the market. */
  readonly waiting: number
  /** Alerts that are evaluated now. */
  readonly alerts: number
}

export type LeaveChoice = 'leave' | 'cancel-and-leave' | 'stay'

export interface LeaveQuestion {
  readonly dialog: MessageBox
  /** The choice behind each button. */
  readonly choices: readonly LeaveChoice[]
}

/** The instruments that the question names; further ones are counted. */
const MAX_NAMED = 3

const BUTTONS = {
  quit: {
    leave: message('quit.leave'),
    'cancel-and-leave': message('quit.cancelAndLeave'),
    stay: message('quit.stay'),
  },
  leaveProfile: {
    leave: message('leaveProfile.leave'),
    'cancel-and-leave': message('leaveProfile.cancelAndLeave'),
    stay: message('leaveProfile.stay'),
  },
} as const

/** The numbers of what is open besides orders. */
export interface OpenCounts extends Pick<OpenMatters, 'instructions'> {
  readonly waiting?: number
  readonly alerts?: number
}

/** Returns which of the orders still matter when their profile closes. */
export const openMatters = (
  environment: Environment,
  orders: readonly Order[],
  { instructions, waiting = 0, alerts = 0 }: OpenCounts,
): OpenMatters => ({
  environment,
  working: orders.filter(
    ({ status, pending }) => isWorking(status) && !isUncertain(status) && pending === null,
  ),
  inFlight: orders.filter(
    ({ status, pending }) => isUncertain(status) || (isWorking(status) && pending !== null),
  ),
  instructions,
  waiting,
  alerts,
})

function named(orders: readonly Order[]): { readonly symbols: string[]; readonly more: number } {
  const symbols = [...new Set(orders.map(({ symbol }) => String(symbol)))]
  return {
    symbols: symbols.slice(0, MAX_NAMED),
    more: Math.max(0, symbols.length - MAX_NAMED),
  }
}

function explanations(
  leaving: Leaving,
  { environment, working, inFlight, instructions, waiting, alerts }: OpenMatters,
): Message[] {
  const lines: Message[] = []
  if (working.length > 0) {
    const stays = environment === 'practice' ? 'practiceOrders' : 'workingOrders'
    lines.push(message(`${leaving}.${stays}`, { count: working.length, ...named(working) }))
  }
  if (inFlight.length > 0) {
    lines.push(message(`${leaving}.inFlight`, { count: inFlight.length, ...named(inFlight) }))
  }
  if (instructions > 0) lines.push(message(`${leaving}.instructions`, { count: instructions }))
  if (waiting > 0) lines.push(message(`${leaving}.waiting`, { count: waiting }))
  // Alerts alone are no reason to ask: nothing of them can be lost or filled.
  if (lines.length > 0 && alerts > 0) lines.push(message(`${leaving}.alerts`, { count: alerts }))
  return lines
}

/**
 * Returns what to ask before the program ends or another profile opens, in the person's language:
 * what will happen to each order and instruction. Null when nothing is open.
 */
export function leaveQuestion(
  leaving: Leaving,
  matters: OpenMatters,
  write: MessageFormatter,
): LeaveQuestion | null {
  const lines = explanations(leaving, matters)
  if (lines.length === 0) return null
  const choices: readonly LeaveChoice[] =
    matters.working.length > 0 ? ['leave', 'cancel-and-leave', 'stay'] : ['leave', 'stay']
  const stay = choices.indexOf('stay')
  return {
    choices,
    dialog: {
      type: 'warning',
      title: 'Countersign',
      message: write(message(`${leaving}.title`)),
      detail: lines.map(write).join('\n\n'),
      buttons: choices.map((choice) => write(BUTTONS[leaving][choice])),
      // Staying is the choice that changes nothing.
      defaultId: stay,
      cancelId: stay,
      noLink: true,
    },
  }
}
