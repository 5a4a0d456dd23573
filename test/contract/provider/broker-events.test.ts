import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { BROKER_ACCOUNT_OPERATIONS } from '../../../shared/wire/families/broker/broker-accounts.js'
import { BROKER_LEDGER_OPERATIONS } from '../../../shared/wire/families/broker/broker-ledger.js'
import type { BrokerEventNotice } from '../../../electron/provider/events/broker-events.js'
import { createInstitution, type Institution } from '../../../electron/provider/institution.js'
import { expectOk } from '../../harness/system/expect-ok.js'
import { nodePorts } from '../../harness/exchange/node-ports.js'
import { basic, brokerage, requestId } from '../practice/broker/broker-fixture.js'
import { openPractice, type PracticeSession } from './practice-session.js'

let session: PracticeSession
let institution: Institution
const stops: (() => void)[] = []
beforeEach(async () => {
  session = await openPractice({ pingMs: 200, slotMs: 500 })
  const { ready, endpoints } = session
  institution = createInstitution({
    endpoints,
    credentials: { appKey: ready.appKey, appSecret: ready.appSecret, algorithm: 'HMAC-SHA256' },
    ports: nodePorts(ready.ca),
  })
})
afterEach(async () => {
  for (const stop of stops.splice(0)) stop()
  institution.close()
  await session.close()
})

const pass = async (ms: number) => {
  const { exchangeTime } = (await session.practice.command({ command: 'clock' })) as {
    exchangeTime: number
  }
  await session.practice.command({ command: 'clock', to: exchangeTime + ms })
}

/** Creates a reader whose positions survive it, as a program's stored ones do. */
function reader(stored: { positions: Readonly<Record<string, string>> }) {
  const received = { events: [] as BrokerEventNotice[], subscribed: 0, lost: [] as boolean[] }
  const stop = institution
    .events({
      load: () => Promise.resolve(stored.positions),
      save: (positions) => {
        stored.positions = { ...positions }
        return Promise.resolve()
      },
    })
    .start(['APPLICATION', 'FEES_CREDITS'], {
      onEvent: (event) => received.events.push(event),
      onSubscribed: () => {
        received.subscribed += 1
      },
      onGap: () => undefined,
      onLost: ({ final }) => received.lost.push(final),
      onHealth: () => undefined,
    })
  stops.push(stop)
  return { received, stop }
}

/** Opens an account by its forms; the exchange approves it within seconds. */
async function opened(): Promise<string> {
  const { application_id } = expectOk(
    await institution.caller.call(BROKER_ACCOUNT_OPERATIONS.createBrokerAccount, {
      client_request_id: requestId(),
      forms: [basic(), brokerage()],
    }),
  )
  await pass(6_000)
  return (
    expectOk(
      await institution.caller.call(BROKER_ACCOUNT_OPERATIONS.getApplication, { application_id }),
    ).account_id ?? ''
  )
}
const credit = async (account_id: string) =>
  expectOk(
    await institution.caller.call(BROKER_LEDGER_OPERATIONS.createCredit, {
      client_request_id: requestId(),
      account_id,
      credit_type: 'PROMOTION',
      amount: '5.00',
    }),
  )
const credits = (events: readonly BrokerEventNotice[]) =>
  events
    .filter((event) => event.type === 'FEES_CREDITS')
    .map((event) => (event.payload as { credit_id?: string }).credit_id ?? event.id)

describe("the Broker API's event push through the client", () => {
  it('resumes from the stored position after a cut, an expiry and a pause', async () => {
    const stored = { positions: {} as Readonly<Record<string, string>> }
    const first = reader(stored)
    await expect.poll(() => first.received.subscribed).toBe(1)
    const account = await opened()
    await expect
      .poll(() => first.received.events.some((event) => event.type === 'APPLICATION'))
      .toBe(true)
    await credit(account)
    await expect.poll(() => credits(first.received.events)).toHaveLength(1)

    for (const [round, ending] of (['kill', 'expire'] as const).entries()) {
      await session.practice.command({
        command: 'end-streams',
        channel: 'broker-events',
        how: ending,
      })
      await credit(account)
      await expect.poll(() => first.received.subscribed).toBe(round + 2)
      await expect.poll(() => credits(first.received.events)).toHaveLength(round + 2)
    }

    first.stop()
    await credit(account)
    await credit(account)
    const second = reader(stored)
    await expect.poll(() => credits(second.received.events)).toHaveLength(2)
    const all = [...credits(first.received.events), ...credits(second.received.events)]
    expect(new Set(all).size).toBe(5)
  })

  it('drops duplicates and stops on a wrong key', async () => {
    const stored = { positions: {} as Readonly<Record<string, string>> }
    const { received } = reader(stored)
    await expect.poll(() => received.subscribed).toBe(1)
    const account = await opened()
    await session.practice.command({
      command: 'fault',
      fault: { kind: 'duplicate-events', count: null },
    })
    await credit(account)
    await credit(account)
    await expect.poll(() => credits(received.events)).toHaveLength(2)
    await session.practice.command({ command: 'clear-faults' })

    const { ready, endpoints } = session
    const forger = createInstitution({
      endpoints,
      credentials: { appKey: ready.appKey, appSecret: 'wrong', algorithm: 'HMAC-SHA256' },
      ports: nodePorts(ready.ca),
    })
    const lost: boolean[] = []
    stops.push(
      forger.events({ load: () => Promise.resolve({}), save: () => Promise.resolve() }).start([], {
        onEvent: () => undefined,
        onSubscribed: () => undefined,
        onGap: () => undefined,
        onLost: ({ final }) => lost.push(final),
        onHealth: () => undefined,
      }),
    )
    await expect.poll(() => lost).toEqual([true])
    forger.close()
  })
})
