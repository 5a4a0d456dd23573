import { EventEmitter } from 'node:events'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import type { App, Session } from 'electron'
import { guardApp, guardSession } from '../../electron/shell/security/guards.js'
import { appendQuietSwitches } from '../../electron/shell/security/no-network.js'

const typings = readFileSync(path.resolve('node_modules/electron/electron.d.ts'), 'utf8')

/** Every permission in the installed typings, so that an upgrade includes new ones. */
const permissions = [
  ...typings.matchAll(/setPermission(?:Request|Check)Handler\(handler:.*?permission: ([^,]+),/gs),
].flatMap(([, union]) => [...(union ?? '').matchAll(/'([\w-]+)'/g)].map(([, name]) => name ?? ''))

function unguardedSession() {
  const handlers: Record<string, (...args: never[]) => unknown> = {}
  const storeHandler = (name: string) => (handler: (...args: never[]) => unknown) => {
    handlers[name] = handler
  }
  const session = Object.assign(new EventEmitter(), {
    setPermissionRequestHandler: storeHandler('request'),
    setPermissionCheckHandler: storeHandler('check'),
    setDevicePermissionHandler: storeHandler('device'),
    setDisplayMediaRequestHandler: storeHandler('display'),
    setUSBProtectedClassesHandler: storeHandler('usb'),
    setBluetoothPairingHandler: storeHandler('bluetooth'),
    setSpellCheckerEnabled: vi.fn(),
    setSpellCheckerLanguages: vi.fn(),
    webRequest: {
      onBeforeRequest: (_filter: unknown, handler: (...args: never[]) => unknown) => {
        handlers['web'] = handler
      },
    },
  })
  const call = (name: string, ...args: unknown[]): unknown =>
    (handlers[name] as unknown as (...a: unknown[]) => unknown)(...args)
  return { session, call }
}

function fakeSession() {
  const fake = unguardedSession()
  guardSession(fake.session as unknown as Session)
  return fake
}

describe('SEC-06: permissions', () => {
  it('finds the permissions of the installed typings', () => {
    expect(new Set(permissions).size).toBeGreaterThan(20)
  })

  it('denies every permission, on request and on check', () => {
    const { call } = fakeSession()
    for (const permission of [...permissions, 'a-permission-of-tomorrow']) {
      const callback = vi.fn()
      call('request', {}, permission, callback, {})
      expect(callback, permission).toHaveBeenCalledWith(false)
      expect(call('check', {}, permission, 'app://desk', {}), permission).toBe(false)
    }
    expect(call('device', {})).toBe(false)
  })

  it('SEC-04: cancels every request except those to its own origin', () => {
    const { call } = fakeSession()
    const cancelled = (url: string): boolean => {
      const callback = vi.fn<(answer: { cancel: boolean }) => void>()
      call('web', { url }, callback)
      return callback.mock.calls[0]?.[0].cancel ?? false
    }
    for (const url of [
      'https://example.com/a',
      'http://127.0.0.1:80/',
      'ws://x/',
      'app://desk.evil/',
      'app://other/',
      'file:///etc/passwd',
      'ftp://x/',
      'data:text/html,x',
      'nonsense',
    ]) {
      expect(cancelled(url), url).toBe(true)
    }
    expect(cancelled('app://desk/assets/index.js')).toBe(false)
  })

  it('SEC-04: turns the spell checker off, which would fetch a dictionary', () => {
    const { session } = fakeSession()
    expect(session.setSpellCheckerEnabled).toHaveBeenCalledWith(false)
    expect(session.setSpellCheckerLanguages).toHaveBeenCalledWith([])
  })

  it('SEC-04: guards every session that is created later', () => {
    const app = new EventEmitter()
    guardApp(app as unknown as App)
    const { session } = unguardedSession()
    app.emit('session-created', session)
    app.emit('session-created', session)
    expect(session.setSpellCheckerEnabled).toHaveBeenCalledTimes(1)
    expect(session.listenerCount('will-download')).toBe(1)
  })

  it('SEC-04: maps every host to nothing and appends the switches that keep Chromium quiet', () => {
    const switches = new Map<string, string | undefined>()
    appendQuietSwitches({
      commandLine: {
        appendSwitch: (name: string, value?: string) => void switches.set(name, value),
      },
    } as unknown as App)
    expect(switches.get('host-resolver-rules')).toBe('MAP * ~NOTFOUND')
    expect([...switches.keys()]).toEqual(
      expect.arrayContaining(['disable-background-networking', 'no-proxy-server']),
    )
  })
})
