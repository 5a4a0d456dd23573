import { request as httpRequest } from 'node:http'
import { PassThrough } from 'node:stream'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { InstructionId } from '../../../shared/domain/instruction.js'
import { systemTimers } from '../../../electron/adapters/timers.js'
import { runBridge } from '../../../electron/assistant/bridge.js'
import {
  CONNECTION,
  OTHER_TOKEN,
  startRig,
  TOKEN,
  type Rig,
} from '../../harness/assistant-endpoint.js'
import { fairTime } from '../../harness/fair-time.js'
import { silence } from '../../harness/silence.js'

const open: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
})
/** Changes are told together after a quarter of a second, which here is shorter. */
const timers = {
  ...systemTimers,
  after: (ms: number, call: () => void) => systemTimers.after(ms === 250 ? 25 : ms, call),
}
const rigged = async (httpPort = 0): Promise<Rig> => {
  const rig = await startRig({ httpPort, timers, limits: { burst: 1_000 } })
  open.push(() => rig.endpoint.close())
  return rig
}
const until = (check: () => void): Promise<void> =>
  vi.waitFor(check, { timeout: 20_000, interval: 5 })

/** Long enough for what was told to have arrived. */
const TOLD_AFTER_MS = 300
const quiet = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, 150)
  })

const line = (id: number | null, method: string, params: object = {}): string =>
  `${JSON.stringify({ jsonrpc: '2.0', ...(id === null ? {} : { id }), method, params })}\n`

