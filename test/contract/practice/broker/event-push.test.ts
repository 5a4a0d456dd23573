import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { BROKER_ACCOUNT_OPERATIONS } from '../../../../shared/wire/families/broker/broker-accounts.js'
import { FUNDING_OPERATIONS } from '../../../../shared/wire/families/broker/broker-funding.js'
import { BROKER_LEDGER_OPERATIONS } from '../../../../shared/wire/families/broker/broker-ledger.js'
import { BROKER_ORDER_OPERATIONS } from '../../../../shared/wire/families/broker/broker-orders.js'
import { Type, type SubscribeResponse } from '../../../../shared/wire/gen/broker-events_pb.js'
import {
  subscribeBrokerEvents,
  type BrokerEventStream,
  type BrokerSubscribe,
} from '../client/broker-events-client.js'
import {
  basic,
  brokerage,
  opened,
  requestId,
  startBroker,
  type BrokerFixture,
} from './broker-fixture.js'
import { removeFolder } from '../../../harness/system/remove-folder.js'

let broker: BrokerFixture
let dataDir: string
const open: BrokerEventStream[] = []
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'practice-'))
  broker = await startBroker({ dataDir, retainFolder: true, pingMs: 200 })
})
afterEach(async () => {
  for (const stream of open.splice(0)) stream.close()
  expect(broker.exchange.errors).toEqual([])
  await broker.close()
  await removeFolder(dataDir)
})

const live = async (): Promise<number> =>
  (
    (await broker.exchange.practice.command({ command: 'state' })) as {
      streams: { brokerEvents: number }
    }
  ).streams.brokerEvents
async function leave(stream: BrokerEventStream): Promise<void> {
  stream.close()
  await expect.poll(live).toBe(0)
}
const subscribe = (options: BrokerSubscribe = {}): BrokerEventStream => {
  const stream = subscribeBrokerEvents(broker.exchange.practice.ready, options)
  open.push(stream)
  return stream
}
const isSuccess = ({ type }: SubscribeResponse): boolean => type === Type.SubscribeSuccess
async function subscribed(
  options: BrokerSubscribe = {},
): Promise<{ readonly stream: BrokerEventStream; readonly position: string }> {
  const stream = subscribe(options)
  const { position } = await stream.next(isSuccess)
  return { stream, position }
}
const payloads = (stream: BrokerEventStream, eventType?: string): Record<string, unknown>[] =>
  stream.received
    .filter(
      (message) =>
        message.type === Type.Event && (eventType === undefined || message.eventType === eventType),
    )
    .map(({ payload }) => JSON.parse(payload) as Record<string, unknown>)
const statuses = (stream: BrokerEventStream, eventType: string, bizType: string): unknown[] =>
  payloads(stream, eventType)
    .filter((payload) => payload.biz_type === bizType)
    .map(({ status }) => status)
const credit = (account_id: string, description?: string) =>
  broker.call(BROKER_LEDGER_OPERATIONS.createCredit, {
    client_request_id: requestId(),
    account_id,
    credit_type: 'PROMOTION',
    amount: '500.00',
    ...(description === undefined ? {} : { description }),
  })

