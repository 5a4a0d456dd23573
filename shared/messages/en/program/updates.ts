import type { Message } from '../../message.js'
import type { Writer } from '../../writer.js'

export interface ReleaseVersion {
  readonly version: string
}

/** Newer versions of Countersign: what was found, and why one is not installed. */
export const updates = {
  noSource:
    'This build of Countersign has no update source. Newer versions have to be installed by hand.',
  sourceTree:
    'Countersign was started from its source files. It does not update itself; update the source files instead.',
  testRuntime: 'This package runs on the test runtime. It is never updated.',
  unknownFormat:
    'This package does not say in which format it was installed, so it cannot be updated. Install Countersign again.',
  bySystem: ({ format }: { readonly format: string }) =>
    `This is the ${format} package. Newer versions are named here; install them with the tools of your system.`,
  byInstaller:
    'On this system newer versions are named here, and installed with the installer of the download page.',
  current: ({ version }: ReleaseVersion) => `Version ${version} is the newest.`,
  newer: ({ version }: ReleaseVersion) => `Version ${version} is available.`,
  notRolledOut: ({ version }: ReleaseVersion) =>
    `Version ${version} is being released in steps. This computer is not in the present step.`,
  failedBefore: ({ version }: ReleaseVersion) =>
    `Version ${version} did not start on this computer and is not offered again. The next version is.`,
  tooOld: ({ version }: ReleaseVersion) =>
    `Version ${version} cannot replace this version by itself. Install it from the download page.`,
  noPackage: ({ version }: ReleaseVersion) =>
    `Version ${version} has no package of this format for this computer.`,
  refused: ({ problem }: { readonly problem: Message }, { message }: Writer) =>
    `The update source was not believed: ${message(problem)} Nothing was downloaded or changed.`,
  otherChannel: 'its list is of another release channel.',
  replayed: 'its list is older than one that was seen before.',
  expired:
    'its list has expired. Check the date of this computer; otherwise wait for the next release.',
  notAManifest: 'its list cannot be read.',
  wrongSignature: 'its list is not signed by Countersign. Somebody may be changing the connection.',
  keysNotAccepted:
    'its list announces other signing keys and is not signed with both present ones.',
  checkFailed: ({ problem }: { readonly problem: Message }, { message }: Writer) =>
    `The update source could not be asked: ${message(problem)}`,
  downloadFailed: ({ problem }: { readonly problem: Message }, { message }: Writer) =>
    `The update was not installed: ${message(problem)} This version runs on unchanged.`,
  network: ({ detail }: { readonly detail: string }) =>
    `there is no connection to the update source (${detail}). Check the network, then try again.`,
  certificate:
    'the certificate of the update source is not valid. Check the date of this computer and whether a proxy inspects the connection.',
  tooSlow: 'the update source answered too slowly. Try again later.',
  cut: 'the connection was cut. Try again.',
  otherSize: 'the answer has another size than the release says.',
  redirect: 'the update source leads to another address, which is not followed.',
  status: ({ status }: { readonly status: number }) =>
    `the update source answered with status ${status}. Try again later.`,
  wrongHash: 'the file is not the one that the release says. It was deleted.',
  canceled: 'the download was canceled.',
  diskFull: ({ folder }: { readonly folder: string }) =>
    `the disk of ${folder} is full. Free some space, then try again.`,
  diskDenied: ({ folder }: { readonly folder: string }) =>
    `Countersign may not write to ${folder}. Move the program to a folder of your own, or install the update by hand.`,
  diskFailed: ({ folder, reason }: { readonly folder: string; readonly reason: string }) =>
    `the folder ${folder} cannot be written (${reason}). Check the disk, then try again.`,
  notAProgram: 'the package does not contain the program.',
  notReplaced: ({ version, reason }: ReleaseVersion & { readonly reason: string }) =>
    `Version ${version} could not be put in place (${reason}). This version was started again, unchanged.`,
  waitsForOrder:
    'An order is on its way, or its outcome is not known yet. The restart waits for the outcome.',
  waitsForInstruction:
    'An instruction of an assistant waits for your decision. Approve or decline it first.',
  waitsForArmed:
    'Trading is allowed on a live account. Stop allowing it, or quit Countersign, and restart then.',
  waits: ({ reasons }: { readonly reasons: readonly Message[] }, { message }: Writer) =>
    `The restart waits. ${reasons.map((reason) => message(reason)).join(' ')}`,
  stayed:
    'Countersign runs on. The update is ready and is installed with the next restart from here.',
  restored: ({ version, failed }: ReleaseVersion & { readonly failed: string }) =>
    `Version ${failed} did not start. Version ${version} was put back.`,
  failingTitle: ({ version }: ReleaseVersion) =>
    `Countersign ${version} did not become ready twice.`,
  failingDetail: ({ previous }: { readonly previous: string }) =>
    `It was installed by an update. Version ${previous}, which ran before, is still on this computer and can be put back. Your data stays. No order was placed or changed; orders that are already at the broker keep working there.`,
  failingBack: ({ previous }: { readonly previous: string }) => `Put back ${previous}`,
  failingRetry: 'Try again',
  failingQuit: 'Quit',
} as const
