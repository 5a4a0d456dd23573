import { app, dialog, type BrowserWindow } from 'electron'
import { CrashLimit } from '../../app/windows/crash-limit.js'
import type { CrashChoice } from '../../app/windows/crashed-window.js'
import type { Surface } from '../../../shared/ipc/entry.js'
import { CRASHED_HASH } from '../../../shared/domain/app/crashed-page.js'
import { APP_ORIGIN } from '../../../shared/ipc/channels.js'

/** The main window's page without the saved layout and with few panels. */
export const SAFE_PAGE = 'index.html?safe=1'
const SAFE_ADDRESS = `${APP_ORIGIN}/${SAFE_PAGE}`

/**
 * Reloads the page of a window after a crash; its streams start again with a snapshot. After too
 * many crashes within a minute the person decides in a native dialog, which needs no page. Orders,
 * halts and events are managed outside the page and continue meanwhile.
 */
export function recoverFromCrashes(window: BrowserWindow, surface: Surface): void {
  const limit = new CrashLimit(() => performance.now())
  let deciding = false
  const decide = async (): Promise<void> => {
    deciding = true
    const choice = await requestChoice(surface)
    deciding = false
    limit.reset()
    if (!window.isDestroyed()) apply(window, choice)
  }
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    // A page that ends in order belongs to a window that is being closed.
    if (window.isDestroyed() || deciding || reason === 'clean-exit') return
    if (!limit.mayReload()) void decide()
    else if (surface === 'confirm') window.webContents.reload()
    else void window.loadURL(crashedAddress(window.webContents.getURL()))
  })
}

/** Returns the address of a page that says that it was loaded again after a crash. */
const crashedAddress = (address: string): string => {
  const url = new URL(address)
  url.hash = CRASHED_HASH
  return url.href
}

/** Shows the dialog. Its texts are loaded late, because the first window does not need them. */
async function requestChoice(surface: Surface): Promise<CrashChoice> {
  const [{ crashChoice, crashDialog }, { dialogLanguage }, languages] = await Promise.all([
    import('../../app/windows/crashed-window.js'),
    import('../../app/settings/dialog-language.js'),
    import('../../app/settings/system-language.js'),
  ])
  // The page may be gone before the program has loaded them.
  await languages.loadLanguages()
  const language = dialogLanguage(app.getPath('userData'), app.getLocale())
  const { response } = await dialog.showMessageBox(
    crashDialog(surface, languages.formatterOf(language)),
  )
  return crashChoice(surface, response)
}

function apply(window: BrowserWindow, choice: CrashChoice): void {
  switch (choice) {
    case 'reload':
      return window.webContents.reload()
    case 'safe-mode':
      return void window.loadURL(SAFE_ADDRESS)
    case 'close':
      return window.destroy()
    case 'quit':
      return app.quit()
  }
}
