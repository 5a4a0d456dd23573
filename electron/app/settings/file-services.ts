import { systemClock } from '../../adapters/clock.js'
import type { ClockPort } from '../../core/ports.js'
import type { ShellServices } from '../../handlers/handlers.js'
import type { Desktop } from '../desktop.js'
import { KeyFiles } from './key-files.js'
import { PanelPictures } from './panel-pictures.js'
import { PictureExport } from './picture-export.js'
import type { PreferencesStore } from './preferences.js'
import type { SessionHolder } from '../session/session-holder.js'
import { TableExport } from './table-export.js'

type Sessions = Pick<SessionHolder, 'current'>
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