describe('the event push of the Broker API', () => {
  it('accepts a signed subscription, returns its start position, then pings', async () => {
    const { stream, position } = await subscribed()
    expect(position).toMatch(/^[0-9a-f]{8}-\d{10}$/)
    const ping = await stream.next(({ type }) => type === Type.Ping)
    expect([ping.payload, ping.position, ping.version]).toEqual(['', '', '1.0'])
    expect(ping.timestamp).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{9}Z$/)
  })

  it('sends an application and its account, with the published members', async () => {
    const { stream } = await subscribed({
      events: [{ eventType: 'APPLICATION' }, { eventType: 'ACCOUNT' }],
    })
    const client_request_id = requestId()
    const { application_id } = await broker.call(BROKER_ACCOUNT_OPERATIONS.createBrokerAccount, {
      client_request_id,
      forms: [basic(), brokerage()],
    })
    await broker.advanceTime(6_000)
    await expect
      .poll(() => statuses(stream, 'APPLICATION', 'OPEN_ACCOUNT'))
      .toEqual(['PENDING', 'APPROVED'])
    expect(payloads(stream, 'APPLICATION')[0]).toEqual({
      client_request_id,
      application_id,
      biz_type: 'OPEN_ACCOUNT',
      status: 'PENDING',
      reason: null,
      account_id: null,
      timestamp: expect.stringMatching(/^\d{4}-.*Z$/) as string,
    })
    await expect
      .poll(() => payloads(stream, 'ACCOUNT'))
      .toMatchObject([
        {
          client_request_id,
          biz_type: 'OPEN',
          status: 'ACTIVE',
          restriction_codes: ['TRADING_EVENT'],
        },
      ])
  })

  it('sends account events: update, deposit, fees, journals and closing', async () => {
    const accountId = await opened(broker)
    const two = await opened(broker, 'MARGIN')
    const { stream } = await subscribed()
    await broker.call(BROKER_ACCOUNT_OPERATIONS.updateBrokerAccount, {
      client_request_id: requestId(),
      account_id: accountId,
      forms: [basic()],
    })
    await credit(accountId, 'welcome')
    await broker.call(BROKER_LEDGER_OPERATIONS.createFee, {
      client_request_id: requestId(),
      account_id: accountId,
      fee_type: 'OTHER',
      amount: '100.00',
    })
    await broker.call(BROKER_LEDGER_OPERATIONS.createJournal, {
      client_request_id: requestId(),
      from_account_id: accountId,
      to_account_id: two,
      amount: '150.00',
    })
    const bank = {
      account_id: accountId,
      account_owner_name: 'Ada King',
      bank_name: 'First Bank',
      bank_code: 'CHASUS33',
      bank_account_number: '9876543210',
    }
    const { relationship_id } = await broker.call(FUNDING_OPERATIONS.createBank, {
      client_request_id: requestId(),
      ...bank,
    })
    await broker.advanceTime(11_000)
    await broker.call(FUNDING_OPERATIONS.createFunding, {
      client_request_id: requestId(),
      account_id: accountId,
      relationship_id,
      transfer_method: 'WIRE',
      direction: 'OUTGOING',
      amount: '250.00',
    })
    await broker.advanceTime(31 * 60_000)
    await broker.call(BROKER_ACCOUNT_OPERATIONS.closeBrokerAccount, {
      client_request_id: requestId(),
      account_id: accountId,
      close_reason: 'moved away',
    })
    await expect.poll(() => statuses(stream, 'ACCOUNT', 'CLOSE')).toEqual(['CLOSED'])
    expect(
      payloads(stream, 'ACCOUNT').filter(({ biz_type: type }) => type !== 'OPEN'),
    ).toMatchObject([
      { biz_type: 'UPDATE', status: 'ACTIVE', account_id: accountId },
      { biz_type: 'CLOSE', reason: 'moved away', account_id: accountId },
    ])
    expect(payloads(stream, 'MASTER_DATA')).toMatchObject([
      {
        account_id: accountId,
        biz_type: 'NEW_ACCOUNT_BASIC_FORM',
        status: 'UPDATED',
        client_request_id: expect.any(String) as string,
      },
    ])
    expect(payloads(stream, 'FEES_CREDITS')).toMatchObject([
      {
        biz_type: 'CREDIT',
        credit_type: 'PROMOTION',
        amount: '500.00',
        reason: 'welcome',
        status: 'COMPLETED',
      },
      { biz_type: 'FEE', fee_type: 'OTHER', amount: '100.00', reason: null },
    ])
    expect(payloads(stream, 'JOURNAL')).toMatchObject([
      {
        biz_type: 'CASH_JOURNAL',
        from_account_id: accountId,
        to_account_id: two,
        amount: '150.00',
      },
    ])
    expect(statuses(stream, 'FUNDING', 'BANK_RELATIONSHIP')).toEqual([
      'PENDING',
      'APPROVED',
      'CANCELLED',
    ])
    expect(statuses(stream, 'FUNDING', 'TRANSFER')).toEqual(['PENDING', 'COMPLETED'])
  })

  it("sends customers' orders with fee and commission, and no others", async () => {
    const account_id = await opened(broker)
    await credit(account_id)
    const { stream } = await subscribed({ events: [{ eventType: 'TRADE' }] })
    const order = {
      client_order_id: 'a-customers-order',
      combo_type: 'NORMAL' as const,
      instrument_type: 'EQUITY' as const,
      market: 'US' as const,
      symbol: 'F',
      side: 'BUY' as const,
      order_type: 'MARKET' as const,
      time_in_force: 'DAY' as const,
      entrust_type: 'QTY' as const,
      quantity: '2',
      support_trading_session: 'CORE' as const,
    }
    await broker.exchange.client.signIn()
    const accountId = await broker.exchange.account()
    expect(
      (
        await broker.exchange.client.post('/trading/orders/place', {
          account_id: accountId,
          new_orders: [{ ...order, client_order_id: 'my-own-small-order' }],
        })
      ).status,
    ).toBe(200)
    broker.exchange.client.token = null
    await broker.call(BROKER_ORDER_OPERATIONS.placeBrokerOrder, { account_id, new_orders: [order] })
    const filled = await stream.next(({ payload }) => payload.includes('FINAL_FILLED'))
    const [detail] = (
      await broker.call(BROKER_ORDER_OPERATIONS.getBrokerOrder, {
        account_id,
        client_order_id: order.client_order_id,
      })
    ).orders
    expect(JSON.parse(filled.payload)).toMatchObject({
      account_id,
      client_order_id: order.client_order_id,
      scene_type: 'FINAL_FILLED',
      order_status: 'FILLED',
      symbol: 'F',
      side: 'BUY',
      actual_commission: '0.00',
      receivable_commission: '0.00',
      fees: [
        {
          type: 'FINRA_CAT_REGULATORY_FEE',
          actual_value: expect.stringMatching(/^\d+\.\d{2}$/) as string,
          receivable_value: expect.any(String) as string,
        },
      ],
    })
    expect(detail?.status).toBe('FILLED')
    expect(
      payloads(stream)
        .map(({ account_id: id }) => id)
        .filter((id) => id !== account_id),
    ).toEqual([])
  })

  it('resumes after reconnects without loss or duplicate while events keep coming', async () => {
    const account_id = await opened(broker)
    const first = await subscribed({ events: [{ eventType: 'FEES_CREDITS' }] })
    const reports: string[] = []
    let done = false
    const writer = (async () => {
      for (let count = 0; count < 60; count += 1) {
        reports.push(
          (
            await broker.call(BROKER_LEDGER_OPERATIONS.createCredit, {
              client_request_id: requestId(),
              account_id,
              credit_type: 'GOODWILL',
              amount: '1.00',
            })
          ).credit_id,
        )
        if (count % 3 === 0) {
          await broker.call(BROKER_LEDGER_OPERATIONS.createFee, {
            client_request_id: requestId(),
            account_id,
            fee_type: 'OTHER',
            amount: '0.50',
          })
        }
      }
      done = true
    })()
    const seen: SubscribeResponse[] = []
    let { stream, position } = first
    for (let lives = 0; !done || lives === 0; lives += 1) {
      const want = 3 + (lives % 4)
      await expect
        .poll(
          () => done || stream.received.filter(({ type }) => type === Type.Event).length >= want,
          { timeout: 60_000, interval: 2 },
        )
        .toBe(true)
      // The client knows what arrived before the cut, and resumes from its last position.
      if (lives % 2 === 0) {
        await broker.exchange.practice.command({
          command: 'end-streams',
          channel: 'broker-events',
          how: 'kill',
        })
      } else await leave(stream)
      await stream.ended
      const events = stream.received.filter(({ type }) => type === Type.Event)
      seen.push(...events)
      position = events.at(-1)?.position ?? position
      stream = (await subscribed({ events: [{ eventType: 'FEES_CREDITS', position }] })).stream
    }
    await writer
    await expect
      .poll(
        () =>
          [...seen, ...stream.received].filter(({ payload }) =>
            payload.includes('"biz_type":"CREDIT"'),
          ).length,
      )
      .toBeGreaterThanOrEqual(60)
    await leave(stream)
    const all = [...seen, ...stream.received].filter(({ type }) => type === Type.Event)
    const credits = all
      .map(({ payload }) => (JSON.parse(payload) as { credit_id?: string }).credit_id)
      .filter((id) => id !== undefined)
    expect(credits).toEqual(reports)
    expect(new Set(all.map(({ id }) => id)).size).toBe(80)
    expect(all.map((message) => message.position)).toEqual(
      all.map((message) => message.position).toSorted(),
    )
  })

  it('survives a restart: sends missed events and continues the positions', async () => {
    const account_id = await opened(broker)
    const { stream, position } = await subscribed({ events: [{ eventType: 'FEES_CREDITS' }] })
    await leave(stream)
    await credit(account_id, 'before')
    await broker.close()
    broker = await startBroker({ dataDir, retainFolder: true, pingMs: 200 })
    await credit(account_id, 'after')
    const resumed = await subscribed({ events: [{ eventType: 'FEES_CREDITS', position }] })
    await expect
      .poll(() => payloads(resumed.stream).map(({ reason }) => reason))
      .toEqual(['before', 'after'])
    expect(resumed.position).toBe('')
  })

  it('starts each type at its requested position, and sends no other type', async () => {
    const account_id = await opened(broker)
    const { stream, position } = await subscribed()
    await credit(account_id, 'early')
    await broker.call(BROKER_LEDGER_OPERATIONS.createFee, {
      client_request_id: requestId(),
      account_id,
      fee_type: 'OTHER',
      amount: '1.00',
    })
    await broker.call(BROKER_ACCOUNT_OPERATIONS.updateBrokerAccount, {
      client_request_id: requestId(),
      account_id,
      forms: [basic()],
    })
    await expect.poll(() => statuses(stream, 'ACCOUNT', 'UPDATE')).toHaveLength(1)
    await leave(stream)
    const mixed = await subscribed({
      events: [
        { eventType: 'ACCOUNT', position },
        { eventType: 'FEES_CREDITS' },
        { eventType: 'JOURNAL', position },
      ],
    })
    await credit(account_id, 'late')
    // The opening of the account may have been sent before or after the start of the first
    // subscription.
    await expect
      .poll(() => payloads(mixed.stream).filter(({ biz_type: type }) => type !== 'OPEN'))
      .toMatchObject([{ biz_type: 'UPDATE' }, { biz_type: 'CREDIT', reason: 'late' }])
  })

  it('delivers an event twice with the same id and position under the duplicate fault', async () => {
    const account_id = await opened(broker)
    const { stream } = await subscribed()
    await broker.exchange.practice.command({
      command: 'fault',
      fault: { kind: 'duplicate-events' },
    })
    await credit(account_id)
    const events = () =>
      stream.received
        .filter(({ type }) => type === Type.Event)
        .map(({ id, position }) => `${id} ${position}`)
    await expect.poll(() => payloads(stream, 'FEES_CREDITS').length).toBeGreaterThan(0)
    expect(events().length - new Set(events()).size).toBe(1)
  })
})

