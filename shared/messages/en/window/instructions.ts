import type { Flattened } from '../../../domain/orders/flatten.js'
import type { HaltScope, LeftOrder } from '../../../domain/orders/halt.js'

const orders = (count: number): string => (count === 1 ? '1 order' : `${count} orders`)

/** Instructions outside their panel: the status bar and the kill switch. */
export const instructionText = {
  badge: (count: number) =>
    count === 1 ? '1 pending instruction' : `${count} pending instructions`,
  badgeHint: 'Assistants request orders; nothing is sent before you approve.',
  kill: {
    command: 'Halt assistants…',
    now: 'Halt assistants',
    nowCommand: 'Halt assistants now',
    nowHint:
      'Halts every assistant immediately: pauses them, withdraws their requests and cancels the orders they placed.',
    halted: 'Assistants halted',
    title: 'Halt now',
    body: 'Choose what to halt. It takes effect immediately and sends no new order.',
    assistants: 'Assistants only',
    assistantsHint:
      'Pauses every assistant, withdraws their requests and cancels the orders they placed. You can continue trading.',
    all: 'Everything',
    allToo: 'Halt everything too',
    allHint: 'Halts all trading, halts the assistants and cancels every working order.',
    halt: 'Halt trading only',
    haltHint: 'Only cancels and “Close positions” are sent. Working orders stay at the broker.',
    close: 'Close',
    busy: 'Halting',
    done: (withdrawn: number, cancelled: number) =>
      `${withdrawn === 1 ? '1 instruction' : `${withdrawn} instructions`} withdrawn, ${orders(cancelled)} canceled.`,
    left: (working: number, unknown: number) => `${working} working, ${unknown} unknown.`,
    leftAtLeast: (working: number, unknown: number) =>
      `At least ${working} working, ${unknown} unknown.`,
    more: (count: number) => `and ${count} more`,
    listing: 'The broker’s lists of open orders are being read.',
    untouched: 'Orders were not touched; those at the broker keep working.',
    checking: 'Checking that nothing is left.',
    checkingHint:
      'No open order is known. Countersign reads the broker’s lists twice before it reports zero.',
    haltedTitle: {
      assistants: 'Assistants are halted',
      all: 'All trading is halted',
    } satisfies Record<HaltScope, string>,
    leftOver: 'Still in progress. Canceling and checking:',
    leftState: { working: 'can still fill', unknown: 'not known' } satisfies Record<
      LeftOrder['state'],
      string
    >,
    survives: 'Stays in effect after a restart until you lift it.',
    lift: 'Lift the halt',
    liftHint: 'Assistant keys work again. Each assistant stays paused until you resume it.',
    liftHintAll: 'Assistants can be resumed one by one. Trading stays halted until you resume it.',
    letIn: 'Resume an assistant',
    resume: (name: string) => `Resume ${name}`,
    lifted: 'The halt is lifted. These assistants are still paused:',
  },
  flatten: {
    title: 'Close positions',
    hint: {
      assistants:
        'A separate step: closes the positions that the assistants’ orders opened. You see every order before it is sent.',
      all: 'A separate step: closes every position. You see every order before it is sent.',
    } satisfies Record<HaltScope, string>,
    plan: 'Show the orders…',
    none: 'There is no position to close.',
    rows: 'These orders are sent when you confirm:',
    skipped: 'These stay open:',
    understood: 'I have reviewed these orders',
    send: (count: number) => (count === 1 ? 'Send 1 order' : `Send ${count} orders`),
    back: 'Back',
    busy: 'Sending',
    outcomes: {
      acknowledged: 'At the broker',
      rejected: 'Rejected',
      denied: 'Not sent',
      unknown: 'Not known yet',
    } satisfies Record<Flattened['rows'][number]['outcome'], string>,
  },
} as const
