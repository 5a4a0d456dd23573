import { expect } from 'vitest'
import { performance } from 'node:perf_hooks'
import { systemClock } from '../../../../electron/adapters/clock.js'
import { systemRandom } from '../../../../electron/adapters/random.js'
import { systemTimers } from '../../../../electron/adapters/timers.js'
import { memoryVault } from '../../../../electron/app/session/vault.js'
import type { AuthPort, TokenGrant } from '../../../../electron/core/auth/auth-port.js'
import { OAuthSession } from '../../../../electron/core/auth/auth-session.js'
import type { Provider } from '../../../../electron/provider/gateway.js'
import type { AccessMode } from '../../../../electron/provider/http/hosts.js'
import { OutageProxy, type Line } from '../../../harness/exchange/outage-proxy.js'
import { approveSignIn } from '../../../harness/exchange/practice-session.js'
import { until } from '../../../harness/system/until.js'
import { openPractice, type PracticeSession } from '../../provider/practice-session.js'

const OUTAGE_MS = 26_000
/** The life of an access token here: it expires within the outage. */
const LIFE_MS = 16_000

export interface TokenOutageRow {
  readonly name: string
  readonly mode: AccessMode
  readonly line: Exclude<Line, 'open'>
  /** A request of the person's, or the list that a long poll follows. */
  readonly measures: 'request' | 'long poll'
  /** True where the app key gets its first token only after the outage. */
  readonly isFirst?: boolean
}

export const TOKEN_OUTAGES: readonly TokenOutageRow[] = [
  { name: 'a sign-in expires, refused', mode: 'connect', line: 'refuses', measures: 'request' },
  { name: 'a sign-in expires, swallowed', mode: 'connect', line: 'swallows', measures: 'request' },
  {
    name: 'the app key has no token yet, refused',
    mode: 'key',
    line: 'refuses',
    measures: 'request',
    isFirst: true,
  },
  {
    name: 'the app key has no token yet, swallowed',
    mode: 'key',
    line: 'swallows',
    measures: 'request',
    isFirst: true,
  },
  { name: 'a long poll waits, refused', mode: 'key', line: 'refuses', measures: 'long poll' },
  { name: 'a long poll waits, swallowed', mode: 'key', line: 'swallows', measures: 'long poll' },
]

const shortLived = (auth: AuthPort): AuthPort => {
  const short = (grant: TokenGrant): TokenGrant => ({ ...grant, accessExpiresInMs: LIFE_MS })
  const shortened = async (granted: ReturnType<AuthPort['refresh']>) => {
    const answer = await granted
    return answer.ok ? { ...answer, value: short(answer.value) } : answer
  }
  return {
    ...auth,
    exchange: (request) => shortened(auth.exchange(request)),
    refresh: (token) => shortened(auth.refresh(token)),
  }
}

/** A client of the exchange whose requests pass through lines that can fail. */
class TokenOutage {
  readonly practice: PracticeSession
  readonly lines: readonly OutageProxy[]
  readonly client: Provider
  readonly #stops: (() => void)[] = []
  #polled = 0

  private constructor(practice: PracticeSession, lines: readonly OutageProxy[], client: Provider) {
    this.practice = practice
    this.lines = lines
    this.client = client
  }

  static async open({ mode, measures, isFirst = false }: TokenOutageRow): Promise<TokenOutage> {
    const practice = await openPractice()
    const { origins } = practice.endpoints
    const through = async (origin: string): Promise<readonly [OutageProxy, string]> => {
      const { hostname, port } = new URL(origin)
      const line = await OutageProxy.open()
      line.target = { host: hostname, port: Number(port) }
      return [line, `https://${hostname}:${line.port}`]
    }
    const [[apiLine, api], [oauthLine, oauth]] = await Promise.all([
      through(origins.api),
      through(origins.oauth),
    ])
    const endpoints = { ...practice.endpoints, origins: { ...origins, api, oauth } }
    const client = practice.provider({ mode, endpoints })
    const opened = new TokenOutage(practice, [apiLine, oauthLine], client)
    if (mode === 'connect') await opened.#signIn()
    if (!isFirst) await until('the first answer', () => opened.#answers())
    if (measures === 'long poll') await opened.#poll()
    return opened
  }

  async #signIn(): Promise<void> {
    const session = new OAuthSession({
      auth: shortLived(this.client.auth),
      authorize: approveSignIn(this.practice.practice),
      vault: memoryVault(),
      clock: systemClock,
      timers: systemTimers,
      random: systemRandom,
      log: { event: () => undefined },
      automatic: true,
    })
    this.client.useBearer(session.tokens)
    this.#stops.push(() => session.dispose())
    expect(await session.start()).toBe(true)
  }

  async #poll(): Promise<void> {
    const source = await this.client.instructions()
    this.#stops.push(
      source.subscribe((update) => {
        if (update.ok) this.#polled += 1
      }),
    )
    await until('the first list', () => this.#polled > 0)
  }

  #answers = async (): Promise<boolean> => (await this.client.portfolio.accounts()).ok

  /** Returns the ms from the end of the outage to the first success. */
  async measure({ line, measures }: TokenOutageRow): Promise<number> {
    for (const proxy of this.lines) proxy.set(line)
    const requesting = setInterval(() => void this.#answers(), 3_000)
    await new Promise((resolve) => {
      setTimeout(resolve, OUTAGE_MS)
    })
    const [start, polled] = [performance.now(), this.#polled]
    for (const proxy of this.lines) proxy.set('open')
    await until('works again', () =>
      measures === 'long poll' ? this.#polled > polled : this.#answers(),
    )
    clearInterval(requesting)
    return performance.now() - start
  }

  async close(): Promise<void> {
    for (const stop of this.#stops) stop()
    await this.practice.close()
    await Promise.all(this.lines.map((line) => line.close()))
  }
}

/** Measures all rows at the same time, each with an exchange of its own. */
export async function measureTokenOutages(): Promise<ReadonlyMap<string, number>> {
  const opened: TokenOutage[] = []
  for (const row of TOKEN_OUTAGES) opened.push(await TokenOutage.open(row))
  const measured = await Promise.all(
    TOKEN_OUTAGES.map(async (row, index) => [row.name, await opened[index]!.measure(row)] as const),
  )
  await Promise.all(opened.map((outage) => outage.close()))
  return new Map(measured)
}