describe('refusals of the event push', () => {
  it.each([
    ['a wrong secret', { appSecret: 'another secret' }],
    ['a key of another environment', { appKey: 'f'.repeat(32) }],
    ['other bytes than were signed', { forge: true }],
  ])('cover %s', async (_name, options) => {
    const stream = subscribe(options)
    await stream.next(({ type }) => type === Type.AuthError)
    expect(await stream.ended).toBe('end')
    expect(await live()).toBe(0)
  })

  it('cover a second subscription with the same key', async () => {
    const { stream } = await subscribed()
    const second = subscribe()
    await second.next(({ type }) => type === Type.NumOfConnExceed)
    expect(await second.ended).toBe('end')
    expect((await stream.next(({ type }) => type === Type.Ping)).type).toBe(Type.Ping)
  })

  it.each([
    ['a position of another exchange', 'ACCOUNT', '00000000-0000000000', 'POSITION_UNKNOWN'],
    ['a position that is none', 'ACCOUNT', 'yesterday', 'POSITION_UNKNOWN'],
    ['an event type that is not known', 'PARTY', '', 'EVENT_TYPE_UNKNOWN'],
  ])('cover %s, and return a valid start position', async (_name, eventType, position, reason) => {
    const stream = subscribe({ events: [{ eventType: 'SOD' }, { eventType, position }] })
    const answer = await stream.next(({ type }) => type === Type.SubscribeExpired)
    expect([answer.eventType, JSON.parse(answer.payload)]).toEqual([eventType, { reason }])
    expect(await stream.ended).toBe('end')
    const { stream: resumed } = await subscribed({
      events: [{ eventType: 'SOD', position: answer.position }],
    })
    await expect.poll(() => payloads(resumed, 'SOD').length).toBe(1)
  })

  it('cover a malformed request', async () => {
    expect(await subscribe({ raw: Buffer.from('no protobuf') }).ended).toContain('INVALID_ARGUMENT')
  })

  it('end an expired stream, and reject new connections under the fault', async () => {
    const { stream } = await subscribed()
    expect(
      await broker.exchange.practice.command({
        command: 'end-streams',
        channel: 'broker-events',
        how: 'expire',
      }),
    ).toEqual({ ended: 1 })
    await stream.next(({ type }) => type === Type.SubscribeExpired)
    expect(await stream.ended).toBe('end')
    await broker.exchange.practice.command({
      command: 'fault',
      fault: { kind: 'refuse-event-stream' },
    })
    expect(await subscribe().ended).toContain('UNAVAILABLE')
  })
})
