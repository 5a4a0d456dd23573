import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type {
  InstructionSource,
  SourceInstruction,
} from '../../../../electron/core/instruction-source-port.js'
import type { Provider } from '../../../../electron/provider/gateway.js'
import { clientOrderId } from '../../../../shared/domain/ids.js'
import { fairTime } from '../../../harness/system/fair-time.js'
import { limitBuy } from '../client/orders.js'
import { sharedExchange } from '../support/shared-exchange.js'
import { connectAssistant, type Assistant } from './assistant.js'
import { desktopProvider } from './desktop-provider.js'
import { inEnglish } from '../../../../shared/messages/format-message.js'

const exchange = sharedExchange()
let account: string
let assistant: Assistant
let provider: Provider
let source: InstructionSource
const stops: (() => void)[] = []

beforeAll(async () => {
  account = await exchange.account()
  assistant = await connectAssistant(exchange.practice.ready, {
    user: exchange.practice.ready.user.name,
    password: exchange.practice.ready.user.password,
    accounts: [account],
  })
  provider = desktopProvider(exchange)
  source = await provider.instructions()
})
afterEach(async () => {
  for (const stop of stops.splice(0)) stop()
  for (const instruction of await waiting()) {
    await source.reject(instruction.sourceId, 'tidied away')
  }
})
afterAll(async () => {
  await assistant.close()
  provider.close()
})

const stock = (over: Readonly<Record<string, unknown>> = {}) => ({
  account_id: account,
  symbol: 'AAPL',
  side: 'BUY',
  order_type: 'LIMIT',
  time_in_force: 'DAY',
  quantity: '3',
  limit_price: '20.00',
  ...over,
})
const waiting = async (): Promise<readonly SourceInstruction[]> => {
  const news = await source.list()
  if (!news.ok) throw new Error(inEnglish(news.error.message))
  return news.value.instructions
}
const requestInstruction = async (
  name: string,
  args: Readonly<Record<string, unknown>>,
): Promise<{ readonly id: string; readonly seen: SourceInstruction }> => {
  const { failed, value } = await assistant.tool(name, args)
  expect([failed, value]).toMatchObject([false, { status: 'PENDING' }])
  const id = String(value['instruction_id'])
  const seen = (await waiting()).find(({ sourceId }) => sourceId === id)
  if (seen === undefined) throw new Error('the desktop does not see it')
  return { id, seen }
}
const processed = async (id: string) =>
  (
    (await assistant.tool('get_processed_instruction', { instruction_id: id })).value[
      'instructions'
    ] as Record<string, unknown>[]
  )[0]
const place = async (order: ReturnType<typeof limitBuy>) =>
  expect(
    (
      await exchange.client.post('/trading/orders/place', {
        account_id: account,
        new_orders: [order],
      })
    ).status,
  ).toBe(200)

