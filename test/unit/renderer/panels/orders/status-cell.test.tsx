import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { StatusCell } from '../../../../../renderer/panels/orders/order-cells.js'
import { MainWindowProvider } from '../../../../../renderer/stores/context.js'
import type { MainWindow } from '../../../../../renderer/stores/main-window.js'
import type { Order } from '../../../../../shared/domain/orders/order.js'
import { epochMs } from '../../../../../shared/domain/time.js'
import { order } from '../../samples.js'

const NOW = 100_000
const mainWindow = { now: () => NOW } as MainWindow

/** Returns the text of the cell for an order whose newest fact is so old. */
const paint = (changes: Partial<Order>, ageMs: number): string =>
  renderToStaticMarkup(
    <MainWindowProvider value={mainWindow}>
      <StatusCell order={order('a', { ...changes, updatedAt: epochMs(NOW - ageMs) })} />
    </MainWindowProvider>,
  )
    .replaceAll(/<[^>]*>/g, '')
    .trim()

describe('REL-41: the state of an order in the table', () => {
  it('says how old it may be while it is pending, whose end no event reports', () => {
    expect(paint({ status: 'pending' }, 1_900)).toBe('Pending')
    expect(paint({ status: 'pending' }, 4_600)).toBe('Pending ≤ 4 s')
  })

  it('says no age where events report every change', () => {
    expect(paint({ status: 'working' }, 60_000)).toBe('Working')
    expect(paint({ status: 'filled' }, 60_000)).toBe('Filled')
  })

  it('says no age of the state before a request that is on its way', () => {
    const pending = { kind: 'cancel', state: 'sent', since: epochMs(NOW - 4_600) } as const
    expect(paint({ status: 'pending', pending }, 4_600)).not.toContain('≤')
  })
})
