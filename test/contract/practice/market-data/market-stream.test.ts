import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import { MqttClient } from '../client/mqtt-client.js'
import { untilQuiet } from '../../../harness/system/until-quiet.js'
import { sharedExchange } from '../support/shared-exchange.js'

const SLOT_MS = 3_000
const exchange = sharedExchange({ slotMs: SLOT_MS })
const open: MqttClient[] = []
afterEach(async () => {
  await exchange.practice.command({ command: 'clear-faults' })
  await exchange.practice.command({ command: 'tick-rate', perSecond: null })
  // A DISCONNECT frees the connection slot at once; after a cut the slot stays taken for a while.
  for (const client of open.splice(0)) await client.leave()
})

async function connect(
  ...options: readonly [Parameters<typeof MqttClient.open>[1]?]
): Promise<MqttClient> {
  const client = await MqttClient.open(exchange.practice.ready, ...options)
  open.push(client)
  return client
}

/** Waits until all earlier messages have arrived: the connection preserves their order. */
const passed = async (client: MqttClient): Promise<void> => {
  const pings = (): number => client.packets.filter(({ cmd }) => cmd === 'pingresp').length
  const before = pings()
  client.send({ cmd: 'pingreq' })
  await client.until(() => (pings() > before ? true : undefined))
}
const subscribe = (
  client: MqttClient,
  symbols: readonly string[],
  subTypes: readonly string[],
  more: Readonly<Record<string, unknown>> = {},
) =>
  exchange.client.post('/market-data/streaming/subscribe', {
    session_id: client.sessionId,
    symbols,
    category: 'US_STOCK',
    sub_types: subTypes,
    ...more,
  })
const unsubscribe = (body: Readonly<Record<string, unknown>>) =>
  exchange.client.post('/market-data/streaming/unsubscribe', body)

describe('connections of the market stream', () => {
  it('are accepted with a session id and the app key', async () => {
    expect(await (await connect()).connack()).toBe(0)
  })

  it.each([
    ['another protocol version', { protocolVersion: 5 as const }, 1],
    ['a blank session', { clientId: '' }, 2],
    ['no app key', { username: '' }, 3],
  ])('are refused for %s', async (_name, options, code) => {
    const client = await connect(options)
    expect(await client.connack()).toBe(code)
    await client.closed
  })

  it('replace an older connection of the same session', async () => {
    const first = await connect()
    await first.connack()
    const second = await connect({ clientId: first.sessionId })
    expect(await second.connack()).toBe(0)
    await first.closed
    expect((await subscribe(second, ['AAPL'], ['TICK'])).status).toBe(200)
  })

  it('connections above five per key get 105; a cut connection keeps its slot for a while', async () => {
    const five = await Promise.all(Array.from({ length: 5 }, () => connect()))
    for (const client of five) expect(await client.connack()).toBe(0)
    expect(await (await connect()).connack()).toBe(105)
    five[0]?.cut()
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(await (await connect()).connack()).toBe(105)
    expect(await (await connect({ clientId: five[0]?.sessionId ?? '' })).connack()).toBe(0)
    await five[1]?.leave()
    expect(await (await connect()).connack()).toBe(0)
    five[2]?.cut()
    await expect.poll(async () => (await connect()).connack(), { interval: SLOT_MS / 10 }).toBe(0)
  })

  it('answer pings and accept SUBSCRIBE without effect', async () => {
    const client = await connect()
    await client.connack()
    client.send({ cmd: 'pingreq' })
    await client.until(() => client.packets.find(({ cmd }) => cmd === 'pingresp'))
    client.send({ cmd: 'subscribe', messageId: 7, subscriptions: [{ topic: 'tick', qos: 0 }] })
    await client.until(() => client.packets.find(({ cmd }) => cmd === 'suback'))
    expect(client.published).toEqual([])
  })

  it('are closed after packets that violate MQTT', async () => {
    const client = await connect()
    await client.connack()
    client.send({
      cmd: 'connect',
      protocolId: 'MQTT',
      protocolVersion: 4,
      clean: true,
      keepalive: 1,
      clientId: 'x',
    })
    await expect(client.closed).resolves.toBeUndefined()
  })

  it.each([
    ['SUBSCRIBE', 0x82],
    ['UNSUBSCRIBE', 0xa2],
  ])('are closed after a %s without a topic, and others go on', async (_name, header) => {
    const [client, other] = [await connect(), await connect()]
    await client.connack()
    await other.connack()
    client.sendBytes(header, 2, 0, 7)
    await expect(client.closed).resolves.toBeUndefined()
    other.send({ cmd: 'pingreq' })
    await other.until(() => other.packets.find(({ cmd }) => cmd === 'pingresp'))
  })
})

