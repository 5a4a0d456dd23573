import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  asQuantity,
  dec,
  decimalText,
  mul,
  snap,
  type Decimal,
} from '../../../../shared/domain/decimal.js'
import { TOOLSETS } from '../../../../shared/domain/instructions/toolset.js'
import { symbol } from '../../../../shared/domain/ids.js'
import { OfficialClient } from '../../../harness/assistant/official-client.js'
import { PlainClient } from '../../../harness/assistant/plain-client.js'
import type { Traffic } from '../../../harness/assistant/traffic.js'
import { priceOf, quantity } from '../../core/session-fixture.js'
import { COMMON_JOBS, type JobContext } from './common-jobs.js'
import { AssistantClient } from '../refusals/refusal-fixture.js'
import { belowMarket } from '../refusals/bad-call.js'

const PAGE = path.resolve(import.meta.dirname, '../../../../electron/assistant/JOBS.md')
/** About four characters of an answer are a token. */
const CHARACTERS_PER_TOKEN = 4

interface Walk {
  readonly calls: readonly string[]
  readonly maxTokens: number
  readonly deadEnds: number
}

/** The walks of the page, by the title of the job. */
const WALKS: ReadonlyMap<string, Walk> = new Map(
  readFileSync(PAGE, 'utf8')
    .split('\n')
    .filter((line) => /^\|.*\| [\d,]+ \| \d+ \|$/.test(line))
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .map(([, title = '', calls = '', tokens = '', deadEnds = '']) => [
      title,
      {
        calls: [...calls.matchAll(/`(\w+)`/g)].map(([, name = '']) => name),
        maxTokens: Number(tokens.replaceAll(',', '')),
        deadEnds: Number(deadEnds),
      },
    ]),
)

let assistant: AssistantClient
let official: OfficialClient
let plain: PlainClient
let jobContext: Omit<JobContext, 'key'>

beforeAll(async () => {
  assistant = await AssistantClient.open({ maxPerMinute: 60, toolsets: TOOLSETS })
  official = new OfficialClient(assistant.access)
  plain = new PlainClient(assistant.access)
  await Promise.all([official.connect(), plain.connect()])
  jobContext = await prepare(assistant)
})
afterAll(async () => {
  await official.close()
  await assistant.close()
})
// Withdraw what is pending, so that the next job has all of the position.
afterEach(async () => {
  const { instructions } = (await plain.call('get_pending_instruction', {})) as {
    readonly instructions: readonly { readonly instruction_id: string }[]
  }
  for (const { instruction_id } of instructions) {
    await plain.call('revoke_instruction', { instruction_id })
  }
  plain.takeTraffic()
})

/** Buys shares and a contract, and leaves orders working. */
async function prepare({ desk }: AssistantClient): Promise<Omit<JobContext, 'key'>> {
  const accountId = desk.account('securities')
  const stock = { assetClass: 'stock', accountId } as const
  const last = await lastOf('AAPL')
  await desk.placeFilled(
    desk.draft({ ...stock, symbol: symbol('AAPL'), type: 'market', size: quantity('10') }),
  )
  const limitPrice = priceOf(belowMarket(await lastOf('MSFT')))
  for (const count of ['1', '2']) {
    await desk.placeWorking(
      desk.draft({ ...stock, symbol: symbol('MSFT'), size: quantity(count), limitPrice }),
    )
  }
  return { account: accountId, last, contract: await holdContract() }
}

async function lastOf(name: string): Promise<Decimal> {
  const { last } = await assistant.desk.quote(name)
  if (last === null || last === undefined) throw new Error(`no price of ${name}`)
  return last
}

/** Buys a call that exists at the next expiration too; returns its name. */
async function holdContract(): Promise<string> {
  const { desk } = assistant
  const chain = await desk.session.market.products.optionChain(symbol('AAPL'))
  if (!chain.ok) throw new Error('no chain')
  const [expiry, next] = chain.value.expiries.slice(1)
  const row = expiry?.rows.find(
    ({ strike, call }) =>
      call !== null &&
      next?.rows.some((other) => decimalText(other.strike) === decimalText(strike)),
  )
  if (expiry === undefined || row?.call == null) throw new Error('no contract')
  const quote = await desk.quote(row.call)
  const ask = quote.ask ?? quote.last
  if (ask === null || ask === undefined) throw new Error('no price')
  const { root, expiration } = expiry
  const option = { type: 'call', strike: row.strike, expiration } as const
  const leg = { symbol: symbol(root), side: 'buy', quantity: asQuantity(dec('1')), option } as const
  await desk.placeFilled(
    desk.draft({
      assetClass: 'option',
      symbol: symbol('AAPL'),
      accountId: desk.account('securities'),
      type: 'limit',
      size: quantity('1'),
      limitPrice: priceOf(decimalText(snap(mul(ask, dec('1.05')), dec('0.10'), 'up'))),
      terms: { strategy: 'single', legs: [leg] },
    }),
  )
  return row.call
}

/** Compares what a job took with its row of the page. */
function expectWalk(title: string, { calls, characters, deadEnds }: Traffic): void {
  const walk = WALKS.get(title)
  const tokens = Math.ceil(characters / CHARACTERS_PER_TOKEN)
  expect({ calls, deadEnds: deadEnds.length }, `${deadEnds.join('\n')} ${tokens} tokens`).toEqual({
    calls: walk?.calls,
    deadEnds: walk?.deadEnds,
  })
  const max = walk?.maxTokens ?? 0
  expect([tokens <= max, tokens * 2 >= max], `${tokens} tokens of ${max}`).toEqual([true, true])
}

describe('the common jobs of an assistant, as the page of them says', () => {
  it('are those of the page', () => {
    expect([...WALKS.keys()]).toEqual(COMMON_JOBS.map(({ title }) => title))
  })

  it('start with at most 30 listed tools, the same for every client', async () => {
    const names = await plain.toolNames()
    expect(names.length).toBeLessThanOrEqual(30)
    expect(await official.toolNames()).toEqual(names)
  })

  describe.each([
    ['the official client', 'official', () => official],
    ['a client that shares no code with it', 'own', () => plain],
  ] as const)('over %s', (_name, key, client) => {
    it.each(COMMON_JOBS.map((job) => [job.title, job] as const))('%s', async (title, job) => {
      const script = client()
      script.takeTraffic()
      await job.run(script, { ...jobContext, key })
      expectWalk(title, script.takeTraffic())
    })
  })
})
