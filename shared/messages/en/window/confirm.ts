import { ENVIRONMENT_LABELS } from '../../../domain/environment.js'
import { errorText } from './errors.js'
import type { Card } from '../../../domain/instructions/card.js'

const plural = (count: number, singular: string, pluralForm: string): string =>
  `${count} ${count === 1 ? singular : pluralForm}`

/** Why approve cannot be pressed, and what to do about it. */
const notReadyReasons = {
  ended: 'This instruction has been decided.',
  expired: 'This instruction has expired.',
  sending: 'Sending. Wait for the response.',
  halted: 'Trading is halted. Nothing can be approved.',
  locked: 'Countersign is locked. Unlock it to approve.',
  source: 'The broker cannot be reached: it is not known whether this is still pending there.',
  loading: 'Loading prices and cost.',
  preview: 'The cost is being refreshed.',
  hidden: 'Another window covers this one. Bring it to the front.',
  rows: 'Select at least one order.',
  unseen: 'Scroll to the end: part of this card has not been shown.',
  dangers: 'Acknowledge every risk near the top first.',
  quantity: 'Type the size near the top first.',
  drawing: 'Showing the latest numbers.',
  unfocused: 'Click this window to start the countdown.',
} as const

const results: Record<Exclude<Card['state'], 'loading' | 'open' | 'sending'>, string> = {
  confirmed: 'Approved and accepted',
  rejected: 'Approved, but the broker rejected it',
  stopped: 'Approved, but not sent',
  uncertain: 'Approved, outcome not known yet',
  declined: 'Declined',
  expired: 'Expired',
  withdrawn: 'Withdrawn',
}

/** Every text of the confirm window, in English. */
export const confirmText = {
  outside: 'This page belongs to Countersign and works only inside the app.',
  nothing: 'No pending instructions',
  nothingHint: 'New instructions appear here.',
  waiting: (count: number) =>
    count === 0 ? '' : `${plural(count, 'more pending', 'more pending')}`,
  describe: {
    place: 'requests a new order',
    replace: 'requests a change to an order',
    cancel: 'requests a cancellation',
  } as const,
  /** The one sentence that a screen reader reads first. */
  summary: (assistant: string, does: string, line: string, environment: string) =>
    `${assistant} ${does} in ${environment}: ${line}`,
  batchSummary: (assistant: string, count: number, environment: string) =>
    `${assistant} requests ${plural(count, 'order', 'orders')} in ${environment}`,
  cancelSummary: (assistant: string, count: number, environment: string) =>
    `${assistant} requests ${plural(count, 'cancellation', 'cancellations')} in ${environment}`,
  actions: { place: 'New order', replace: 'Change order', cancel: 'Cancel order' } as const,
  environments: ENVIRONMENT_LABELS,
  environment: {
    practice: 'Simulated exchange',
    sandbox: 'Test environment, delayed data',
    production: 'Real money',
  } as const,
  account: (label: string, lastFour: string) => `${label} ••${lastFour}`,
  sections: {
    requester: 'Requested by',
    money: { buy: 'Cost', sell: 'Proceeds', short: 'Proceeds' },
    contracts: 'Value and margin',
    effect: 'Account impact',
    market: 'Market',
    compare: 'Changes',
    stays: 'Remains open',
    exits: 'Once it is filled',
    protection: 'One of these',
    linked: 'Linked orders',
    reminders: 'Worth knowing',
    policy: 'Rules',
    reason: 'Reason',
    net: 'All orders combined',
    rows: 'Orders',
  },
  payoff: {
    title: 'At expiration, by the price of the underlying',
    chart: (figures: string) => `Payoff at expiration: ${figures}`,
    reading: (price: string, result: string) => `At ${price}: ${result}`,
  },
  requester: {
    assistant: 'Assistant',
    source: 'Source',
    firstSeen: 'First seen',
    today: 'Orders today',
    local: 'This computer',
    hosted: 'The broker’s service',
    ofLimit: (count: number, limit: number | null) =>
      limit === null ? `${count}, no limit` : `${count} of ${limit}`,
    times: (count: number) => `${count} requests`,
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
  noRules: 'No rule applied.',
  fence: 'Text written by the assistant, not checked',
  noReason: 'The assistant gave no reason.',
  dangers: {
    title: (count: number) =>
      count === 0
        ? 'Large order: type its size'
        : count === 1
          ? 'Acknowledge this risk to approve'
          : `Acknowledge these ${count} risks to approve`,
    typed: (value: string) => `Type the size to approve: ${value}`,
    label: 'Size',
  },
  expiresIn: (clock: string) => `Expires in ${clock}`,
  expired: 'Expired',
  announce: (seconds: number) =>
    `This instruction expires in ${seconds} seconds. You can extend it.`,
  arming: (seconds: string) => `Ready in ${seconds} s`,
  /** What disarmed approve: "Estimated cost 1,839.20 → 1,851.30." */
  because: (subject: string, from: string | null, to: string | null) =>
    `${subject}${from === null ? '' : ` ${from}`}${to === null ? '' : from === null ? `: ${to}` : ` → ${to}`}.`,
  becauseSpoken: (subject: string, from: string | null, to: string | null) =>
    `${subject}${from === null ? '' : ` from ${from}`}${to === null ? '' : ` to ${to}`}. Approve is off for a moment.`,
  tooEarly: 'Too early.',
  ready: 'Ready. Click the button, or focus it and press Space.',
  holds: notReadyReasons,
  results,
  moved: (from: string, to: string) =>
    `The cost moved from ${from} to ${to}. Review it before you approve.`,
  amended: 'Changed by you. The assistant is notified.',
  deny: 'Decline',
  denyAll: (count: number) => `Decline all ${count}`,
  denyPause: 'Decline and pause 15 min',
  denyWhy: 'Decline with a reason…',
  later: 'Not now',
  laterKey: 'Esc',
  change: 'Change…',
  moreTime: 'Extend',
  requote: 'Refresh quote',
  approve: (action: Card['action']) =>
    ({ place: 'Approve', replace: 'Approve change', cancel: 'Approve cancellation' })[action],
  approveRows: (count: number, all: number) =>
    count === all ? `Approve all ${all}` : `Approve ${count} of ${all}`,
  approveCancellations: (count: number, all: number) =>
    count === all
      ? `Approve ${plural(all, 'cancellation', 'cancellations')}`
      : `Approve ${count} of ${plural(all, 'cancellation', 'cancellations')}`,
  total: (value: string) => `Total ${value}`,
  ticked: (count: number, all: number) => `${count} of ${all} selected`,
  oneByOne: 'Not every order is in the lowest tier: approve each one separately.',
  rowTick: (line: string) => `Include: ${line}`,
  rowOf: (index: number, count: number) => `Order ${index} of ${count}`,
  sending: 'Sending',
  close: 'Close',
  next: 'Next',
  failed: 'The request failed. Nothing was decided.',
  errors: errorText,
  whySheet: {
    title: 'Decline with a reason',
    label: 'Reason, sent to the assistant',
    pause: 'Also pause this assistant for 15 min',
    left: (count: number) => `${count} left`,
    deny: 'Decline',
    back: 'Back',
  },
  changeSheet: {
    title: 'Change before you decide',
    note: 'This creates a new card with a new cost. It approves nothing.',
    quantity: 'Quantity',
    amount: 'Amount',
    limitPrice: 'Limit price',
    stopPrice: 'Stop price',
    see: 'Show the new cost',
    back: 'Back',
    notNumber: 'Enter a number above zero.',
    same: 'Nothing has changed yet.',
  },
} as const