interface Heard {
  readonly client: Client
  readonly transport: StreamableHTTPClientTransport
  readonly uris: string[]
}
async function connect(rig: Rig, mode: 'auto' | 'legacy', token = TOKEN): Promise<Heard> {
  const client = new Client({ name: 'test-client', version: '1' }, { versionNegotiation: { mode } })
  const uris: string[] = []
  client.setNotificationHandler('notifications/resources/updated', ({ params }) => {
    uris.push(params.uri)
  })
  const transport = new StreamableHTTPClientTransport(new URL(rig.endpoint.url), {
    requestInit: { headers: { authorization: `Bearer ${token}` } },
  })
  await client.connect(transport)
  open.push(() => client.close())
  return { client, transport, uris }
}
const subscribe = async (
  { client }: Heard,
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
const HALTED = { code: 'halted', message: 'Assistants were halted.' } as const
/** What cuts a connection off: its key is gone, and its calls end with the reason. */
const cutOff = (rig: Rig, why?: Parameters<Rig['endpoint']['drop']>[1]): void => {
  rig.desk.tokens.delete(TOKEN)
  rig.endpoint.drop(CONNECTION, why)
}
const WAIT = (instruction_id: InstructionId) => ({
  name: 'wait_for_instruction',
  arguments: { instruction_id },
})
/** An assistant that is connected and has asked for a cancel, which waits for the person. */
const asking = async (mode: 'auto' | 'legacy') => {
  const rig = await rigged()
  const heard = await connect(rig, mode)
  return { rig, ...heard, id: idOf(await heard.client.callTool(CANCEL)) }
}
/**
 * One that has heard that what it subscribed to changed, and everything that it was told since is
 * read.
 */
const listening = async (rig: Rig, mode: 'auto' | 'legacy'): Promise<Heard> => {
  const mine = await connect(rig, mode)
  await subscribe(mine, mode, POSITIONS)
  // The stream of the older eras opens when it opens.
  await until(() => {
    if (mine.uris.length === 0) rig.desk.stir()
    expect(mine.uris.length).toBeGreaterThan(0)
  })
  // What was stirred before it heard is told after a quarter of a second, and read after that.
  await new Promise((resolve) => {
    setTimeout(resolve, TOLD_AFTER_MS)
  })
  await silence(() => mine.uris.length)
  mine.uris.length = 0
  return mine
}
/** A request whose body comes later; `status` is what it is answered. */
const slowPost = (rig: Rig, headers: Readonly<Record<string, string>> = {}) => {
  const request = httpRequest(rig.endpoint.url, {
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
/** The program that clients start, and what it said so far. */
const bridged = ({ endpoint }: Rig, later: typeof systemTimers.after = systemTimers.after) => {
  const [input, output] = [new PassThrough(), new PassThrough()]
  const told = { text: '' }
  output.setEncoding('utf8').on('data', (chunk: string) => {
    told.text += chunk
  })
  const done = runBridge({
    url: new URL(endpoint.url),
    token: TOKEN,
    input,
    output,
    complain: () => undefined,
    later,
  })
  const initialize = async (protocolVersion: string, name: string): Promise<void> => {
    input.write(
      line(1, 'initialize', {
        protocolVersion,
        capabilities: {},
        clientInfo: { name, version: '1' },
      }),
    )
    await until(() => expect(told.text).toContain('"id":1'))
    input.write(line(null, 'notifications/initialized'))
  }
  return {
    input,
    told,
    initialize,
    end: async () => {
      input.end()
      await done
    },
  }
}
/** What a tool's refusal says. */
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
] as const)('%s era', (mode, version) => {
  it('hears of what it asked to hear of, once for a burst, and of nothing else', async () => {
    const rig = await rigged()
    const idle = await connect(rig, mode)
    const mine = await listening(rig, mode)
    expect(mine.client.getNegotiatedProtocolVersion()).toBe(version)
    for (let times = 0; times < 20; times += 1) rig.desk.stir()
    await until(() => expect(mine.uris.length).toBeGreaterThan(0))
    await quiet()
    expect(mine.uris).toEqual([POSITIONS])
    expect(idle.uris).toEqual([])
    const { contents } = await mine.client.readResource({ uri: POSITIONS })
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
    'sec-021: a call that waits when its connection is cut off is answered at once: %s',
    async (code, message) => {
      const { rig, client, id } = await asking(mode)
      const waits = [1, 2, 3].map(() => client.callTool(WAIT(id)))
      await until(() => expect(rig.desk.waiting()).toBe(3))
      const began = fairTime()
      cutOff(rig, { code, message })
      for (const answer of await Promise.all(waits)) {
        expect(refusalOf(answer)).toMatchObject({ code, message })
        expect(answer).not.toHaveProperty('structuredContent')
      }
      expect(began.ms()).toBeLessThan(2_000)
      began.stop()
      expect(rig.desk.waiting()).toBe(0)
      await expect(client.listTools()).rejects.toThrow(/.+/)
    },
  )

  it('sec-021: a request for an order that is under way then says that nobody knows whether it was taken', async () => {
    const rig = await rigged()
    const { client } = await connect(rig, mode)
    let underWay = false
    rig.desk.port.instruct = () => {
      underWay = true
      return new Promise(() => undefined)
    }
    const asked = client.callTool(CANCEL)
    await until(() => expect(underWay).toBe(true))
    cutOff(rig, HALTED)
    expect(refusalOf(await asked)).toMatchObject({
      code: 'halted',
      next: expect.stringMatching(
        /not known here whether this was taken.*Only the person can end the halt/s,
      ) as string,
    })
  })

  it('sec-021: streams of changes end with it, and tell nothing more meanwhile', async () => {
    const rig = await rigged()
    const mine = await listening(rig, mode)
    cutOff(rig)
    for (let times = 0; times < 5; times += 1) rig.desk.stir()
    await quiet()
    expect(mine.uris).toEqual([])
  })
})

it('sec-021: a request without a session is answered too, by its refusal and nothing else', async () => {
  const { rig, id } = await asking('auto')
  const answer = fetch(rig.endpoint.url, {
    method: 'POST',
    headers: HEADERS,
    body: line(1, 'tools/call', WAIT(id)),
  })
  await until(() => expect(rig.desk.waiting()).toBe(1))
  rig.endpoint.drop(CONNECTION)
  const text = await (await answer).text()
  expect(text).toContain('revoked')
  expect(text).not.toContain(id)
  expect(rig.desk.waiting()).toBe(0)
})

it('sec-021: a request that was let in and has not said what it wants when the kill switch is pressed gets nothing', async () => {
  const rig = await rigged()
  const calls = rig.desk.calls.length
  const { request: slow, status } = slowPost(rig, { 'content-length': '200' })
  slow.write('{"jsonrpc":"2.0",')
  await new Promise((resolve) => {
    setTimeout(resolve, 50)
  })
  cutOff(rig, HALTED)
  expect(await status).toBe(401)
  slow.destroy()
  expect(rig.desk.calls.length).toBe(calls)
})

it('sec-021: a body that ends after the key was cut off is not served, whoever cut it', async () => {
  const rig = await rigged()
  const { request: slow, status } = slowPost(rig)
  slow.write('{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_account_list",')
  await new Promise((resolve) => {
    setTimeout(resolve, 50)
  })
  rig.desk.tokens.delete(TOKEN)
  slow.end('"arguments":{}}}')
  expect(await status).toBe(401)
  expect(rig.desk.calls).not.toContain('accounts')
})

it('sec-021: the program that clients start passes the refusal on', async () => {
  const { rig, id } = await asking('auto')
  const { input, told, initialize, end } = bridged(rig)
  await initialize('2025-11-25', 'program')
  input.write(line(2, 'tools/call', WAIT(id)))
  await until(() => expect(rig.desk.waiting()).toBe(1))
  cutOff(rig, HALTED)
  await until(() => expect(told.text).toContain('"id":2'))
  const answer = told.text
    .trim()
    .split('\n')
    .map((each) => JSON.parse(each) as { id?: number; result?: Parameters<typeof refusalOf>[0] })
    .find((each) => each.id === 2)
  expect(refusalOf(answer?.result ?? {})).toMatchObject({ code: 'halted' })
  await end()
})

describe('sessions of the older eras', () => {
  it('go on after the desk was started again, for their own key only, until they are ended', async () => {
    const first = await rigged()
    const { client, transport } = await connect(first, 'legacy')
    const session = transport.sessionId ?? ''
    expect(session).toMatch(/^[\w.-]{45}$/)
    await first.endpoint.close()
    const rig = await rigged(first.endpoint.port)
    expect((await client.callTool({ name: 'get_account_list', arguments: {} })).isError).not.toBe(
      true,
    )

    const ask = async (id: string, token = TOKEN, method = 'POST'): Promise<number> =>
      (
        await fetch(rig.endpoint.url, {
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

    const next = await connect(rig, 'legacy')
    const id = next.transport.sessionId ?? ''
    expect(await ask(id, OTHER_TOKEN, 'DELETE')).toBe(404)
    expect([
      await ask(id),
      await ask(id, TOKEN, 'DELETE'),
      await ask(id),
      await ask(id, TOKEN, 'GET'),
    ]).toEqual([200, 200, 404, 404])
  })

  it('are kept to a few a connection, and the oldest is served on without its streams', async () => {
    const rig = await rigged()
    const first = await connect(rig, 'legacy')
    await first.client.subscribeResource({ uri: POSITIONS })
    const params = {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'more', version: '1' },
    }
    for (let more = 0; more < 8; more += 1) {
      await (
        await fetch(rig.endpoint.url, {
          method: 'POST',
          headers: HEADERS,
          body: line(1, 'initialize', params),
        })
      ).text()
    }
    expect(
      (await first.client.callTool({ name: 'get_account_list', arguments: {} })).isError,
    ).not.toBe(true)
    rig.desk.stir()
    await quiet()
    expect(first.uris).toEqual([])
  })

  it('remember no more addresses, and no longer ones, than there can be', async () => {
    const { client } = await connect(await rigged(), 'legacy')
    await expect(
      client.subscribeResource({ uri: `countersign://positions/${'a'.repeat(300)}` }),
    ).rejects.toThrow(/more than 300 characters/)
    for (let at = 0; at < 100; at += 1) {
      await client.subscribeResource({ uri: `countersign://positions/${at}` })
    }
    await expect(
      client.subscribeResource({ uri: 'countersign://positions/one-more' }),
    ).rejects.toThrow(/At most 100 addresses/)
    await client.unsubscribeResource({ uri: 'countersign://positions/0' })
    await client.subscribeResource({ uri: 'countersign://positions/one-more' })
  })

  it('give the rest of a stream that broke to who comes back for it', async () => {
    const { rig, transport, id } = await asking('legacy')
    const headers = {
      authorization: `Bearer ${TOKEN}`,
      'mcp-session-id': transport.sessionId ?? '',
      'mcp-protocol-version': '2025-11-25',
      accept: 'application/json, text/event-stream',
    }
    const body = JSON.stringify({ jsonrpc: '2.0', id: 'w', method: 'tools/call', params: WAIT(id) })
    const breaking = new AbortController()
    const broken = await fetch(rig.endpoint.url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body,
      signal: breaking.signal,
    })
    const opening = new TextDecoder().decode((await broken.body?.getReader().read())?.value)
    const event = /^id: (\S+)$/m.exec(opening)?.[1] ?? ''
    breaking.abort()
    await until(() => expect(rig.desk.waiting()).toBe(1))
    rig.desk.decide(id, 'declined')
    const rest = await fetch(rig.endpoint.url, { headers: { ...headers, 'last-event-id': event } })
    const reader = rest.body?.getReader()
    let heard = ''
    while (!heard.includes('REJECTED')) {
      heard += new TextDecoder().decode((await reader?.read())?.value)
    }
    await reader?.cancel()
    expect(heard).toContain('"id":"w"')
  })
})

describe('a bridge', () => {
  it('listens, begins its session anew when the desk was started again, and ends it when its client goes', async () => {
    const first = await rigged()
    const { input, told, initialize, end } = bridged(first, (ms, call) =>
      systemTimers.after(ms / 100, call),
    )
    const updates = (): number => told.text.split('resources/updated').length - 1
    await initialize('2025-06-18', 'old')
    input.write(line(2, 'resources/subscribe', { uri: POSITIONS }))
    await until(() => expect(told.text).toContain('"id":2'))
    await until(() => {
      first.desk.stir()
      expect(updates()).toBeGreaterThan(0)
    })
    await first.endpoint.close()
    const rig = await rigged(first.endpoint.port)
    const before = updates()
    await until(() => expect(updates(), 'what may have changed meanwhile').toBeGreaterThan(before))
    for (const list of ['tools', 'prompts', 'resources']) {
      expect(told.text, 'and what it may be given').toContain(`notifications/${list}/list_changed`)
    }
    await until(() => {
      rig.desk.stir()
      expect(updates()).toBeGreaterThan(before + 1)
    })
    expect(rig.desk.clients).toContain('old 1')
    expect(told.text.match(/"id":1[,}]/g), 'the client asked once').toHaveLength(1)
    await end()
  })
})
