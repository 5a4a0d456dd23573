import { Agent, request as send } from 'node:https'
import type { PracticeReady } from '../../shared/practice/practice-control.js'
import { LEGACY_PATHS } from '../../shared/wire/legacy-paths.js'
import type { OperationId } from '../../shared/wire/catalog.js'
import type { Operation } from '../../shared/wire/operation.js'
import { readEvents } from '../../shared/wire/sse.js'
import { signHttp } from '../contract/practice/client/sign.js'
import type { Chance } from './random.js'
import type { Channel, CaseOutcome } from './tally.js'
import { mutated, oddText } from './values.js'

/** A valid request from which malformed ones are derived. */
export interface Seed {
  readonly operation: Operation & { readonly id: OperationId }
  readonly request: unknown
}

interface Case {
  readonly method: string
  readonly base: string
  readonly path: string
  readonly query: string
  readonly body: Buffer | null
  readonly headers: Readonly<Record<string, string>>
}

interface Reply {
  readonly status: number
  readonly type: string
  readonly text: string
}

const DESIGNED: ReadonlySet<number> = new Set([200, 302, 400, 401, 403, 404, 413, 417, 429, 431])
const pairsOf = (query: string): [string, string][] => [...new URLSearchParams(query).entries()]
const text = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '')

function queryOf(chance: Chance, request: unknown): string {
  const members = Object.entries(request as Record<string, unknown>).map(
    ([name, value]): [string, string] => [name, text(value)],
  )
  const joined = new URLSearchParams(members).toString()
  switch (chance.below(12)) {
    case 0:
      return `${joined}&${joined}`
    case 1:
      return `${joined}&${encodeURIComponent(chance.pick(['__proto__', 'constructor', 'x-timestamp', 'host', 'page_size', 'pagination_key']))}=${encodeURIComponent(chance.pick(['1', 'x', '']))}`
    case 2:
      return `${joined}&%zz=%&&&=;`
    default:
      return joined
  }
}

function bodyOf(chance: Chance, request: unknown): Buffer {
  const json = JSON.stringify(request)
  switch (chance.below(24)) {
    case 0:
      return Buffer.from(json.slice(0, chance.below(json.length + 1)))
    case 1:
      return chance.bytes(chance.below(200))
    case 2:
      return Buffer.from(`\ufeff${json}`)
    case 3:
      return Buffer.from(json, 'utf16le')
    case 4:
      return Buffer.from(json.replace('{', '{"account_id":"x",'))
    case 5:
      return Buffer.from(`${'['.repeat(chance.below(20_000))}`)
    case 6:
      return Buffer.from(`{"a":"${'x'.repeat(chance.pick([1_000, 1_048_000, 1_100_000]))}"}`)
    case 7:
      return Buffer.from(new URLSearchParams({ a: json }).toString())
    default:
      return Buffer.from(json)
  }
}

function pathOf(chance: Chance, operation: Seed['operation']): string {
  const old = LEGACY_PATHS[operation.id]
  const path = old !== undefined && chance.once(4) ? chance.pick(old) : operation.path
  switch (chance.below(30)) {
    case 0:
      return `${path}/`
    case 1:
      return `/${path}`
    case 2:
      return path.replace('/', '/./')
    case 3:
      return `${path}/../${chance.below(99)}`
    case 4:
      return path.toUpperCase()
    case 5:
      return path.replaceAll('/', '%2F')
    case 6:
      return `/${encodeURIComponent(Buffer.from(oddText(chance).slice(0, 50)).toString('utf8'))}`
    default:
      return path
  }
}

