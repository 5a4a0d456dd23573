import { writeFile } from 'node:fs/promises'
import type { ClockPort } from '../../core/ports.js'
import { exchangeClock } from '../../../shared/domain/market/exchange-time.js'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import { appError, type AppError } from '../../../shared/domain/app/app-error.js'
import { message } from '../../../shared/messages/make-message.js'
import type { FileDialogPort } from './file-dialog-port.js'
import { notWritten } from './file-failure.js'

const CSV = { name: message('system.csvFile'), extensions: ['csv'] }
/** About 250,000 orders; a longer table is refused, never cut. */
const MAX_CHARS = 64_000_000
/** Tells spreadsheets that the file is UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF'

/**
 * Saves a table of a window as CSV. The text arrives in parts, because a request has a size limit;
 * then the person chooses the file.
 */
export class TableExport {
  readonly #dialog: FileDialogPort
  readonly #clock: Pick<ClockPort, 'now'>
  readonly #maxChars: number
  #parts: string[] = []
  #chars = 0

  constructor(dialog: FileDialogPort, clock: Pick<ClockPort, 'now'>, maxChars = MAX_CHARS) {
    this.#dialog = dialog
    this.#clock = clock
    this.#maxChars = maxChars
  }

  /** Adds a part of the text; the first part discards what was there. */
  add(part: string, first: boolean): Result<void, AppError> {
    if (first) this.#clear()
    if (this.#chars + part.length > this.#maxChars) {
      this.#clear()
      return err(appError('ipc/too-large', message('ipc.tooLarge')))
    }
    this.#parts.push(part)
    this.#chars += part.length
    return ok(undefined)
  }

  /** Requests a file name and writes the text; false when the person canceled. */
  async save(table: string): Promise<Result<boolean, AppError>> {
    const text = this.#parts.join('')
    this.#clear()
    const { day } = exchangeClock(this.#clock.now())
    const path = await this.#dialog.savePath({
      title: message('system.exportTableTitle'),
      defaultName: `countersign-${table}-${day}.csv`,
      kind: CSV,
    })
    if (path === null) return ok(false)
    try {
      await writeFile(path, `${BYTE_ORDER_MARK}${text}`)
      return ok(true)
    } catch (error) {
      return err(notWritten(error))
    }
  }

  #clear(): void {
    this.#parts = []
    this.#chars = 0
  }
}
