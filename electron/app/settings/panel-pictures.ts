import { writeFile } from 'node:fs/promises'
import type { ClockPort } from '../../core/ports.js'
import { appError, type AppError } from '../../../shared/domain/app/app-error.js'
import type {
  PictureArea,
  PictureTarget,
  PictureSource,
} from '../../../shared/domain/app/picture-request.schema.js'
import { exchangeClock } from '../../../shared/domain/market/exchange-time.js'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import { SECOND_MS } from '../../../shared/domain/time.js'
import { message } from '../../../shared/messages/make-message.js'
import type { FileDialogPort } from './file-dialog-port.js'
import { notWritten } from './file-failure.js'

const PNG = { name: message('system.pngFile'), extensions: ['png'] }

export interface PanelPicturesDeps {
  readonly dialog: FileDialogPort
  readonly clock: Pick<ClockPort, 'now'>
  /** Captures a part of a page as PNG; null when it cannot be captured. */
  readonly capture: (area: PictureArea, sender: number) => Promise<Uint8Array | null>
  /** Puts a PNG on the clipboard. */
  readonly copy: (png: Uint8Array) => Promise<void>
}

/** Saves and copies pictures of panels and charts. */
export class PanelPictures {
  readonly #deps: PanelPicturesDeps

  constructor(deps: PanelPicturesDeps) {
    this.#deps = deps
  }

  /**
   * Takes a picture and puts it where the person wants it; false when they canceled the dialog. It
   * is taken before the dialog, which could cover the window.
   * @param sender the id of the page's contents that requested it
   */
  async take(
    source: PictureSource,
    name: string,
    target: PictureTarget,
    sender: number,
  ): Promise<Result<boolean, AppError>> {
    const png =
      source.kind === 'png'
        ? Buffer.from(source.png, 'base64')
        : await this.#deps.capture(source, sender)
    if (png === null || png.length === 0) {
      return err(appError('storage/failed', message('storage.pictureNotTaken')))
    }
    if (target === 'clipboard') {
      return this.#copy(png)
    }
    return this.#save(png, name)
  }

  async #copy(png: Uint8Array): Promise<Result<boolean, AppError>> {
    try {
      await this.#deps.copy(png)
      return ok(true)
    } catch {
      // The clipboard gives no cause; the person reads that it has no picture.
      return err(appError('storage/failed', message('storage.pictureNotTaken')))
    }
  }

  async #save(png: Uint8Array, name: string): Promise<Result<boolean, AppError>> {
    const { dialog, clock } = this.#deps
    const { day, minute, ms } = exchangeClock(clock.now())
    const time = [minute / 60, minute % 60, ms / SECOND_MS]
      .map((part) => String(Math.floor(part)).padStart(2, '0'))
      .join('-')
    const path = await dialog.savePath({
      title: message('system.savePictureTitle'),
      defaultName: `countersign-${name}-${day}-${time}.png`,
      kind: PNG,
    })
    if (path === null) return ok(false)
    try {
      await writeFile(path, png)
      return ok(true)
    } catch (error) {
      return err(notWritten(error))
    }
  }
}
