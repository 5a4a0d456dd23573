import { CATALOG } from '../../shared/wire/catalog.js'
import { ACCOUNT_OPERATIONS } from '../../shared/wire/families/trading/accounts.js'
import { createContext, type Context } from '../conformance/session/context.js'
import { isFlow } from '../conformance/session/example.js'
import { openSession, type Session } from '../conformance/session/session.js'
import { entryOf } from '../conformance/examples/example-tables.js'
import { subscribeEvents } from '../contract/practice/client/grpc-client.js'
import { MqttClient } from '../contract/practice/client/mqtt-client.js'
import { GrpcFuzz } from './grpc.js'
import { HttpFuzz, type Seed } from './http.js'
import { MqttFuzz } from './mqtt.js'
import { chance } from './random.js'
import { drive, type Channel, type Tally } from './tally.js'

/** Breaks the exchange before the cases are sent. */
type Prepare = (session: Session) => Promise<unknown>

/** Sends cases to one exchange over all its channels and checks that it still works. */
export async function fuzz(
  seed: number,
  enough: (channel: Channel, done: number) => boolean,
): Promise<Tally> {
  const fuzzer = await Fuzzer.open()
  try {
    return await fuzzer.run(seed, enough)
  } finally {
    await fuzzer.close()
  }
}

/** One exchange, with a valid request of every operation, for any number of runs. */
export class Fuzzer {
  readonly #session: Session
  readonly #context: Context
  readonly #seeds: readonly Seed[]
  readonly #accounts: readonly string[]

  private constructor(
    session: Session,
    context: Context,
    seeds: readonly Seed[],
    accounts: readonly string[],
  ) {
    this.#session = session
    this.#context = context
    this.#seeds = seeds
    this.#accounts = accounts
  }

  static async open(): Promise<Fuzzer> {
    const session = await openSession()
    const context = createContext(session)
    try {
      const accounts = await context.call(ACCOUNT_OPERATIONS.listAccounts, {})
      const ids = accounts.map(({ account_id: id }) => id)
      return new Fuzzer(session, context, await seedsOf(context), ids)
    } catch (error) {
      context.close()
      await session.close()
      throw error
    }
  }

  /**
   * Sends cases until `enough` returns true for each channel, and returns their outcomes and what
   * is wrong with the exchange afterwards.
   */
  async run(
    seed: number,
    enough: (channel: Channel, done: number) => boolean,
    prepare?: Prepare,
  ): Promise<Tally> {
    const { ready, token, practice, errors } = this.#session
    const knownErrors = errors.length
    const channels: readonly Channel[] = [
      new HttpFuzz(ready, token, this.#seeds, chance(seed)),
      new MqttFuzz(ready, chance(seed + 1)),
      new GrpcFuzz(ready, this.#accounts, chance(seed + 2)),
    ]
    try {
      await prepare?.(this.#session)
      const tally = await drive(channels, enough)
      await practice.command({ command: 'clear-faults' })
      const broken = errors.slice(knownErrors).map(unexpectedError)
      const dead = await this.#livenessProblems()
      return { ...tally, problems: [...tally.problems, ...broken, ...dead] }
    } finally {
      for (const channel of channels) channel.close()
    }
  }

  async close(): Promise<void> {
    this.#context.close()
    await this.#session.close()
  }

  /** Makes valid calls on every channel after the malformed ones. */
  async #livenessProblems(): Promise<readonly string[]> {
    const { ready } = this.#session
    const problems: string[] = []
    if ((await this.#context.call(ACCOUNT_OPERATIONS.listAccounts, {})).length === 0) {
      problems.push('HTTP: no accounts any more')
    }
    const stream = subscribeEvents(ready)
    const first = await Promise.race([
      stream.next(() => true).then(({ eventType }) => eventType),
      new Promise<number>((resolve) => setTimeout(() => resolve(-1), 5_000)),
    ])
    stream.close()
    if (first !== 0) problems.push(`gRPC: a good subscription is answered ${first}`)
    const client = await MqttClient.open(ready)
    const code = await client.connack().catch(() => -1)
    client.cut()
    if (code !== 0) problems.push(`MQTT: a good connection is answered ${code}`)
    return problems
  }
}

/** Returns a valid request of every operation that is one call. */
async function seedsOf(context: Context): Promise<readonly Seed[]> {
  const seeds: Seed[] = []
  for (const operation of CATALOG) {
    const entry = entryOf(operation.id)
    if (entry !== undefined && !isFlow(entry)) {
      seeds.push({ operation, request: await entry.request(context) })
    }
  }
  return seeds
}

function unexpectedError(error: unknown): string {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return `an error that the exchange did not expect: ${text}`
}
