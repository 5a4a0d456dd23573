import type { ReplayedBars } from '../../../../domain/app/practice/practice-settings.js'
import type { Environment } from '../../../../domain/environment.js'

const GIVERS: Readonly<Record<Environment, string>> = {
  practice: 'this practice exchange',
  sandbox: 'the sandbox',
  production: 'your broker',
}
const PROFILES: Readonly<Record<Environment, string>> = {
  practice: 'the practice profile',
  sandbox: 'the sandbox profile',
  production: 'the production profile',
}

/** Texts about the replay of a symbol's recorded bars. */
export const replayBarsText = {
  command: 'Replay these bars…',
  open: (symbol: string) => `Replay bars of ${symbol}…`,
  hint: 'The minute bars that this profile shows in its chart, also a real broker’s.',
  title: (symbol: string) => `Replay bars of ${symbol}`,
  day: 'Day',
  dayHint: 'Trading days whose regular session is over, newest first.',
  how: (symbol: string, environment: Environment) =>
    `${symbol} moves along the minute bars that ${GIVERS[environment]} gave for the day: every minute has exactly the recorded open, high, low, close and volume. The chart shows the days before.`,
  points: [
    'It begins one minute before the open. Choose the speed, or stop it, in the Practice panel.',
    'Orders go to a practice account of a new profile. Its orders and its journal stay apart.',
    'Bid, ask, book and the path within each minute are simulated. Your own fills do not change the bars.',
    'Everything else at that exchange is simulated: other symbols, options, news and dividends.',
    'Minutes without a bar have no trade: the price stands. After the last bar the symbol does not trade.',
  ] as const,
  cancel: 'Cancel',
  start: 'Replay',
  reading: 'Reading the bars…',
  replayed: ({ symbol, day, environment, profile }: ReplayedBars) =>
    `${symbol} follows recorded bars of ${day} from ${PROFILES[environment]} ${profile}; everything else is simulated.`,
} as const
