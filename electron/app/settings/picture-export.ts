import { writeFile } from 'node:fs/promises'
import type { AppError } from '../../../shared/domain/app/app-error.js'
import type { TripPicture } from '../../../shared/domain/account/journal-notes.schema.js'
import { exchangeClock } from '../../../shared/domain/market/exchange-time.js'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import { message } from '../../../shared/messages/make-message.js'
import type { FileDialogPort } from './file-dialog-port.js'
import { notWritten } from './file-failure.js'

const PNG = { name: message('system.pngFile'), extensions: ['png'] }

/** Saves copies of stored chart pictures where the person wants them. */
export class PictureExport {
  readonly #dialog: FileDialogPort

  constructor(dialog: FileDialogPort) {
    this.#dialog = dialog
  }

  /** Requests a file name and writes the picture; false when the person canceled. */
  async save({ symbol, takenAt }: TripPicture, png: string): Promise<Result<boolean, AppError>> {
    const name = symbol.replaceAll(/[^\w-]/g, '_')
    const path = await this.#dialog.savePath({
      title: message('system.savePictureTitle'),
      defaultName: `countersign-${name}-${exchangeClock(takenAt).day}.png`,
      kind: PNG,
    })
    if (path === null) return ok(false)
    try {
      await writeFile(path, Buffer.from(png, 'base64'))
      return ok(true)
    } catch (error) {
      return err(notWritten(error))
    }
  }
}
