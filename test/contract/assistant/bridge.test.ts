import { PassThrough } from 'node:stream'
import { expect, it } from 'vitest'
import { runBridge } from '../../../electron/assistant/bridge/bridge.js'
import { systemTimers } from '../../../electron/adapters/timers.js'
import { startEndpointFixture, TOKEN } from '../../harness/assistant/endpoint-fixture.js'

async function over(
  url: string,
  lines: readonly string[],
  wanted: number,
): Promise<{
  answers: { id: unknown; result?: Record<string, unknown>; error?: { message: string } }[]
  complaints: string[]
}> {
  const [input, output] = [new PassThrough(), new PassThrough()]
  const complaints: string[] = []
  let outputText = ''
  const enough = new Promise<void>((resolve) => {
    output.on('data', (chunk) => {
      outputText += String(chunk)
      if (outputText.split('\n').length > wanted) resolve()
    })
  })
  const done = runBridge({
    url: new URL(url),
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
    fixture.endpoint.url,
    [call(1, META), call(2, null), 'nonsense', 'x'.repeat(300_000)],
    4,
  )
  await fixture.endpoint.close()
  const byId = (id: number) =>
    answers.find((answer) => answer.id === id)?.result?.['structuredContent']
  expect(byId(1)).toMatchObject({ accounts: [{ account_id: 'ACC1' }] })
  expect(byId(2)).toEqual(byId(1))
  expect(answers.filter(({ id }) => id === null)).toHaveLength(2)
})

it('reports that Countersign is not running', async () => {
  const fixture = await startEndpointFixture()
  await fixture.endpoint.close()
  const { answers, complaints } = await over(fixture.endpoint.url, [call(7, META)], 1)
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

it('answers a request that arrived before its input ended', async () => {
  const fixture = await startEndpointFixture()
  const [input, output] = [new PassThrough(), new PassThrough()]
  let outputText = ''
  output.on('data', (chunk) => {
    outputText += String(chunk)
  })
  const done = runBridge({
    url: new URL(fixture.endpoint.url),
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
