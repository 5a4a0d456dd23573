import type { WebPreferences } from 'electron'

/** The in-memory session of all windows: no data of a page is stored on disk. */
export const WINDOW_PARTITION = 'countersign'

/**
 * The frozen preferences of every window (SEC-01), without exceptions.
 * @param preload absolute path of the bundled preload
 * @param rests whether the page rests while nobody can see it; a page that is made hidden, to be
 *   shown at once later, does not
 */
export const webPreferences = (preload: string, rests: boolean): Readonly<WebPreferences> =>
  Object.freeze({
    preload,
    partition: WINDOW_PARTITION,
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    webSecurity: true,
    allowRunningInsecureContent: false,
    experimentalFeatures: false,
    webviewTag: false,
    navigateOnDragDrop: false,
    spellcheck: false,
    enableWebSQL: false,
    safeDialogs: true,
    disableBlinkFeatures: 'Auxclick',
    backgroundThrottling: rests,
  })
