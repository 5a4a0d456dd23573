import type { AppError } from '../../../shared/domain/app/app-error.js'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import { csvText } from '../../format/csv.js'
import type { Column } from '../table/column.js'
import { exportedColumns } from '../table/copies/table-text.js'
import type { RecordSource } from './record-loader.js'

/** The size of one part; see `app.table-part`. JSON may double a text of quotes. */
const PART_CHARS = 200_000
/** How often a page is tried again after the broker's limit or a lost connection. */
const MAX_TRIES = 8
const PAUSE_MS = 3_000
const MAX_PAUSE_MS = 60_000

export interface ExportJob<T, Row> {
  readonly source: RecordSource<T>
  /** The lines of one record: one, or several where the record has parts. */
  readonly lines: (record: T) => Promise<readonly Row[] | AppError> | readonly Row[]
  readonly columns: readonly Column<Row>[]
  /** Adds a part of the text; the first one begins a new file. False ends the export. */
  readonly send: (csv: string, first: boolean) => Promise<boolean>
  readonly onProgress: (progress: ExportProgress) => void
  readonly cancelled: () => boolean
  readonly wait: (ms: number) => Promise<void>
}

export interface ExportProgress {
  readonly read: number
  readonly written: number
  /** The broker's limit is reached; the export goes on by itself. */
  readonly waiting: boolean
}

export type ExportResult =
  | { readonly outcome: 'done'; readonly written: number }
  | { readonly outcome: 'cancelled' }
  | { readonly outcome: 'failed'; readonly error: AppError | null }

/** How long to wait before the same page is read again; null where that is useless. */
function pauseOf({ retry }: AppError): number | null {
  if (retry === 'never') return null
  return retry === 'safe' ? PAUSE_MS : Math.min(MAX_PAUSE_MS, retry.afterMs + 100)
}

/** Writes every matching record of a list as CSV, read page by page, whatever is on the screen. */
export class RecordExport<T, Row> {
  readonly #job: ExportJob<T, Row>
  readonly #columns: ReturnType<typeof exportedColumns<Row>>
  #text = ''
  #isFirst = true
  #read = 0
  #written = 0

  constructor(job: ExportJob<T, Row>) {
    this.#job = job
    this.#columns = exportedColumns(job.columns)
  }

  async run(): Promise<ExportResult> {
    this.#text = csvText([this.#columns.map(({ name }) => name)])
    let cursor: string | null = null
    do {
      const page = await this.#withRetries(() => this.#job.source.read(cursor))
      if (page === null) return { outcome: 'cancelled' }
      if (!page.ok) return { outcome: 'failed', error: page.error }
      for (const record of page.value.rows) {
        if (!this.#job.source.matches(record)) continue
        const failure = await this.#write(record)
        if (failure !== null) return failure
      }
      this.#read += page.value.rows.length
      this.#progress(false)
      if (!(await this.#flush(PART_CHARS))) return { outcome: 'failed', error: null }
      cursor = page.value.cursor
    } while (cursor !== null)
    return (await this.#flush(0))
      ? { outcome: 'done', written: this.#written }
      : { outcome: 'failed', error: null }
  }

  async #write(record: T): Promise<ExportResult | null> {
    const fetched = await this.#withRetries(async () => {
      const lines = await this.#job.lines(record)
      return 'code' in lines ? err(lines) : ok(lines)
    })
    if (fetched === null) return { outcome: 'cancelled' }
    if (!fetched.ok) return { outcome: 'failed', error: fetched.error }
    this.#text += csvText(
      fetched.value.map((line) => this.#columns.map((column) => column.data(line))),
    )
    this.#written += 1
    return null
  }

  /** Repeats a read that may be repeated; null once the person has canceled. */
  async #withRetries<V>(
    read: () => Promise<Result<V, AppError>>,
  ): Promise<Result<V, AppError> | null> {
    for (let tries = 1; ; tries += 1) {
      if (this.#job.cancelled()) return null
      const reply = await read()
      if (reply.ok) return reply
      const pause = tries < MAX_TRIES ? pauseOf(reply.error) : null
      if (pause === null) return reply
      this.#progress(true)
      await this.#job.wait(pause)
    }
  }

  /** Sends the text in parts while it is longer than `atLeast`. */
  async #flush(atLeast: number): Promise<boolean> {
    while (this.#text.length > atLeast) {
      const part = this.#text.slice(0, PART_CHARS)
      if (this.#job.cancelled() || !(await this.#job.send(part, this.#isFirst))) return false
      this.#isFirst = false
      this.#text = this.#text.slice(PART_CHARS)
    }
    return true
  }

  #progress(waiting: boolean): void {
    this.#job.onProgress({ read: this.#read, written: this.#written, waiting })
  }
}
