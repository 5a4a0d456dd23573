import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { decimalText, trim } from '../../../shared/domain/decimal.js'
import { symbol } from '../../../shared/domain/ids.js'
import { expectOk } from '../../harness/system/expect-ok.js'
import { priceOf, quantity } from '../core/session-fixture.js'
import { TOOLS } from '../../../electron/assistant/tools/index.js'
import { AssistantClient } from './refusals/refusal-fixture.js'
import { belowMarket, type RequestContext } from './refusals/bad-call.js'
import { BAD_CALLS } from './refusals/bad-calls.js'
import { writtenAnswer } from './refusals/written-answer.js'

let assistant: AssistantClient
let context: RequestContext

beforeAll(async () => {
  assistant = await AssistantClient.open()
  context = await prepare(assistant)
})
afterAll(() => assistant.close())

/** Returns what the rows are about; buys a share and leaves an order working. */
async function prepare({ desk }: AssistantClient): Promise<RequestContext> {
  const securities = desk.account('securities')
  const { last } = await desk.quote('AAPL')
  if (last === undefined || last === null) throw new Error('no price')
  const stock = { assetClass: 'stock', symbol: symbol('AAPL'), accountId: securities } as const
  await desk.placeFilled(desk.draft({ ...stock, type: 'market', size: quantity('10') }))
  const working = await desk.placeWorking(
    desk.draft({ ...stock, size: quantity('2'), limitPrice: priceOf(belowMarket(last)) }),
  )
  const { positions } = expectOk(await desk.session.queries.positions(securities))
  const apple = positions.find((position) => position.symbol === 'AAPL')
  if (apple === undefined) throw new Error('no position')
  const contracts = await desk.contracts('call')
  const coin = expectOk(await desk.products.cryptoPairs()).find(
    ({ symbol: name }) => name === 'BTCUSD',
  )
  const event = expectOk(await desk.products.eventMarkets({ series: symbol('KXPRESPARTY') })).find(
    ({ tradable }) => tradable === 'yes',
  )
  return {
    securities,
    futures: desk.account('futures'),
    crypto: desk.account('crypto'),
    events: desk.account('events'),
    last,
    held: decimalText(trim(apple.quantity)),
    calls: contracts.map(({ strike, expiration }) => ({ strike: decimalText(strike), expiration })),
    future: await priced(assistant, (await desk.future('MES')).symbol),
    coin: await priced(assistant, coin?.symbol),
    event: { symbol: event?.symbol ?? '' },
    working,
  }
}

async function priced({ desk }: AssistantClient, name = '') {
  const { last } = await desk.quote(name)
  if (last === undefined || last === null) throw new Error(`no price of ${name}`)
  return { symbol: name, last }
}

/** True for a tool that requests something of the person. */
const requests = (tool: string): boolean =>
  TOOLS.find(({ name }) => name === tool)?.effect === 'instruct'

describe('CONFIRM-38, CONFIRM-44: bad requests over MCP', () => {
  it('has at least 150 of them', () => {
    expect(BAD_CALLS.length).toBeGreaterThanOrEqual(150)
  })

  const answers: string[] = []

  it.each(BAD_CALLS)('refuses %s before a card is made', async (about, tool, args, expected) => {
    const before = assistant.instructions.all().length
    const error = await assistant.refusal(tool, args(context))
    answers.push(writtenAnswer(about, tool, error, context))
    expect(error).toMatchObject(typeof expected === 'function' ? expected(context) : expected)
    if (requests(tool)) {
      expect(error?.next).toContain('Nothing was requested and nothing was sent.')
    }
    expect(error?.next).not.toMatch(/try again/i)
    expect(assistant.instructions.all()).toHaveLength(before)
    expect(assistant.instructions.confirm.live.get().waiting).toBe(0)
  })

  it('answers each of them in exactly these words', async () => {
    expect(answers).toHaveLength(BAD_CALLS.length)
    await expect(answers.join('\n')).toMatchFileSnapshot('./refusals/answers.txt')
  })
})
