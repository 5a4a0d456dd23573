import type { Message } from '../message.js'
import type { Writer } from '../writer.js'

/** The state of the session, and why trading is halted. */
export const session = {
  notConnected: 'Countersign is not connected yet.',
  accountUnknown: 'This account does not exist.',
  noSupportedAccount: ({ numbers }: { readonly numbers: readonly string[] }) =>
    numbers.length === 0
      ? 'The broker reports no account for this sign-in, so nothing can be shown or traded. Open an account with your broker and read the accounts again, or choose another profile.'
      : `The broker reports only accounts of a kind that Countersign does not support (${numbers.join(', ')}), so nothing can be shown or traded with this sign-in. Choose another profile, or update Countersign and read the accounts again.`,
  notOffered: 'This is not offered here.',
  instrumentNotListed: 'The broker no longer lists this instrument, so its lots cannot be read.',
  tradesUnsettled: 'Trades arrived while the account was read. It is read again with the next one.',
  noExchangeTime: 'The time at the exchange is not known yet.',
  tokensInMemory: 'Sign-in tokens are stored in memory only.',
  journalTailCut: 'The last line of the order journal was incomplete and was cut off.',
  journalArchiveDamaged: ({ segments }: { readonly segments: string }) =>
    `Affected parts: ${segments}. Open orders, halts and limits do not depend on them, and nothing was sent. Restore the folder "archive" from a backup to have the complete record again.`,
  readingJournal: ({ percent }: { readonly percent: number }) =>
    `Reading the order journal, ${percent}% done. Orders can be sent once it is read.`,
  journalUnreadable: ({ reason }: { readonly reason: Message }, { message }: Writer) =>
    `The order journal cannot be read: ${message(reason)}`,
  journalNotWritten: ({ reason }: { readonly reason: Message }, { message }: Writer) =>
    `The order journal cannot be written: ${message(reason)}`,
  journalMissing:
    'The order journal is missing or empty, although it had entries. Orders sent by Countersign may be working: check them with your broker before you resume trading.',
  journalDamaged: ({ file }: { readonly file: string }) =>
    `A record of the order journal was damaged; all others were read, and the damaged file is ${file}. The lost record may be of an order that Countersign sent: compare the orders here with your broker’s before you resume trading.`,
  haltUnreadable:
    'The record of the halt cannot be read; trading stays halted until you resume it.',
  haltNotStored: 'The halt is in effect but not on disk.',
  haltLostTitle: 'The halt could not be saved.',
  haltLostDetail:
    'Trading is halted now, but the disk does not accept the record of it: after the next start trading would be active. No order is sent by quitting; working orders stay at the broker.\n\nFree some space on the disk and try again.',
  limitsNotStored: 'The limits are in effect but not on disk.',
  journalNotesDamaged: 'The notes of the journal could not be read.',
  alertsDamaged: 'The file with the alerts could not be read.',
  drawingsDamaged: 'The file with the drawings could not be read.',
  limitsDamaged: 'The record of limits and lock-outs could not be read.',
  saveAgain: 'Try again',
  quitWithoutHalt: 'Quit without saving',
  diskFull: 'the disk is full',
  folderDenied: 'writing to its folder is not allowed',
  clockSetBack: ({ minutes }: { readonly minutes: number }, { count }: Writer) =>
    `The clock of this computer was set back by ${count(minutes)} min.`,
  haltedByHand: 'Halted by you in Countersign.',
  manyUnknown: ({ orders }: { readonly orders: number }, { count }: Writer) =>
    `${count(orders)} orders have no known outcome.`,
} as const
