import { describe, expect, it, vi } from 'vitest'
import {
  cancelOrder,
  cancelOrders,
  formatOrder,
} from '../../../../../renderer/ui/orders/order-actions.js'
import {
  changeOf,
  editableFields,
  editOf,
  shownEdit,
  summarizeChange,
} from '../../../../../renderer/ui/orders/order-change.js'
import { matches, mergeOrders } from '../../../../../renderer/panels/orders/order-filter.js'
import { isChangeable } from '../../../../../renderer/ui/orders/changeable.js'
import { englishText } from '../../../../../renderer/language/window-text.js'
import { createInvoke } from '../../../../../renderer/bridge/client.js'
import { createToastStore } from '../../../../../renderer/stores/toasts.js'
import { ORDER_STATUSES } from '../../../../../shared/domain/orders/order-state.js'
import { asPrice, asQuantity, dec } from '../../../../../shared/domain/decimal.js'
import { accountId } from '../../../../../shared/domain/ids.js'
import { epochMs } from '../../../../../shared/domain/time.js'
import type { Order } from '../../../../../shared/domain/orders/order.js'
import { fakeBridge } from '../../fake-host.js'
import { order, price } from '../../samples.js'
import { foreign } from '../../../../../shared/messages/make-message.js'
import { PATIENCE } from '../../../../harness/system/until.js'

const ALL = { filter: 'all', account: null, search: '' } as const

describe('the order filter', () => {
  it('puts every status under exactly one of working and done; uncertain ones are working', () => {
    for (const status of ORDER_STATUSES) {
      const testOrder = order('a', { status })
      expect(
        [
          matches(testOrder, { ...ALL, filter: 'working' }),
          matches(testOrder, { ...ALL, filter: 'done' }),
        ].filter(Boolean),
      ).toHaveLength(1)
      expect(matches(testOrder, ALL)).toBe(true)
    }
    expect(matches(order('a', { status: 'unknown' }), { ...ALL, filter: 'working' })).toBe(true)
  })
  it('finds symbols by any part, in any case', () =>
    expect([' aap ', 'x'].map((search) => matches(order('a'), { ...ALL, search }))).toEqual([
      true,
      false,
    ]))
  it('shows the orders of one account when one is chosen', () => {
    const known = order('a')
    expect(matches(known, { ...ALL, account: known.accountId })).toBe(true)
    expect(matches(known, { ...ALL, account: accountId('another') })).toBe(false)
  })
  it('prefers the live order over the same one from history', () => {
    const [live, old] = [order('a', { status: 'filled' }), order('a', { status: 'working' })]
    expect(mergeOrders([live], [old, order('b')]).map((entry) => entry.status)).toEqual([
      'filled',
      'working',
    ])
  })
  it('allows changes only to orders at the exchange with no change in flight', () => {
    expect(ORDER_STATUSES.filter((status) => isChangeable(order('a', { status })))).toEqual([
      'pending',
      'working',
      'partially-filled',
    ])
    expect(
      isChangeable(
        order('a', { pending: { kind: 'cancel', state: 'unknown', since: epochMs(0) } }),
      ),
    ).toBe(false)
  })
})

describe('replacing in the row', () => {
  const limit = order('a')
  const edit = (more: object) => ({ ...editOf(limit), ...more })
  it('starts from figures as a person writes them, not as the wire pads them', () => {
    const padded = order('a', {
      quantity: asQuantity(dec('3.00000')),
      limitPrice: asPrice(dec('669.6')),
      stopPrice: asPrice(dec('0.1234')),
    })
    expect(editOf(padded)).toEqual({
      quantity: '3',
      limitPrice: '669.60',
      stopPrice: '0.1234',
      trailStep: '',
    })
    expect(changeOf(padded, editOf(padded), true)).toEqual({ ok: false, problem: null })
  })
  it('sends only what was typed, also when the order was changed elsewhere meanwhile', () => {
    const typed = { quantity: '9' }
    const before = order('a', { limitPrice: price('185.20') })
    expect(shownEdit(before, typed)).toMatchObject({ quantity: '9', limitPrice: '185.20' })
    // The row was hidden behind another tab while the chart moved the order.
    const moved = order('a', { limitPrice: price('186') })
    expect(shownEdit(moved, typed)).toMatchObject({ quantity: '9', limitPrice: '186.00' })
    expect(changeOf(moved, shownEdit(moved, typed), true)).toMatchObject({
      ok: true,
      change: { quantity: '9' },
    })
    expect(changeOf(moved, shownEdit(moved, {}), true)).toEqual({ ok: false, problem: null })
  })
  it('sends only what differs, by value and not by text', () => {
    expect(changeOf(limit, edit({ limitPrice: '185.2' }), true)).toEqual({
      ok: false,
      problem: null,
    })
    const changed = changeOf(limit, edit({ limitPrice: '185.25' }), true)
    expect(changed).toEqual({
      ok: true,
      change: { limitPrice: '185.25' },
      next: { limitPrice: '185.25' },
    })
    expect(changed.ok && summarizeChange(limit, changed.next, englishText)).toEqual([
      'Limit 185.20 → 185.25',
    ])
    expect(changeOf(limit, edit({ quantity: '1,200', limitPrice: '186' }), true)).toMatchObject({
      ok: true,
      change: { quantity: '1200', limitPrice: '186' },
    })
  })
  it.each([
    [{ quantity: '' }, 'quantity-not-positive'],
    [{ quantity: '-5' }, 'quantity-not-positive'],
    [{ quantity: 'ten' }, 'quantity-not-positive'],
    [{ limitPrice: '0' }, 'limit-price-not-positive'],
    [{ limitPrice: '185.255' }, 'limit-price-tick'],
    [{ quantity: '1.000001' }, 'quantity-precision'],
  ])('refuses %o with its reason', (more, problem) =>
    expect(changeOf(limit, edit(more), true)).toEqual({ ok: false, problem }),
  )
  it.each(['option', 'futures', 'event'] as const)(
    'leaves the rules of the product to main for %s',
    (assetClass) => {
      const working = order('a', { assetClass, limitPrice: price('0.05') })
      expect(changeOf(working, { ...editOf(working), limitPrice: '0.10' }, true)).toMatchObject({
        ok: true,
        change: { limitPrice: '0.10' },
      })
    },
  )
  it("offers the fields of the order's type", () => {
    expect(editableFields(limit)).toEqual(['quantity', 'limitPrice'])
    expect(editableFields(order('a', { type: 'stop-limit', stopPrice: price('180') }))).toEqual([
      'quantity',
      'limitPrice',
      'stopPrice',
    ])
    const trailing = order('a', {
      type: 'trailing-stop',
      limitPrice: null,
      trail: { kind: 'amount', step: dec('1.5') },
    })
    expect(editableFields(trailing)).toEqual(['quantity', 'trailStep'])
    expect(changeOf(trailing, { ...editOf(trailing), trailStep: '2' }, true)).toMatchObject({
      ok: true,
      change: { trail: { kind: 'amount', step: '2' } },
    })
  })
})

