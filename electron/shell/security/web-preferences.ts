import type { WebPreferences } from 'electron'

/** The in-memory session of all windows: no data of a page is stored on disk. */
export const WINDOW_PARTITION = 'countersign'

/**
 * The frozen preferences of every window (SEC-01), without exceptions.
 * @param preload absolute path of the bundled preload
 */
export const webPreferences = (preload: string): Readonly<WebPreferences> =>
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
    // A throttled page behind other windows would process its streams late and show old prices.
    backgroundThrottling: false,
  })
