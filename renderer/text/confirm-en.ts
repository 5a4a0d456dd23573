import type { NotReadyReason } from '../confirm/state/not-ready-reason.js'
import type { Card } from '../../shared/domain/instructions/card.js'

const plural = (count: number, singular: string, pluralForm: string): string =>
  `${count} ${count === 1 ? singular : pluralForm}`

/** Why approve cannot be pressed, and what to do about it. */
const notReadyReasons: Record<Exclude<NotReadyReason, 'none' | 'counting'>, string> = {
  ended: 'This instruction is decided.',
  expired: 'The time for this instruction is over.',
  sending: 'Sending. Wait for the answer.',
  halted: 'Trading is halted. Nothing can be approved.',
  locked: 'The desk is locked. Unlock it to approve.',
  source: 'The provider cannot be reached: nobody knows whether this still waits there.',
  loading: 'Getting prices and the cost.',
  preview: 'The cost is being asked again.',
  hidden: 'Something covers this window. Move it into the open.',
  rows: 'Tick at least one order.',
  unseen: 'Scroll to the end: part of this card has not been seen.',
  dangers: 'Tick every danger near the top first.',
  quantity: 'Type the size near the top first.',
  unfocused: 'Click into this window to start the count.',
}

const results: Record<Exclude<Card['state'], 'loading' | 'open' | 'sending'>, string> = {
  confirmed: 'Approved and accepted',
  rejected: 'Approved, but the broker rejected it',
  stopped: 'Approved, but not carried out',
  uncertain: 'Approved, outcome not known yet',
  declined: 'Denied',
  expired: 'Expired',
  withdrawn: 'Withdrawn',
}

/** Every text of the confirm window, in English. */
export const confirmText = {
  outside: 'This page belongs to the app Countersign and works only inside it.',
  /** Also the title of the empty page, by which main recognizes it. */
  title: 'Confirm',
  nothing: 'Nothing waits for you',
  nothingHint: 'New instructions appear here.',
  waiting: (count: number) => (count === 0 ? '' : `${plural(count, 'more waits', 'more wait')}`),
  describe: {
    place: 'wants to place an order',
    replace: 'wants to change an order',
    cancel: 'wants to cancel an order',
  } as const,
  /** The one sentence that a screen reader reads first. */
  summary: (assistant: string, does: string, line: string, environment: string) =>
    `${assistant} ${does} in ${environment}: ${line}`,
  batchSummary: (assistant: string, count: number, environment: string) =>
    `${assistant} asks for ${plural(count, 'order', 'orders')} in ${environment}`,
  actions: { place: 'New order', replace: 'Change an order', cancel: 'Cancel an order' } as const,
  environment: {
    practice: 'Simulated exchange',
    sandbox: 'Test environment, delayed data',
    production: 'Real money',
  } as const,
  account: (label: string, lastFour: string) => `${label} ••${lastFour}`,
  sections: {
    requester: 'Who asks',
    money: { buy: 'Cost', sell: 'Proceeds', short: 'Proceeds' },
    effect: 'On the account',
    market: 'Market now',
    compare: 'What changes',
    stays: 'What stays open',
    policy: 'Rules',
    reason: 'Reason',
    net: 'All orders together',
    rows: 'Orders',
  },
  requester: {
    assistant: 'Assistant',
    source: 'Through',
    firstSeen: 'First seen',
    today: 'Orders today',
    local: 'This computer',
    hosted: 'The broker’s service',
    ofLimit: (count: number, limit: number | null) =>
      limit === null ? `${count}, no limit` : `${count} of ${limit}`,
    times: (count: number) => `Asked ${count} times`,
  },
  before: 'Before',
  after: 'After',
  changed: 'Changed',
  warning: 'Warning',
  becomes: 'becomes',
  labels: { live: 'Live', stale: 'Stale quote', delayed: 'Delayed data' } as const,
  quoteAge: (age: string) => `Quote ${age} old`,
  noQuote: 'No quote',
  ago: (age: string) => `${age} ago`,
  passed: 'Passed',
  manualApproval: 'Asks you',
  noRules: 'No rule applied.',
  fence: 'Text written by the assistant, not checked',
  noReason: 'The assistant gave no reason.',
  dangers: {
    title: (count: number) =>
      count === 0
        ? 'A large order: type its size'
        : count === 1
          ? 'Tick this before you approve'
          : `Tick these ${count} before you approve`,
    typed: (value: string) => `Type the size to approve: ${value}`,
    label: 'Size',
  },
  expiresIn: (clock: string) => `Expires in ${clock}`,
  expired: 'Expired',
  announce: (seconds: number) =>
    `This instruction expires in ${seconds} seconds. More time can be asked for.`,
  arming: (seconds: string) => `Ready in ${seconds} s`,
  ready: 'Ready. Press with the mouse, or focus the button and press Space.',
  holds: notReadyReasons,
  results,
  moved: (from: string, to: string) =>
    `The cost moved from ${from} to ${to}. Look again before you approve.`,
  amended: 'Changed by you. The assistant is told.',
  deny: 'Deny',
  denyAll: (count: number) => `Deny all ${count}`,
  denyPause: 'Deny and pause 15 min',
  denyWhy: 'Deny with a reason…',
  later: 'Not now',
  laterKey: 'Esc',
  change: 'Change…',
  moreTime: 'More time',
  requote: 'Ask price again',
  approve: (action: Card['action']) =>
    ({ place: 'Approve', replace: 'Approve change', cancel: 'Approve cancel' })[action],
  approveRows: (count: number, all: number) =>
    count === all ? `Approve all ${all}` : `Approve ${count} of ${all}`,
  total: (value: string) => `Total ${value}`,
  ticked: (count: number, all: number) => `${count} of ${all} ticked`,
  oneByOne: 'Not every order is in the lowest tier: each is approved on its own.',
  rowTick: (line: string) => `Include: ${line}`,
  rowOf: (index: number, count: number) => `Order ${index} of ${count}`,
  sending: 'Sending',
  close: 'Close',
  next: 'Next',
  failed: 'That did not work.',
  whySheet: {
    title: 'Deny with a reason',
    label: 'Reason, told to the assistant',
    pause: 'Also pause this assistant for 15 min',
    left: (count: number) => `${count} left`,
    deny: 'Deny',
    back: 'Back',
  },
  changeSheet: {
    title: 'Change before you decide',
    note: 'This makes a new card with a new cost. Nothing is approved by it.',
    quantity: 'Quantity',
    amount: 'Amount',
    limitPrice: 'Limit price',
    stopPrice: 'Stop price',
    see: 'Show the new cost',
    back: 'Back',
    notNumber: 'This is not a number above zero.',
    same: 'Nothing is changed yet.',
  },
} as const