describe('canceling', () => {
  const mainWindowWith = (answer: unknown) => ({
    invoke: createInvoke(fakeBridge({ 'orders.cancel': () => answer })),
    toasts: createToastStore(),
  })
  const toastTones = (mainWindow: ReturnType<typeof mainWindowWith>) =>
    mainWindow.toasts.getState().toasts.map((entry) => entry.tone)

  it.each([
    [{ outcome: 'acknowledged', order: order('a') }, true, 'good'],
    [{ outcome: 'rejected', order: null, code: 'X', reason: foreign('no') }, false, 'bad'],
    [{ outcome: 'denied', reasons: [foreign('halted')] }, false, 'bad'],
    [{ outcome: 'unknown', order: order('a') }, false, 'warn'],
  ])('shows the result: %o', async (answer, taken, tone) => {
    const mainWindow = mainWindowWith(answer)
    expect(await cancelOrder(mainWindow, order('a'))).toBe(taken)
    expect(toastTones(mainWindow)).toEqual([tone])
  })

  it('warns when no answer came', async () => {
    const mainWindow = { invoke: createInvoke(fakeBridge({})), toasts: createToastStore() }
    expect(await cancelOrder(mainWindow, order('a'))).toBe(false)
    expect(toastTones(mainWindow)).toEqual(['warn'])
    expect(mainWindow.toasts.getState().toasts[0]?.detail?.(englishText)).toContain(
      'may have been placed',
    )
  })

  it('cancels all orders despite failures, and skips finished ones', async () => {
    const sent: string[] = []
    const cancel = async (target: Order): Promise<boolean> => {
      await Promise.resolve()
      sent.push(target.clientOrderId)
      return target.clientOrderId !== 'b'
    }
    const progress = vi.fn()
    const taken = await cancelOrders([order('a'), order('b'), order('gone'), order('c')], {
      cancel,
      present: (target) => (target.clientOrderId === 'gone' ? undefined : target),
      onProgress: progress,
      stopped: () => false,
    })
    expect(taken).toBe(2)
    expect(sent).toEqual(['a', 'b', 'c'])
    expect(progress.mock.calls.map(([step]) => (step as { done: number }).done)).toEqual([
      0, 1, 2, 3, 4,
    ])
  })

  it('REL-36: cancels all other orders while one cancel has no answer', async () => {
    const sent: string[] = []
    const progress = vi.fn()
    const ids = Array.from({ length: 100 }, (_, index) => `order-${index}`)
    void cancelOrders(
      ids.map((id) => order(id)),
      {
        cancel: (target) => {
          sent.push(target.clientOrderId)
          return target.clientOrderId === 'order-0'
            ? new Promise(() => undefined)
            : Promise.resolve(true)
        },
        present: (target) => target,
        onProgress: progress,
        stopped: () => false,
      },
    )
    await vi.waitFor(() => expect(sent).toEqual(ids), PATIENCE)
    expect(progress).toHaveBeenLastCalledWith({ done: 99, total: 100 })
  })

  it('starts no further cancel after a stop', async () => {
    const sent: string[] = []
    const ids = Array.from({ length: 100 }, (_, index) => `order-${index}`)
    await cancelOrders(
      ids.map((id) => order(id)),
      {
        cancel: async (target) => sent.push(target.clientOrderId) > 0,
        present: (target) => target,
        onProgress: vi.fn(),
        stopped: () => sent.length > 0,
      },
    )
    expect(sent).toEqual(['order-0'])
  })

  it('formats an order in a few words', () =>
    expect(formatOrder(order('a'), englishText)).toBe('Buy 100 AAPL @ 185.20'))
})
