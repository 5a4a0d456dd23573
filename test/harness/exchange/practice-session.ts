import { join } from 'node:path'
import { AtomicFile } from '../../../electron/adapters/atomic-file.js'
import { systemClock } from '../../../electron/adapters/clock.js'
import { createJournalFile } from '../../../electron/adapters/journal/journal-file.js'
import { systemRandom } from '../../../electron/adapters/random.js'
import { systemTimers } from '../../../electron/adapters/timers.js'
import type { AuthorizePort } from '../../../electron/core/auth/auth-port.js'
import type { ClockPort, VaultPort } from '../../../electron/core/ports.js'
import { DEFAULT_LIMITS, type RiskLimits } from '../../../electron/core/risk/risk-limits.js'
import { createTradingSession } from '../../../electron/core/session/create-trading-session.js'
import type { TradingSession } from '../../../electron/core/session/trading-session.js'
import type { Provider } from '../../../electron/provider/gateway.js'
import { memoryVault } from '../../../electron/app/session/vault.js'
import { ok } from '../../../shared/domain/result.js'
import type { PracticeCommand } from '../../../shared/practice/practice-control.js'

/** An exchange that accepts commands, in this process or in its own. */
export interface CommandTarget {
  command(command: PracticeCommand): Promise<unknown>
}

/**
 * Creates a sign-in that the exchange approves on command instead of a person on its page; the rest
 * of the flow is the client's.
 */
export const approveSignIn = (exchange: CommandTarget): AuthorizePort => ({
  async authorize(urlFor) {
    const redirectUri = 'http://127.0.0.1:4567/callback'
    const answer = (await exchange.command({
      command: 'approve',
      query: Object.fromEntries(new URL(urlFor(redirectUri)).searchParams),
    })) as { readonly redirect: string }
    return ok({ query: new URL(answer.redirect).search.slice(1), redirectUri })
  },
})

export interface PracticeClientOptions {
  readonly exchange: CommandTarget
  /** Creates the session's client of the exchange; the session closes it. */
  client(): Provider
  /** The folder of the order journal and the alerts; a second session on it continues from them. */
  readonly folder: string
  /** A vault that outlives the session keeps it signed in. */
  readonly vault?: VaultPort
  readonly clock?: ClockPort
  readonly limits?: RiskLimits
}

/**
 * Creates a trading session in the practice environment with the product's adapters, over sockets
 * and files. It is not started.
 */
export function createPracticeSession({
  exchange,
  client,
  folder,
  vault = memoryVault(),
  clock = systemClock,
  limits = DEFAULT_LIMITS,
}: PracticeClientOptions): TradingSession {
  const log = { event: () => undefined }
  return createTradingSession({
    environment: 'practice',
    automaticSignIn: true,
    signInWay: 'browser',
    access: 'both',
    pastesAnswer: false,
    clock,
    timers: systemTimers,
    random: systemRandom,
    log,
    vault,
    limits,
    journal: createJournalFile({ path: join(folder, 'orders.journal'), clock, log }),
    alertsFile: new AtomicFile({ path: join(folder, 'alerts.json'), clock }),
    authorize: approveSignIn(exchange),
    provider: (tokens) => {
      const provider = client()
      provider.useBearer(tokens)
      return { ...provider, api: provider.health, dispose: () => Promise.resolve(provider.close()) }
    },
  })
}
