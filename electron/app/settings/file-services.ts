import { systemClock } from '../../adapters/clock.js'
import type { ShellServices } from '../../handlers/handlers.js'
import type { Desktop } from '../desktop.js'
import { KeyFiles } from './key-files.js'
import { PanelPictures } from './panel-pictures.js'
import { PictureExport } from './picture-export.js'
import type { PreferencesStore } from './preferences.js'
import { TableExport } from './table-export.js'

type FileServicesDesktop = Pick<Desktop, 'fileDialog' | 'captureWindow' | 'copyPicture' | 'quit'>

/** Creates what saves and reads files that the person chooses in a dialog, and quits. */
export const fileServices = (
  { fileDialog: dialog, captureWindow, copyPicture, quit }: FileServicesDesktop,
  preferences: Pick<PreferencesStore, 'get'>,
): Pick<ShellServices, 'tables' | 'pictures' | 'keys' | 'panelPictures' | 'quit'> => ({
  quit,
  tables: new TableExport(dialog, systemClock),
  pictures: new PictureExport(dialog),
  panelPictures: new PanelPictures({
    dialog,
    clock: systemClock,
    capture: captureWindow,
    copy: copyPicture,
  }),
  keys: new KeyFiles(dialog, () => preferences.get().keyBindings),
})
