import { LOOPBACK_NETWORK } from '../../../../electron/core/net-ports.js'
import { ALWAYS_PRESSED } from '../../../harness/assistant/always-pressed.js'
import type { OpenAssistantSession } from '../../../../electron/app/assistants/assistant-session.js'
import { openAssistantSession } from '../../../../electron/app/assistants/open-assistant-session.js'
import { vaultTokens } from '../../../../electron/app/session/vault-token-store.js'
import { nodeCrypto } from '../../../../electron/adapters/crypto.js'
import type { LogFile } from '../../../../electron/adapters/log-file.js'
import type { AuthorizePort } from '../../../../electron/core/auth/auth-port.js'
import { DEFAULT_LIMITS } from '../../../../electron/core/risk/risk-limits.js'
import { createTradingSession } from '../../../../electron/core/session/create-trading-session.js'
import type { TradingSession } from '../../../../electron/core/session/trading-session.js'
import type { TradingSessionOptions } from '../../../../electron/core/session/session-options.js'
import { createHandlers } from '../../../../electron/handlers/handlers.js'
import type { Handlers } from '../../../../electron/handlers/handler.js'
import { createInstructionHandlers } from '../../../../electron/handlers/instruction-handlers.js'
import { createProvider } from '../../../../electron/provider/gateway.js'
import { practiceEndpoints } from '../../../../electron/provider/http/hosts.js'
import type { Profile } from '../../../../shared/domain/app/profile.schema.js'
import type { ProfileId } from '../../../../shared/domain/app/profile.js'
import { epochMs } from '../../../../shared/domain/time.js'
import { ok } from '../../../../shared/domain/result.js'
import type { PracticeExchange } from '../exchange/practice-exchange.js'
import type { Network } from '../network/network.js'
import type { Plan } from '../plan.js'
import type { SeededRandom } from '../time/seeded-random.js'
import type { ComputerClock } from '../time/computer-clock.js'
import type { Life, VirtualTime } from '../time/virtual-time.js'
import { assistantServices } from './assistant-services.js'
import type { ClientDisk } from './client-disk.js'

const PROFILE: Profile = {
  id: 'practice' as ProfileId,
  name: 'Practice',
  environment: 'practice',
  access: 'both',
  algorithm: 'HMAC-SHA256',
  hosts: null,
  redirect: { kind: 'loopback', port: 0 },
  createdAt: epochMs(0),
}

const SILENT: LogFile = {
  event: () => undefined,
  hide: () => undefined,
  clean: (text: string) => text,
  recent: () => [],
  flush: () => Promise.resolve(),
}

/** Assistants have no hosted server here, as in shadow practice; see `openAssistantSession`. */
const NOT_HALTED = { get: () => false, subscribe: () => () => undefined }

export interface ClientDeps {
  readonly time: VirtualTime
  readonly random: SeededRandom
  readonly disk: ClientDisk
  readonly network: Network
  readonly exchange: PracticeExchange
  readonly limits: Plan['limits']
  readonly clock: ComputerClock
  readonly environment: 'practice' | 'sandbox'
}

/** The folder of an environment's files. */
const FOLDERS = { practice: '', sandbox: 'sandbox/' } as const
/** The journal of orders of each environment. */
export const ORDER_JOURNALS = { practice: 'orders', sandbox: 'sandbox/orders' } as const

/** One process of Countersign, without its windows: from its start to its crash. */
export interface ClientProcess {
  readonly life: Life
  readonly session: TradingSession
  /** What windows call. */
  readonly handlers: Handlers
  /** The assistants' session; null until it is open. */
  assistants: OpenAssistantSession | null
}

/** Starts a process of Countersign on its disk. The process continues to start in virtual time. */
export function startClient(
  deps: ClientDeps,
  onOpen: (client: ClientProcess) => void,
): ClientProcess {
  const life: Life = { alive: true }
  deps.disk.attach(life)
  const client = openSession(deps, life)
  void openAssistants(deps, client).then(() => {
    if (life.alive) onOpen(client)
  })
  return client
}

