import { describe, expect, it } from 'vitest'
import {
  leaveSafeMode,
  readSafeMode,
  SAFE_PANELS,
} from '../../../../renderer/app/workspace/safe-mode.js'
import { createLayoutStore } from '../../../../renderer/stores/layout.js'

const pageAt = (search: string) => {
  const addresses: string[] = []
  return {
    addresses,
    page: {
      location: { search, pathname: '/index.html' },
      history: {
        replaceState: (_state: unknown, _title: string, address: string) => addresses.push(address),
      },
    } as unknown as Parameters<typeof readSafeMode>[0],
  }
}

describe('safe mode of the main window', () => {
  it('starts only when main opened the page for it', () => {
    const layout = createLayoutStore()
    readSafeMode(pageAt('').page, layout)
    expect(layout.getState().safeMode).toBe(false)
    readSafeMode(pageAt('?safe=1').page, layout)
    expect(layout.getState().safeMode).toBe(true)
  })

  it('ends with an address that a later reload does not open in safe mode', () => {
    const layout = createLayoutStore()
    const { page, addresses } = pageAt('?safe=1')
    readSafeMode(page, layout)
    leaveSafeMode(page, layout)
    expect(layout.getState().safeMode).toBe(false)
    expect(addresses).toEqual(['/index.html'])
  })

  it('shows what is needed to see and close what is open, and not the chart', () => {
    expect(SAFE_PANELS).toEqual(expect.arrayContaining(['positions', 'orders', 'ticket']))
    expect(SAFE_PANELS).not.toContain('chart')
  })
})
