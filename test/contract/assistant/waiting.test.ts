import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Decimal } from '../../../shared/domain/decimal.js'
import { symbol } from '../../../shared/domain/ids.js'
import { until } from '../../harness/system/until.js'
import { priceOf, quantity } from '../core/session-fixture.js'
import { AssistantClient } from './refusals/refusal-fixture.js'
import { belowMarket, stock, times } from './refusals/bad-call.js'
import type { RequestContext } from './refusals/bad-call.js'

interface Waiting {
  readonly waiting_id: string
  readonly state: string
  readonly message: string
  readonly condition: string
  readonly expires_in_seconds: number | null
  readonly instruction_ids: readonly string[]
}

let assistant: AssistantClient
let account = ''
let last: Decimal

beforeAll(async () => {
  assistant = await AssistantClient.open({ maxPerMinute: 60 })
  account = assistant.desk.account('securities')
  const quoted = await assistant.desk.quote('AAPL')
  if (quoted.last === null || quoted.last === undefined) throw new Error('no price')
  last = quoted.last
})
afterAll(() => assistant.close())

const order = (over: object = {}): Record<string, unknown> =>
  stock({ ...over })({ securities: account, last } as RequestContext)
const waitFor = async (condition: object, args: Record<string, unknown> = order()) =>
  (await assistant.call('when_then_instruction', {
    condition,
    tool: 'place_stock_instruction',
    arguments: args,
  })) as unknown as Waiting
const stateOf = async (id: string): Promise<Waiting> => {
  const { waiting } = (await assistant.call('get_waiting_instruction', { waiting_id: id })) as {
    readonly waiting: readonly Waiting[]
  }
  const [found] = waiting
  if (found === undefined) throw new Error('it does not wait')
  return found
}
const woken = async (id: string): Promise<Waiting> => {
  await until('it wakes', async () => (await stateOf(id)).state !== 'WAITING')
  await until('it was checked', async () => (await stateOf(id)).state !== 'WAKING')
  return stateOf(id)
}
/** A working order that does not fill, and its cancellation by the person. */
const workingOrder = () =>
  assistant.desk.placeWorking(
    assistant.desk.draft({
      assetClass: 'stock',
      symbol: symbol('AAPL'),
      accountId: assistant.desk.account('securities'),
      size: quantity('1'),
      limitPrice: priceOf(belowMarket(last)),
    }),
  )
const whenEnded = (clientOrderId: string, when = 'ended') => ({
  kind: 'order',
  account_id: account,
  client_order_id: clientOrderId,
  when,
})

describe('CONFIRM-47: a waiting instruction over a practice exchange', () => {
  it('waits for a price, is listed with its condition, and can be removed', async () => {
    const price = times(last, '1.2')
    const waiting = await waitFor({ kind: 'price', symbol: 'aapl', when: 'above', price })
    expect(waiting).toMatchObject({
      state: 'WAITING',
      condition: `AAPL trades at ${price} or above`,
      instruction_ids: [],
    })
    expect(waiting.message).toContain('Not requested yet')
    // It expires at an end of the exchange's day, whose clock is another than this computer's.
    expect(waiting.expires_in_seconds).toBeGreaterThan(0)
    expect(waiting.expires_in_seconds).toBeLessThanOrEqual(4 * 86_400)
    expect(assistant.instructions.all()).toHaveLength(0)
    const removed = await assistant.call('remove_waiting_instruction', {
      waiting_id: waiting.waiting_id,
    })
    expect(removed).toMatchObject({ state: 'REVOKED' })
    expect(
      await assistant.refusal('remove_waiting_instruction', { waiting_id: waiting.waiting_id }),
    ).toMatchObject({ code: 'already-ended' })
  })

  it('is the same when it is requested again', async () => {
    const condition = { kind: 'price', symbol: 'AAPL', when: 'above', price: times(last, '1.3') }
    const first = await waitFor(condition)
    expect((await waitFor(condition)).waiting_id).toBe(first.waiting_id)
    const keyed = await waitFor(condition, order({ instruction_key: 'key-1' }))
    expect(keyed.waiting_id).not.toBe(first.waiting_id)
    expect(
      await assistant.refusal('when_then_instruction', {
        condition: { ...condition, price: times(last, '1.4') },
        tool: 'place_stock_instruction',
        arguments: order({ instruction_key: 'key-1' }),
      }),
    ).toMatchObject({ code: 'key-conflict' })
    for (const { waiting_id } of [first, keyed]) {
      await assistant.call('remove_waiting_instruction', { waiting_id })
    }
  })

  it('wakes when an order ends, as one pending instruction, and sends nothing', async () => {
    const working = await workingOrder()
    const { waiting_id } = await waitFor(whenEnded(working))
    const before = assistant.instructions.all().length
    await assistant.desk.session.orders.cancel(assistant.desk.account('securities'), working)
    const awake = await woken(waiting_id)
    expect(awake).toMatchObject({ state: 'WOKEN' })
    const [id] = awake.instruction_ids
    const added = assistant.instructions.all().slice(before)
    expect(added.map(({ id: made, status, condition }) => [made, status, condition?.kind])).toEqual(
      [[id, 'PENDING', 'order']],
    )
    await assistant.call('revoke_instruction', { instruction_id: id })
  })

  it('ends when the order that it waits for can never fill', async () => {
    const working = await workingOrder()
    const { waiting_id } = await waitFor(whenEnded(working, 'filled'))
    await assistant.desk.session.orders.cancel(assistant.desk.account('securities'), working)
    expect(await woken(waiting_id)).toMatchObject({ state: 'IMPOSSIBLE', instruction_ids: [] })
  })

  it('wakes when the moving market crosses a level', async () => {
    const waiting = await waitFor({
      kind: 'price',
      symbol: 'AAPL',
      when: 'crosses',
      price: times(last, '0.99'),
    })
    const { practice } = assistant.desk.practice
    await practice.command({ command: 'scenario', scenario: 'flash-crash', symbol: 'AAPL' })
    // The crash begins within a minute of the exchange, and prices fall for some minutes.
    await practice.command({ command: 'clock', speed: 10 })
    await until('it wakes', async () => (await stateOf(waiting.waiting_id)).state !== 'WAITING', {
      ms: 300_000,
    })
    expect(await woken(waiting.waiting_id)).toMatchObject({ state: 'WOKEN' })
  })
})
