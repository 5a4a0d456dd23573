import type { Exposure } from '../../domain/app/exposure.js'
import type { Writer } from '../writer.js'

const REASONS: Readonly<Record<Exposure, string>> = {
  'debugging-port': 'its windows can be controlled over a debugging port',
  inspector: 'an inspector is open in it',
  'no-sandbox': 'its windows run without the sandbox',
  'test-runtime': 'it runs on a runtime for tests or on an old one, which gets no security updates',
  'page-server': 'its windows load their pages from a development server',
  variable:
    'a variable of its environment (such as NODE_OPTIONS, NODE_DEBUG or LD_PRELOAD) can load other code or show its keys',
  'program-switch':
    'a switch that it was started with can load other code or redirect its connections',
}

/** Why an operation on a profile, its credentials or a switch failed. */
export const profiles = {
  unknown: 'There is no such profile.',
  institutionOnly:
    'This profile belongs to an institution: it opens in the Institution panel, not for trading.',
  institutionOpen: 'This profile is open for trading. Open another one first.',
  consoleEnvironment:
    'This institution belongs to another environment than the open profile, so nothing was sent.',
  consoleChecking:
    'The broker is still asked what became of the last request for this order. Nothing was sent.',
  consoleNotJournaled: 'The request could not be written to the journal. Nothing was sent.',
  consoleUnknown: 'The institution console does not have this operation.',
  consoleHalted:
    'Trading is halted in Countersign, so this order was not sent. Resume trading first.',
  consoleTicket: 'This request was sent or dropped already. Review it again.',
  open: 'This profile is open. Switch to another one first.',
  nothingToTest: 'The practice exchange runs inside Countersign; there is nothing to test.',
  wrongAddresses: 'The addresses of this profile cannot be used. Check its hosts.',
  productionHost: 'This sandbox profile names a production host. Check its hosts.',
  keyMissing: 'Enter the app key and its secret first.',
  ownCredentials: 'A practice profile makes its own credentials.',
  credentialsMissing: ({ fields }: { readonly fields: readonly string[] }) =>
    `This profile has no ${fields.map((field) => field.replace('_', ' ')).join(' and no ')} yet. Enter what is missing in its credentials.`,
  nothingToPaste: 'The browser of this profile responds by itself; there is nothing to paste.',
  builtInFixed: 'The built-in practice profile can only be renamed.',
  builtInStays: 'The built-in practice profile cannot be removed.',
  hostsFixed: 'Only a sandbox profile may name other hosts.',
  nameTaken: ({ name }: { readonly name: string }) => `Another profile is called "${name}".`,
  tooMany: ({ max }: { readonly max: number }) => `There may be at most ${max} profiles.`,
  unusable: 'Not saved: a name or an address of this profile has a form that cannot be stored.',
  notSaved: 'The profiles could not be saved on this computer.',
  fileTooLarge: 'This file is too large for a profile.',
  notAProfile: 'This file is not an exported profile.',
  newerVersion: 'This profile was exported by a newer version of Countersign.',
  newerFile: ({ file, program }: { readonly file: string; readonly program: string | null }) =>
    `${file} was written by a newer version of Countersign${program === null ? '' : ` (${program})`}. The profile was not opened: nothing of it was changed and no order was sent. Orders at the broker go on. Install and start that version, or open another profile.`,
  wrongValue: ({ member }: { readonly member: string }) =>
    `This profile has a wrong value in "${member}".`,
  credentialShape: 'A credential is one word of plain characters, as the broker shows it.',
  alreadySwitching: 'Countersign is already switching to another profile.',
  alreadyOpen: 'This profile is open already.',
  noSession: 'There is no session to arm for trading.',
  confirmFirst: 'Confirm your identity first: enter the passphrase.',
  exposed: ({ exposures }: { readonly exposures: readonly Exposure[] }, { list }: Writer) =>
    `Another program of this computer could act as Countersign, because ${list(exposures.map((exposure) => REASONS[exposure]))}. Sandbox and production open only without that.`,
  wrongWord:
    'That is not the word that the dialog asks for. Nothing was switched on and nothing was sent.',
  sessionNotBuilt: 'The session could not be opened.',
  loginNotOpened: 'The login page could not be opened in the browser.',
  unknownFailure: 'It failed for an unknown reason.',
  withdrawn: ({ count }: { readonly count: number }, { plural }: Writer) =>
    plural(count, {
      one: '# instruction was withdrawn',
      other: '# instructions were withdrawn',
    }),
  unsettled: ({ count }: { readonly count: number }, { plural }: Writer) =>
    plural(count, {
      one: '# order has no known outcome yet; it is looked up when this profile opens again',
      other: '# orders have no known outcome yet; they are looked up when this profile opens again',
    }),
  replayName: ({ day }: { readonly day: string }) => `Replay ${day}`,
  replayBarsName: ({ symbol, day }: { readonly symbol: string; readonly day: string }) =>
    `${symbol} ${day} replay`,
  limitsOnlyLower:
    'These limits allow more than the stored ones, so nothing was changed. Raise limits in Settings, while this profile is open.',
  limitsOutOfRange: 'A limit is an amount above zero. Nothing was changed.',
  limitsUnreadable:
    'The stored limits of this profile cannot be read. Nothing was changed; open the profile to see what became of them.',
  exportTitle: 'Export the profile',
  importTitle: 'Import a profile',
} as const
