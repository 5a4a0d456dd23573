import type { LastReset } from '../../../domain/app/reset.js'
import type { Message } from '../../message.js'
import type { Writer } from '../../writer.js'

/** The versions of Countersign and of its runtime. */
export interface StartedVersions {
  readonly version: string
  readonly electron: string
  readonly chromium: string
  readonly node: string
}

const RESET: Readonly<Record<LastReset['level'], string>> = {
  layout: 'Settings and workspaces',
  profiles: 'Settings, workspaces and profiles',
  everything: 'Settings, workspaces, profiles and practice',
}

/** Why Countersign could not start, and what to do; what it prints in a terminal. */
export const start = {
  title: 'Countersign cannot start.',
  report: ({ problem }: { readonly problem: Message }, { message }: Writer) =>
    `Countersign cannot start: ${message(problem)}`,
  noOrder:
    'No order was placed or changed. Orders that are already at the broker keep working there.',
  dangerousSwitches: ({ switches }: { readonly switches: string }) =>
    `It was started with ${switches}, which would open the program to others. Start it without.`,
  folderIgnored: ({ folder, used }: { readonly folder: string; readonly used: string }) =>
    `The data folder ${folder} cannot be used: it does not exist and cannot be created. Without it, the data in ${used} would have been opened. Correct the folder given with --user-data-dir.`,
  folderIsFile: ({ folder }: { readonly folder: string }) =>
    `The data folder ${folder} is not a folder but a file. Move the file away, or choose another folder with --user-data-dir.`,
  folderDenied: ({ folder }: { readonly folder: string }) =>
    `Countersign may not write to its data folder ${folder}. Give yourself the right to write there, or choose another folder with --user-data-dir.`,
  folderReadOnly: ({ folder }: { readonly folder: string }) =>
    `The data folder ${folder} is on a read-only disk. Make the disk writable, or choose another folder with --user-data-dir.`,
  folderFull: ({ folder }: { readonly folder: string }) =>
    `The disk of the data folder ${folder} is full. Free some space on it, then start again.`,
  folderFailed: ({ folder, reason }: { readonly folder: string; readonly reason: string }) =>
    `The data folder ${folder} cannot be written (${reason}). Check the disk, then start again.`,
  usedElsewhere: ({ folder, computer }: { readonly folder: string; readonly computer: string }) =>
    `The data folder ${folder} is in use by Countersign on the computer ${computer}. Close it there first. If that computer no longer runs it, delete the file SingletonLock in the folder.`,
  fileUnreadable: ({ file, reason }: { readonly file: string; readonly reason: string }) =>
    `The file ${file} cannot be read (${reason}). Correct the file's rights or its disk, or move it away and start again.`,
  fileStuck: ({ file, reason }: { readonly file: string; readonly reason: string }) =>
    `The file ${file} is damaged and could not be moved away (${reason}). Move it away and start again.`,
  newerVersion: ({ file, program }: { readonly file: string; readonly program: string | null }) =>
    `The file ${file} was written by a newer version of Countersign${program === null ? '' : ` (${program})`}. Nothing was changed. Start that version, or choose another folder with --user-data-dir.`,
  incomplete: ({ file }: { readonly file: string }) =>
    `A file of the program is missing: ${file}. Install Countersign again; your data is not affected.`,
  practice: ({ reason }: { readonly reason: string }) =>
    `The practice exchange cannot start: ${reason}`,
  failed: ({ reason }: { readonly reason: string }) =>
    `An unexpected error occurred: ${reason}. Start again; if it happens again, the log in the data folder has the details.`,
  version: ({ version, electron, chromium, node }: StartedVersions) =>
    `Countersign ${version} (Electron ${electron}, Chromium ${chromium}, Node ${node})`,
  usage: `Countersign, a desktop trading client.

countersign                         opens the window
countersign --safe-mode             opens it with few panels and without the saved layout
countersign --reset=LEVEL           sets data aside, in a folder that the window names, then opens it:
                                    layout (settings and workspaces), profiles (also profiles,
                                    keys, journals, limits), everything (also practice and the log)
countersign --user-data-dir=FOLDER  uses another data folder
countersign --version               prints the version
countersign --help                  prints this text`,
  resetRunning:
    'Countersign is running. Nothing was reset: close it first, or reset in its Help menu.',
  resetDone: ({ level, folder }: LastReset) =>
    `${RESET[level]} were reset. What was there is in ${folder}, complete: to go back, close Countersign and move the content of that folder back. Orders and positions at a broker are not affected.`,
  resetFailed: ({ file, reason }: { readonly file: string; readonly reason: string }) =>
    `Nothing was reset, because ${file} could not be moved (${reason}). What had been moved was put back. Close what uses the file, then reset again.`,
  alreadyRunning:
    'Countersign is already running on this profile; its window was brought to the front.',
} as const
