import type { App, Event, Session, WebContents } from 'electron'
import { APP_ORIGIN } from '../../../shared/ipc/channels.js'
import { turnOffSpellChecker } from './no-network.js'

const sameOrigin = (address: string): boolean => {
  try {
    const url = new URL(address)
    return `${url.protocol}//${url.host}` === APP_ORIGIN
  } catch {
    return false
  }
}

/**
 * Denies every navigation of a page: links, redirects, new windows, webviews (SEC-05). Our pages
 * never navigate, not even to our own origin. Reloading stays possible, because it emits none of
 * these events.
 */
export function guardContents(contents: WebContents): void {
  const deny = (event: Pick<Event, 'preventDefault'>): void => event.preventDefault()
  contents.on('will-navigate', deny)
  contents.on('will-frame-navigate', deny)
  contents.on('will-redirect', deny)
  contents.on('will-attach-webview', deny)
  contents.setWindowOpenHandler(() => ({ action: 'deny' }))
}

/**
 * Guards all future contents and sessions, and refuses every certificate error and client
 * certificate request.
 * @param reachable as for {@link guardSession}
 */
export function guardApp(app: App, reachable: string | null = null): void {
  app.on('web-contents-created', (_event, contents) => guardContents(contents))
  app.on('session-created', (session) => guardSession(session, reachable))
  app.on('certificate-error', (event, _contents, _url, _error, _certificate, callback) => {
    event.preventDefault()
    callback(false)
  })
  app.on('login', (event) => event.preventDefault())
}

const guarded = new WeakSet<Session>()

/**
 * Guards a session: no permission, no device, no spell checker, no network except our own scheme
 * (SEC-04, SEC-06). A session that is already guarded stays as it is.
 * @param reachable an address of this computer, with its port, that pages may connect to; null in
 *   the product
 */
export function guardSession(session: Session, reachable: string | null = null): void {
  if (guarded.has(session)) return
  guarded.add(session)
  turnOffSpellChecker(session)
  session.setPermissionRequestHandler((_contents, _permission, callback) => callback(false))
  session.setPermissionCheckHandler(() => false)
  session.setDevicePermissionHandler(() => false)
  session.setDisplayMediaRequestHandler((_request, callback) => callback({}))
  session.setUSBProtectedClassesHandler?.(() => [])
  session.setBluetoothPairingHandler?.((_details, callback) => callback({ confirmed: false }))
  session.on('select-hid-device', (event, _details, callback) => {
    event.preventDefault()
    callback('')
  })
  session.on('select-serial-port', (event, _ports, _contents, callback) => {
    event.preventDefault()
    callback('')
  })
  session.on('select-usb-device', (event, _details, callback) => {
    event.preventDefault()
    callback()
  })
  session.on('will-download', (event) => event.preventDefault())
  session.webRequest.onBeforeRequest({ urls: ['<all_urls>'] }, (details, callback) => {
    callback({
      cancel: !(
        sameOrigin(details.url) ||
        (reachable !== null && details.url.startsWith(`ws://${reachable}/`)) ||
        details.url.startsWith('devtools://') ||
        details.url.startsWith('data:image/')
      ),
    })
  })
}
