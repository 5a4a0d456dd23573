import { request as httpRequest } from 'node:http'
import { PassThrough } from 'node:stream'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { InstructionId } from '../../../shared/domain/ids.js'
import { systemTimers } from '../../../electron/adapters/timers.js'
import { runBridge } from '../../../electron/assistant/bridge/bridge.js'
import { socketEndpoint } from '../../../electron/assistant/local/proven-connection.js'
import {
  CONNECTION,
  OTHER_TOKEN,
  startEndpointFixture,
  TOKEN,
  type EndpointFixture,
} from '../../harness/assistant/endpoint-fixture.js'
import { fairTime } from '../../harness/system/fair-time.js'
import { untilQuiet } from '../../harness/system/until-quiet.js'
import { foreign } from '../../../shared/messages/make-message.js'

const open: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
})
/** Shortens the quarter of a second for which change notifications are collected. */
const timers = {
  ...systemTimers,
  after: (ms: number, call: () => void) => systemTimers.after(ms === 250 ? 25 : ms, call),
}
/** Opens an endpoint; `before`: where an earlier one was. */
const openFixture = async (before?: EndpointFixture): Promise<EndpointFixture> => {
  const fixture = await startEndpointFixture({
    httpPort: before?.endpoint.port ?? 0,
    timers,
    limits: { burst: 1_000 },
    ...(before === undefined ? {} : { folder: before.folder }),
  })
  open.push(() => fixture.endpoint.close())
  return fixture
}
const until = (check: () => void): Promise<void> =>
  vi.waitFor(check, { timeout: 60_000, interval: 5 })

/** Long enough for a sent notification to have arrived. */
const DELIVERY_WAIT_MS = 300
const quiet = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, 150)
  })

const line = (id: number | null, method: string, params: object = {}): string =>
  `${JSON.stringify({ jsonrpc: '2.0', ...(id === null ? {} : { id }), method, params })}\n`

interface Subscriber {
  readonly client: Client
  readonly transport: StreamableHTTPClientTransport
  readonly uris: string[]
}
async function connect(
  fixture: EndpointFixture,
  mode: 'auto' | 'legacy',
  token = TOKEN,
): Promise<Subscriber> {
  const client = new Client({ name: 'test-client', version: '1' }, { versionNegotiation: { mode } })
  const uris: string[] = []
  client.setNotificationHandler('notifications/resources/updated', ({ params }) => {
    uris.push(params.uri)
  })
  const transport = new StreamableHTTPClientTransport(new URL(fixture.endpoint.url), {
    requestInit: { headers: { authorization: `Bearer ${token}` } },
  })
  await client.connect(transport)
  open.push(() => client.close())
  return { client, transport, uris }
}
const subscribe = async (
  { client }: Subscriber,
  mode: 'auto' | 'legacy',
  uri: string,
): Promise<void> => {
  if (mode === 'legacy') await client.subscribeResource({ uri })
  else {
    expect((await client.listen({ resourceSubscriptions: [uri] })).honoredFilter).toEqual({
      resourceSubscriptions: [uri],
    })
  }
}

const POSITIONS = 'countersign://positions/ACC1'
const CANCEL = {
  name: 'cancel_instruction',
  arguments: { account_id: 'ACC1', client_order_id: 'working-order-1' },
}
const HEADERS = {
  authorization: `Bearer ${TOKEN}`,
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
}
const HALTED = { code: 'halted', message: foreign('Assistants were halted.') } as const
/** Cuts off the connection: removes its key and ends its calls with the reason. */
const cutOff = (
  fixture: EndpointFixture,
  why?: Parameters<EndpointFixture['endpoint']['drop']>[1],
): void => {
  fixture.fakePort.tokens.delete(TOKEN)
  fixture.endpoint.drop(CONNECTION, why)
}
const WAIT = (instruction_id: InstructionId) => ({
  name: 'wait_for_instruction',
  arguments: { instruction_id },
})
/** Connects an assistant that has requested a cancellation, which is pending. */
const withPendingCancel = async (mode: 'auto' | 'legacy') => {
  const fixture = await openFixture()
  const subscriber = await connect(fixture, mode)
  return { fixture, ...subscriber, id: idOf(await subscriber.client.callTool(CANCEL)) }
}
/**
 * Connects an assistant whose subscription has delivered a first change, with every earlier
 * notification already read.
 */
