import type { WebPreferences } from 'electron'

/** The in-memory session of all our windows: nothing of a page is kept on the disk (safety S4). */
export const WINDOW_PARTITION = 'countersign'

/**
 * The frozen preferences of every window (SEC-01). A window that needs something else is a
 * different product.
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
    // Streams keep arriving behind other windows; a throttled page would fall behind and show old
    // prices.
    backgroundThrottling: false,
  })
