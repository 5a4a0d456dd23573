import type { Toolset } from '../../shared/domain/toolset.js'
import type { Flattened, HaltScope, LeftOrder } from '../../shared/ipc/halt.js'
import type { AssistantsView, AuditReport, InstructionRow, Policy } from '../../shared/ipc/instructions.js'

const orders = (count: number): string => (count === 1 ? '1 order' : `${count} orders`)

/** Texts of the instructions panel: what assistants ask for, who they are, and the record of it. */
export const instructionText = {
  views: { inbox: 'Inbox', history: 'History', assistants: 'Assistants', audit: 'Audit' }, viewsLabel: 'Part of instructions',
  badge: (count: number) => (count === 1 ? '1 instruction waits' : `${count} instructions wait`), badgeHint: 'Assistants ask for orders; nothing is sent before you countersign.',
  assistantsHalted: 'Assistants are halted.',
  inbox: {
    empty: 'Nothing waits for you', emptyHint: 'When an assistant asks for an order, it waits here until you confirm or decline it. Nothing is sent by itself.', none: 'No assistant is paired yet', noneHint: 'Pair one to let it read and ask. It can never send an order itself.',
    pair: 'Pair an assistant', review: 'Review', reviewLabel: (line: string) => `Review: ${line}`, left: (time: string) => `${time} left`, overdue: 'expiring', asked: (times: number) => `asked ${times} times`, reason: 'Text written by the assistant, not checked:', by: (name: string) => `by ${name}`, hosted: 'through the broker’s service',
    tiers: { danger: 'Dangerous', largest: 'Largest tier' } satisfies Record<Exclude<NonNullable<InstructionRow['tier']>, 'plain'>, string>,
  },
  history: {
    empty: 'No instruction has ended yet', emptyHint: 'What you confirmed, declined or let expire is listed here, with what came of it.', receiptLabel: (line: string) => `Save the receipt of: ${line}`, saved: 'Receipt saved', savedHint: 'Anyone can check it with the command in the manual.', notSent: 'Not sent',
    heads: { ended: 'Ended', line: 'Instruction', by: 'Assistant', ending: 'Decision', outcome: 'Result' }, changed: 'changed by you',
    endings: { approved: 'Confirmed', 'allowed-by-rule': 'Allowed by rule', declined: 'Declined', expired: 'Expired', revoked: 'Taken back', withdrawn: 'Withdrawn' } satisfies Record<NonNullable<InstructionRow['ending']>, string>,
    outcomes: { sending: 'Sending', acknowledged: 'At the broker', rejected: 'Rejected', denied: 'Not carried out', unknown: 'Not known yet' } satisfies Record<NonNullable<InstructionRow['outcome']>, string>,
  },
  detail: {
    title: 'Instruction', back: 'History', receipt: 'Save receipt…', showOrder: 'Show the order', asked: 'Asked', changed: 'Changed by you to', decided: 'Decided', outcome: 'Outcome', reason: 'Text written by the assistant, not checked', by: (name: string) => `by ${name}`,
    open: 'Not yet', notSent: 'Nothing was sent.', orderId: 'Order', record: 'In the record', noRecord: 'The record does not name it.',
    who: { approved: 'by you', 'allowed-by-rule': 'by a rule that you set', declined: 'by you', expired: 'by nobody, in time', revoked: 'by the assistant', withdrawn: 'by this program' } satisfies Record<NonNullable<InstructionRow['ending']>, string>,
  },
  endpoint: {
    title: 'Door for assistants', hint: 'It would listen on this computer only.', on: 'Open the door', off: 'Close the door', port: 'Port', portProblem: 'A number from 1024 to 65535', change: 'Move',
    states: { off: 'closed', listening: 'open', 'port-in-use': 'port in use', failed: 'failed' } satisfies Record<AssistantsView['endpoint']['state'], string>, address: 'Address', copy: 'Copy address', copied: 'Copied',
    inUse: 'Another program uses this port. Choose another one, and change it in the settings of your assistants too.',
  },
  pair: {
    title: 'Pair an assistant', intro: 'Another assistant gets a key and limits of its own.', introFirst: 'An assistant gets a key of its own. It may read within its scope and ask for orders; nothing is sent before you countersign it.', name: 'Name', nameHint: 'How you will know it on every card', shadow: 'Practice only: it may look here, but its orders go to the practice exchange', do: 'Make a key',
    shown: (name: string) => `The key of "${name}"`, once: 'It is shown once. Put it into the assistant’s settings now; the desk keeps only a fingerprint of it.', key: 'Key', copyKey: 'Copy key', where: 'Where to put it', client: 'Client', copy: 'Copy', copied: 'Copied', done: 'I have it', doorClosed: 'The door is closed: open it, or the assistant cannot reach the desk.',
  },
  assistants: {
    list: 'Paired assistants', another: 'Pair another', partsLabel: 'About this assistant', parts: { limits: 'Scope and limits', report: 'Report card' }, states: { active: 'active', paused: 'paused', revoked: 'revoked' }, until: (time: string) => `Until ${time}`, untilResumed: 'Until you resume it',
    neverSeen: 'Never seen yet', seenAgo: (age: string) => `Seen ${age} ago`, firstSeen: 'First seen', paired: 'Paired', shadow: 'practice only', pause: 'Pause', pauseShort: 'Pause 15 min', resume: 'Resume', rename: 'Rename', revoke: 'Revoke…', keep: 'Keep', save: 'Save', cancel: 'Cancel',
    revokeTitle: (name: string) => `Revoke "${name}"?`, revokeBody: 'Its key stops working at once, and what it asked for is withdrawn. Orders that you confirmed stay. A revoked assistant cannot come back; it has to be paired anew.', revokeDo: 'Revoke',
  },
  policy: {
    save: 'Save limits', undo: 'Undo', saved: 'Limits saved; what was waiting was withdrawn', withdraws: 'Saving withdraws what waits.',
    amountProblem: 'An amount such as 1000.00', wholeProblem: (least: number, most: number) => `From ${least} to ${most}`, symbolsProblem: 'Not all of these can be symbols', noLimit: 'no limit',
    toolsets: 'Tools', toolsetsProblem: 'One part of the tools has to stay.',
    toolsetOf: {
      account: { name: 'Account', about: (tools: number) => `${tools} tools: read accounts, balances, positions, orders and these limits` },
      'market-data': { name: 'Market data', about: (tools: number) => `${tools} tools: read prices, bars, books, rankings, reports of companies and funds, and your watchlists` },
      trading: { name: 'Trading', about: (tools: number) => `${tools} tools: estimate orders, ask you for them, follow what you decide` },
      instrument: { name: 'Instruments', about: (tools: number) => `${tools} tools: look up what there is to trade` },
    } satisfies Record<Toolset, { readonly name: string; readonly about: (tools: number) => string }>,
    accounts: 'Accounts', allAccounts: 'All accounts', balances: 'Balances and positions', shown: 'Shown', hidden: 'Hidden', money: 'At most', pace: 'Pace and time',
    may: 'May ask to', mayOf: { place: 'place', replace: 'change', cancel: 'cancel' } satisfies Record<keyof Policy['may'], string>, products: 'Products', productOf: { stock: 'Stocks', option: 'Options', futures: 'Futures', crypto: 'Crypto', event: 'Events' } satisfies Record<Policy['products'][number], string>,
    symbols: 'Symbols', symbolsHint: 'All; or AAPL MSFT …', maxOrder: 'An order, $', maxDay: 'A day, $', maxSymbolDay: 'Symbol a day, $', maxProductDay: 'Product a day, $', maxQuantity: 'Units an order', ordersPerDay: 'Orders a day', maxWorking: 'Working orders', maxPending: 'Waiting at once', maxPerMinute: 'Asked a minute', validMinutes: 'Valid, minutes',
    hours: 'Hours', hoursOf: { regular: 'Regular only', extended: 'Also extended', any: 'Any time' } satisfies Record<Policy['hours'], string>,
    allowing: {
      title: 'Let through without asking', never: 'Never with real money: every order is asked.', none: 'Nothing: every order is asked.', upTo: (amount: string) => `up to ${amount} an order`, until: (time: string) => `until ${time}`, over: 'over', remove: (name: string) => `Remove the rule for ${name}`,
      symbol: 'Symbol', most: 'Per order, $', span: 'For', spans: { hour: 'an hour', day: 'a day', week: 'a week' }, add: 'Add rule',
    },
  },
  audit: {
    empty: 'Nothing recorded yet', emptyHint: 'Every card, decision, send, outcome, change of limits and read by an assistant is one record in a chain that shows if it was altered.', filtered: 'No record matches', search: 'Search', kind: 'Kind', all: 'Every kind', verify: 'Verify now', verifying: 'Verifying', export: 'Export…', exported: 'Saved', more: 'Load older',
    heads: { seq: '#', at: 'Time', kind: 'Kind', line: 'What', hash: 'Hash' }, rows: 'Records', chains: 'Which record', chainsHint: 'What happens in practice beside this profile has a record of its own.', away: 'This record is being opened again; the practice exchange was restarted.', head: 'head', checked: (count: number, time: string) => `${count === 1 ? '1 record' : `${count} records`} checked at ${time}`,
    kinds: {
      start: 'Start', asked: 'Asked', refused: 'Refused', folded: 'Asked again', shown: 'Shown', amended: 'Changed', extended: 'Extended', decided: 'Decided', sent: 'Sent', outcome: 'Outcome', ended: 'Ended', policy: 'Limits', connection: 'Connection', endpoint: 'Door', read: 'Read', halt: 'Halt', switch: 'Profile', lock: 'Lock', 'sign-in': 'Sign-in', checkpoint: 'Checkpoint',
    },
    states: { verified: 'Unaltered', unproved: 'Fits, but not proved', damaged: 'Altered', 'not-checked': 'Not checked yet' } satisfies Record<AuditReport['state'] | 'not-checked', string>, at: (seq: number) => `at record ${seq}`,
    unprovedHint: 'The chain fits together, but there is no checkpoint to prove that nothing was cut off or rewritten.',
  },
  kill: {
    command: 'Halt assistants…', now: 'Stop assistants', nowHint: 'Stops every assistant at once: pauses them, withdraws what they ask for, and cancels the orders they placed.', halted: 'Assistants halted',
    title: 'Stop now', body: 'Choose what to stop. Stopping asks nothing more and sends no new order.', assistants: 'Assistants only', assistantsHint: 'Pauses every assistant, withdraws what they ask for, and cancels the orders they placed. You can go on trading.',
    all: 'Everything', allToo: 'Stop everything too', allHint: 'Halts all trading, stops the assistants, and cancels every working order.', halt: 'Only stop sending', haltHint: 'No order is sent or changed. Working orders stay at the exchange.', close: 'Close', busy: 'Stopping',
    done: (withdrawn: number, cancelled: number) => `${withdrawn === 1 ? '1 instruction' : `${withdrawn} instructions`} withdrawn, ${orders(cancelled)} cancelled.`, left: (working: number, unknown: number) => `${working} working, ${unknown} unknown.`, by: 'Halted at this desk by hand.',
    standing: { assistants: 'Assistants are halted', all: 'All trading is halted' } satisfies Record<HaltScope, string>, leftOver: 'Not at its end yet. The desk keeps cancelling and asking:', leftState: { working: 'can still fill', unknown: 'not known' } satisfies Record<LeftOrder['state'], string>, survives: 'This holds over a restart, until you lift it.',
    lift: 'Lift the halt', liftHint: 'Keys open the door again. Each assistant stays paused until you let it in.', liftHintAll: 'Assistants may be let in again, one by one. Trading stays halted until you resume it.',
    letIn: 'Let an assistant in again', resume: (name: string) => `Let ${name} in`, lifted: 'The halt is lifted. These assistants are still paused:',
  },
  flatten: {
    title: 'Close positions', hint: { assistants: 'A step of its own: closes what the assistants’ orders opened. You see every order before it is sent.', all: 'A step of its own: closes every position. You see every order before it is sent.' } satisfies Record<HaltScope, string>,
    plan: 'Show what would be sent…', none: 'There is no position to close.', rows: 'These orders are sent when you confirm:', skipped: 'These stay open:', understood: 'I have read them', send: (count: number) => (count === 1 ? 'Send 1 order' : `Send ${count} orders`), back: 'Back', busy: 'Sending',
    outcomes: { acknowledged: 'At the broker', rejected: 'Rejected', denied: 'Not sent', unknown: 'Not known yet' } satisfies Record<Flattened['rows'][number]['outcome'], string>,
  },
} as const
