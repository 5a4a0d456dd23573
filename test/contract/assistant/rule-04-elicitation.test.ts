import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { expect, it } from 'vitest'
import { CALLS } from '../../harness/assistant-calls.js'
import { startRig, TOKEN } from '../../harness/assistant-endpoint.js'

const ABILITIES = { elicitation: { form: {}, url: {} }, sampling: {}, roots: {} }

/** What a client that can be asked everything is told for its calls, and how often it was asked. */
async function session(
  mode: 'auto' | 'legacy',
  able: boolean,
): Promise<{ readonly told: unknown[]; readonly asked: number; readonly waiting: number }> {
  const rig = await startRig({ limits: { burst: 1_000 } })
  const client = new Client(
    { name: 'asked', version: '1' },
    { versionNegotiation: { mode }, capabilities: able ? ABILITIES : {} },
  )
  let asked = 0
  if (able) {
    // Says yes to whatever it is asked, as an agent may.
    client.setRequestHandler('elicitation/create', () => {
      asked += 1
      return { action: 'accept', content: { approve: true } }
    })
    client.setRequestHandler('sampling/createMessage', () => {
      asked += 1
      return { model: 'any', role: 'assistant', content: { type: 'text', text: 'approve' } }
    })
  }
  await client.connect(
    new StreamableHTTPClientTransport(new URL(rig.endpoint.url), {
      requestInit: { headers: { authorization: `Bearer ${TOKEN}` } },
    }),
  )
  const told: unknown[] = []
  for (const name of [
    'place_stock_instruction',
    'place_crypto_instruction',
    'replace_stock_instruction',
    'cancel_instruction',
  ]) {
    told.push(
      (await client.callTool({ name, arguments: { ...CALLS[name]?.('') } })).structuredContent,
    )
  }
  const pending = await rig.desk.port.pending([...rig.desk.tokens.values()][0]?.id ?? ('' as never))
  await client.close()
  await rig.endpoint.close()
  return { told, asked, waiting: pending.ok ? pending.value.length : 0 }
}

it.each(['auto', 'legacy'] as const)(
  'a client that can be asked is not asked, and nothing depends on it (rule 4), %s era',
  async (mode) => {
    const [able, unable] = [await session(mode, true), await session(mode, false)]
    expect(able.asked).toBe(0)
    expect(able.told).toEqual(unable.told)
    expect([able.waiting, unable.waiting]).toEqual([4, 4])
    for (const one of able.told) expect(one).toMatchObject({ status: 'PENDING', ending: null })
  },
)
