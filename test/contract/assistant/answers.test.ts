import { beforeAll, describe, expect, it } from 'vitest'
import { accountId } from '../../../shared/domain/ids.js'
import { ok } from '../../../shared/domain/result.js'
import { TOOLS } from '../../../electron/assistant/tools/index.js'
import { CONNECTION } from '../../harness/assistant/endpoint-fixture.js'
import { CALLS, GOOD_STOCK } from '../../harness/assistant/tool-calls.js'
import {
  connectAssistantClient,
  type AssistantClient,
} from '../../harness/assistant/assistant-client.js'

let connected: AssistantClient
let listed: Awaited<ReturnType<AssistantClient['client']['listTools']>>['tools']
beforeAll(async () => {
  connected = await connectAssistantClient()
  listed = (await connected.client.listTools()).tools
})

const A = { account_id: 'ACC1' }
const STOCK = GOOD_STOCK
/** Withdraws every pending instruction: the fake port holds at most five. */
async function revokeAll(): Promise<void> {
  const waiting = (await connected.call('get_pending_instruction', {})).structuredContent as {
    instructions: { instruction_id: string }[]
  }
  for (const { instruction_id } of waiting.instructions) {
    await connected.call('revoke_instruction', { instruction_id })
  }
}

describe('every tool', () => {
  it('has a valid example call in this file', () =>
    expect(Object.keys(CALLS).sort()).toEqual(TOOLS.map(({ name }) => name).sort()))

  it.each(TOOLS.map(({ name }) => name))(
    '%s answers in its declared output schema, with the same content as text',
    async (name) => {
      await revokeAll()
      const id =
        name === 'wait_for_instruction' || name === 'revoke_instruction'
          ? ((
              await connected.call('cancel_instruction', {
                ...A,
                client_order_id: 'working-order-1',
              })
            ).structuredContent as { instruction_id: string })
          : { instruction_id: '' }
      // The client validates the answer against `outputSchema` and fails when it does not match.
      const answer = await connected.call(name, CALLS[name]?.(id.instruction_id) ?? {})
      expect(answer.isError, JSON.stringify(answer.content)).not.toBe(true)
      expect(answer.content).toEqual([
        { type: 'text', text: JSON.stringify(answer.structuredContent) },
      ])
      expect(answer.content[0]).not.toMatchObject({
        text: expect.stringMatching(/undefined|\[object|NaN|k{43}/),
      })
    },
  )

  it.each([
    ['a long text', { kind: 'text', markdown: 'x'.repeat(5_000) }, true],
    [
      'a long table',
      { kind: 'table', headers: ['a'], rows: Array.from({ length: 60 }, () => ['b']) },
      true,
    ],
    ['a wide table', { kind: 'table', headers: Array(20).fill('a'), rows: [] }, true],
    ['a long cell', { kind: 'table', headers: ['a'], rows: [['b'.repeat(500)]] }, true],
    ['all that is short', { kind: 'table', headers: ['a'], rows: [['b']] }, false],
  ])('get_news_summary says whether it left something out: %s', async (_name, part, cut) => {
    const assistant = await connectAssistantClient()
    Object.assign(assistant.fakePort.port, {
      news: () => Promise.resolve({ ok: true, value: { parts: [part] } }),
    })
    const answer = await assistant.call('get_news_summary', { symbols: 'AAPL' })
    expect(answer.structuredContent).toMatchObject({ cut })
  })

  it('fails in the client when its answer does not match the schema', async () => {
    const policy = connected.fakePort.port.policy.bind(connected.fakePort.port)
    const broken = await connectAssistantClient()
    Object.assign(broken.fakePort.port, {
      policy: async () => {
        const found = await policy('x' as never)
        return found.ok ? { ok: true, value: { ...found.value, usedToday: 7 } } : found
      },
    })
    expect((await broken.call('get_policy', {})).isError).toBe(true)
  })

  it.each([
    ['get_account_balance', A],
    ['get_account_positions', A],
    ['get_open_orders', A],
    ['get_order_history', A],
    ['get_order_detail', { ...A, client_order_id: 'x' }],
    ['preview_stock_order', { ...A, ...STOCK }],
  ])('%s refuses an account out of scope without naming it', async (name, args) => {
    expect(await connected.refusal(name, { ...args, account_id: 'ACC2' })).toMatchObject({
      code: 'account-hidden',
    })
  })

  it('REL-44: a list of orders or decisions that the limit cuts is not complete', async () => {
    const many = await connectAssistantClient()
    const { port } = many.fakePort
    const orders = await port.openOrders(CONNECTION, accountId('ACC1'))
    const working = Array.from({ length: 13 }, () => (orders.ok ? orders.value : [])).flat()
    expect(working).toHaveLength(13)
    Object.assign(port, { openOrders: () => Promise.resolve(ok(working)) })
    const answerOf = async (name: string, args: object) =>
      (await many.call(name, { ...args })).structuredContent as {
        readonly complete: boolean
        readonly orders: readonly unknown[]
      }
    for (const [limit, length, complete] of [
      [undefined, 10, false],
      [12, 12, false],
      [13, 13, true],
      [200, 13, true],
    ] as const) {
      const answer = await answerOf('get_open_orders', limit === undefined ? A : { ...A, limit })
      expect([answer.orders.length, answer.complete], String(limit)).toEqual([length, complete])
    }
    expect(await answerOf('get_order_history', { ...A, limit: 1 })).toMatchObject({
      complete: false,
    })
    expect(await answerOf('get_order_history', { ...A, limit: 2 })).toMatchObject({
      complete: true,
    })

    for (const quantity of ['1', '2']) {
      const request = { ...A, ...STOCK, quantity, instruction_key: `key-${quantity}` }
      const pending = (await many.call('place_stock_instruction', request)).structuredContent
      const { instruction_id } = pending as { readonly instruction_id: string }
      await many.call('revoke_instruction', { instruction_id })
    }
    for (const [limit, complete] of [
      [1, false],
      [2, true],
    ] as const) {
      const decided = await answerOf('get_processed_instruction', { limit })
      expect(decided, String(limit)).toMatchObject({ complete })
    }
  })

  it('reports a failure without its cause and without claiming that nothing happened', async () => {
    const broken = await connectAssistantClient()
    Object.assign(broken.fakePort.port, {
      instruct: () => Promise.reject(new Error('secret path /home/x')),
      accounts: () => Promise.reject(new Error('secret path /home/x')),
    })
    const refusal = await broken.refusal('place_stock_instruction', { ...A, ...STOCK })
    expect(refusal).toMatchObject({
      code: 'unavailable',
      next: expect.stringContaining('get_pending_instruction'),
    })
    expect(JSON.stringify([refusal, await broken.refusal('get_account_list', {})])).not.toMatch(
      /secret|Nothing was asked/,
    )
  })
})

describe('the tool list', () => {
  it('has names, titles and descriptions that a person understands', () => {
    for (const { name, title, description = '', inputSchema } of listed) {
      expect(name).toMatch(/^[a-z0-9_]{1,64}$/)
      expect(title ?? '', name).toMatch(/^[A-Z].{3,40}$/)
      expect(description, name).toMatch(/^[A-Z].{30,500}\.$/)
      for (const [parameter, schema] of Object.entries(inputSchema.properties ?? {})) {
        expect(JSON.stringify(schema), `${name}.${parameter}`).toMatch(
          /"description"|"enum"|"const"/,
        )
      }
    }
  })

  it('sets all four annotation hints according to the effect of the tool', () => {
    for (const { name, annotations } of listed) {
      const reads = /^(get|search|preview|wait|find|call_read)_/.test(name)
      const makesInstruction =
        /^(place|replace|cancel|request|close|protect|roll|rebalance|when)_/.test(name)
      expect({ name, ...annotations, title: '' }).toEqual({
        name,
        title: '',
        readOnlyHint: reads,
        destructiveHint: makesInstruction,
        idempotentHint: !makesInstruction,
        openWorldHint: false,
      })
    }
  })

  it('states that a person decides for every tool that creates an instruction', () => {
    const instructionTools = listed.filter(({ name }) =>
      /^(place|replace|cancel|close|protect|roll|rebalance|when)_/.test(name),
    )
    expect(instructionTools).toHaveLength(21)
    for (const { name, description } of instructionTools) {
      expect(description, name).toMatch(/until a person approves it in Countersign/)
    }
  })

  it('uses only schema features that every client supports, in a small listing', () => {
    const text = JSON.stringify(listed)
    expect(text).not.toMatch(/"type":\[|"\$ref"|"\$schema"|9007199254740991/)
    expect(text.length).toBeLessThan(165_000)
    for (const { name, inputSchema, outputSchema } of listed) {
      expect(inputSchema, name).toMatchObject({ type: 'object', additionalProperties: false })
      // A caller of other tools answers as they do.
      if (outputSchema === undefined) expect(name).toMatch(/^(call_read_tool|request_instruction)$/)
      else expect(outputSchema, name).toMatchObject({ type: 'object' })
    }
  })
})
