import { systemClock } from '../../adapters/clock.js'
import type { ShellServices } from '../../handlers/handlers.js'
import type { FileDialogPort } from './file-dialog-port.js'
import { KeyFiles } from './key-files.js'
import { PictureExport } from './picture-export.js'
import type { PreferencesStore } from './preferences.js'
import { TableExport } from './table-export.js'

/** Creates what saves and reads files that the person chooses in a dialog. */
export const fileServices = (
  dialog: FileDialogPort,
  preferences: Pick<PreferencesStore, 'get'>,
): Pick<ShellServices, 'tables' | 'pictures' | 'keys'> => ({
  tables: new TableExport(dialog, systemClock),
  pictures: new PictureExport(dialog),
  keys: new KeyFiles(dialog, () => preferences.get().keyBindings),
})