const connectSubscriber = async (
  fixture: EndpointFixture,
  mode: 'auto' | 'legacy',
): Promise<Subscriber> => {
  const subscriber = await connect(fixture, mode)
  await subscribe(subscriber, mode, POSITIONS)
  // The stream of the older protocol era opens with a delay, so repeat the change until one
  // arrives.
  await until(() => {
    if (subscriber.uris.length === 0) fixture.fakePort.notifyWatchers()
    expect(subscriber.uris.length).toBeGreaterThan(0)
  })
  // Changes made before the first notification are sent a quarter of a second later; wait until
  // they are read.
  await new Promise((resolve) => {
    setTimeout(resolve, DELIVERY_WAIT_MS)
  })
  await untilQuiet(() => subscriber.uris.length)
  subscriber.uris.length = 0
  return subscriber
}
/** A request whose body is sent later; `status` is the status of its answer. */
const slowPost = (fixture: EndpointFixture, headers: Readonly<Record<string, string>> = {}) => {
  const request = httpRequest(fixture.endpoint.url, {
    method: 'POST',
    agent: false,
    headers: { ...HEADERS, ...headers },
  })
  return {
    request,
    status: new Promise<number | undefined>((resolve, reject) => {
      request
        .on('response', (response) => resolve(response.resume().statusCode))
        .on('error', reject)
    }),
  }
}
/** The bridge program that clients start, with its output so far. */
const bridged = (
  { folder }: EndpointFixture,
  later: typeof systemTimers.after = systemTimers.after,
) => {
  const [input, output] = [new PassThrough(), new PassThrough()]
  const received = { text: '' }
  output.setEncoding('utf8').on('data', (chunk: string) => {
    received.text += chunk
  })
  const done = runBridge({
    endpoint: socketEndpoint(folder, { setTimer: systemTimers.after }),
    token: TOKEN,
    input,
    output,
    logProblem: () => undefined,
    setTimer: later,
  })
  const initialize = async (protocolVersion: string, name: string): Promise<void> => {
    input.write(
      line(1, 'initialize', {
        protocolVersion,
        capabilities: {},
        clientInfo: { name, version: '1' },
      }),
    )
    await until(() => expect(received.text).toContain('"id":1'))
    input.write(line(null, 'notifications/initialized'))
  }
  return {
    input,
    received,
    initialize,
    end: async () => {
      input.end()
      await done
    },
  }
}
/** Returns the error that a tool's refusal contains. */
const refusalOf = (answer: { content?: unknown }): unknown =>
  (
    JSON.parse((answer.content as { text: string }[] | undefined)?.[0]?.text ?? '{}') as {
      error?: unknown
    }
  ).error
const idOf = (answer: { structuredContent?: unknown }): InstructionId =>
  (answer.structuredContent as { instruction_id: InstructionId }).instruction_id

describe.each([
  ['auto', '2026-07-28'],
  ['legacy', '2025-11-25'],
] as const)('a connection of the %s era', (mode, version) => {
  it('is notified of its subscriptions only, once per burst of changes', async () => {
    const fixture = await openFixture()
    const idle = await connect(fixture, mode)
    const subscriber = await connectSubscriber(fixture, mode)
    expect(subscriber.client.getNegotiatedProtocolVersion()).toBe(version)
    for (let times = 0; times < 20; times += 1) fixture.fakePort.notifyWatchers()
    await until(() => expect(subscriber.uris.length).toBeGreaterThan(0))
    await quiet()
    expect(subscriber.uris).toEqual([POSITIONS])
    expect(idle.uris).toEqual([])
    const { contents } = await subscriber.client.readResource({ uri: POSITIONS })
    expect(contents[0]).toMatchObject({
      uri: POSITIONS,
      mimeType: 'application/json',
      text: expect.stringContaining('"quantity":"12.5"'),
    })
  })

  it.each([
    ['revoked', 'The person revoked this connection.'],
    ['halted', 'Assistants were halted.'],
  ] as const)(
    'SEC-21: a waiting call ends at once when its connection is cut off: %s',
    async (code, message) => {
      const { fixture, client, id } = await withPendingCancel(mode)
      const waits = [1, 2, 3].map(() => client.callTool(WAIT(id)))
      await until(() => expect(fixture.fakePort.waiting()).toBe(3))
      const began = fairTime()
      cutOff(fixture, { code, message: foreign(message) })
      for (const answer of await Promise.all(waits)) {
        expect(refusalOf(answer)).toMatchObject({ code, message })
        expect(answer).not.toHaveProperty('structuredContent')
      }
      expect(began.ms()).toBeLessThan(2_000)
      began.stop()
      expect(fixture.fakePort.waiting()).toBe(0)
      await expect(client.listTools()).rejects.toThrow(/.+/)
    },
  )

  it('SEC-21: an interrupted request for an order says that its outcome is unknown', async () => {
    const fixture = await openFixture()
    const { client } = await connect(fixture, mode)
    let underWay = false
    fixture.fakePort.port.instruct = () => {
      underWay = true
      return new Promise(() => undefined)
    }
    const pendingCall = client.callTool(CANCEL)
    await until(() => expect(underWay).toBe(true))
    cutOff(fixture, HALTED)
    expect(refusalOf(await pendingCall)).toMatchObject({
      code: 'halted',
      next: expect.stringMatching(
        /not known here whether this was taken.*Only the person can end the halt/s,
      ) as string,
    })
  })

  it('SEC-21: notification streams end with the connection and send nothing more', async () => {
    const fixture = await openFixture()
    const subscriber = await connectSubscriber(fixture, mode)
    cutOff(fixture)
    for (let times = 0; times < 5; times += 1) fixture.fakePort.notifyWatchers()
    await quiet()
    expect(subscriber.uris).toEqual([])
  })
})

