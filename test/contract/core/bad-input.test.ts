import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createProvider } from '../../../electron/provider/gateway.js'
import { asPrice, dec } from '../../../shared/domain/decimal.js'
import { clientOrderId, symbol } from '../../../shared/domain/ids.js'
import type { OrderDraft } from '../../../shared/domain/orders/order.js'
import { nodePorts } from '../../harness/exchange/node-ports.js'
import { priceOf, quantity, SessionFixture } from './session-fixture.js'
import { writtenOut } from '../../harness/written-out.js'

/**
 * Bad input through the whole client over the real exchange: nothing is placed, the reason is
 * reported, and the session stays usable.
 */

let desk: SessionFixture
beforeAll(async () => {
  desk = await SessionFixture.open({ pingMs: 200 })
})
afterAll(() => desk.close())

const accepted = async (): Promise<number> => {
  const state = (await desk.practice.practice.command({ command: 'state' })) as {
    accepted: Record<string, number>
  }
  return Object.keys(state.accepted).length
}
const draft = (more: Partial<OrderDraft> = {}): OrderDraft =>
  desk.draft({
    accountId: desk.selected,
    assetClass: 'stock',
    symbol: symbol('AAPL'),
    timeInForce: 'gtc',
    limitPrice: priceOf('10.00'),
    ...more,
  })

describe('an invalid order', () => {
  it.each([
    ['an unknown symbol', { symbol: symbol('NOSUCH') }, 'NOSUCH is not listed'],
    [
      'a price between two ticks',
      { limitPrice: asPrice(dec('10.005')) },
      'The limit price is between two price steps',
    ],
    ['a price of zero', { limitPrice: asPrice(dec('0')) }, 'The limit price must be above zero'],
    ['a quantity of zero', { size: quantity('0') }, 'Enter a quantity above zero'],
    ['a negative quantity', { size: quantity('-5') }, 'Enter a quantity above zero'],
    [
      'a quantity with six decimals',
      { size: quantity('1.000001') },
      'A quantity has at most five decimal places',
    ],
  ] as const)(
    'an invalid order with %s is refused with a reason, places nothing and leaves the session ready',
    async (_name, more, message) => {
      const before = await accepted()
      // `denied` means that nothing was sent.
      expect(writtenOut(await desk.session.orders.submit(desk.ticket(), draft(more)))).toEqual({
        ok: true,
        value: { outcome: 'denied', reasons: [expect.stringContaining(message) as string] },
      })
      expect(await accepted()).toBe(before)
      expect(desk.session.connection.view().phase).toBe('ready')
    },
  )
})

describe('a request with invalid authentication', () => {
  it('is refused for a wrong signature and places nothing', async () => {
    const before = await accepted()
    const forger = desk.practice.provider({ appSecret: 'wrong' })
    expect(
      writtenOut(await forger.trade.place(draft(), clientOrderId('forged-0000000001'))),
    ).toMatchObject({
      outcome: 'not-sent',
      reason: expect.stringMatching(/[A-Za-z]{3}/) as string,
    })
    expect(await accepted()).toBe(before)
  })

  it('is refused for a stale timestamp and works again once the clock is right', async () => {
    const provider = desk.practice.provider()
    expect((await provider.portfolio.accounts()).ok).toBe(true)
    const before = await accepted()
    await desk.practice.practice.command({ command: 'skew', ms: 600_000 })
    expect(await provider.trade.place(draft(), clientOrderId('stale-00000000001'))).toMatchObject({
      outcome: 'rejected',
    })
    await desk.practice.practice.command({ command: 'skew', ms: 0 })
    expect(await accepted()).toBe(before)
    expect((await provider.portfolio.accounts()).ok).toBe(true)
  })

  it('is refused for a replayed nonce and places nothing', async () => {
    const { endpoints, ready } = desk.practice
    const dependencies = nodePorts(ready.ca)
    let frozen = false
    const provider = createProvider({
      endpoints,
      mode: 'key',
      credentials: { appKey: ready.appKey, appSecret: ready.appSecret, algorithm: 'HMAC-SHA256' },
      client: { clientId: ready.clientId, clientSecret: ready.clientSecret, scope: ready.scope },
      tokenStore: { load: () => Promise.resolve(null), save: () => Promise.resolve() },
      ports: {
        ...dependencies,
        random: {
          ...dependencies.random,
          bytes: (count) =>
            frozen ? new Uint8Array(count).fill(7) : dependencies.random.bytes(count),
        },
      },
    })
    try {
      expect((await provider.portfolio.accounts()).ok).toBe(true)
      frozen = true
      const before = await accepted()
      expect(await provider.trade.place(draft(), clientOrderId('nonce-00000000001'))).toMatchObject(
        { outcome: 'acknowledged' },
      )
      expect(await provider.trade.place(draft(), clientOrderId('nonce-00000000002'))).toMatchObject(
        { outcome: 'rejected' },
      )
      expect(await accepted()).toBe(before + 1)
    } finally {
      provider.close()
    }
  })
})
