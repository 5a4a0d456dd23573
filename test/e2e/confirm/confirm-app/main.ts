import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { app, BrowserWindow, protocol, screen, session } from 'electron'
import { systemClock } from '../../../../electron/adapters/clock.js'
import { systemTimers } from '../../../../electron/adapters/timers.js'
import { ConfirmRouter } from '../../../../electron/core/instructions/confirm/confirm-router.js'
import { valueFeed } from '../../../../electron/handlers/feeds.js'
import type { Handlers } from '../../../../electron/handlers/handler.js'
import {
  createAssetHandler,
  SCHEME_PRIVILEGES,
} from '../../../../electron/app/security/app-protocol.js'
import { ConfirmWindow } from '../../../../electron/shell/windows/confirm-window.js'
import { serveAssets } from '../../../../electron/shell/security/asset-scheme.js'
import { guardApp, guardSession } from '../../../../electron/shell/security/guards.js'
import { InvokeGate } from '../../../../electron/app/ipc/invoke-gate.js'
import { WindowPresses } from '../../../../electron/app/ipc/window-presses.js'
import { DEFAULT_KEY_BINDINGS } from '../../../../shared/domain/app/key-bindings.js'
import { openWindowPlacement } from '../../../../electron/shell/windows/window-placement.js'
import { createSenderRegistry } from '../../../../electron/app/ipc/sender-registry.js'
import { StreamGate } from '../../../../electron/app/streams/stream-gate.js'
import { registerChannels } from '../../../../electron/shell/ipc/register.js'
import { makePorts } from '../../../../electron/shell/ipc/stream-ports.js'
import { WINDOW_PARTITION } from '../../../../electron/shell/security/web-preferences.js'
import type { Language } from '../../../../shared/messages/languages.js'
import { createEmitter } from '../../../../shared/domain/emitter.js'
import { APP_SCHEME } from '../../../../shared/ipc/channels.js'
import { createFakeConfirmService, type FakeConfirmControls } from './fake-confirm-service.js'

/**
 * Runs the real window, preload, page, gates and guards with a fake queue controlled by the test.
 * Tests of the queue cover main's decisions; here only the window and the page are tested.
 */
const OUT = process.env['COUNTERSIGN_TEST_OUT'] ?? ''

protocol.registerSchemesAsPrivileged([SCHEME_PRIVILEGES])
guardApp(app)
const senders = createSenderRegistry()
const log = {
  event: (level: string, name: string, detail?: unknown) => {
    if (level === 'error') process.stderr.write(`${name} ${JSON.stringify(detail)}\n`)
  },
}

async function start(): Promise<void> {
  const windows = session.fromPartition(WINDOW_PARTITION, { cache: false })
  guardSession(windows)
  serveAssets(windows.protocol, APP_SCHEME, createAssetHandler(path.join(OUT, 'renderer')))
  const fakeService = createFakeConfirmService()
  const router = new ConfirmRouter()
  router.attach(fakeService.confirmPort)
  const appearance = {
    theme: 'dark' as 'dark' | 'light' | 'contrast',
    marketColors: 'green-red' as const,
    language: 'en' as Language,
  }
  const appearanceChanged = createEmitter<void>()
  const gate = new InvokeGate({
    // Only entries of the confirm surface can be called; the gate refuses all others before any
    // handler.
    handlers: fakeService.handlers as Handlers,
    senders,
    // Its page only decides, with evidence that the fake service itself checks.
    presses: new WindowPresses({
      clock: systemClock,
      assistive: () => false,
      keyBindings: () => DEFAULT_KEY_BINDINGS,
    }),
    log,
    clock: systemClock,
    timers: systemTimers,
    newRef: () => randomBytes(4).toString('hex'),
    locked: () => false,
  })
  const streams = new StreamGate(
    {
      senders,
      log,
      clock: systemClock,
      timers: systemTimers,
      onFeedsReplaced: () => () => undefined,
      feedOf: () =>
        Promise.resolve(
          valueFeed(
            () => router.port.live.get(),
            (changed) => router.port.live.subscribe(changed),
          ),
        ),
    },
    makePorts,
  )
  registerChannels(
    Promise.resolve({
      invoke: (event, payload) => gate.invoke(event, payload),
      stream: (event, payload) => streams.open(event, payload),
    }),
  )
  const presses: string[] = []
  const confirm = new ConfirmWindow({
    port: router.port,
    cursor: () => screen.getCursorScreenPoint(),
    onPress: (phase, place) => presses.push(`${phase} ${place}`),
    preload: path.join(OUT, 'preload', 'preload.cjs'),
    senders,
    appearance: {
      get: () => appearance,
      subscribe: (onChange) => appearanceChanged.add(onChange),
    },
    placement: () => openWindowPlacement(app.getPath('userData'), 'confirm'),
  })
  // The window in which the person is working.
  const work = new BrowserWindow({ width: 500, height: 300, x: 0, y: 0 })
  // Every session is guarded, so that no page but our own can be loaded.
  await work.loadURL('about:blank')
  await work.webContents.executeJavaScript(
    "document.title = 'Work'; document.body.innerHTML = '<input>'; document.querySelector('input').focus()",
  )
  Object.assign(globalThis, {
    confirmTest: {
      ...fakeService.controls,
      presses: () => presses,
      show: () => confirm.show(),
      theme: (theme: typeof appearance.theme) => {
        appearance.theme = theme
      },
      language: (language: Language) => {
        appearance.language = language
        appearanceChanged.emit()
      },
    } satisfies FakeConfirmControls,
  })
}

app.on('window-all-closed', () => app.quit())
void app.whenReady().then(start)