it('SEC-21: a waiting call without a session is answered with the refusal only', async () => {
  const { fixture, id } = await withPendingCancel('auto')
  const answer = fetch(fixture.endpoint.url, {
    method: 'POST',
    headers: HEADERS,
    body: line(1, 'tools/call', WAIT(id)),
  })
  await until(() => expect(fixture.fakePort.waiting()).toBe(1))
  fixture.endpoint.drop(CONNECTION)
  const text = await (await answer).text()
  expect(text).toContain('revoked')
  expect(text).not.toContain(id)
  expect(fixture.fakePort.waiting()).toBe(0)
})

it('SEC-21: a request with an incomplete body when assistants are halted gets 403 and no challenge', async () => {
  const fixture = await openFixture()
  const calls = fixture.fakePort.calls.length
  const { request: slow, status } = slowPost(fixture, { 'content-length': '200' })
  slow.write('{"jsonrpc":"2.0",')
  await new Promise((resolve) => {
    setTimeout(resolve, 50)
  })
  cutOff(fixture, HALTED)
  expect(await status).toBe(403)
  slow.destroy()
  expect(fixture.fakePort.calls.length).toBe(calls)
})

it('SEC-21: a request whose body ends after its key was removed is refused', async () => {
  const fixture = await openFixture()
  const { request: slow, status } = slowPost(fixture)
  slow.write('{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_account_list",')
  await new Promise((resolve) => {
    setTimeout(resolve, 50)
  })
  fixture.fakePort.tokens.delete(TOKEN)
  slow.end('"arguments":{}}}')
  expect(await status).toBe(401)
  expect(fixture.fakePort.calls).not.toContain('accounts')
})

it('SEC-21: the bridge passes the refusal on to its client', async () => {
  const { fixture, id } = await withPendingCancel('auto')
  const { input, received, initialize, end } = bridged(fixture)
  await initialize('2025-11-25', 'program')
  input.write(line(2, 'tools/call', WAIT(id)))
  await until(() => expect(fixture.fakePort.waiting()).toBe(1))
  cutOff(fixture, HALTED)
  await until(() => expect(received.text).toContain('"id":2'))
  const answer = received.text
    .trim()
    .split('\n')
    .map(
      (message) => JSON.parse(message) as { id?: number; result?: Parameters<typeof refusalOf>[0] },
    )
    .find((message) => message.id === 2)
  expect(refusalOf(answer?.result ?? {})).toMatchObject({ code: 'halted' })
  await end()
})

