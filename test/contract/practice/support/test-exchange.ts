import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  startPractice,
  type Practice,
  type PracticeDeps,
} from '../../../../electron/practice/server/practice.js'
import type { PracticeOptions } from '../../../../electron/practice/options.js'
import { HttpClient } from '../client/http-client.js'

/**
 * A practice exchange in this process, in a folder of its own, with wall time that tests may move.
 */
export interface TestExchange {
  readonly practice: Practice
  readonly client: HttpClient
  readonly dataDir: string
  /** Errors that the exchange did not expect; empty unless something is broken. */
  readonly errors: unknown[]
  /** Moves the wall clock of the exchange. */
  advance(ms: number): void
  /** The exchange's wall clock. */
  wall(): number
  /** An account of the practice user. */
  account(): Promise<string>
  close(): Promise<void>
}

export interface TestExchangeOptions
  extends Partial<PracticeOptions>,
    Pick<PracticeDeps, 'pingMs' | 'slotMs'> {
  /** Keep the folder, for a second start on it. */
  readonly retainFolder?: boolean
}

/** Starts an exchange and signs in. Rate limits are off unless asked for. */
export async function startExchange(options: TestExchangeOptions = {}): Promise<TestExchange> {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'practice-')))
  const errors: unknown[] = []
  let shift = 0
  const { retainFolder, pingMs, slotMs, ...given } = options
  const started = await startPractice(
    {
      seed: 'contract',
      portBase: 0,
      rateLimits: 'off',
      clock: 'practice',
      speed: 1,
      environment: 'practice',
      ...given,
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
      if (retainFolder !== true) await rm(dataDir, { recursive: true, force: true })
    },
  }
}
