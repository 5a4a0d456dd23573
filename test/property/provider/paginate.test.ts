import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ok } from '../../../shared/domain/result.js'
import { localFailure } from '../../../electron/provider/http/call-failure.js'
import { allItems, type CursorPage } from '../../../electron/provider/http/paginate.js'

describe('pagination', () => {
  it('returns every item once', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(fc.integer(), { maxLength: 5 }), { minLength: 1, maxLength: 20 }),
        fc.constantFrom(null, undefined, ''),
        async (lists, end) => {
          const requestedKeys: (string | undefined)[] = []
          const answer = await allItems((key) => {
            requestedKeys.push(key)
            const index = key === undefined ? 0 : Number(key)
            return Promise.resolve(
              ok({
                data: lists[index] ?? [],
                pagination_key: index + 1 < lists.length ? String(index + 1) : end,
              }),
            )
          })
          expect(answer).toEqual(ok(lists.flat()))
          expect(requestedKeys.length).toBe(lists.length)
        },
      ),
    )
  })

  it('ends a list whose keys repeat, after any number of pages', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 30 }), async (length) => {
        let requestCount = 0
        const answer = await allItems((key) => {
          requestCount += 1
          return Promise.resolve(
            ok({ data: [1], pagination_key: String((Number(key ?? 0) + 1) % length) }),
          )
        })
        expect(answer).toMatchObject({ ok: false, error: { code: 'malformed' } })
        expect(requestCount).toBeLessThanOrEqual(length + 2)
      }),
    )
  })

  it('ends a list that never ends', async () => {
    let requestCount = 0
    const answer = await allItems(
      () =>
        Promise.resolve(ok({ data: [requestCount], pagination_key: String((requestCount += 1)) })),
      7,
    )
    expect(answer.ok).toBe(false)
    expect(requestCount).toBe(7)
  })

  it('returns the failure instead of a partial list', async () => {
    const failure = localFailure('timeout', 'x')
    const answer = await allItems<number>(
      (key) =>
        Promise.resolve(
          key === undefined
            ? ok({ data: [1], pagination_key: 'k' })
            : { ok: false, error: failure },
        ) as Promise<{ ok: true; value: CursorPage<number> }>,
    )
    expect(answer).toEqual({ ok: false, error: failure })
  })
})
