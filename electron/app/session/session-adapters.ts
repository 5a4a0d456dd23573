import { join } from 'node:path'
import { systemClock } from '../../adapters/clock.js'
import type { ProxyFor } from '../../adapters/connections/proxy.js'
import type { Dial } from '../../adapters/dial.js'
import { createJournalFile, journalPath } from '../../adapters/journal/journal-file.js'
import type { LogFile } from '../../adapters/log-file.js'
import { createPictureFiles } from '../../adapters/picture-files.js'
import { systemRandom } from '../../adapters/random.js'
import { systemTimers } from '../../adapters/timers.js'
import type { TokenSource } from '../../core/auth/auth-port.js'
import type { NetworkPort } from '../../core/net-ports.js'
import type { DocumentPort, LogPort, VaultPort } from '../../core/ports.js'
import { hasLockOut, LIMITS_VERSION } from '../../core/limits/personal-limit-file.js'
import type { Environment } from '../../../shared/domain/environment.js'
import { DEFAULT_PERSONAL_LIMITS } from '../../../shared/domain/orders/limits/personal-limits.js'
import { isStoredTradingHalt, TRADING_VERSION } from '../../core/session/halts/stored-trading.js'
import { haltFile } from './halt-file.js'
import { DEFAULT_LIMITS } from '../../core/risk/risk-limits.js'
import type { TradingSessionOptions } from '../../core/session/session-options.js'
import { createProvider, type ProviderOptions } from '../../provider/gateway.js'
import { PROFILE_FORMS } from '../settings/profile-forms.js'
import type { StoredDocuments } from '../settings/stored-documents.js'
import { providerNetwork } from './provider-network.js'
import { vaultTokens } from './vault-token-store.js'

/** Enough for the reason of a halt. */
const TRADING_SLOT_BYTES = 4_096
/** Enough for the limits and a lock-out of every account. */
const LIMITS_SLOT_BYTES = 32_768
/** The person's limits and lock-outs, in the profile's folder. */
export const LIMITS_FILE = 'limits.json'

/** The storage and the log of one session. */
export interface SessionStorage {
  readonly vault: VaultPort
  /** The profile's own folder. */
  readonly root: string
  /** The documents of that folder. */
  readonly files: StoredDocuments
  readonly log: LogFile
  /** True while Countersign is locked. */
  readonly isLocked: () => boolean
}

/** An account's id comes from the broker: nothing of it may name another folder. */
const fileName = (accountId: string): string => accountId.replaceAll(/[^\w-]/g, '_')

/** Opens the record of a halt of trading, in both of its places. */
export const tradingFile = (root: string, log: LogPort): DocumentPort =>
  haltFile({
    root,
    name: 'trading.json',
    isHalt: isStoredTradingHalt,
    version: TRADING_VERSION,
    slotBytes: TRADING_SLOT_BYTES,
    log,
  })

/** Opens the person's limits and lock-outs of a profile, in both of their places. */
export const limitsFile = (root: string, log: LogPort): DocumentPort =>
  haltFile({
    root,
    name: LIMITS_FILE,
    isHalt: hasLockOut,
    version: LIMITS_VERSION,
    slotBytes: LIMITS_SLOT_BYTES,
    log,
  })

/** Returns the part of a session's options that is the same in every environment. */
export const sessionAdapters = (
  { vault, root, files, log, isLocked }: SessionStorage,
  environment: Environment,
): Pick<
  TradingSessionOptions,
  | 'clock'
  | 'timers'
  | 'random'
  | 'log'
  | 'vault'
  | 'journal'
  | 'haltFile'
  | 'limitsFile'
  | 'watchlistFile'
  | 'alertsFile'
  | 'drawingsFile'
  | 'quotesFile'
  | 'journalFile'
  | 'journalNotes'
  | 'limits'
  | 'isLocked'
> => ({
  clock: systemClock,
  timers: systemTimers,
  random: systemRandom,
  log,
  vault,
  isLocked,
  journal: createJournalFile({ path: journalPath(root, 'orders'), clock: systemClock, log }),
  haltFile: tradingFile(root, log),
  limitsFile: limitsFile(root, log),
  watchlistFile: files.document('watchlists.json', PROFILE_FORMS.watchlists),
  alertsFile: files.document('alerts.json', PROFILE_FORMS.alerts),
  drawingsFile: files.document('drawings.json', PROFILE_FORMS.drawings),
  quotesFile: files.document('quotes.json', PROFILE_FORMS.quotes),
  journalFile: (accountId) =>
    files.document(`trade-journal/${fileName(accountId)}.json`, PROFILE_FORMS.tradeJournal),
  // Apart from the records: those are read from the broker again when they are lost, and notes are
  // not.
  journalNotes: {
    file: (accountId) =>
      files.document(`trade-notes/${fileName(accountId)}.json`, PROFILE_FORMS.tradeNotes),
    pictures: (accountId) =>
      createPictureFiles(join(root, 'trade-notes', fileName(accountId)), systemClock),
  },
  limits: { ...DEFAULT_LIMITS, ...DEFAULT_PERSONAL_LIMITS[environment] },
})

export interface SessionProviderOptions
  extends Pick<
    ProviderOptions,
    'endpoints' | 'mode' | 'version' | 'credentials' | 'client' | 'assumptions'
  > {
  readonly storage: SessionStorage
  readonly dial?: Dial
  readonly proxyFor?: ProxyFor | undefined
  readonly network: NetworkPort
  /** The source of the user's tokens; null when the app key alone gives access. */
  readonly bearer: TokenSource | null
}

/** Makes the provider's client with network connections of Node. */
export function createSessionProvider({
  storage: { vault, log },
  dial,
  proxyFor,
  network,
  bearer,
  ...options
}: SessionProviderOptions): ReturnType<TradingSessionOptions['provider']> {
  const { pinnedCa } = options.endpoints
  const provider = createProvider({
    ...options,
    tokenStore: vaultTokens(vault),
    ports: providerNetwork({ pinnedCa, dial, proxyFor, log, network }),
  })
  if (bearer !== null) provider.useBearer(bearer)
  return { ...provider, api: provider.health, dispose: () => Promise.resolve(provider.close()) }
}
