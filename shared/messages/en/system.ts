import type { Environment } from '../../domain/environment.js'
import type { Message } from '../message.js'
import type { Writer } from '../writer.js'

const ENVIRONMENTS: Readonly<Record<Environment, string>> = {
  practice: 'Practice',
  sandbox: 'Sandbox',
  production: 'Production',
}

export interface FileCause {
  /** What kind of failure it was, as the file system reports it. */
  readonly why: string
  /** The code of the operating system. */
  readonly code: string
}
const NOT_WRITTEN: Readonly<Record<string, string>> = {
  full: 'the disk is full. Free some space, or choose another place.',
  denied: 'writing there is not allowed. Choose another folder.',
  missing: 'the folder does not exist any more. Choose another one.',
}
const NOT_READ: Readonly<Record<string, string>> = {
  denied: 'reading it is not allowed.',
  missing: 'it does not exist any more.',
}

/** Files, processes and windows of Countersign. */
export const system = {
  settingsNotSaved: 'Your settings could not be saved on this computer.',
  settingNotSaved: 'The setting could not be saved on this computer.',
  fileNotWritten: ({ why, code }: FileCause) =>
    `The file could not be written there: ${NOT_WRITTEN[why] ?? `${code}.`}`,
  fileNotRead: ({ why, code }: FileCause) =>
    `The file could not be read: ${NOT_READ[why] ?? `${code}.`}`,
  exportAuditTitle: ({ environment }: { readonly environment: Environment }) =>
    `Export the audit log (${ENVIRONMENTS[environment]})`,
  exportReceiptTitle: ({ environment }: { readonly environment: Environment }) =>
    `Export the receipt (${ENVIRONMENTS[environment]})`,
  profileFile: 'Countersign profile',
  workspaceFile: 'Countersign workspace',
  receiptFile: 'Receipt of Countersign',
  publicKeyFile: 'Public key',
  exportReceiptKeyTitle: ({ environment }: { readonly environment: Environment }) =>
    `Save the public key of the receipts (${ENVIRONMENTS[environment]})`,
  checkReceiptTitle: 'Check a receipt',
  jsonLines: 'JSON lines',
  pngFile: 'PNG picture',
  savePictureTitle: 'Save picture',
  keysFile: 'Keyboard shortcuts',
  exportKeysTitle: 'Export shortcuts',
  importKeysTitle: 'Import shortcuts',
  notKeysFile: 'This is not a file of Countersign’s shortcuts.',
  csvFile: 'CSV table',
  supportFile: 'Support report',
  exportSupportTitle: 'Export for support',
  crashed: (
    { time, count }: { readonly time: string; readonly count: number },
    { plural }: Writer,
  ) =>
    `Countersign or a part of it ended unexpectedly (${time}). ${plural(count, { one: '# record is', other: '# records are' })} stored on this computer and never sent; see “Export for support” in About. Orders are looked up with the broker, not sent again.`,
  exportTableTitle: 'Export the table',
  exchangeRestarting: 'The practice exchange stopped; it is being started again.',
  exchangeRestarted:
    'The practice exchange stopped and was started again. Your orders are looked up, not sent again.',
  filesReplaced:
    'The program files of Countersign were replaced while it runs, as an update does. Nothing is started from the other files. Restart Countersign.',
  filesRemoved:
    'The program files of Countersign were removed while it runs. Nothing can be started from them. Quit Countersign and install it again; your data is not affected.',
  exchangeUnreadable: 'The practice exchange sent an unreadable response.',
  noPendingInstructions: 'No pending instructions',
  pendingInstructions: ({ count }: { readonly count: number }, { plural }: Writer) =>
    plural(count, { one: '# pending instruction', other: '# pending instructions' }),
  readInstructions: 'Open Countersign to read them. Nothing is sent before you approve it.',
  assistantsHaltedShort: 'assistants halted',
  assistantsHalted: 'Assistants are halted',
  assistantsHaltedWith: ({ orders }: { readonly orders: Message }, { message }: Writer) =>
    `Assistants are halted: ${message(orders)}`,
  ordersLeft: (
    { working, unknown }: { readonly working: number; readonly unknown: number },
    { count }: Writer,
  ) => `${count(working)} working, ${count(unknown)} unknown`,
  /** While the broker's lists are being read, so that there may be more. */
  ordersLeftAtLeast: (
    { working, unknown }: { readonly working: number; readonly unknown: number },
    { count }: Writer,
  ) => `at least ${count(working)} working, ${count(unknown)} unknown`,
  ordersUntouched: 'orders keep working',
  checkingOrders: 'checking that nothing is left',
  stopping: ({ orders }: { readonly orders: Message }, { message }: Writer) =>
    `stopping, ${message(orders)}`,
  notHalted: 'Assistants could not be halted',
  haltInWindow: 'Open Countersign and use the kill switch there.',
  haltedByKeyboard: 'Halted with the keyboard, from outside the window.',
  haltedFromTray: 'Halted from the tray.',
  openCountersign: 'Open Countersign',
  haltAssistants: 'Halt assistants now',
  haltTrading: 'Halt trading',
  tradingIsHalted: 'Trading is halted',
  tradingHaltedShort: 'trading halted',
  keepsRunning: 'Countersign keeps running',
  keepsRunningDetail:
    'Streams, alerts and pending instructions continue in the tray. Quit from the tray’s menu, or choose in Settings what closing the window does.',
  quit: 'Quit',
  mainWindowFailed: 'The main window keeps failing.',
  mainWindowFailedDetail:
    'It failed six times within a minute and is blank now. Orders, halts and account events are managed outside this window and continue: nothing was placed or canceled because of it.\n\nReload tries again. Safe mode opens the window with few panels and without your saved layout, which stays stored.',
  panelWindowFailed: 'A window with panels keeps failing.',
  panelWindowFailedDetail:
    'It failed six times within a minute and is blank now. Orders, halts and account events are managed outside this window and continue: nothing was placed or canceled because of it.\n\nReload tries again. After closing it, its panels are in the main window.',
  confirmWindowFailed: 'The confirm window keeps failing.',
  confirmWindowFailedDetail:
    'It failed six times within a minute and is blank now. No instruction was approved because of it; pending instructions stay in the inbox until they expire.\n\nReload tries again. After closing it, the next card opens a new one.',
  reloadWindow: 'Reload',
  openSafeMode: 'Open in safe mode',
  closeWindow: 'Close the window',
  signInReceivedTitle: 'You are back',
  signInReceived: 'Countersign received the response. You can close this page.',
  signInUnknownTitle: 'Nothing was signed in',
  signInUnknown:
    'This address does not belong to a sign-in that Countersign is waiting for. Start again in Countersign.',
  noOrder: 'No order was placed.',
  ordersRecovered:
    'Orders in progress are in the journal: the next start looks them up and sends none again.',
  assistiveQuestion: 'Accept approvals and orders without an observed press?',
  assistiveDetail:
    'Assistive technology presses without mouse or keyboard, so Countersign cannot observe it. Whoever manipulates a window of Countersign could then approve, trade and resume without you.\n\nAccept this only if you use a screen reader, voice control or a switch and asked for it yourself.',
  assistiveKeepOff: 'Keep off',
  assistiveAccept: 'Accept',
  practiceSilent: 'The practice exchange did not answer. Try again.',
} as const