describe('subscriptions of the market stream', () => {
  it('send ticks, quotes and snapshots of the subscribed symbols only', async () => {
    await exchange.practice.command({ command: 'tick-rate', perSecond: 2_000 })
    const client = await connect()
    await client.connack()
    const reply = await subscribe(client, ['AAPL', 'MSFT'], ['TICK', 'QUOTE', 'SNAPSHOT'], {
      depth: '3',
    })
    expect([reply.status, reply.text]).toEqual([200, ''])
    await client.until(() =>
      client.ticks().length > 5 && client.quotes().length > 1 && client.snapshots().length > 1
        ? true
        : undefined,
    )
    const symbols = new Set(
      [...client.ticks(), ...client.quotes(), ...client.snapshots()].map(
        ({ basic }) => basic?.symbol,
      ),
    )
    expect([...symbols].every((symbol) => symbol === 'AAPL' || symbol === 'MSFT')).toBe(true)
    const tick = client.ticks()[0]
    expect(tick?.price).toMatch(/^\d+\.\d{2,4}$/)
    expect(tick?.time).toMatch(/^\d{13}$/)
    expect(['B', 'S']).toContain(tick?.side)
    for (const quote of client.quotes()) {
      expect(quote.bids.length).toBeLessThanOrEqual(3)
      expect(Number(quote.bids[0]?.price)).toBeLessThan(Number(quote.asks[0]?.price))
    }
  })

  it('send ticks of one symbol in time order', async () => {
    await exchange.practice.command({ command: 'tick-rate', perSecond: 2_000 })
    const client = await connect()
    await client.connack()
    await subscribe(client, ['AAPL'], ['TICK'])
    await client.until(() => (client.ticks().length > 20 ? true : undefined))
    const times = client.ticks().map(({ time }) => Number(time))
    expect(times).toEqual([...times].sort((a, b) => a - b))
  })

  it('end after unsubscribe, for some symbols or for all', async () => {
    await exchange.practice.command({ command: 'tick-rate', perSecond: 2_000 })
    const client = await connect()
    await client.connack()
    await subscribe(client, ['AAPL', 'MSFT'], ['TICK'])
    await client.until(() => (client.ticks().length > 3 ? true : undefined))
    expect(
      (
        await unsubscribe({
          session_id: client.sessionId,
          symbols: ['AAPL'],
          category: 'US_STOCK',
          sub_types: ['TICK'],
        })
      ).status,
    ).toBe(200)
    await passed(client)
    client.published.length = 0
    await client.until(() => (client.ticks().length > 3 ? true : undefined))
    expect(client.ticks().every(({ basic }) => basic?.symbol === 'MSFT')).toBe(true)
    expect(
      (await unsubscribe({ session_id: client.sessionId, unsubscribe_all: true })).status,
    ).toBe(200)
    await untilQuiet(() => client.published.length)
    client.published.length = 0
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(client.ticks()).toEqual([])
  })

  it('send the present state at once with grab', async () => {
    await exchange.practice.command({ command: 'clock', speed: 0 })
    const client = await connect()
    await client.connack()
    await subscribe(client, ['AAPL'], ['QUOTE', 'SNAPSHOT'], { grab: 'true' })
    await client.until(() =>
      client.quotes().length > 0 && client.snapshots().length > 0 ? true : undefined,
    )
    await exchange.practice.command({ command: 'clock', speed: 1 })
    expect(client.snapshots()[0]?.price).toMatch(/^\d+\.\d{2,4}$/)
  })

  it('end when the session reconnects', async () => {
    await exchange.practice.command({ command: 'tick-rate', perSecond: 2_000 })
    const first = await connect()
    await first.connack()
    await subscribe(first, ['AAPL'], ['TICK'])
    await first.until(() => first.ticks()[0])
    first.cut()
    const second = await connect({ clientId: first.sessionId })
    await second.connack()
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(second.ticks()).toEqual([])
    expect((await subscribe(second, ['AAPL'], ['TICK'])).status).toBe(200)
    await second.until(() => second.ticks()[0])
  })

  it('are refused for absent sessions and for unknown, too many or unsupported symbols', async () => {
    const client = await connect()
    await client.connack()
    const absent = await exchange.client.post('/market-data/streaming/subscribe', {
      session_id: randomUUID(),
      symbols: ['AAPL'],
      category: 'US_STOCK',
      sub_types: ['TICK'],
    })
    expect([absent.status, absent.json]).toEqual([
      417,
      { error_code: 'INVALID_PARAMETER', message: expect.any(String) as string, status: 417 },
    ])
    expect((await subscribe(client, ['NOPE'], ['TICK'])).json).toMatchObject({
      error_code: 'UNSUPPORTED_SYMBOL',
    })
    expect(
      (
        await subscribe(
          client,
          Array.from({ length: 101 }, (_, index) => `S${index}`),
          ['TICK'],
        )
      ).json,
    ).toMatchObject({ error_code: 'TOO_MANY_SYMBOLS' })
    expect(
      (await subscribe(client, ['AAPL'], ['TICK'], { category: 'US_OPTION' })).json,
    ).toMatchObject({ error_code: 'UNSUPPORTED_CATEGORY' })
    expect((await subscribe(client, ['AAPL'], ['DEPTH'])).status).toBe(417)
  })

  it('go silent under the black-hole fault, and can be killed', async () => {
    await exchange.practice.command({ command: 'tick-rate', perSecond: 2_000 })
    const client = await connect()
    await client.connack()
    await subscribe(client, ['AAPL'], ['TICK'])
    await client.until(() => client.ticks()[0])
    await exchange.practice.command({
      command: 'fault',
      fault: { kind: 'market-stream-black-hole', count: null },
    })
    await untilQuiet(() => client.published.length)
    client.published.length = 0
    client.send({ cmd: 'pingreq' })
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect([client.published.length, client.packets.some(({ cmd }) => cmd === 'pingresp')]).toEqual(
      [0, false],
    )
    expect(
      await exchange.practice.command({ command: 'end-streams', channel: 'market', how: 'kill' }),
    ).toEqual({ ended: 1 })
    await client.closed
  })
})
