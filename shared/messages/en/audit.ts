import type { ReceiptProblem } from '../../receipt/receipt.js'
import type { Message } from '../message.js'
import type { Writer } from '../writer.js'
import { insideQuotes } from '../../domain/text-safety.js'

/** Where a checkpoint is stored: in the head file beside the chain, or in the key store. */
type CheckpointPlace = 'file' | 'key-store'

const RECEIPT_PROBLEMS: Readonly<Record<ReceiptProblem, string>> = {
  unreadable:
    'This is not a receipt of Countersign, or of a version that this program does not know.',
  'not-canonical': 'It was changed: it is not written as Countersign writes it.',
  members: 'It was changed: parts are missing, or do not belong here.',
  signature:
    'Its signature does not fit: it was changed, or signed by another key than the one it names.',
  record: 'A record cannot be read.',
  'record-hash': 'A record was changed after it was written.',
  order: 'Its records are not in their order.',
  'not-in-log': 'A record is not in the audit log that it names.',
  'other-subject': 'A record is about another instruction.',
  environment: 'Its records are of another environment than it says.',
  'no-start': 'It does not begin with the start of the program.',
  'damaged-log': 'The audit log was found damaged between its records.',
  'not-requested': 'The record of the request is missing.',
  'not-decided': 'The record of the decision is missing.',
  'no-outcome': 'The record of the outcome is missing.',
}

/** What a check of the audit chain found, and why trading is halted because of it. */
export const audit = {
  chainUnreadable: ({ reason }: { readonly reason: Message }, { message }: Writer) =>
    `The chain cannot be read: ${message(reason)}`,
  recordDamaged: ({ file }: { readonly file: string }) =>
    `A record is damaged. The damaged file is ${file}.`,
  recordUnreadable: 'This record cannot be read',
  recordMisplaced: 'Another record is in its place',
  recordNotFollowing: 'This record does not follow from the one before it',
  recordChanged: 'This record was changed after it was written',
  recordForeign: 'This record was not written by Countersign',
  recordsMissing: (
    { missing, count }: { readonly missing: number; readonly count: number },
    { plural }: Writer,
  ) =>
    `${plural(missing, { one: '# record is missing', other: '# records are missing' })}: ${plural(count, { one: '# was', other: '# were' })} there at the last checkpoint`,
  recordsUnproved: ({ count }: { readonly count: number }, { plural }: Writer) =>
    plural(count, {
      one: 'The first record was already in the chain when its checkpoint was missing: nothing proves it',
      other:
        'The first # records were already in the chain when their checkpoint was missing: nothing proves them',
    }),
  partMissing: ({ first, last }: { readonly first: number; readonly last: number }) =>
    `The archived part with the records ${first} to ${last} is missing`,
  partChanged: ({ first, last }: { readonly first: number; readonly last: number }) =>
    `The archived part with the records ${first} to ${last} was changed or cannot be read`,
  recordsArchived: ({ count }: { readonly count: number }, { plural }: Writer) =>
    plural(count, {
      one: 'The first record was moved to the archive',
      other: 'The first # records were moved to the archive',
    }),
  archiveUnread: 'The archived records are still being checked',
  chainRewritten: 'The chain was rewritten: it is not the one of the last checkpoint',
  noCheckpoint:
    'There is no checkpoint: nothing proves that no record was cut off or that the chain was not rewritten',
  headReplaced: (
    { head, saved }: { readonly head: number; readonly saved: number },
    { plural }: Writer,
  ) =>
    `The head beside the chain was replaced by an older one: it names ${plural(head, { one: '# record', other: '# records' })}, the key store ${saved}`,
  headMissing:
    'The head beside the chain is missing: nothing proves that the last records are there',
  headReadFailed: 'The head beside the chain cannot be read',
  savedMissing:
    'The checkpoint in the key store is missing: nothing proves that the head beside the chain is the last one',
  savedReadFailed: 'The checkpoint in the key store cannot be read',
  checkpointUnreadable: ({ place }: { readonly place: CheckpointPlace }): string =>
    place === 'file'
      ? 'The checkpoint beside the chain cannot be read'
      : 'The checkpoint in the key store cannot be read',
  checkpointForeign: ({ place }: { readonly place: CheckpointPlace }): string =>
    place === 'file'
      ? 'The checkpoint beside the chain was not written with this computer’s key'
      : 'The checkpoint in the key store was not written with this computer’s key',
  keyMissing: 'The key of the checkpoints is missing',
  keyReplaced: ({ place }: { readonly place: CheckpointPlace }): string =>
    place === 'file'
      ? 'The key of the checkpoint beside the chain is missing'
      : 'The key of the checkpoint in the key store is missing',
  damageAtRecord: (
    { seq, problem }: { readonly seq: number; readonly problem: Message },
    { message }: Writer,
  ) => `record ${seq}: ${message(problem)}`,
  damageUnknown: 'not known where',
  haltedByDamage: ({ damage }: { readonly damage: Message }, { message }: Writer) =>
    `The audit chain is damaged, ${message(damage)}`,
  /** Reasons why the chain cannot be written: "The audit chain cannot be written: …". */
  noKey: 'the key of the checkpoints is missing',
  chainFailed: 'the audit chain failed',
  headFailed: 'the head of the audit chain failed',
  haltedNotWritten: ({ reason }: { readonly reason: Message }, { message }: Writer) =>
    `The audit chain cannot be written: ${message(reason)}`,
  receiptIncomplete: 'There is no receipt yet: this instruction has no decision or no outcome.',
  receiptProblem: ({ problem }: { readonly problem: ReceiptProblem }) => RECEIPT_PROBLEMS[problem],
  watchlistDecided: ({
    isUndone,
    assistant,
    change,
    list,
  }: {
    readonly isUndone: boolean
    readonly assistant: string
    readonly change: string
    readonly list: string
  }) =>
    `${isUndone ? 'The person has undone' : 'The person has kept'}: ${assistant} ${change} in the watchlist “${insideQuotes(list)}”`,
} as const
