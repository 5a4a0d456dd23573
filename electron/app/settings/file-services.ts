import { systemClock } from '../../adapters/clock.js'
import type { ClockPort } from '../../core/ports.js'
import type { ShellServices } from '../../handlers/handlers.js'
import type { Desktop } from '../desktop.js'
import { KeyFiles } from './key-files.js'
import { PanelPictures } from './panel-pictures.js'
import type { PreferencesStore } from './preferences.js'
import { TableExport } from './table-export.js'
import { writeFile } from 'node:fs/promises'
import type { AppError } from '../../../shared/domain/app/app-error.js'
import type { TripPicture } from '../../../shared/domain/account/journal-notes.schema.js'
import { exchangeClock } from '../../../shared/domain/market/exchange-time.js'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import type { EpochMs } from '../../../shared/domain/time.js'
import { message } from '../../../shared/messages/make-message.js'
import type { FileDialogPort } from './file-dialog-port.js'
import { notWritten } from './file-failure.js'

const PNG = { name: message('system.pngFile'), extensions: ['png'] }

/** Saves copies of stored chart pictures where the person wants them. */
class PictureExport {
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

/** Where the open profile's session is read; null while none is open. */
interface Sessions {
  current(): { readonly queries: { exchangeNow(): EpochMs } } | null
}
type FileServicesDesktop = Pick<Desktop, 'fileDialog' | 'captureWindow' | 'copyPicture' | 'quit'>

/**
 * The clock of the open profile's exchange, whose day is in the names of files: what they hold is
 * dated by it. This computer's where no profile is open.
 */
const clockOf = (sessions: Sessions): Pick<ClockPort, 'now'> => ({
  now: () => sessions.current()?.queries.exchangeNow() ?? systemClock.now(),
})

/** Creates the services that save and read files chosen by the person, and quit. */
export const fileServices = (
  { fileDialog: dialog, captureWindow, copyPicture, quit }: FileServicesDesktop,
  preferences: Pick<PreferencesStore, 'get'>,
  sessions: Sessions,
): Pick<ShellServices, 'tables' | 'pictures' | 'keys' | 'panelPictures' | 'quit'> => ({
  quit,
  tables: new TableExport(dialog, clockOf(sessions)),
  pictures: new PictureExport(dialog),
  panelPictures: new PanelPictures({
    dialog,
    clock: clockOf(sessions),
    capture: captureWindow,
    copy: copyPicture,
  }),
  keys: new KeyFiles(dialog, () => preferences.get().keyBindings),
})
