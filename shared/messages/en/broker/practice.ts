import type { Environment } from '../../../domain/environment.js'
import type { Writer } from '../../writer.js'

export interface Files {
  readonly files: readonly string[]
}

export interface ReplayedFrom {
  readonly symbol: string
  readonly day: string
  readonly environment: Environment
  readonly profile: string
  readonly quiet: number
}

const ENVIRONMENTS: Readonly<Record<Environment, string>> = {
  practice: 'the practice profile',
  sandbox: 'the sandbox profile',
  production: 'the production profile',
}

/** What the practice exchange found in its data folder at the start, and what it means. */
export const practice = {
  accountsFromPrevious:
    'The newest save of your practice account was missing or damaged. It was replaced by the save before it, and everything recorded since then was applied again.',
  accountsNew:
    'No save of your practice account could be read. Practice starts again from the beginning: earlier practice orders, positions and balances are gone.',
  accountsFiles: ({ files }: Files, { list }: Pick<Writer, 'list'>) =>
    `Damaged saves of your practice account were set aside as ${list(files)}.`,
  logMissing:
    'The record of your latest practice changes was deleted. Orders and fills of the last seconds before the end are missing; check your practice orders and positions.',
  logCut:
    'The record of your latest practice changes was cut or emptied. Orders and fills at its end are missing; check your practice orders and positions.',
  logFiles: ({ files }: Files, { list }: Pick<Writer, 'list'>) =>
    `A part of what happened last could not be read and was set aside as ${list(files)}. Orders and fills in it are missing; check your practice orders and positions.`,
  notRepeated: ({ reason }: { readonly reason: string }) =>
    `What happened after the last save could not be repeated (${reason}). Your practice account is as it was at that save.`,
  repeatedOtherwise: (
    {
      different,
      repeated,
      example,
    }: { readonly different: number; readonly repeated: number; readonly example: string },
    { count }: Pick<Writer, 'count'>,
  ) =>
    `${count(different)} of the last ${count(repeated)} practice changes could not be repeated exactly (${example}). Check your practice orders and positions.`,
  eventsLost: ({ aside }: { readonly aside: string | null }) =>
    `The record of the events that the Broker API pushes was damaged or deleted${aside === null ? '' : `; a copy of it is ${aside}`}. Clients that resume from before the damage are refused and must read the whole state. Orders, positions and balances are not affected.`,
  keysNew: ({ file }: { readonly file: string }) =>
    `The key file of the practice exchange was damaged. It was set aside as ${file}; new keys are in use.`,
  noReport: ({ symbol }: { readonly symbol: string }) =>
    `${symbol} reports no earnings: only companies do. Choose a stock.`,
  scenarioTaken:
    'The same scenario is planned or running. Wait until it is over, or jump past its end.',
  notPlanned: ({ symbol }: { readonly symbol: string }) =>
    `The scenario of ${symbol} has begun or was called off already.`,
  scenariosFull: 'This practice exchange stores no more scenarios. A reset starts with none.',
  resetOnly: 'Only the practice exchange can be reset. Open a practice profile first.',
  seedFixed:
    'The seed of this exchange is set on the command line with which Countersign was started. Choose “Same market”, or start without it.',
  replayFixed:
    'This profile replays a recorded day, which has one market only. Choose “Same market”: the day begins again.',
  notRecorded: ({ day }: { readonly day: string }) =>
    `${day} is no day that this practice exchange has played to its close.`,
  dayNotOver: ({ day }: { readonly day: string }) =>
    `${day} cannot be replayed: it is no trading day, or its regular session is not over yet.`,
  replayNotListed: ({ symbol }: { readonly symbol: string }) =>
    `The broker does not list ${symbol}, so its bars cannot be replayed.`,
  replayStocksOnly: ({ symbol }: { readonly symbol: string }) =>
    `${symbol} is no stock or ETF. Bars of options, futures, coins and event contracts cannot be replayed.`,
  noBars: ({ symbol, day }: { readonly symbol: string; readonly day: string }) =>
    `The broker gave no minute bars of ${symbol} for the regular session of ${day}. Brokers store minutes of recent days only; choose a later day.`,
  barUnplayable: ({ symbol, time }: { readonly symbol: string; readonly time: string }) =>
    `The bar of ${symbol} of ${time} cannot be replayed exactly: it has a price without volume or finer than a hundredth of a cent, or its open or close lies outside its range. Nothing was started.`,
  replaysBars: (
    { symbol, day, environment, profile, quiet }: ReplayedFrom,
    { plural }: Pick<Writer, 'plural'>,
  ) =>
    `${symbol} follows recorded minute bars of ${day} from ${ENVIRONMENTS[environment]} ${profile}. Everything else is simulated, its bid and ask included.${
      quiet === 0
        ? ''
        : plural(quiet, {
            one: ' # minute of the session has no bar: nothing trades in it.',
            other: ' # minutes of the session have no bar: nothing trades in them.',
          })
    }`,
  setAside: ({ folder }: { readonly folder: string }) =>
    `The old exchange, its orders, journal and notes are in the folder ${folder} of Countersign’s data.`,
  notSetAside: 'Nothing was lost.',
  brokerRecordsNew: 'The saved Broker API records could not be read; they start empty.',
  certificateEnding:
    'The certificate of the practice exchange was near its end; there is a new one. Programs that trust the old one need ca.pem again.',
  certificateNames:
    'The certificate of the practice exchange was for other names; there is a new one. Programs that trust the old one need ca.pem again.',
  certificateDamaged:
    'The certificate of the practice exchange could not be read; there is a new one. Programs that trust the old one need ca.pem again.',
} as const