/** Parses a JSON body; returns undefined for other text, which fits no schema. */
function parse(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

/**
 * Sends cases to the exchange's HTTP hosts. Most are signed correctly, so that they reach the
 * handlers, and invalid in one place or more.
 */
export class HttpFuzz implements Channel {
  readonly #ready: PracticeReady
  readonly #token: string
  readonly #seeds: readonly Seed[]
  readonly #chance: Chance
  readonly name = 'HTTP'
  readonly abreast = 12
  readonly #agent: Agent

  constructor(ready: PracticeReady, token: string, seeds: readonly Seed[], chance: Chance) {
    this.#ready = ready
    this.#token = token
    this.#seeds = seeds
    this.#chance = chance
    this.#agent = new Agent({ ca: ready.ca, keepAlive: true, maxSockets: this.abreast * 2 })
  }

  close(): void {
    this.#agent.destroy()
  }

  async run(): Promise<CaseOutcome> {
    const chance = this.#chance
    const seed = chance.pick(this.#seeds)
    const testCase = this.#make(seed)
    const reply = await this.#send(testCase).catch((error: unknown) =>
      error instanceof Error ? error.message : 'failed',
    )
    const summary = `${testCase.method} ${testCase.path.slice(0, 120)} ${testCase.query.slice(0, 200)} ${testCase.body?.toString('utf8').slice(0, 300) ?? ''}`
    if (typeof reply === 'string') {
      return {
        kind: `${seed.operation.id} ${reply}`,
        problem:
          reply.includes('ECONNRESET') && (testCase.body?.length ?? 0) > 1_048_576
            ? null
            : `${summary}: ${reply}`,
      }
    }
    const problem = this.#findProblem(seed, testCase, reply)
    return {
      kind: `${seed.operation.id} ${reply.status} ${/"error_code":"(\w+)"/.exec(reply.text)?.[1] ?? ''}`,
      problem:
        problem === null
          ? null
          : `${summary}: ${reply.status} ${problem} ${reply.text.slice(0, 200)}`,
    }
  }

  #make({ operation, request }: Seed): Case {
    const chance = this.#chance
    const ready = this.#ready
    let params = request
    for (let times = chance.below(4); times > 0; times -= 1) params = mutated(chance, params)
    const { hosts } = ready
    const base =
      operation.host === 'broker'
        ? hosts.broker
        : operation.host === 'oauth' || operation.host === 'passport'
          ? hosts.oauth
          : hosts.api
    const flat = typeof params === 'object' && params !== null ? params : {}
    const path = pathOf(chance, operation)
    const inQuery = operation.encoding === 'query' ? !chance.once(30) : chance.once(40)
    const query = inQuery ? queryOf(chance, flat) : ''
    const body = inQuery
      ? null
      : operation.encoding === 'form'
        ? Buffer.from(queryOf(chance, flat))
        : bodyOf(chance, params ?? null)
    const method = chance.once(25)
      ? chance.pick(['POST', 'GET', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD'])
      : operation.method
    const algorithm = chance.once(5) ? 'HMAC-SHA1' : 'HMAC-SHA256'
    const signed = signHttp({
      appKey: ready.appKey,
      appSecret: ready.appSecret,
      host: new URL(base).host,
      path,
      query: pairsOf(query),
      body,
      algorithm,
    })
    const type =
      operation.encoding === 'form' ? 'application/x-www-form-urlencoded' : 'application/json'
    const headers: Record<string, string> = {
      ...signed,
      'x-version': chance.once(6) ? 'v2' : 'v3',
      'x-access-token': this.#token,
      ...(body === null ? {} : { 'content-type': chance.once(20) ? 'text/plain' : type }),
    }
    if (chance.once(15)) {
      headers[chance.pick(Object.keys(headers))] = oddText(chance).replace(
        /[^\t\x20-\x7e\x80-\xff]/g,
        '?',
      )
    }
    if (chance.once(30)) Reflect.deleteProperty(headers, chance.pick(Object.keys(headers)))
    if (chance.once(60)) {
      headers['host'] = chance.pick(['evil.example', 'localhost', '127.0.0.1:1', ''])
    }
    if (chance.once(60)) headers['x-filler'] = 'y'.repeat(chance.pick([100, 9_000, 20_000]))
    return { method, base, path, query, body, headers }
  }

  #send({ method, base, path, query, body, headers }: Case): Promise<Reply> {
    const url = new URL(base)
    return new Promise((resolve, reject) => {
      const request = send(
        {
          host: url.hostname,
          port: url.port,
          agent: this.#agent,
          servername: 'localhost',
          method,
          path: query === '' ? path : `${path}?${query}`,
          headers: { ...headers, ...(body === null ? {} : { 'content-length': body.length }) },
        },
        (response) => {
          const chunks: Buffer[] = []
          response.on('data', (chunk: Buffer) => chunks.push(chunk))
          response.on('error', reject)
          response.on('end', () =>
            resolve({
              status: response.statusCode ?? 0,
              type: response.headers['content-type'] ?? '',
              text: Buffer.concat(chunks).toString('utf8'),
            }),
          )
        },
      )
      request.on('error', reject)
      request.end(body ?? undefined)
    })
  }

  /**
   * Returns what is wrong with an answer: an unexpected status, or a body that does not fit its
   * status.
   */
  #findProblem(
    { operation }: Seed,
    { method, path, headers }: Case,
    { status, type, text: body }: Reply,
  ): string | null {
    if (!DESIGNED.has(status)) return 'is no designed status'
    if (method === 'HEAD' || status === 302 || type.startsWith('text/html')) return null
    if (status === 200) {
      if (headers['x-version'] !== 'v3' || path !== operation.path || method !== operation.method) {
        return null
      }
      const answer =
        operation.answer === 'events' ? readEvents(body) : body === '' ? undefined : parse(body)
      const parsed = operation.response.safeParse(answer)
      return parsed.success
        ? null
        : `does not fit its schema: ${parsed.error.issues[0]?.path.join('.') ?? ''} ${parsed.error.issues[0]?.message ?? ''}`
    }
    // Node's parser answers these before a request exists.
    if (body === '' && (status === 400 || status === 431)) return null
    const refusal = parse(body)
    if (typeof refusal !== 'object' || refusal === null) return 'has a body that is no JSON object'
    const members = Object.keys(refusal).sort().join()
    return ['error_msg', 'error_code,message', 'error_code,message,status'].includes(members)
      ? null
      : `has the members ${members}`
  }
}
