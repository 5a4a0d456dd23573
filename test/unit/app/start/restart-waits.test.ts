import { describe, expect, it } from 'vitest'
import { restartWaits } from '../../../../electron/app/leave/restart-waits.js'
import type { AppStateView } from '../../../../shared/domain/app/app-state.js'
import type { ProfileId } from '../../../../shared/domain/app/profile.js'
import type { Order } from '../../../../shared/domain/orders/order.js'

type State = Pick<AppStateView, 'current' | 'armed'>
const appState = (environment: 'practice' | 'sandbox' | 'production', armed: boolean): State => ({
  current: { id: 'a' as ProfileId, name: 'A', environment },
  armed,
})
const order = (status: Order['status'], pending: unknown = null): Order =>
  ({ symbol: 'AAPL', status, pending }) as unknown as Order
const codes = (
  state: State,
  { orders = [] as readonly Order[], unread = 0 } = {},
): readonly string[] =>
  restartWaits({ appState: state, orders, assistants: { unread } }).map(({ code }) => code)

describe('REL-48 and REL-53: what every restart of the program waits for', () => {
  it('is allowed live trading; not that of a practice or sandbox session', () => {
    expect(codes(appState('production', true))).toEqual(['updates.waitsForArmed'])
    expect(codes(appState('production', false))).toEqual([])
    expect(codes(appState('sandbox', true))).toEqual([])
  })

  it('is an instruction that a person has not decided on', () => {
    expect(codes(appState('practice', true), { unread: 1 })).toEqual([
      'updates.waitsForInstruction',
    ])
  })

  it.each([
    ['is sent', order('sending')],
    ['has no known outcome', order('unknown')],
    ['is being canceled', order('working', { kind: 'cancel' })],
  ])('is an order that %s', (_what, uncertain) => {
    expect(codes(appState('practice', false), { orders: [order('working'), uncertain] })).toEqual([
      'updates.waitsForOrder',
    ])
  })

  it('is no order that works at the broker or has ended', () => {
    const orders = [order('working'), order('filled'), order('cancelled')]
    expect(codes(appState('production', false), { orders })).toEqual([])
  })
})
