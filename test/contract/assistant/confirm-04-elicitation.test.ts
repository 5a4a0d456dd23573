import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { expect, it } from 'vitest'
import { CALLS } from '../../harness/assistant/tool-calls.js'
import { startEndpointFixture, TOKEN } from '../../harness/assistant/endpoint-fixture.js'

const ABILITIES = { elicitation: { form: {}, url: {} }, sampling: {}, roots: {} }

/**
 * Returns the answers to the calls of a client that supports every elicitation, and the number of
 * elicitations it received.
 */
async function session(
  mode: 'auto' | 'legacy',
  able: boolean,
): Promise<{ readonly views: unknown[]; readonly elicitations: number; readonly waiting: number }> {
  const fixture = await startEndpointFixture({ limits: { burst: 1_000 } })
  const client = new Client(
    { name: 'asked', version: '1' },
    { versionNegotiation: { mode }, capabilities: able ? ABILITIES : {} },
  )
  let elicitations = 0
  if (able) {
    // Accepts every elicitation, as an agent may.
    client.setRequestHandler('elicitation/create', () => {
      elicitations += 1
      return { action: 'accept', content: { approve: true } }
    })
    client.setRequestHandler('sampling/createMessage', () => {
      elicitations += 1
      return { model: 'any', role: 'assistant', content: { type: 'text', text: 'approve' } }
    })
  }
  await client.connect(
    new StreamableHTTPClientTransport(new URL(fixture.endpoint.url), {
      requestInit: { headers: { authorization: `Bearer ${TOKEN}` } },
    }),
  )
  const views: unknown[] = []
  for (const name of [
    'place_stock_instruction',
    'place_crypto_instruction',
    'replace_stock_instruction',
    'cancel_instruction',
  ]) {
    views.push(
      (await client.callTool({ name, arguments: { ...CALLS[name]?.('') } })).structuredContent,
    )
  }
  const pending = await fixture.fakePort.port.pending(
    [...fixture.fakePort.tokens.values()][0]?.id ?? ('' as never),
  )
  await client.close()
  await fixture.endpoint.close()
  return { views, elicitations, waiting: pending.ok ? pending.value.length : 0 }
}

it.each(['auto', 'legacy'] as const)(
  'CONFIRM-4: sends no elicitation to a client that supports it, and needs none, %s era',
  async (mode) => {
    const [able, unable] = [await session(mode, true), await session(mode, false)]
    expect(able.elicitations).toBe(0)
    expect(able.views).toEqual(unable.views)
    expect([able.waiting, unable.waiting]).toEqual([4, 4])
    for (const view of able.views) expect(view).toMatchObject({ status: 'PENDING', ending: null })
  },
)
