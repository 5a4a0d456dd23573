import { readFileSync } from 'node:fs'
import { describe, expect, it, vi } from 'vitest'

describe('SEC-09: preload', () => {
  it('exposes exactly two functions on fixed channels, and never an event object', async () => {
    const exposed: Record<string, Record<string, (...args: unknown[]) => unknown>> = {}
    const invoked: unknown[][] = []
    const listeners = new Map<string, (...args: unknown[]) => void>()
    vi.doMock('electron', () => ({
      contextBridge: {
        exposeInMainWorld: (name: string, api: never) => {
          exposed[name] = api
        },
      },
      ipcRenderer: {
        invoke: (...args: unknown[]) => {
          invoked.push(args)
          return Promise.resolve(null)
        },
        on: (channel: string, listener: (...args: unknown[]) => void) =>
          listeners.set(channel, listener),
      },
    }))
    const posted: unknown[][] = []
    vi.stubGlobal('window', { postMessage: (...args: unknown[]) => posted.push(args) })
    await import('../../electron/preload/preload.js')
    expect(Object.keys(exposed)).toEqual(['countersign'])
    expect(Object.keys(exposed['countersign'] ?? {}).sort()).toEqual(['invoke', 'openStream'])
    await exposed['countersign']?.['invoke']?.('orders.submit', { a: 1 }, 'extra')
    await exposed['countersign']?.['openStream']?.({ id: 'x' }, 'extra')
    expect(invoked).toEqual([
      ['desk:invoke', { op: 'orders.submit', input: { a: 1 } }],
      ['desk:stream', { id: 'x' }],
    ])
    expect([...listeners.keys()]).toEqual(['desk:port'])
    listeners.get('desk:port')?.({ ports: ['port'], sender: 'secret' }, 'stream-1')
    expect(posted).toEqual([[{ kind: 'desk:port', id: 'stream-1' }, 'app://desk', ['port']]])
    vi.doUnmock('electron')
    vi.unstubAllGlobals()
  })

  it('imports only contextBridge and ipcRenderer from Electron', () => {
    const source = readFileSync('electron/preload/preload.ts', 'utf8')
    expect(
      source
        .match(/import \{([^}]+)\} from 'electron'/)?.[1]
        ?.split(',')
        .map((name) => name.trim())
        .sort(),
    ).toEqual(['contextBridge', 'ipcRenderer'])
  })
})
