import './styles/index.css'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.js'
import { followTheme } from './app/theme.js'
import { markUsable } from './app/usable.js'
import { createInvoke } from './bridge/client.js'
import { createOpenStream } from './bridge/stream.js'
import { createWindowHost } from './bridge/window-host.js'
import { windowDesk } from './bridge/window-desk.js'
import { createDesk, startDesk } from './stores/desk.js'
import { loadPreferences } from './stores/preferences.js'
import { text } from './text/en.js'

const RETRY_MS = 500

/**
 * Opens the desk in this page: streams first, then the preferences that decide its look, then the
 * first paint.
 */
async function open(root: HTMLElement): Promise<void> {
  const bridge = windowDesk(window)
  if (bridge === null) return createRoot(root).render(<p className="fatal">{text.app.outside}</p>)
  const host = createWindowHost(window, bridge)
  const desk = createDesk({
    invoke: createInvoke(bridge),
    openStream: createOpenStream(host),
    now: Date.now,
    after: host.after,
  })
  window.addEventListener('pagehide', startDesk(desk))
  window.addEventListener(
    'error',
    (event) =>
      void desk.invoke('app.report', {
        message: event.message.slice(0, 2_000),
        where: `page:${event.lineno}`,
      }),
  )
  window.addEventListener(
    'unhandledrejection',
    (event) =>
      void desk.invoke('app.report', {
        message: String(event.reason).slice(0, 2_000),
        where: 'promise',
      }),
  )
  const page = createRoot(root)
  // Without the preferences the saved workspace is not known, and a default one must not be kept
  // over it.
  while (!(await loadPreferences(desk.preferences, desk.invoke))) {
    page.render(<p className="fatal">{text.app.starting}</p>)
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
  }
  followTheme(window, desk.preferences)
  markUsable(window, desk)
  page.render(<App desk={desk} />)
}

const root = document.getElementById('root')
if (root !== null) void open(root)
