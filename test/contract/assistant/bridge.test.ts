import { PassThrough } from 'node:stream'
import { expect, it } from 'vitest'
import { runBridge } from '../../../electron/assistant/bridge/bridge.js'
import {
  socketEndpoint,
  type LocalEndpoint,
} from '../../../electron/assistant/local/proven-connection.js'
import { systemTimers } from '../../../electron/adapters/timers.js'
import { until } from '../../harness/system/until.js'
import {
  startEndpointFixture,
  TOKEN,
  type EndpointFixture,
} from '../../harness/assistant/endpoint-fixture.js'

async function over(
  endpoint: LocalEndpoint,
  lines: readonly string[],
  lineCount: number,
): Promise<{
  answers: {
    id: unknown
    result?: Record<string, unknown>
    error?: { code: number; message: string }
  }[]
  complaints: string[]
}> {
  const [input, output] = [new PassThrough(), new PassThrough()]
  const complaints: string[] = []
  let outputText = ''
  const enough = new Promise<void>((resolve) => {
    output.on('data', (chunk) => {
      outputText += String(chunk)
      if (outputText.split('\n').length > lineCount) resolve()
    })
  })
  const done = runBridge({
    endpoint,
    token: TOKEN,
    input,
    output,
    logProblem: (text) => {
      complaints.push(text)
    },
    setTimer: later,
  })
  for (const line of lines) input.write(`${line}\n`)
  await enough
  input.end()
  await done
  return {
    answers: outputText
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
    complaints,
  }
}

const later = systemTimers.after
const overSocket = ({ folder }: EndpointFixture): LocalEndpoint =>
  socketEndpoint(folder, { setTimer: later })
const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 't', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
}
const call = (id: number, meta: object | null) =>
  JSON.stringify({
    jsonrpc: '2.0',
    id,
    method: 'tools/call',
    params: { name: 'get_account_list', arguments: {}, ...(meta === null ? {} : { _meta: meta }) },
  })

it('forwards requests of both protocol eras to the endpoint and returns the answers', async () => {
  const fixture = await startEndpointFixture()
  const { answers } = await over(
    overSocket(fixture),
    [call(1, META), call(2, null), 'nonsense', 'x'.repeat(300_000), `[${call(3, META)}]`, '[]'],
    6,
  )
  await fixture.endpoint.close()
  const byId = (id: number) =>
    answers.find((answer) => answer.id === id)?.result?.['structuredContent']
  expect(byId(1)).toMatchObject({ accounts: [{ account_id: 'ACC1' }] })
  expect(byId(2)).toEqual(byId(1))
  expect(answers.filter(({ id }) => id === null).map(({ error }) => error?.code)).toEqual([
    -32_700, -32_600, -32_600, -32_600,
  ])
})

it('reports that Countersign is not running', async () => {
  const fixture = await startEndpointFixture()
  await fixture.endpoint.close()
  const { answers, complaints } = await over(overSocket(fixture), [call(7, META)], 1)
  expect(answers[0]).toMatchObject({
    id: 7,
    result: {
      resultType: 'complete',
      isError: true,
      content: [{ text: expect.stringMatching(/not running.*Nothing was requested/) }],
    },
  })
  expect(complaints[0]).toContain('not running')
})

const lines = (text: string) =>
  text
    .trim()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as { id?: unknown; method?: string; result?: object })

it.each([
  {
    era: 'an older protocol version',
    opening: [
      {
        id: 1,
        method: 'initialize',
        params: {
          protocolVersion: '2025-06-18',
          capabilities: {},
          clientInfo: { name: 't', version: '1' },
        },
      },
      { method: 'notifications/initialized' },
      { id: 2, method: 'tools/list' },
    ],
    first: { protocolVersion: '2025-06-18', capabilities: { tools: { listChanged: true } } },
    again: { id: 9, method: 'tools/list' },
  },
  {
    era: 'the stateless protocol',
    opening: [
      { id: 1, method: 'server/discover', params: { _meta: META } },
      { id: 2, method: 'tools/list', params: { _meta: META } },
      {
        id: 3,
        method: 'subscriptions/listen',
        params: { _meta: META, notifications: { toolsListChanged: true } },
      },
    ],
    first: { supportedVersions: ['2026-07-28'], capabilities: { tools: { listChanged: true } } },
    again: { id: 9, method: 'tools/list', params: { _meta: META } },
  },
])('starts before Countersign in $era and announces its tools', async (era) => {
  const fixture = await startEndpointFixture()
  const { folder } = fixture
  await fixture.endpoint.close()
  const [input, output] = [new PassThrough(), new PassThrough()]
  let text = ''
  output.on('data', (chunk) => {
    text += String(chunk)
  })
  const done = runBridge({
    endpoint: overSocket(fixture),
    token: TOKEN,
    input,
    output,
    logProblem: () => undefined,
    setTimer: (ms, call) => later(Math.min(ms, 50), call),
  })
  const send = (message: object) =>
    input.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  for (const message of era.opening) send(message)
  await until('the handshake', () => lines(text).some(({ id }) => id === 2))
  expect(lines(text).find(({ id }) => id === 1)?.result).toMatchObject(era.first)
  expect(lines(text).find(({ id }) => id === 2)?.result).toMatchObject({ tools: [] })
  const opened = await startEndpointFixture({ folder })
  await until('the announcement', () =>
    lines(text).some(({ method }) => method === 'notifications/tools/list_changed'),
  )
  send(era.again)
  await until('the tools', () => lines(text).some(({ id }) => id === 9))
  const { result } = lines(text).find(({ id }) => id === 9) ?? {}
  expect((result as { tools: unknown[] }).tools.length).toBeGreaterThan(10)
  input.end()
  await done
  await opened.endpoint.close()
})

it('answers a request that arrived before its input ended', async () => {
  const fixture = await startEndpointFixture()
  const [input, output] = [new PassThrough(), new PassThrough()]
  let outputText = ''
  output.on('data', (chunk) => {
    outputText += String(chunk)
  })
  const done = runBridge({
    endpoint: overSocket(fixture),
    token: TOKEN,
    input,
    output,
    logProblem: () => undefined,
    setTimer: later,
  })
  input.end(`${call(1, META)}\n`)
  await done
  await fixture.endpoint.close()
  expect(JSON.parse(outputText.trim())).toMatchObject({
    id: 1,
    result: { structuredContent: { accounts: [{ account_id: 'ACC1' }] } },
  })
})