describe('sessions of the older protocol era', () => {
  it('survive a restart of the endpoint, for their own key only, until they are deleted', async () => {
    const first = await openFixture()
    const { client, transport } = await connect(first, 'legacy')
    const session = transport.sessionId ?? ''
    expect(session).toMatch(/^[\w.-]{45}$/)
    await first.endpoint.close()
    const fixture = await openFixture(first)
    expect((await client.callTool({ name: 'get_account_list', arguments: {} })).isError).not.toBe(
      true,
    )

    const ask = async (id: string, token = TOKEN, method = 'POST'): Promise<number> =>
      (
        await fetch(fixture.endpoint.url, {
          method,
          headers: {
            authorization: `Bearer ${token}`,
            'mcp-session-id': id,
            accept: 'application/json, text/event-stream',
            ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
          },
          ...(method === 'POST'
            ? { body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }) }
            : {}),
        })
      ).status
    expect(
      await Promise.all([
        ask(session),
        ask(session, OTHER_TOKEN),
        ask(`${session.slice(0, -1)}${session.endsWith('_') ? '-' : '_'}`),
        ask('made-up'),
        ask(session, TOKEN, 'GET'),
      ]),
    ).toEqual([200, 404, 404, 404, 404])

    const next = await connect(fixture, 'legacy')
    const id = next.transport.sessionId ?? ''
    expect(await ask(id, OTHER_TOKEN, 'DELETE')).toBe(404)
    expect([
      await ask(id),
      await ask(id, TOKEN, 'DELETE'),
      await ask(id),
      await ask(id, TOKEN, 'GET'),
    ]).toEqual([200, 200, 404, 404])
  })

  it('are limited per connection; the oldest keeps its calls but loses its streams', async () => {
    const fixture = await openFixture()
    const first = await connect(fixture, 'legacy')
    await first.client.subscribeResource({ uri: POSITIONS })
    const params = {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'more', version: '1' },
    }
    for (let more = 0; more < 8; more += 1) {
      await (
        await fetch(fixture.endpoint.url, {
          method: 'POST',
          headers: HEADERS,
          body: line(1, 'initialize', params),
        })
      ).text()
    }
    expect(
      (await first.client.callTool({ name: 'get_account_list', arguments: {} })).isError,
    ).not.toBe(true)
    fixture.fakePort.notifyWatchers()
    await quiet()
    expect(first.uris).toEqual([])
  })

  it('limit the number and length of subscribed addresses', async () => {
    const { client } = await connect(await openFixture(), 'legacy')
    await expect(
      client.subscribeResource({ uri: `countersign://positions/${'a'.repeat(300)}` }),
    ).rejects.toThrow(/more than 300 characters/)
    for (let index = 0; index < 100; index += 1) {
      await client.subscribeResource({ uri: `countersign://positions/${index}` })
    }
    await expect(
      client.subscribeResource({ uri: 'countersign://positions/one-more' }),
    ).rejects.toThrow(/At most 100 addresses/)
    await client.unsubscribeResource({ uri: 'countersign://positions/0' })
    await client.subscribeResource({ uri: 'countersign://positions/one-more' })
  })

  it('replay the rest of a broken stream to a client that reconnects', async () => {
    const { fixture, transport, id } = await withPendingCancel('legacy')
    const headers = {
      authorization: `Bearer ${TOKEN}`,
      'mcp-session-id': transport.sessionId ?? '',
      'mcp-protocol-version': '2025-11-25',
      accept: 'application/json, text/event-stream',
    }
    const body = JSON.stringify({ jsonrpc: '2.0', id: 'w', method: 'tools/call', params: WAIT(id) })
    const breaking = new AbortController()
    const broken = await fetch(fixture.endpoint.url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body,
      signal: breaking.signal,
    })
    const opening = new TextDecoder().decode((await broken.body?.getReader().read())?.value)
    const event = /^id: (\S+)$/m.exec(opening)?.[1] ?? ''
    breaking.abort()
    await until(() => expect(fixture.fakePort.waiting()).toBe(1))
    fixture.fakePort.decide(id, 'declined')
    const rest = await fetch(fixture.endpoint.url, {
      headers: { ...headers, 'last-event-id': event },
    })
    const reader = rest.body?.getReader()
    let streamText = ''
    while (!streamText.includes('REJECTED')) {
      streamText += new TextDecoder().decode((await reader?.read())?.value)
    }
    await reader?.cancel()
    expect(streamText).toContain('"id":"w"')
  })
})

describe('the bridge', () => {
  it('receives changes, restarts its session with the endpoint, and ends it with its client', async () => {
    const first = await openFixture()
    const { input, received, initialize, end } = bridged(first, (ms, call) =>
      systemTimers.after(ms / 100, call),
    )
    const updates = (): number => received.text.split('resources/updated').length - 1
    await initialize('2025-06-18', 'old')
    input.write(line(2, 'resources/subscribe', { uri: POSITIONS }))
    await until(() => expect(received.text).toContain('"id":2'))
    await until(() => {
      first.fakePort.notifyWatchers()
      expect(updates()).toBeGreaterThan(0)
    })
    await first.endpoint.close()
    const fixture = await openFixture(first)
    const before = updates()
    await until(() => expect(updates(), 'what may have changed meanwhile').toBeGreaterThan(before))
    for (const list of ['tools', 'prompts', 'resources']) {
      expect(received.text, 'and what it may be given').toContain(
        `notifications/${list}/list_changed`,
      )
    }
    await until(() => {
      fixture.fakePort.notifyWatchers()
      expect(updates()).toBeGreaterThan(before + 1)
    })
    expect(fixture.fakePort.clients).toContain('old 1')
    expect(received.text.match(/"id":1[,}]/g), 'the client asked once').toHaveLength(1)
    await end()
  })
})
