import type { Message } from '../message.js'
import type { Writer } from '../writer.js'

/** What a stored file or folder holds, in the person's words. */
const HELD: Readonly<Record<string, string>> = {
  'watchlists.json': 'your watchlists',
  'alerts.json': 'your alerts',
  'drawings.json': 'your chart drawings',
  'quotes.json': 'the latest prices',
  'order-news.json': 'the order news that was shown',
  'trade-journal': 'your trading journal',
  'trade-notes': 'the notes of your journal',
  workspaces: 'a workspace',
  'preferences.json': 'your settings',
  'profiles.json': 'your profiles',
  'lock.json': 'the app lock',
  'client-settings.json': 'the settings of assistants’ programs',
  'newest-program.json': 'the newest version that used this folder',
  'updates.json': 'what is known of updates',
  'files.json': 'the list of these files',
}

const named = (file: string): string => {
  const held = HELD[file.split('/')[0] ?? '']
  return held === undefined ? file : `${file} (${held})`
}

/** What does not happen meanwhile. */
const idle = (file: string): string =>
  file === 'alerts.json' ? ' No alert is evaluated until it can be read.' : ''

/** Files and secrets that could not be read or written. */
export const storage = {
  secretNotEncrypted: 'The key store could not encrypt the secret.',
  secretUnreadable: 'The stored secret is unreadable; it was not changed.',
  secretNewer:
    'The stored secret was written by a newer version of Countersign; it was not changed.',
  secretOfOtherKeyStore: 'The stored secret belongs to another key store; it was not changed.',
  secretNotDecrypted: 'The stored secret could not be decrypted; it was not changed.',
  credentialsUnreadable: 'The stored credentials are unreadable; they were not changed.',
  fileSetAside: ({ file, aside }: { readonly file: string; readonly aside: string }) =>
    `${named(file)} was damaged. It was set aside as ${aside} and starts empty.`,
  fileNotSetAside: ({ file }: { readonly file: string }) =>
    `${named(file)} was damaged and could not be set aside.`,
  fileEntriesLost: ({ file, aside }: { readonly file: string; readonly aside: string }) =>
    `${named(file)} had damaged entries, which are lost; the others were read. The damaged file is ${aside}.`,
  fileMissing: ({ file }: { readonly file: string }) =>
    `${named(file)} is missing or empty, although it had content.`,
  fileCut: ({ file }: { readonly file: string }) =>
    `${named(file)} ended in an incomplete entry, which was cut off.`,
  fileNewer: ({ file }: { readonly file: string }) =>
    `${named(file)} was written by a newer version of Countersign and was not changed.${idle(file)}`,
  fileRecords: ({ file }: { readonly file: string }) =>
    `${named(file)} has entries that cannot be read; it was not changed.`,
  /** Said once: the halt that came of the damage is over. */
  fileReadableAgain: ({ file }: { readonly file: string }) =>
    `${file} can be read again: an earlier version could not read its own entries. No entry was lost, and assistants are no longer halted because of it. Instructions that were pending have ended.`,
  fileUnreadable: ({ file }: { readonly file: string }) =>
    `${named(file)} could not be read from the disk; it was not changed.${idle(file)}`,
  assistantsHalted: (
    { problem, others }: { readonly problem: Message; readonly others: number },
    { message, plural }: Writer,
  ) =>
    `${message(problem)} ${
      others === 0
        ? ''
        : `${plural(others, { one: '# more file is affected.', other: '# more files are affected.' })} `
    }Assistants are halted until you have checked your orders and resume them.`,
  endpointReset:
    'The settings of assistant access (assistants.json) were damaged or deleted, so assistant access was switched off. The Instructions panel shows whether it is on, and enables it.',
  registerReset:
    'The record of the files of assistants (assistant-files.json) was damaged or deleted. Whether assistants have access did not change; the Instructions panel shows it.',
  notesNotSaved: 'The note could not be saved on this computer. Free some disk space.',
  notesUnreadable:
    'The file with your notes cannot be read, so nothing is written over it. Nothing was saved.',
  pictureNotTaken: 'The picture could not be taken. Show the window and try again.',
  pictureNotSaved: 'The picture could not be saved on this computer. Free some disk space.',
  pictureInvalid: 'This is not a picture of a chart, or it is too large.',
  pictureMissing: 'The file of this picture is missing or damaged.',
  tripPicturesFull: ({ max }: { readonly max: number }, { plural }: Writer) =>
    plural(max, {
      one: 'A round trip holds # picture. Remove it first.',
      other: 'A round trip holds # pictures. Remove one first.',
    }),
  accountPicturesFull: ({ max }: { readonly max: number }, { plural }: Writer) =>
    plural(max, {
      one: 'An account holds # picture. Remove it first.',
      other: 'An account holds # pictures. Remove one first.',
    }),
  drawingsUnreadable:
    'The file with the drawings cannot be read, so nothing is written over it. Nothing was changed.',
  drawingInvalid: 'This drawing is not valid. Nothing was changed.',
  drawingUnknown: 'This drawing was removed meanwhile.',
  drawingLocked: 'This drawing is locked. Only the person can unlock it.',
  drawingsFull: ({ max }: { readonly max: number }, { plural }: Writer) =>
    plural(max, {
      one: 'An instrument holds # drawing. Delete it first.',
      other: 'An instrument holds # drawings. Delete some first.',
    }),
  allDrawingsFull: ({ max }: { readonly max: number }, { plural }: Writer) =>
    plural(max, {
      one: 'A profile holds # drawing. Delete it first.',
      other: 'A profile holds # drawings. Delete some of other symbols first.',
    }),
  tripUnknown: 'This round trip is not in the journal of this account.',
  journalUnreadable: 'the journal cannot be read',
  journalRecordUnreadable: ({ record }: { readonly record: number }) =>
    `journal record ${record} cannot be read, or was made by a newer version`,
  journalFailed: 'the journal failed',
} as const
