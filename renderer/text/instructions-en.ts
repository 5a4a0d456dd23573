import type { AssistantsView, AuditReport, InstructionRow, Policy } from '../../shared/ipc/instructions.js'

const orders = (count: number): string => (count === 1 ? '1 order' : `${count} orders`)

/** Texts of the instructions panel: what assistants ask for, who they are, and the record of it. */
export const instructionText = {
  views: { inbox: 'Inbox', history: 'History', assistants: 'Assistants', audit: 'Audit' }, viewsLabel: 'Part of instructions',
  badge: (count: number) => (count === 1 ? '1 instruction waits' : `${count} instructions wait`), badgeHint: 'Assistants ask for orders; nothing is sent before you countersign.',
  assistantsHalted: 'Assistants are halted.',
  inbox: {
    empty: 'Nothing waits for you', emptyHint: 'When an assistant asks for an order, it waits here until you confirm or decline it. Nothing is sent by itself.', none: 'No assistant is paired yet', noneHint: 'Pair one to let it read and ask. It can never send an order itself.',
    pair: 'Pair an assistant', review: 'Review', reviewLabel: (line: string) => `Review: ${line}`, left: (time: string) => `${time} left`, overdue: 'expiring', asked: (times: number) => `asked ${times} times`, reason: 'Text written by the assistant, not checked', by: 'by', hosted: 'hosted',
    actions: { place: 'New order', replace: 'Change', cancel: 'Cancel' } satisfies Record<InstructionRow['action'], string>,
  },
  history: {
    empty: 'No instruction has ended yet', emptyHint: 'What you confirmed, declined or let expire is listed here, with what came of it.', receipt: 'Save receipt', receiptLabel: (line: string) => `Save the receipt of: ${line}`, saved: 'Saved',
    heads: { ended: 'Ended', line: 'Instruction', by: 'Assistant', ending: 'Decision', outcome: 'Result', receipt: '' }, changed: 'changed by you',
    endings: { approved: 'Confirmed', 'allowed-by-rule': 'Allowed by rule', declined: 'Declined', expired: 'Expired', revoked: 'Taken back', withdrawn: 'Withdrawn' } satisfies Record<NonNullable<InstructionRow['ending']>, string>,
    outcomes: { sending: 'Sending', acknowledged: 'At the broker', rejected: 'Rejected', denied: 'Not sent', unknown: 'Not known yet' } satisfies Record<NonNullable<InstructionRow['outcome']>, string>,
  },
  endpoint: {
    title: 'Door for assistants', hint: 'Assistants on this computer reach the desk here, each with a key of its own. It listens on this computer only.', on: 'Open the door', off: 'Close the door', port: 'Port', portProblem: 'A number from 1024 to 65535', change: 'Move',
    states: { off: 'closed', listening: 'open', 'port-in-use': 'port in use', failed: 'failed' } satisfies Record<AssistantsView['endpoint']['state'], string>, address: 'Address', copy: 'Copy address', copied: 'Copied',
    inUse: 'Another program uses this port. Choose another one, and change it in the settings of your assistants too.',
  },
  pair: {
    title: 'Pair an assistant', name: 'Name', nameHint: 'How you will know it on every card.', shadow: 'Practice only: it may look here, but its orders go to the practice exchange', do: 'Make a key', again: 'Pair another',
    shown: (name: string) => `The key of "${name}"`, once: 'It is shown once. Put it into the assistant’s settings now; the desk keeps only a fingerprint of it.', key: 'Key', copyKey: 'Copy key', where: 'Where to put it', client: 'Client', copy: 'Copy', copied: 'Copied', done: 'I have it', doorClosed: 'The door is closed: open it, or the assistant cannot reach the desk.',
  },
  assistants: {
    none: 'No assistant is paired', noneHint: 'Give it a name and get a key. It may read within its scope and ask for orders; you countersign each of them.', list: 'Paired assistants', states: { active: 'active', paused: 'paused', revoked: 'revoked' }, until: (time: string) => `paused until ${time}`,
    lastSeen: 'Last seen', never: 'never', firstSeen: 'First seen', client: 'Client', paired: 'Paired', shadow: 'practice only', pause: 'Pause', pauseShort: 'Pause 15 min', resume: 'Resume', rename: 'Rename', revoke: 'Revoke…', keep: 'Keep', save: 'Save', cancel: 'Cancel',
    revokeTitle: (name: string) => `Revoke "${name}"?`, revokeBody: 'Its key stops working at once, and what it asked for is withdrawn. Orders that you confirmed stay. A revoked assistant cannot come back; it has to be paired anew.', revokeDo: 'Revoke',
    report: 'Report card', reports: { asked: 'Asked', approved: 'Confirmed', edited: 'Changed by you', declined: 'Declined', expired: 'Expired', filled: 'Filled' }, slippage: 'Slippage', scopes: 'What it may see and ask for',
  },
  policy: {
    save: 'Save limits', undo: 'Undo', saved: 'Limits saved; what was waiting was withdrawn', money: 'An amount such as 1000.00', whole: 'A whole number', empty: 'Empty: no limit', accounts: 'Accounts', allAccounts: 'All accounts', balances: 'Balances and positions', shown: 'Shown', hidden: 'Hidden',
    may: 'May ask to', mayOf: { place: 'place', replace: 'change', cancel: 'cancel' } satisfies Record<keyof Policy['may'], string>, products: 'Products', productOf: { stock: 'Stocks', option: 'Options', futures: 'Futures', crypto: 'Crypto', event: 'Events' } satisfies Record<Policy['products'][number], string>,
    symbols: 'Symbols', symbolsHint: 'Empty: all. Otherwise separated by spaces.', maxOrder: 'Per order, $', maxDay: 'Per day, $', maxSymbolDay: 'Per symbol and day, $', maxProductDay: 'Per product and day, $', maxQuantity: 'Quantity per order', maxWorking: 'Working orders', maxPending: 'Waiting at once', maxPerMinute: 'Requests per minute', validMinutes: 'Valid for minutes',
    hours: 'Hours', hoursOf: { regular: 'Regular only', extended: 'With pre-market and after hours', any: 'Any time' } satisfies Record<Policy['hours'], string>,
  },
  audit: {
    empty: 'Nothing recorded yet', emptyHint: 'Every card, decision, send, outcome, change of limits and read by an assistant is one record in a chain that shows if it was altered.', filtered: 'No record matches', search: 'Search', kind: 'Kind', all: 'Every kind', verify: 'Verify', verifying: 'Verifying', export: 'Export…', exported: 'Saved', more: 'Load older',
    heads: { seq: '#', at: 'Time', kind: 'Kind', line: 'What' }, records: (count: number) => (count === 1 ? '1 record' : `${count} records`),
    states: { verified: 'Unaltered', unproved: 'Fits, but not proved', damaged: 'Altered', 'not-checked': 'Not checked yet' } satisfies Record<AuditReport['state'] | 'not-checked', string>, at: (seq: number) => `at record ${seq}`,
    unprovedHint: 'The chain fits together, but there is no checkpoint to prove that nothing was cut off or rewritten.',
  },
  kill: {
    command: 'Halt assistants…', title: 'Stop now', body: 'Choose what to stop. Stopping asks nothing more and sends no new order.', assistants: 'Assistants only', assistantsHint: 'Pauses every assistant, withdraws what they ask for, and cancels the orders they placed. You can go on trading.',
    all: 'Everything', allHint: 'Halts all trading, stops the assistants, and cancels every working order.', halt: 'Only stop sending', haltHint: 'No order is sent or changed. Working orders stay at the exchange.', close: 'Close', busy: 'Stopping',
    done: (withdrawn: number, cancelled: number) => `${withdrawn === 1 ? '1 instruction' : `${withdrawn} instructions`} withdrawn, ${orders(cancelled)} cancelled.`, left: (working: number, unknown: number) => `${working} working, ${unknown} unknown.`, by: 'Halted at this desk by hand.',
  },
  shortcut: 'Stop assistants with Ctrl Alt Shift H from anywhere on this computer',
} as const
