import path from 'node:path'
import { app, dialog } from 'electron'
import { replacementPlace } from '../../adapters/updates/replacement-place.js'
import { putBack } from '../../adapters/updates/replace-program.js'
import { dialogLanguage } from '../../app/settings/dialog-language.js'
import { formatterOf, loadLanguages } from '../../app/settings/system-language.js'
import { MarkerFile } from '../../app/updates/marker-file.js'
import {
  decideFirstStart,
  FIRST_START_VERSION,
  type ReplacedMarker,
} from '../../core/updates/first-start.js'
import type { LastReplacement } from '../../core/updates/update-service.js'
import { message } from '../../../shared/messages/make-message.js'
import { programEnd } from './program-end.js'

const PUT_BACK = 0
const QUIT = 2

/** True where this process runs from the place of the version before, and its own is empty. */
function isMisplaced({ place }: ReplacedMarker): boolean {
  const { format, target, previous } = place
  if (programEnd.disk.existsSync(target)) return false
  const own = replacementPlace(format, process.env['APPIMAGE'], process.execPath)
  return own !== null && path.resolve(own.target) === path.resolve(previous)
}

/** Puts the version before back and starts it; returns false where that fails. */
function takeBack(file: MarkerFile, { place, from, to }: ReplacedMarker): boolean {
  if (!putBack(programEnd.disk, place).ok) return false
  file.write({ v: FIRST_START_VERSION, kind: 'put-back', from, to })
  return true
}

/** Asks about a version that did not become ready; resolves with the index of the button. */
async function ask({ from: previous, to: version }: ReplacedMarker): Promise<number> {
  // Without its texts the question is in English; that it is asked matters more.
  await loadLanguages().catch(() => undefined)
  const write = formatterOf(dialogLanguage(app.getPath('userData'), app.getLocale()))
  const { response } = await dialog.showMessageBox({
    ...{ type: 'warning', title: 'Countersign', noLink: true, defaultId: 0, cancelId: QUIT },
    message: write(message('updates.failingTitle', { version })),
    detail: write(message('updates.failingDetail', { previous })),
    buttons: [
      write(message('updates.failingBack', { previous })),
      write(message('updates.failingRetry')),
      write(message('updates.failingQuit')),
    ],
  })
  return response
}

/**
 * Handles the marker of a replacement before anything else of a start. Returns what to say of the
 * last replacement, or `ended` when another version was put in place and started.
 */
export async function handleFirstStart(
  userData: string,
): Promise<LastReplacement | null | 'ended'> {
  const file = new MarkerFile(programEnd.disk, userData)
  const start = decideFirstStart(file.read(), { version: app.getVersion(), isMisplaced })
  switch (start.kind) {
    case 'ordinary':
      return start.report
    case 'counted':
      file.write(start.marker)
      return null
    case 'misplaced':
      if (!putBack(programEnd.disk, start.marker.place).ok) return null
      file.remove()
      return restart(start.marker)
    case 'failing': {
      const answer = await ask(start.marker)
      if (answer === QUIT) {
        app.quit()
        return 'ended'
      }
      return answer === PUT_BACK && takeBack(file, start.marker) ? restart(start.marker) : null
    }
  }
}

function restart({ place }: ReplacedMarker): 'ended' {
  programEnd.startProgram(place.executable)
  app.exit(0)
  return 'ended'
}
