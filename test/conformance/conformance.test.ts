import { performance } from 'node:perf_hooks'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CATALOG } from '../../shared/wire/catalog.js'
import type { Operation } from '../../shared/wire/operation.js'
import members from '../vectors/members.json' with { type: 'json' }
import { createContext, type Context } from './session/context.js'
import { signedIn } from './examples/connect.js'
import { CONTRACT, Coverage } from './coverage.js'
import { wrongRequests } from './checks/wrong-requests.js'
import { isFlow, type ToolAnswer, type Example, type Flow } from './session/example.js'
import { factOf, keyOf } from './checks/contract-facts.js'
import { openSession, type Client, type Observed, type Session } from './session/session.js'
import {
  unquotedFractions,
  isEmptyList,
  missingMembers,
  unknownMembers,
} from './checks/answer-checks.js'
import { rejectedClientsOf } from './checks/rejected-clients.js'
import { STREAMS } from './examples/streams.js'
import { entryOf, exampleIds } from './examples/example-tables.js'

/**
 * Calls every operation of the catalog through the product's client, over sockets, against one
 * exchange: one valid call with a thorough check of its answer, and its refusals.
 */
let session: Session
let context: Context
let bearer: string
const coverage = new Coverage()
const began = performance.now()
const clients = new Map<string, Client>()
const listed: Readonly<Record<string, readonly string[]>> = members.members

beforeAll(async () => {
  session = await openSession()
  context = createContext(session)
  bearer = await signedIn(context)
})
afterAll(async () => {
  context.close()
  const { errors } = session
  await session.close()
  coverage.write((performance.now() - began) / 1_000)
  expect(errors).toEqual([])
})

const clientFor = (operation: Operation, name = 'rightful', guise = {}): Client => {
  const key = `${name} ${operation.auth === 'bearer+signature' ? 'bearer' : ''}`
  const client =
    clients.get(key) ??
    session.client({ ...guise, ...(operation.auth === 'bearer+signature' ? { bearer } : {}) })
  clients.set(key, client)
  return client
}

/** Returns status and code, equal in the raw answer and in the client's result. */
function statusAndCode({ result, status, text }: Observed): ToolAnswer {
  if (result.ok) return [status ?? 0, `answered ${text.slice(0, 80)}`]
  if (status === null) return [0, `${result.error.code} ${result.error.message}`]
  return [status, result.error.providerCode]
}

/** Expects the published shape of a refusal; market data adds the status (LIMITS-2). */
function expectShape({ status, text }: Observed, operation: Operation): void {
  const body = JSON.parse(text) as Record<string, unknown>
  if (status === 404) expect(body).toEqual({ error_msg: '404 Route Not Found' })
  else {
    expect(Object.keys(body).sort()).toEqual(
      operation.family === 'market-data'
        ? ['error_code', 'message', 'status']
        : ['error_code', 'message'],
    )
  }
}

/** Makes the valid call, checks its answer, and counts it. */
async function happy(
  operation: Operation,
  example: Example<never>,
): Promise<{ readonly request: unknown; readonly problems: readonly string[] }> {
  const request: unknown = await example.request(context)
  const { result, status, text } = await clientFor(operation).observe(operation, request)
  if (!result.ok) {
    return {
      request,
      problems: [`${status ?? ''} ${text} ${result.error.code} ${result.error.message}`],
    }
  }
  const raw: unknown =
    operation.answer === 'events' || text === '' ? result.value : JSON.parse(text)
  const problems = [
    ...unknownMembers(result.value).map((place) => `a word outside its enumeration at ${place}`),
    ...unquotedFractions(raw).map((place) => `a number that is no text at ${place}`),
    ...missingMembers(raw, listed[keyOf(operation)] ?? []).map(
      (place) => `no ${place}, which the contract lists`,
    ),
    ...(example.mayBeEmpty === undefined && isEmptyList(raw) ? ['an empty list'] : []),
  ]
  await example.shows?.(result.value as never, request as never, context)
  if (problems.length === 0) coverage.happy(keyOf(operation))
  return { request, problems }
}

/** Returns the answer to a request; counts it as a refusal when it is the expected one. */
async function observedAnswer(
  operation: Operation,
  params: unknown,
  awaited: ToolAnswer,
  client = clientFor(operation),
): Promise<ToolAnswer> {
  const observed = await client.unchecked(operation, params)
  const answer = statusAndCode(observed)
  if (!observed.result.ok && observed.text !== '') expectShape(observed, operation)
  if (answer[0] === awaited[0] && answer[1] === awaited[1]) coverage.refused(keyOf(operation))
  return answer
}

