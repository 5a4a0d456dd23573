import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPractice, type Practice } from '../../../../electron/practice/server/practice.js'
import type { PracticeDeps } from '../../../../electron/practice/server/practice-deps.js'
import type { PracticeOptions } from '../../../../electron/practice/model/practice-options.js'
import { HttpClient } from '../client/http-client.js'
import { removeFolder } from '../../../harness/system/remove-folder.js'

/** A practice exchange in this process, in its own folder, with an adjustable wall clock. */
export interface TestExchange {
  readonly practice: Practice
  readonly client: HttpClient
  readonly dataDir: string
  /** Unexpected errors of the exchange; empty unless there is a bug. */
  readonly errors: unknown[]
  /** Advances the exchange's wall clock. */
  advance(ms: number): void
  /** Returns the exchange's wall clock time. */
  wall(): number
  /** Returns the id of the practice user's account. */
  account(): Promise<string>
  close(): Promise<void>
}

export interface TestExchangeOptions
  extends Partial<PracticeOptions>,
    Pick<PracticeDeps, 'pingMs' | 'slotMs'> {
  /** Keeps the folder for a second start. */
  readonly retainFolder?: boolean
}

/** Starts an exchange and signs in. Rate limits are off by default. */
export async function startExchange(options: TestExchangeOptions = {}): Promise<TestExchange> {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'practice-')))
  const errors: unknown[] = []
  let shift = 0
  const { retainFolder, pingMs, slotMs, ...exchangeOptions } = options
  const started = await startPractice(
    {
      seed: 'contract',
      portBase: 0,
      rateLimits: 'off',
      clock: 'practice',
      speed: 1,
      environment: 'practice',
      ...exchangeOptions,
      dataDir,
    },
    {
      host: { wall: () => Date.now() + shift, monotonic: () => performance.now() },
      onError: (error) => errors.push(error),
      ...(pingMs === undefined ? {} : { pingMs }),
      ...(slotMs === undefined ? {} : { slotMs }),
    },
  )
  if (!started.ok) throw new Error(started.error.message)
  const practice = started.value
  const client = new HttpClient(practice.ready)
  await client.signIn()
  return {
    practice,
    client,
    dataDir,
    errors,
    advance: (ms) => {
      shift += ms
    },
    wall: () => Date.now() + shift,
    account: async () => {
      const accounts = (await client.get('/trading/accounts/list')).json as { account_id: string }[]
      return accounts[0]?.account_id ?? ''
    },
    close: async () => {
      client.close()
      await practice.close()
      if (retainFolder !== true) await removeFolder(dataDir)
    },
  }
}
