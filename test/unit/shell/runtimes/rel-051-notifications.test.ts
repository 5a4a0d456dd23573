import { EventEmitter } from 'node:events'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { showNotification } from '../../../../electron/shell/system/system-notification.js'

const notifications: EventEmitter[] = []
const behavior = { isSupported: true, refuses: false }
vi.mock('electron', () => ({
  BrowserWindow: {},
  shell: {},
  Notification: class extends EventEmitter {
    static isSupported = (): boolean => behavior.isSupported
    constructor() {
      super()
      if (behavior.refuses) throw new Error('no permission')
      notifications.push(this)
    }
    show(): void {}
    close(): void {}
  },
}))

const CONTENT = { title: 'Order filled', body: 'AAPL' }

beforeEach(() => {
  notifications.length = 0
  Object.assign(behavior, { isSupported: true, refuses: false })
})

describe('REL-51: a system notification', () => {
  it.each([
    ['nothing, as in older runtimes', []],
    ['an event, as in newer runtimes', [{ preventDefault: () => undefined }]],
  ])('passes no argument on when a click brings %s', (_name, event) => {
    const onClick = vi.fn()
    showNotification(CONTENT, onClick)
    notifications[0]?.emit('click', ...event)
    expect(onClick.mock.calls).toEqual([[]])
  })

  it('is forgotten when a newer runtime could not show it', () => {
    showNotification(CONTENT, () => undefined)
    const fail = () => notifications[0]?.emit('failed', { error: 'not signed' }, 'not signed')
    expect(fail).not.toThrow()
  })

  it('is none, and ends nothing, when the runtime refuses it', () => {
    behavior.refuses = true
    expect(showNotification(CONTENT, () => undefined)).toBeNull()
  })
})
