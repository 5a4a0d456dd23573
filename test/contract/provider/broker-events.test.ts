import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  createBrokerAccount,
  getApplication,
} from '../../../shared/wire/families/broker-accounts.js'
import { createCredit } from '../../../shared/wire/families/broker-ledger.js'
import type { BrokerEventNotice } from '../../../electron/provider/broker-events.js'
import { createInstitution, type Institution } from '../../../electron/provider/institution.js'
import { good } from '../../harness/good.js'
import { nodeWorld } from '../../harness/node-world.js'
import { basic, brokerage, requestId } from '../practice/broker/support.js'
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
    world: nodeWorld(ready.ca),
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

/** A reader whose positions outlive it, as a program's would. */
function reader(kept: { positions: Readonly<Record<string, string>> }) {
  const heard = { events: [] as BrokerEventNotice[], subscribed: 0, lost: [] as boolean[] }
  const stop = institution
    .events({
      load: () => Promise.resolve(kept.positions),
      save: (positions) => {
        kept.positions = { ...positions }
        return Promise.resolve()
      },
    })
    .start(['APPLICATION', 'FEES_CREDITS'], {
      onEvent: (event) => heard.events.push(event),
      onSubscribed: () => {
        heard.subscribed += 1
      },
      onGap: () => undefined,
      onLost: ({ final }) => heard.lost.push(final),
      onHealth: () => undefined,
    })
  stops.push(stop)
  return { heard, stop }
}

/** Opens an account by its forms; the exchange decides within seconds. */
async function opened(): Promise<string> {
  const { application_id } = good(
    await institution.caller.call(createBrokerAccount, {
      client_request_id: requestId(),
      forms: [basic(), brokerage()],
    }),
  )
  await pass(6_000)
  return good(await institution.caller.call(getApplication, { application_id })).account_id ?? ''
}
const credit = async (account_id: string) =>
  good(
    await institution.caller.call(createCredit, {
      client_request_id: requestId(),
      account_id,
      credit_type: 'PROMOTION',
      amount: '5.00',
    }),
  )
const credits = (events: readonly BrokerEventNotice[]) =>
  events
    .filter((one) => one.type === 'FEES_CREDITS')
    .map((one) => (one.payload as { credit_id?: string }).credit_id ?? one.id)

describe("the Broker API's event push over sockets", () => {
  it('resumes from where it was left: after a cut, after an expiry, and after the reader was away', async () => {
    const kept = { positions: {} as Readonly<Record<string, string>> }
    const first = reader(kept)
    await expect.poll(() => first.heard.subscribed).toBe(1)
    const account = await opened()
    await expect.poll(() => first.heard.events.some((one) => one.type === 'APPLICATION')).toBe(true)
    await credit(account)
    await expect.poll(() => credits(first.heard.events)).toHaveLength(1)

    for (const [round, how] of (['kill', 'expire'] as const).entries()) {
      await session.practice.command({ command: 'end-streams', channel: 'broker-events', how })
      await credit(account)
      await expect.poll(() => first.heard.subscribed, { timeout: 10_000 }).toBe(round + 2)
      await expect.poll(() => credits(first.heard.events)).toHaveLength(round + 2)
    }

    first.stop()
    await credit(account)
    await credit(account)
    const second = reader(kept)
    await expect.poll(() => credits(second.heard.events), { timeout: 10_000 }).toHaveLength(2)
    const all = [...credits(first.heard.events), ...credits(second.heard.events)]
    expect(new Set(all).size).toBe(5)
  })

  it('drops what is delivered twice, and stops at a wrong key', async () => {
    const kept = { positions: {} as Readonly<Record<string, string>> }
    const { heard } = reader(kept)
    await expect.poll(() => heard.subscribed).toBe(1)
    const account = await opened()
    await session.practice.command({
      command: 'fault',
      fault: { kind: 'duplicate-events', count: null },
    })
    await credit(account)
    await credit(account)
    await expect.poll(() => credits(heard.events)).toHaveLength(2)
    await session.practice.command({ command: 'clear-faults' })

    const { ready, endpoints } = session
    const forger = createInstitution({
      endpoints,
      credentials: { appKey: ready.appKey, appSecret: 'wrong', algorithm: 'HMAC-SHA256' },
      world: nodeWorld(ready.ca),
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