describe('an instruction of a hosted assistant', () => {
  it('is pending with a link, and becomes an order only when Countersign has placed one', async () => {
    const { value } = await assistant.tool(
      'place_stock_instruction',
      stock({ reason: 'It is cheap.\u202e' }),
    )
    expect(value).toEqual({
      instruction_id: expect.any(String) as string,
      status: 'PENDING',
      message: expect.stringContaining(
        `${exchange.practice.ready.hosts.passport}/oauth2/ai-mcp/instruction?`,
      ) as string,
      expires_at: expect.any(String) as string,
    })
    const id = String(value['instruction_id'])
    const [seen] = await waiting()
    expect(seen).toMatchObject({
      sourceId: id,
      clientName: 'Test assistant',
      reason: 'It is cheap.',
      acquiredFor: null,
      action: {
        kind: 'place',
        draft: {
          accountId: account,
          assetClass: 'stock',
          symbol: 'AAPL',
          side: 'buy',
          type: 'limit',
          timeInForce: 'day',
          session: 'core',
          size: { kind: 'quantity', quantity: '3' },
          limitPrice: '20.00',
        },
      },
    })
    const order = { ...limitBuy('AAPL', '19.50'), quantity: '2' }
    expect(await source.acquire(id, clientOrderId(order.client_order_id))).toEqual({
      ok: true,
      value: undefined,
    })
    // A reported outcome does not count without an order at the exchange.
    expect((await source.reportOutcome(id, { state: 'sent', detail: '' })).ok).toBe(false)
    await place(order)
    expect((await source.reportOutcome(id, { state: 'sent', detail: 'sent' })).ok).toBe(true)
    expect(await processed(id)).toMatchObject({
      status: 'APPROVED',
      client_order_id: order.client_order_id,
      changed: {
        quantity: { asked: '3', approved: '2.00000' },
        limit_price: { asked: '20.00', approved: '19.50' },
      },
    })
    expect(await waiting()).toEqual([])
  })

  it('counts as approved when its order exists, although no outcome was reported', async () => {
    const { id } = await requestInstruction('place_stock_instruction', stock())
    const order = limitBuy('AAPL', '20.00')
    await source.acquire(id, clientOrderId(order.client_order_id))
    await place(order)
    expect(await processed(id)).toMatchObject({
      status: 'APPROVED',
      client_order_id: order.client_order_id,
    })
  })

  it('is declined with a reason that its assistant reads', async () => {
    const { id } = await requestInstruction('place_stock_instruction', stock())
    expect((await source.reject(id, 'Not today.')).ok).toBe(true)
    expect(await processed(id)).toMatchObject({
      status: 'REJECTED',
      detail: 'Not today.',
      client_order_id: null,
    })
    expect((await source.acquire(id, clientOrderId('late'))).ok).toBe(false)
  })

  it('is acquired for one order: no other order, older order or withdrawal replaces it', async () => {
    const { id } = await requestInstruction('place_stock_instruction', stock())
    const old = limitBuy('AAPL', '11.00')
    await place(old)
    expect((await source.acquire(id, clientOrderId(old.client_order_id))).ok).toBe(false)
    expect((await source.acquire(id, clientOrderId('mine'))).ok).toBe(true)
    expect((await source.acquire(id, clientOrderId('mine'))).ok).toBe(true)
    expect((await source.acquire(id, clientOrderId('theirs'))).ok).toBe(false)
    expect(await assistant.tool('revoke_instruction', { instruction_id: id })).toMatchObject({
      failed: true,
      value: { error_code: 'INSTRUCTION_TAKEN' },
    })
    expect(
      (await source.reportOutcome(id, { state: 'refused', detail: 'Over the limit of this desk.' }))
        .ok,
    ).toBe(true)
    expect(await processed(id)).toMatchObject({
      status: 'REJECTED',
      detail: 'Over the limit of this desk.',
    })
  })

  it('is withdrawn by its own assistant only', async () => {
    const { id } = await requestInstruction('place_stock_instruction', stock())
    const { name: user, password } = exchange.practice.ready.user
    const other = await connectAssistant(
      exchange.practice.ready,
      { user, password, accounts: [account] },
      { name: 'Another', modern: true },
    )
    expect(await other.tool('revoke_instruction', { instruction_id: id })).toMatchObject({
      failed: true,
      value: { error_code: 'INSTRUCTION_NOT_FOUND' },
    })
    expect((await other.tool('get_pending_instruction')).value).toEqual({ instructions: [] })
    await other.close()
    expect((await assistant.tool('revoke_instruction', { instruction_id: id })).failed).toBe(false)
    expect(await processed(id)).toMatchObject({
      status: 'REJECTED',
      detail: 'revoked by the assistant',
    })
    expect((await source.acquire(id, clientOrderId('too-late'))).ok).toBe(false)
  })

  it('is published to Countersign at once, and so is its end', async () => {
    const counts: number[] = []
    stops.push(
      source.subscribe((news) => counts.push(news.ok ? news.value.instructions.length : -1)),
    )
    await expect.poll(() => counts).toEqual([0])
    const timer = fairTime()
    const { id } = await requestInstruction('place_stock_instruction', stock())
    await expect.poll(() => counts.at(-1), { interval: 10 }).toBe(1)
    expect(timer.ms()).toBeLessThan(3_000)
    timer.stop()
    await assistant.tool('revoke_instruction', { instruction_id: id })
    await expect.poll(() => counts.at(-1)).toBe(0)
    expect(counts).not.toContain(-1)
  })

  it('is created once for repeated requests with one id', async () => {
    const responses = await Promise.all(
      Array.from({ length: 10 }, () =>
        assistant.tool('place_stock_instruction', stock({ client_order_id: 'again' })),
      ),
    )
    expect(new Set(responses.map(({ value }) => value['instruction_id'])).size).toBe(1)
    expect(await waiting()).toHaveLength(1)
    expect(
      await assistant.tool(
        'place_stock_instruction',
        stock({ client_order_id: 'again', quantity: '4' }),
      ),
    ).toMatchObject({ failed: true, value: { error_code: 'INSTRUCTION_KEY_CONFLICT' } })
  })

  it('changes and cancels a working order', async () => {
    const order = limitBuy('AAPL', '12.00')
    await place(order)
    const { id, seen } = await requestInstruction('replace_stock_instruction', {
      account_id: account,
      client_order_id: order.client_order_id,
      limit_price: '13.00',
    })
    expect(seen.action).toEqual({
      kind: 'replace',
      accountId: account,
      clientOrderId: order.client_order_id,
      change: { limitPrice: '13.00' },
    })
    await source.acquire(id, clientOrderId(order.client_order_id))
    expect((await source.reportOutcome(id, { state: 'sent', detail: 'changed' })).ok).toBe(true)
    expect(await processed(id)).toMatchObject({
      status: 'APPROVED',
      client_order_id: order.client_order_id,
    })
    const { seen: cancel } = await requestInstruction('cancel_order_instruction', {
      account_id: account,
      client_order_id: order.client_order_id,
    })
    expect(cancel.action).toEqual({
      kind: 'cancel',
      accountId: account,
      clientOrderId: order.client_order_id,
    })
    expect(
      await assistant.tool('cancel_order_instruction', {
        account_id: account,
        client_order_id: 'never-was',
      }),
    ).toMatchObject({ failed: true, value: { error_code: 'ORDER_NOT_FOUND' } })
  })

  it('is not created for an order that the exchange would refuse', async () => {
    expect(
      (await assistant.tool('place_stock_instruction', stock({ symbol: 'NOSUCHTHING' }))).failed,
    ).toBe(true)
    expect(
      (await assistant.tool('place_stock_instruction', stock({ limit_price: '20.00001' }))).failed,
    ).toBe(true)
    expect(
      (await assistant.tool('place_stock_instruction', stock({ quantity: '1; DROP' }))).failed,
    ).toBe(true)
    expect(await waiting()).toEqual([])
  })
})
