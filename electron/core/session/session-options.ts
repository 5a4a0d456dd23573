import type { AccessWay } from '../../../shared/domain/app/profile.js'
import type { Environment } from '../../../shared/domain/environment.js'
import type { AccountId } from '../../../shared/domain/ids.js'
import type { AuthorizePort, TokenSource } from '../auth/auth-port.js'
import type {
  ClockPort,
  DocumentPort,
  JournalPort,
  LogPort,
  RandomPort,
  TimerPort,
  VaultPort,
} from '../ports.js'
import type { PictureFilesPort } from '../records/journal/notes/picture-files-port.js'
import type { RiskLimits } from '../risk/risk-limits.js'
import type { OptionValue } from '../portfolio/value-position.js'
import type { ProviderPorts } from './provider-ports.js'

/** The configuration and dependencies of a session. */
export interface TradingSessionOptions {
  readonly environment: Environment
  readonly clock: ClockPort
  readonly timers: TimerPort
  readonly random: RandomPort
  readonly log: LogPort
  /** The order journal of this environment. */
  readonly journal: JournalPort
  /** Stores a halt beside the journal, in two places; without it only the journal has it. */
  readonly haltFile?: DocumentPort
  /** Stores limits and lock-outs, in two places; without it nothing of them is stored. */
  readonly limitsFile?: DocumentPort
  /** Stores the person's watchlists; without it they are lost with the session. */
  readonly watchlistFile?: DocumentPort
  /** Stores the person's alerts; without it they are lost with the session. */
  readonly alertsFile?: DocumentPort
  /** Stores the drawings on charts; without it they are lost with the session. */
  readonly drawingsFile?: DocumentPort
  /** Stores the shown prices, for the next start to show; without it that shows none. */
  readonly quotesFile?: DocumentPort
  /** Stores what the journal read of an account; without it everything is read again. */
  readonly journalFile?: (accountId: AccountId) => DocumentPort
  /** Stores what the person writes and attaches in the journal; without it nothing is stored. */
  readonly journalNotes?: {
    readonly file: (accountId: AccountId) => DocumentPort
    readonly pictures: (accountId: AccountId) => PictureFilesPort
  }
  readonly vault: VaultPort
  readonly authorize: AuthorizePort
  /** True in practice, where the app approves its own sign-in. Elsewhere the person approves it. */
  readonly automaticSignIn: boolean
  /** The sign-in method shown in the sign-in view. */
  readonly access: AccessWay
  /** True where the person pastes the browser's answer. */
  readonly pastesAnswer: boolean
  /** The redirect address that the registration has to contain; null where any will do. */
  readonly redirectAddress?: string | null
  /** `browser` for the user's browser sign-in, `key` for the app key's token alone. */
  readonly signInWay: 'browser' | 'key'
  /** The limits until the person changes theirs. */
  readonly limits: RiskLimits
  /** True while Countersign is locked; absent where no lock can be set. */
  readonly isLocked?: () => boolean
  /** Which price values an option; absent: the assumed one. */
  readonly optionValue?: OptionValue | undefined
  /** Builds the broker's client. `tokens` supplies the user's bearer token for each call. */
  readonly provider: (tokens: TokenSource) => ProviderPorts
}
