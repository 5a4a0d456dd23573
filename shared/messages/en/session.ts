import type { Message } from '../message.js'
import type { Writer } from '../writer.js'

/** The state of the session, and why trading is halted. */
export const session = {
  notConnected: 'Countersign is not connected yet.',
  accountUnknown: 'This account does not exist.',
  notOffered: 'This is not offered here.',
  noExchangeTime: 'The time at the exchange is not known yet.',
  tokensInMemory: 'Sign-in tokens are stored in memory only.',
  journalTailCut: 'The last line of the order journal was incomplete and was cut off.',
  journalUnreadable: ({ reason }: { readonly reason: Message }, { message }: Writer) =>
    `The order journal cannot be read: ${message(reason)}`,
  journalNotWritten: ({ reason }: { readonly reason: Message }, { message }: Writer) =>
    `The order journal cannot be written: ${message(reason)}`,
  diskFull: 'the disk is full',
  folderDenied: 'writing to its folder is not allowed',
  clockSetBack: ({ minutes }: { readonly minutes: number }, { count }: Writer) =>
    `The clock of this computer was set back by ${count(minutes)} min.`,
  haltedByHand: 'Halted by you in Countersign.',
  manyUnknown: ({ orders }: { readonly orders: number }, { count }: Writer) =>
    `${count(orders)} orders have no known outcome.`,
} as const
