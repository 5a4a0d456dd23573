import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CATALOG } from '../../../shared/wire/catalog.js'
import { UNKNOWN } from '../../../shared/wire/fields.js'
import type { Operation, RequestOf } from '../../../shared/wire/operation.js'
import { HttpCaller, type Caller } from '../../../electron/provider/http/caller.js'
import { PUBLISHED_ENDPOINTS } from '../../../electron/provider/http/hosts.js'
import { nodeCrypto } from '../../../electron/adapters/crypto.js'
import { runs } from '../../harness/system/effort.js'
import { answer, FakeHttp } from '../../unit/provider/fake-http.js'
import {
  answersOf,
  changed,
  dropsUnknownMembers,
  openMembersAt,
  placesOf,
  acceptsAnything,
} from './response-generator.js'
import { VirtualTime } from './virtual-time.js'

const RUNS = runs(6, 24)
const operations: readonly Operation[] = CATALOG

const eventText = (events: unknown): string =>
  (events as unknown[]).map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')
const source = { accessToken: () => Promise.resolve('t'), rejected: () => undefined }
const time = new VirtualTime()
const permit = { done: () => undefined, notSent: () => undefined }
const limiter = {
  acquire: () => Promise.resolve({ ok: true as const, value: permit }),
  refused: () => undefined,
  accepted: () => undefined,
  tightest: () => null,
  budgets: () => [],
  close: () => undefined,
  delayMs: () => 0,
}

/** Decodes `body` as the answer of an operation; the rules for requests are left out. */
function decodedText(
  operation: Operation,
  body: string,
): Promise<Awaited<ReturnType<Caller['call']>>> {
  const caller = new HttpCaller({
    endpoints: PUBLISHED_ENDPOINTS.sandbox,
    mode: 'key',
    credentials: { appKey: 'k', appSecret: 's', algorithm: 'HMAC-SHA256' },
    tokens: { app: source, bearer: source },
    limiter,
    http: new FakeHttp([answer(200, body)]),
    clock: time,
    timers: time,
    random: { bytes: (count) => new Uint8Array(count), fraction: () => 0.5 },
    crypto: nodeCrypto,
    log: { event: () => undefined },
  })
  return caller.call(
    { ...operation, request: { safeParse: () => ({ success: true }) } } as unknown as Operation,
    {} as RequestOf<Operation>,
  )
}

const decoded = (operation: Operation, json: unknown) =>
  decodedText(
    operation,
    operation.answer === 'events'
      ? eventText(json)
      : json === undefined
        ? ''
        : JSON.stringify(json),
  )

const answered = operations.filter(
  (operation) => operation.host !== 'passport' && operation.id !== 'connect.code',
)
const checkAnswers = (operation: Operation, check: (value: unknown) => Promise<void>) =>
  fc.assert(fc.asyncProperty(answersOf(operation.response), check), { numRuns: RUNS })

/** Returns the number of rows of a list; NaN for any other answer. */
function rowCount(value: unknown): number {
  const { data, result } = (value ?? {}) as { readonly data?: unknown; readonly result?: unknown }
  const rows = [value, data, result].find((candidate) => Array.isArray(candidate))
  return rows === undefined ? Number.NaN : (rows as readonly unknown[]).length
}

/** A fault in one row of several sets that row aside; any other fails the whole answer. */
function expectUnreadable(
  answer: Awaited<ReturnType<typeof decoded>>,
  good: Awaited<ReturnType<typeof decoded>>,
  change: string,
): void {
  if (answer.ok) expect(rowCount(answer.value), change).toBe(rowCount(good.ok && good.value) - 1)
  else expect(answer.error, change).toMatchObject({ class: 'ambiguous', code: 'malformed' })
}

describe('every answer of the catalog', () => {
  it.each(answered.map((operation) => [operation.id, operation] as const))(
    '%s: refuses missing or retyped members, accepts new members and enum values',
    async (_id, operation) => {
      await checkAnswers(operation, async (value) => {
        const good = await decoded(operation, value)
        expect(good, JSON.stringify(value)).toMatchObject({ ok: true })
        for (const place of placesOf(operation.response, value)) {
          const name = String(place.path.at(-1))
          if (place.required) {
            const without = await decoded(
              operation,
              changed(value, place.path, () => undefined),
            )
            expectUnreadable(without, good, `without ${place.path.join('.')}`)
            if (!without.ok) expect(without.error.message).toContain(name)
          }
          const old = place.path.reduce(
            (from: unknown, key) => (from as Record<string | number, unknown>)[key],
            value,
          )
          // No wire member accepts both text and boolean, and a null does not show which type it
          // replaced.
          if (!acceptsAnything(place.schema) && old !== null && old !== undefined) {
            const retyped = await decoded(
              operation,
              changed(value, place.path, () => (typeof old === 'boolean' ? 'text' : true)),
            )
            expectUnreadable(retyped, good, `retyped ${place.path.join('.')}`)
          }
          if (openMembersAt(place.schema) !== null && typeof old === 'string') {
            const swapped = await decoded(
              operation,
              changed(value, place.path, () => 'A_MEMBER_OF_TOMORROW'),
            )
            expect(swapped, `swapped ${place.path.join('.')}`).toMatchObject({ ok: true })
            expect(JSON.stringify(swapped)).toContain(UNKNOWN)
          }
          if (typeof old === 'object' && old !== null && dropsUnknownMembers(place.schema)) {
            expect(
              await decoded(
                operation,
                changed(value, place.path, (inner) => ({
                  ...(inner as object),
                  member_of_tomorrow: [1],
                })),
              ),
            ).toEqual(good)
          }
        }
        if (dropsUnknownMembers(operation.response)) {
          expect(
            await decoded(operation, { ...(value as object), member_of_tomorrow: { a: 1 } }),
          ).toEqual(good)
        }
        if (Array.isArray(value) && typeof value[0] === 'object' && operation.answer !== 'events') {
          expect(
            await decoded(
              operation,
              value.map((row: unknown) =>
                typeof row === 'object' ? { ...row, member_of_tomorrow: 'x' } : row,
              ),
            ),
          ).toEqual(good)
        }
      })
    },
  )

  it('refuses malformed JSON as ambiguous', async () => {
    for (const operation of answered.filter((candidate) => candidate.answer !== 'events')) {
      for (const body of ['{', '[', 'nul', '"']) {
        expect(await decodedText(operation, body), operation.id).toMatchObject({
          ok: false,
          error: { class: 'ambiguous', code: 'malformed' },
        })
      }
    }
  })
})
