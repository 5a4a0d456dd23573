import { describe, expect, it } from 'vitest'
import { appError, type AppError } from '../../../../../shared/domain/app/app-error.js'
import { dec, type Decimal } from '../../../../../shared/domain/decimal.js'
import { foreign } from '../../../../../shared/messages/make-message.js'
import { exactText } from '../../../../../renderer/format/decimal.js'
import { exactIso } from '../../../../../renderer/format/time.js'
import { RecordExport } from '../../../../../renderer/ui/records/export-records.js'
import type { Column } from '../../../../../renderer/ui/table/column.js'

const PAGE = 200
const TIME = Date.UTC(2026, 10, 23, 14, 30, 5, 7)
interface NoteRow {
  readonly id: number
  readonly amount: Decimal
  readonly time: number
  readonly note: string
}
const rowOf = (id: number): NoteRow => ({
  id,
  amount: dec(`${id % 2 === 0 ? '-' : ''}${id}.1234567890123`),
  time: TIME + id,
  note: id % 7 === 0 ? `=1+"${id}", ñ` : '',
})
const column = (id: string, data: (row: NoteRow) => string, hidden = false): Column<NoteRow> => ({
  id,
  head: id,
  width: 10,
  hidden,
  cell: () => null,
  data,
})
const COLUMNS = [
  column('id', (row) => String(row.id)),
  column('amount', (row) => exactText(row.amount)),
  column('time', (row) => exactIso(row.time), true),
  column('note', (row) => row.note),
]

function exporter(
  count: number,
  over: {
    readonly matches?: (row: NoteRow) => boolean
    readonly fail?: (read: number) => AppError | null
    readonly cancelAt?: number
  } = {},
) {
  const parts: { readonly csv: string; readonly first: boolean }[] = []
  const waits: number[] = []
  let reads = 0
  const job = new RecordExport<NoteRow, NoteRow>({
    columns: COLUMNS,
    lines: (row) => [row],
    source: {
      key: 'list',
      matches: over.matches ?? (() => true),
      read(cursor) {
        reads += 1
        const failure = over.fail?.(reads) ?? null
        if (failure !== null) return Promise.resolve({ ok: false, error: failure })
        const start = Number(cursor ?? '0')
        const next = start + PAGE
        return Promise.resolve({
          ok: true,
          value: {
            rows: Array.from({ length: Math.min(PAGE, count - start) }, (_unused, index) =>
              rowOf(start + index),
            ),
            cursor: next < count ? String(next) : null,
          },
        })
      },
    },
    send(csv, first) {
      parts.push({ csv, first })
      return Promise.resolve(true)
    },
    onProgress: () => undefined,
    cancelled: () => over.cancelAt !== undefined && reads >= over.cancelAt,
    wait(ms) {
      waits.push(ms)
      return Promise.resolve()
    },
  })
  return { job, parts, waits, text: () => parts.map(({ csv }) => csv).join('') }
}

/** The same file, written in the simplest way. */
const expected = (rows: readonly NoteRow[]): string =>
  [
    'id,amount,time,note',
    ...rows.map(({ id, time, note }) => {
      const sign = id % 2 === 0 && id !== 0 ? '-' : id === 0 ? '-' : ''
      const iso = new Date(time - 5 * 3_600_000).toISOString().replace('Z', '-05:00')
      const safe = note === '' ? '' : `"'${note.replaceAll('"', '""')}"`
      return `${id},${sign}${id}.1234567890123,${iso},${safe}`
    }),
  ]
    .map((line) => `${line}\r\n`)
    .join('')

describe('the export of a list of records', () => {
  it('writes 100,000 rows with every column, byte for byte', async () => {
    const { job, parts, text } = exporter(100_000)
    expect(await job.run()).toEqual({ outcome: 'done', written: 100_000 })
    const rows = Array.from({ length: 100_000 }, (_unused, id) => rowOf(id))
    expect(text() === expected(rows)).toBe(true)
    expect(parts.map(({ first }) => first).filter(Boolean)).toHaveLength(1)
    expect(parts[0]?.first).toBe(true)
    expect(Math.max(...parts.map(({ csv }) => csv.length))).toBeLessThanOrEqual(200_000)
  })

  it('writes what the filter matches and nothing else', async () => {
    const { job, text } = exporter(1_000, { matches: ({ id }) => id % 3 === 0 })
    expect(await job.run()).toEqual({ outcome: 'done', written: 334 })
    expect(text()).toBe(
      expected(
        Array.from({ length: 1_000 }, (_unused, id) => rowOf(id)).filter(({ id }) => id % 3 === 0),
      ),
    )
  })

  it('waits for the limit of the broker and goes on at the same page', async () => {
    const limited = appError('provider/rate-limited', foreign('slow'), { retry: { afterMs: 900 } })
    const { job, waits, text } = exporter(600, { fail: (read) => (read === 2 ? limited : null) })
    expect(await job.run()).toEqual({ outcome: 'done', written: 600 })
    expect(waits).toEqual([1_000])
    expect(text()).toBe(expected(Array.from({ length: 600 }, (_unused, id) => rowOf(id))))
  })

  it('ends at an error that a repetition cannot mend', async () => {
    const refused = appError('provider/refused', foreign('no'), { retry: 'never' })
    const { job } = exporter(600, { fail: (read) => (read === 2 ? refused : null) })
    expect(await job.run()).toEqual({ outcome: 'failed', error: refused })
  })

  it('gives up after some repetitions', async () => {
    const down = appError('provider/unavailable', foreign('no'), { retry: 'safe' })
    const { job, waits } = exporter(600, { fail: () => down })
    expect(await job.run()).toEqual({ outcome: 'failed', error: down })
    expect(waits.length).toBeGreaterThan(3)
  })

  it('ends when the person cancels', async () => {
    const { job } = exporter(100_000, { cancelAt: 3 })
    expect(await job.run()).toEqual({ outcome: 'cancelled' })
  })
})