const changed = async (change: unknown, request: unknown): Promise<unknown> =>
  typeof change === 'function'
    ? (change as (request: unknown, context: Context) => unknown)(request, context)
    : { ...(request as object), ...(change as object) }

function flows(key: string, { flow, refuses: refusals }: Flow): void {
  it('answers', async () => {
    await expect(flow(context)).resolves.toBeUndefined()
    coverage.happy(key)
  })
  it.each(refusals)('refuses $what', async ({ run }) => {
    await expect(run(context)).resolves.toBeUndefined()
    coverage.refused(key)
  })
}

function calls(operation: Operation, entry: Example<never>): void {
  let request: unknown
  it('answers', async () => {
    const outcome = await happy(operation, entry)
    expect(outcome.problems).toEqual([])
    request = outcome.request
  })
  const wrongsOf = () =>
    wrongRequests(operation, request, Object.keys(entry.lenient ?? {}), entry.answers ?? {})
  it('refuses wrong parameters', async () => {
    for (const { what: title, params, answer } of wrongsOf()) {
      expect(await observedAnswer(operation, params, answer), title).toEqual(answer)
    }
  })
  it.each(entry.refuses ?? [])('refuses $what', async ({ with: change, answer }) => {
    expect(await observedAnswer(operation, await changed(change, request), answer)).toEqual(answer)
  })
  it('refuses wrong credentials', async () => {
    for (const { what: title, guise, answer } of rejectedClientsOf(operation)) {
      expect(
        await observedAnswer(operation, request, answer, clientFor(operation, title, guise)),
        title,
      ).toEqual(answer)
    }
  })
  it('enforces its rate limit', async () => {
    await session.practice.command({ command: 'rate-limits', profile: 'sandbox' })
    // On a busy machine the requests may take longer than the time that the limit counts.
    const goOn = session.stopTime()
    try {
      // An operation's own page may publish a stricter limit than the table.
      const { count } = operation.burst ?? operation.rate.sandbox
      const client = clientFor(operation)
      // A request with a wrong parameter counts too, and the exchange computes no answer for it.
      const [cheap] = wrongsOf()
      const call = () => client.unchecked(operation, cheap?.params ?? {})
      const sentBefore = client.sent()
      const replies = await Promise.all(Array.from({ length: count }, call))
      // On a busy machine an answer can be late; the request that is then repeated counts twice.
      const repeated = client.sent() - sentBefore - count
      const refused = replies.filter(({ status }) => status === 429)
      expect(refused.length).toBeLessThanOrEqual(repeated)
      // A request without an answer may not have reached the exchange, and then did not count.
      const lost = replies.filter(({ status }) => status === null).length
      let late = await call()
      for (let more = 0; more < lost && late.status !== 429; more += 1) late = await call()
      expect(statusAndCode(late)).toEqual([429, 'TOO_MANY_REQUESTS'])
      expect(Number(late.headers['retry-after'])).toBeGreaterThanOrEqual(1)
      coverage.refused(keyOf(operation))
    } finally {
      goOn()
      await session.practice.command({ command: 'rate-limits', profile: 'off' })
    }
  })
}

for (const operation of CATALOG as readonly (Operation & {
  readonly id: (typeof CATALOG)[number]['id']
})[]) {
  const entry = entryOf(operation.id)
  describe(`${operation.id} (${keyOf(operation)})`, () => {
    it('has its published name', () => expect(factOf(operation).name).toBe(operation.name))
    if (entry !== undefined && isFlow(entry)) flows(keyOf(operation), entry)
    else if (entry !== undefined) calls(operation, entry)
  })
}
for (const [key, stream] of Object.entries(STREAMS)) {
  describe(key, () => {
    flows(key, stream)
  })
}

describe('the example tables', () => {
  it('contain operations of the catalog, each once', () => {
    const ids: readonly string[] = CATALOG.map(({ id }) => id)
    expect(exampleIds().filter((id) => !ids.includes(id))).toEqual([])
    expect(exampleIds()).toEqual([...new Set(exampleIds())])
  })
  it('the example tables and the catalog contain published operations only', () => {
    const known = CONTRACT.map(keyOf)
    expect(CATALOG.map(keyOf).filter((key) => !known.includes(key))).toEqual([])
  })
  it('cover every published operation with an answer and a refusal', () => {
    expect(CONTRACT).toHaveLength(168)
    expect(coverage.gaps()).toEqual([])
  })
})
