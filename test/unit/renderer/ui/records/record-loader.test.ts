import { describe, expect, it } from 'vitest'
import { appError } from '../../../../../shared/domain/app/app-error.js'
import { foreign } from '../../../../../shared/messages/make-message.js'
import {
  MAX_ROWS,
  RecordLoader,
  type RecordSource,
} from '../../../../../renderer/ui/records/record-loader.js'
import { until } from '../../../../harness/system/until.js'

const PAGE = 200
interface NumberedRow {
  readonly id: number
}

/** A list of that many rows, in pages. `fails` answers a page with an error. */
function listOf(
  count: number,
  matches: (row: NumberedRow) => boolean = () => true,
  fails: (page: number) => boolean = () => false,
): RecordSource<NumberedRow> & { readonly reads: number[] } {
  const reads: number[] = []
  return {
    key: 'list',
    reads,
    matches,
    read(cursor) {
      const start = Number(cursor ?? '0')
      reads.push(start)
      if (fails(reads.length)) {
        return Promise.resolve({
          ok: false,
          error: appError('provider/unavailable', foreign('no'), { retry: 'safe' }),
        })
      }
      const rows = Array.from({ length: Math.min(PAGE, count - start) }, (_unused, index) => ({
        id: start + index,
      }))
      const next = start + PAGE
      return Promise.resolve({
        ok: true,
        value: { rows, cursor: next < count ? String(next) : null, unreadable: 0 },
      })
    },
  }
}

const settled = (loader: RecordLoader<NumberedRow>) =>
  until('the page is loaded', () => Promise.resolve(loader.get().state !== 'loading'))

describe('a list of records', () => {
  it('reads one page first, and further ones only when asked', async () => {
    const source = listOf(1_000)
    const loader = new RecordLoader(source, () => 7)

    loader.more()
    await settled(loader)
    expect(loader.get()).toMatchObject({ read: 200, state: 'idle', asOf: 7, error: null })
    loader.more()
    await settled(loader)

    expect(source.reads).toEqual([0, 200])
    expect(loader.get().rows.map(({ id }) => id)).toEqual(
      Array.from({ length: 400 }, (_unused, index) => index),
    )
  })

  it('goes on by itself until a screen of rows matches the filter', async () => {
    const source = listOf(100_000, ({ id }) => id % 1_000 === 0)
    const loader = new RecordLoader(source, () => 0)

    loader.more()
    await settled(loader)

    expect(loader.get().rows).toHaveLength(60)
    expect(loader.get().read).toBe(59_200)
  })

  it('loads 100,000 rows, each once, and says that it is whole', async () => {
    const loader = new RecordLoader(listOf(100_000), () => 0)
    while (loader.get().state !== 'whole') {
      loader.more()
      await settled(loader)
    }
    expect(new Set(loader.get().rows.map(({ id }) => id)).size).toBe(100_000)
  })

  it('holds at most its bound, and says that it is full', async () => {
    expect(MAX_ROWS).toBe(100_000)
    const loader = new RecordLoader(listOf(1_000), () => 0, 500)
    for (let page = 0; page < 3; page += 1) {
      loader.more()
      await settled(loader)
    }
    expect(loader.get()).toMatchObject({ state: 'full' })
    expect(loader.get().rows).toHaveLength(500)
  })

  it('keeps what it has after a failure, and continues at the same page', async () => {
    const source = listOf(1_000, undefined, (page) => page === 2)
    const loader = new RecordLoader(source, () => 0)
    loader.more()
    await settled(loader)
    loader.more()
    await settled(loader)
    expect(loader.get()).toMatchObject({ state: 'idle', read: 200 })
    expect(loader.get().error?.code).toBe('provider/unavailable')

    loader.more()
    await settled(loader)

    expect(source.reads).toEqual([0, 200, 200])
    expect(loader.get()).toMatchObject({ read: 400, error: null })
  })

  it('ignores a reply that comes after it was closed', async () => {
    const loader = new RecordLoader(listOf(1_000), () => 0)
    loader.more()
    loader.close()
    await Promise.resolve()
    await Promise.resolve()
    expect(loader.get().rows).toEqual([])
  })
})
