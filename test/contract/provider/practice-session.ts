import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { epochMs, type EpochMs } from '../../../shared/domain/time.js'
import type { PracticeReady } from '../../../shared/practice/practice-control.js'
import type { PracticeOptions } from '../../../electron/practice/model/practice-options.js'
import { StateFile } from '../../../electron/practice/data/state-file.js'
import { stateName } from '../../../electron/practice/simulation/market-simulation.js'
import { zPracticeFile } from '../../../electron/practice/store/practice-file.js'
import type { PracticeDeps } from '../../../electron/practice/server/practice-deps.js'
import { startPractice, type Practice } from '../../../electron/practice/server/practice.js'
import { createProvider, type Provider } from '../../../electron/provider/gateway.js'
import {
  practiceEndpoints,
  type AccessMode,
  type Endpoints,
} from '../../../electron/provider/http/hosts.js'
import type { ProviderDependencies } from '../../../electron/provider/http/ports.js'
import { nodePorts } from '../../harness/exchange/node-ports.js'
import { removeFolder } from '../../harness/system/remove-folder.js'

/** The seed of every exchange of these tests. */
export const SEED = 'contract'

/** Changes the time in the state file of an exchange that does not run. */
async function setTime(dataDir: string, exchangeTime: EpochMs): Promise<void> {
  const file = new StateFile(dataDir, stateName(SEED))
  const saved = zPracticeFile.parse((await file.load(0)).value)
  await file.save(() => ({ ...saved, exchangeTime }))
}

export interface PracticeSession {
  readonly practice: Practice
  readonly ready: PracticeReady
  readonly endpoints: Endpoints
  /** The data folder of the exchange. */
  readonly dataDir: string
  provider(change?: {
    readonly mode?: AccessMode
    readonly appSecret?: string
    readonly appKey?: string
    readonly pinnedCa?: string | null
    readonly endpoints?: Endpoints
    readonly ports?: Partial<ProviderDependencies>
  }): Provider
  close(): Promise<void>
}

/** Returns when an exchange that would begin at `now` begins instead; later, and on any day. */
export type StartTime = (now: EpochMs) => EpochMs

/**
 * Opens a practice exchange in this process, over real sockets, with provider clients for it. With
 * `startAt` it begins at that time, as after a long pause.
 */
export async function openPractice(
  deps: Partial<PracticeDeps> = {},
  rateLimits: PracticeOptions['rateLimits'] = 'production',
  startAt?: StartTime,
): Promise<PracticeSession> {
  const dataDir = await mkdtemp(join(tmpdir(), 'countersign-provider-'))
  const start = async (): Promise<Practice> => {
    const started = await startPractice(
      {
        seed: SEED,
        dataDir,
        portBase: 0,
        rateLimits,
        clock: 'practice',
        speed: 1,
        environment: 'practice',
      },
      {
        host: { wall: () => epochMs(Date.now()), monotonic: () => performance.now() },
        onError: (error) => {
          throw error
        },
        ...deps,
      },
    )
    if (!started.ok) throw new Error(started.error.message)
    return started.value
  }
  let practice = await start()
  if (startAt !== undefined) {
    await practice.close()
    await setTime(dataDir, startAt(epochMs(practice.ready.exchangeTime)))
    practice = await start()
  }
  const { ready } = practice
  const reported = practiceEndpoints(ready)
  if (!reported.ok) throw new Error(reported.error)
  const providers: Provider[] = []
  return {
    practice,
    ready,
    endpoints: reported.value,
    dataDir,
    provider({
      mode = 'key',
      appSecret = ready.appSecret,
      appKey = ready.appKey,
      pinnedCa = ready.ca,
      endpoints = reported.value,
      ports = {},
    } = {}) {
      const provider = createProvider({
        endpoints,
        mode,
        credentials: { appKey, appSecret, algorithm: 'HMAC-SHA256' },
        client: { clientId: ready.clientId, clientSecret: ready.clientSecret, scope: ready.scope },
        tokenStore: { load: () => Promise.resolve(null), save: () => Promise.resolve() },
        ports: { ...nodePorts(pinnedCa), ...ports },
      })
      providers.push(provider)
      return provider
    },
    async close() {
      for (const provider of providers) provider.close()
      await practice.close()
      await removeFolder(dataDir)
    },
  }
}
