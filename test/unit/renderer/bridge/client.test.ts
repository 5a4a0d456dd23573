import { describe, expect, it } from 'vitest'
import { createInvoke, TRADE_OPERATIONS } from '../../../../renderer/bridge/client.js'
import { contract, type OpName } from '../../../../shared/ipc/contract.js'
import { fakeBridge } from '../fake-host.js'

describe('the typed client', () => {
  it('invokes main with the operation and its input, and returns the value', async () => {
    const bridge = fakeBridge({ 'app.copy-text': () => ({}) })
    expect(await createInvoke(bridge)('app.copy-text', { text: 'x' })).toEqual({
      ok: true,
      value: {},
    })
    expect(bridge.calls).toEqual([{ op: 'app.copy-text', input: { text: 'x' } }])
  })

  it('turns a lost or unreadable answer into an error value', async () => {
    const lost = await createInvoke(fakeBridge({}))('session.get', {})
    expect(lost).toMatchObject({ ok: false, error: { code: 'internal', order: 'none' } })
    for (const answer of [
      null,
      'x',
      {},
      { ok: 'yes' },
      { ok: true },
      { ok: false },
      { ok: false, error: null },
    ]) {
      const reply = await createInvoke({
        invoke: () => Promise.resolve(answer),
        openStream: () => Promise.resolve(null),
      })('session.get', {})
      expect(reply.ok).toBe(false)
    }
  })

  it('never reports a lost trade as safe to repeat', async () => {
    const invoke = createInvoke(fakeBridge({}))
    const reply = await invoke('orders.cancel', {
      accountId: 'A' as never,
      clientOrderId: 'c' as never,
    })
    expect(reply).toMatchObject({
      ok: false,
      error: { class: 'ambiguous', order: 'may-exist', retry: 'never' },
    })
  })

  it('lists exactly the operations whose effect is a trade', () => {
    const trades = (Object.keys(contract) as OpName[]).filter(
      (op) => contract[op].effect === 'trade',
    )
    expect([...TRADE_OPERATIONS].toSorted()).toEqual(trades.toSorted())
  })
})
