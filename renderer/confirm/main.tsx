import './confirm.css'
import { createRoot } from 'react-dom/client'
import { createInvoke } from '../bridge/client.js'
import { createOpenStream } from '../bridge/stream.js'
import { createWindowHost } from '../bridge/window-host.js'
import { windowBridge } from '../bridge/window-bridge.js'
import { currentConfirmText } from '../language/confirm-text.js'
import { ignoreComposition } from '../ui/keys/composition.js'
import { ConfirmPage } from './confirm-page.js'
import { createConfirmStore } from './state/confirm-store.js'
import { followAppearance } from './theme.js'
import { isLanguage } from '../../shared/messages/languages.js'
import { setLanguage } from '../language/language.js'

/** Starts the page of the confirm window: its stream, its appearance, its first paint. */
function open(root: HTMLElement): void {
  followAppearance(window)
  const bridge = windowBridge(window)
  if (bridge === null) {
    return createRoot(root).render(<p className="fatal">{currentConfirmText().outside}</p>)
  }
  const invoke = createInvoke(bridge)
  const store = createConfirmStore({ steady: () => performance.now(), time: Date.now })
  window.addEventListener(
    'pagehide',
    store.follow(createOpenStream(createWindowHost(window, bridge, 'at-once'))),
  )
  window.addEventListener(
    'error',
    (event) =>
      void invoke('app.report', {
        message: event.message.slice(0, 2_000),
        where: `confirm:${event.lineno}`,
      }),
  )
  window.addEventListener(
    'unhandledrejection',
    (event) =>
      void invoke('app.report', {
        message: String(event.reason).slice(0, 2_000),
        where: 'confirm promise',
      }),
  )
  void applyLanguage(window).then(() =>
    createRoot(root).render(<ConfirmPage store={store} invoke={invoke} />),
  )
}

ignoreComposition(window)
const root = document.getElementById('root')
if (root !== null) open(root)

/**
 * Shows the page in the language that main put into its address; English for anything unknown. Main
 * loads the page again when the person chooses another language.
 */
async function applyLanguage(page: Window): Promise<void> {
  const requested = new URLSearchParams(page.location.search).get('language')
  const language = isLanguage(requested) ? requested : 'en'
  await setLanguage(language)
  page.document.documentElement.lang = language
}
