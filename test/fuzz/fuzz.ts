import { CATALOG } from '../../shared/wire/catalog.js'
import { ACCOUNT_OPERATIONS } from '../../shared/wire/families/trading/accounts.js'
import { createContext } from '../conformance/session/context.js'
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

/**
 * Sends cases to one exchange over all its channels and checks that it still works. `prepare` may
 * break the exchange first.
 */
export async function fuzz(
  seed: number,
  enough: (channel: Channel, done: number) => boolean,
  prepare?: (session: Session) => Promise<unknown>,
): Promise<Tally> {
  const session = await openSession()
  const context = createContext(session)
  const channels: Channel[] = []
  try {
    const seeds: Seed[] = []
    for (const operation of CATALOG) {
      const entry = entryOf(operation.id)
      if (entry !== undefined && !isFlow(entry)) {
        seeds.push({ operation, request: await entry.request(context) })
      }
    }
    const accounts = (await context.call(ACCOUNT_OPERATIONS.listAccounts, {})).map(
      ({ account_id: id }) => id,
    )
    channels.push(
      new HttpFuzz(session.ready, session.token, seeds, chance(seed)),
      new MqttFuzz(session.ready, chance(seed + 1)),
      new GrpcFuzz(session.ready, accounts, chance(seed + 2)),
    )
    await prepare?.(session)
    const tally = await drive(channels, enough)
    await session.practice.command({ command: 'clear-faults' })
    const broken = [
      ...session.errors.map(
        (error) =>
          `an error that the exchange did not expect: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
      ),
    ]
    return { ...tally, problems: [...tally.problems, ...broken, ...(await livenessProblems())] }
  } finally {
    for (const channel of channels) channel.close()
    context.close()
    await session.close()
  }

  /** Makes valid calls on every channel after the malformed ones. */
  async function livenessProblems(): Promise<readonly string[]> {
    const problems: string[] = []
    if ((await context.call(ACCOUNT_OPERATIONS.listAccounts, {})).length === 0) {
      problems.push('HTTP: no accounts any more')
    }
    const stream = subscribeEvents(session.ready)
    const first = await Promise.race([
      stream.next(() => true).then(({ eventType }) => eventType),
      new Promise<number>((resolve) => setTimeout(() => resolve(-1), 5_000)),
    ])
    stream.close()
    if (first !== 0) problems.push(`gRPC: a good subscription is answered ${first}`)
    const client = await MqttClient.open(session.ready)
    const code = await client.connack().catch(() => -1)
    client.cut()
    if (code !== 0) problems.push(`MQTT: a good connection is answered ${code}`)
    return problems
  }
}