/** Opens the session of one environment in a running process, without assistants. */
export function openSession(deps: ClientDeps, life: Life): ClientProcess {
  const session = createTradingSession(sessionOptions(deps, life))
  const client: ClientProcess = {
    life,
    session,
    assistants: null,
    handlers: createHandlers({
      session: () => Promise.resolve(session),
      shell: UNUSED,
      profiles: UNUSED,
      instructions: createInstructionHandlers(assistantServices(() => client.assistants)),
      institution: UNUSED,
      workspaces: UNUSED,
    }),
  }
  void session.connection.start()
  return client
}

/** Services of the operations that no simulated person uses. */
const UNUSED = {} as never

async function openAssistants(deps: ClientDeps, client: ClientProcess): Promise<void> {
  const { time, random, disk } = deps
  const { session, life } = client
  client.assistants = await openAssistantSession(
    { session, profile: PROFILE, vault: disk.vault(), root: '' },
    {
      log: SILENT,
      tolerance: () => 'usual',
      presses: ALWAYS_PRESSED,
      parentHalted: NOT_HALTED,
      adapters: {
        ports: {
          clock: deps.clock,
          timers: time.timers(life),
          random: random.port(),
          crypto: nodeCrypto,
          log: SILENT,
        },
        files: disk,
      },
    },
  )
}

function sessionOptions(deps: ClientDeps, life: Life): TradingSessionOptions {
  const { time, random, disk, environment } = deps
  return {
    environment,
    automaticSignIn: true,
    signInWay: 'browser',
    access: 'both',
    pastesAnswer: false,
    clock: deps.clock,
    timers: time.timers(life),
    random: random.port(),
    log: SILENT,
    vault: disk.vault(FOLDERS[environment]),
    limits: DEFAULT_LIMITS,
    journal: disk.journal(ORDER_JOURNALS[environment]),
    authorize: approval(deps, life),
    provider: (tokens) => {
      const provider = createProvider(providerOptions(deps, life))
      provider.useBearer(tokens)
      return { ...provider, api: provider.health, dispose: () => Promise.resolve(provider.close()) }
    },
  }
}

function providerOptions(
  { time, random, disk, network, exchange, limits, clock, ...deps }: ClientDeps,
  life: Life,
): Parameters<typeof createProvider>[0] {
  const { ready } = exchange
  const endpoints = practiceEndpoints(ready)
  if (!endpoints.ok) throw new Error(endpoints.error)
  // The practice environment has the limits of production.
  const isOfSandbox = limits === 'sandbox' || limits === 'connect'
  const environment = isOfSandbox ? 'sandbox' : deps.environment
  const { appKey, appSecret, clientId, clientSecret, scope } = ready
  return {
    endpoints: { ...endpoints.value, environment },
    credentials: { appKey, appSecret, algorithm: 'HMAC-SHA256' },
    client: { clientId, clientSecret, scope },
    mode: limits === 'connect' ? 'connect' : 'key',
    tokenStore: vaultTokens(disk.vault(FOLDERS[deps.environment])),
    ports: {
      clock,
      timers: time.timers(life),
      random: random.port(),
      crypto: nodeCrypto,
      log: SILENT,
      http: network.http(life),
      network: LOOPBACK_NETWORK,
      grpc: () => Promise.resolve(network.grpc(life)),
      mqtt: () => Promise.resolve(network.mqtt(life)),
    },
  }
}

/** The sign-in that the exchange approves by itself; its page is not part of the simulation. */
const approval = ({ time, exchange }: ClientDeps, life: Life): AuthorizePort => ({
  async authorize(urlFor) {
    const redirectUri = 'http://127.0.0.1:4567/callback'
    await time.wait(20, life)
    while (!exchange.isRunning) await time.wait(500, life)
    const { authorizer, wall } = exchange.process.services
    const query = Object.fromEntries(new URL(urlFor(redirectUri)).searchParams)
    const checked = authorizer.check(query)
    if (!checked.ok) throw new Error('the exchange refuses the sign-in')
    const redirect = authorizer.approve(checked.value, wall.now())
    return ok({ query: new URL(redirect).search.slice(1), redirectUri })
  },
})
