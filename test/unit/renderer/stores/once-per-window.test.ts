import { describe, expect, it } from 'vitest'
import { symbol } from '../../../../shared/domain/ids.js'
import { symbolKey } from '../../../../shared/domain/instruments/instrument-key.js'
import { drawingSessionOf } from '../../../../renderer/panels/chart/drawings/drawing-session.js'
import { panelWindow } from '../../../../renderer/stores/instances/panel-window.js'
import { ticketLinkOf } from '../../../../renderer/stores/submit/ticket-link.js'
import { orderChangesOf } from '../../../../renderer/ui/orders/order-changes.js'
import { createInvoke } from '../../../../renderer/bridge/client.js'
import { createOpenStream } from '../../../../renderer/bridge/stream.js'
import { createMainWindow } from '../../../../renderer/stores/main-window.js'
import { FakeHost, fakeBridge } from '../fake-host.js'

const createTestWindow = (host = new FakeHost()) =>
  createMainWindow({
    invoke: createInvoke(fakeBridge({})),
    openStream: createOpenStream(host),
    now: () => 0,
    after: host.after,
  })

describe('what a window has once', () => {
  it('REL-36: is the same for all of its panels, so that no order is changed on two paths', () => {
    const mainWindow = createTestWindow()
    const [chart, orders] = [panelWindow(mainWindow, 'chart'), panelWindow(mainWindow, 'orders')]
    const key = symbolKey('stock', symbol('AAPL'))
    expect(orderChangesOf(chart)).toBe(orderChangesOf(orders))
    expect(ticketLinkOf(chart)).toBe(ticketLinkOf(orders))
    expect(drawingSessionOf(chart, key)).toBe(
      drawingSessionOf(panelWindow(mainWindow, 'chart:2'), key),
    )
    expect(orderChangesOf(createTestWindow())).not.toBe(orderChangesOf(chart))
  })
})
