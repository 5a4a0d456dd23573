import { describe, expect, it } from 'vitest'
import { createInvoke } from '../../../../renderer/bridge/client.js'
import { createOpenStream } from '../../../../renderer/bridge/stream.js'
import { applyFrame } from '../../../../renderer/stores/bind-streams.js'
import { createMainWindow } from '../../../../renderer/stores/main-window.js'
import type { RowStore } from '../../../../renderer/stores/row-store.js'
import { otherThan } from '../../../../renderer/bridge/same-content.js'
import { NO_FIGURES, type Position } from '../../../../shared/domain/account/account.js'
import { asMoney, asQuantity, dec } from '../../../../shared/domain/decimal.js'
import { accountId, symbol } from '../../../../shared/domain/ids.js'
import type { Frame } from '../../../../shared/ipc/streams.js'
import { FakeHost, fakeBridge } from '../fake-host.js'

const position = (positionId: string, value: string): Position => ({
  accountId: accountId('A'),
  positionId,
  symbol: symbol('SPY'),
  assetClass: 'stock',
  currency: 'USD',
  quantity: asQuantity(dec('20')),
  multiplier: dec('1'),
  ...NO_FIGURES,
  marketValue: asMoney(dec(value)),
})

/** Counts the notifications of a store: of each of these rows, and of any row. */
function countCalls(store: RowStore<string, Position>, keys: readonly string[]) {
  const calls = Object.fromEntries(['any', ...keys].map((key) => [key, 0]))
  const count = (name: string) => () => void (calls[name] = (calls[name] ?? 0) + 1)
  store.onAny(count('any'))
  for (const key of keys) store.onRow(key, count(key))
  return calls
}

const createTestWindow = (host: FakeHost) =>
  createMainWindow({
    invoke: createInvoke(fakeBridge({})),
    openStream: createOpenStream(host),
    now: () => 0,
    after: host.after,
  })

describe('a list that main sends as a whole', () => {
  it('notifies nobody of positions whose figures are the same', () => {
    const mainWindow = createTestWindow(new FakeHost())
    const send = (...positions: readonly Position[]): void =>
      applyFrame(
        mainWindow,
        { index: 0, seq: 1, kind: 'delta', asOf: 5, body: structuredClone(positions) } as Frame,
        { kind: 'positions' },
      )
    send(position('P1', '100'), position('P2', '200'))
    const { positions } = mainWindow
    const calls = countCalls(positions, ['P1', 'P2'])
    const rows = positions.all()

    send(position('P1', '100'), position('P2', '200'))
    expect(calls).toEqual({ any: 0, P1: 0, P2: 0 })
    expect(positions.all()).toBe(rows)

    send(position('P1', '100'), position('P2', '201'))
    expect(calls).toEqual({ any: 1, P1: 0, P2: 1 })
  })

  it('notifies nobody of accounts whose figures are the same', async () => {
    const host = new FakeHost()
    const { overviews } = createTestWindow(host)
    const end = overviews.watch()
    await Promise.resolve()
    const send = (value: string): void => {
      const overview = { accountId: 'A', balance: null, positions: [position('P1', value)] }
      host.last().send('snapshot', structuredClone([overview]))
      host.paint()
    }
    send('100')
    expect(overviews.positions.all()).toMatchObject([{ marketValue: '100' }])
    const calls = countCalls(overviews.positions, ['A P1'])
    let accountCalls = 0
    overviews.accounts.onAny(() => (accountCalls += 1))

    send('100')
    expect([calls, accountCalls]).toEqual([{ any: 0, 'A P1': 0 }, 0])

    send('101')
    expect([calls, accountCalls]).toEqual([{ any: 1, 'A P1': 1 }, 1])
    end()
  })
})

describe('a value that main sends again', () => {
  it.each([
    [{ a: [1, { b: null }] }, { a: [1, { b: null }] }, true],
    [new Map([[1, ['2']]]), new Map([[1, ['2']]]), true],
    [{ a: 1 }, { a: 2 }, false],
    [{ a: undefined }, {}, false],
    [[1, 2], [1], false],
    [[], {}, false],
    [null, {}, false],
    ['185.20', '185.2', false],
    [new Map([[1, 2]]), new Map([[1, 3]]), false],
  ])('%j and %j: %s', (before, next, isSame) => {
    expect(otherThan<unknown>(before, next)).toBe(isSame ? before : next)
    expect(otherThan<unknown>(next, before)).toBe(isSame ? next : before)
  })
})
