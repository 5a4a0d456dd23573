import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pageOf, type Page } from '../../../electron/practice/http/paging/paging.js'
import { rankedPage } from '../../../electron/practice/http/paging/ranked-page.js'
import type { Refusal } from '../../../electron/practice/http/message/refusal.js'
import type { Result } from '../../../shared/domain/result.js'

type Read = (rows: readonly number[], key: string | undefined) => Result<Page<number>, Refusal>

/** Numbers are added and removed between two pages; those in `steady` remain. */
const zChanges = fc.array(
  fc.record({
    come: fc.array(fc.integer({ min: 0, max: 999 }), { maxLength: 8 }),
    go: fc.array(fc.integer({ min: 0, max: 999 }), { maxLength: 8 }),
  }),
  { minLength: 1, maxLength: 60 },
)
const zRows = fc.uniqueArray(fc.integer({ min: 0, max: 999 }), { maxLength: 60 })

interface Walk {
  readonly listed: readonly number[]
  /** Numbers that remained from the first page to the last. */
  readonly steady: readonly number[]
  readonly end: 'last page' | 'refused' | 'too long'
}

function walk(
  readPage: Read,
  first: readonly number[],
  changes: readonly { readonly come: readonly number[]; readonly go: readonly number[] }[],
): Walk {
  let rows = [...first].sort((a, b) => a - b)
  let steady = rows
  const listed: number[] = []
  let key: string | undefined
  for (let page = 0; page < 200; page += 1) {
    const answer = readPage(rows, key)
    if (!answer.ok) return { listed, steady, end: 'refused' }
    listed.push(...answer.value.data)
    if (answer.value.pagination_key === null) return { listed, steady, end: 'last page' }
    key = answer.value.pagination_key
    const { come = [], go = [] } = changes[page] ?? {}
    rows = [...new Set([...rows.filter((row) => !go.includes(row)), ...come])].sort((a, b) => a - b)
    steady = steady.filter((row) => !go.includes(row))
  }
  return { listed, steady, end: 'too long' }
}

const lists: readonly (readonly [string, (size: number) => Read])[] = [
  [
    'a list in order',
    (size) => (rows, key) => pageOf(rows, String, { size, key, condition: 'all' }),
  ],
  ['a ranking', (size) => (rows, key) => rankedPage(rows, String, { size, key, condition: 'all' })],
]

describe.each(lists)('%s, read page by page while it changes', (_name, reader) => {
  it('returns everything that remains, nothing twice, and ends', () => {
    fc.assert(
      fc.property(zRows, fc.integer({ min: 1, max: 12 }), zChanges, (rows, size, changes) => {
        const { listed, steady, end } = walk(reader(size), rows, changes)
        expect(new Set(listed).size).toBe(listed.length)
        expect(end).not.toBe('too long')
        if (end === 'last page') for (const row of steady) expect(listed).toContain(row)
      }),
      { numRuns: 2_000 },
    )
  })

  it('is returned completely and in order when nothing changes', () => {
    fc.assert(
      fc.property(zRows, fc.integer({ min: 1, max: 12 }), (rows, size) => {
        const { listed, end } = walk(reader(size), rows, [])
        expect([listed, end]).toEqual([[...rows].sort((a, b) => a - b), 'last page'])
      }),
    )
  })

  it('continues when the last row of a page was removed', () => {
    const read = reader(3)
    const first = read([1, 2, 3, 4, 5, 6], undefined)
    const key = first.ok ? (first.value.pagination_key ?? '') : ''
    expect(read([1, 2, 4, 5, 6], key)).toMatchObject({ ok: true, value: { data: [4, 5, 6] } })
  })

  it('refuses keys that were not issued, and those of another list', () => {
    const key = Buffer.from(
      JSON.stringify({ v: 1, lastId: '1', pageIndex: 0, pageSize: 3, condition: 'other' }),
    ).toString('base64')
    for (const wrong of [
      'x',
      key,
      Buffer.from('null').toString('base64'),
      Buffer.from('{"v":1}').toString('base64'),
    ]) {
      expect(reader(3)([1, 2, 3, 4], wrong)).toMatchObject({
        ok: false,
        error: { status: 417, code: 'INVALID_PARAMETER' },
      })
    }
  })
})
