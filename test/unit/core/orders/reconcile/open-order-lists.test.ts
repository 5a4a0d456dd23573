import { describe, expect, test } from 'vitest'
import type { OrderPage } from '../../../../../electron/core/orders/order-reads-port.js'
import {
  OpenOrderLists,
  type OpenOrderList,
} from '../../../../../electron/core/orders/reconcile/open-order-lists.js'
import {
  providerFailure,
  type ProviderFailure,
} from '../../../../../electron/core/provider-failure.js'
import { accountId, type AccountId } from '../../../../../shared/domain/ids.js'
import { err, ok, type Result } from '../../../../../shared/domain/result.js'
import { epochMs } from '../../../../../shared/domain/time.js'
import { foreign } from '../../../../../shared/messages/make-message.js'
import { writtenOut } from '../../../../harness/written-out.js'
import { ACCOUNT, idOf, ReconcilerFixture } from './reconciler-fixture.js'

const WALL = 5_000_000
const OTHER = accountId('OTHER')

/** Lists whose pages the test answers one by one. */
function lists() {
  const time = { ms: 0 }
  const rows = new ReconcilerFixture()
  const observed: string[] = []
  const completed: OpenOrderList[] = []
  const requested: string[] = []
  const waiting: ((page: Result<OrderPage, ProviderFailure>) => void)[] = []
  const open = new OpenOrderLists({
    clock: { now: () => epochMs(WALL + time.ms), monotonic: () => time.ms },
    observe: ({ clientOrderId }) => void observed.push(clientOrderId),
    onComplete: (list) => void completed.push(list),
    reads: {
      openOrders: (account, cursor, priority) => {
        requested.push(`${account} ${cursor ?? 'first'} ${priority}`)
        return new Promise((resolve) => waiting.push(resolve))
      },
    },
  })
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  /** Answers the oldest page that waits; the request after it leaves. */
  const answer = async (ids: readonly number[], cursor: string | null, unreadable = 0) => {
    const orders = ids.map((n) => rows.seen(n, 'listing'))
    waiting.shift()?.(ok({ orders, cursor, unreadable }))
    await settle()
  }
  const fail = async () => {
    waiting.shift()?.(err(providerFailure('unavailable', foreign('down'))))
    await settle()
  }
  return { open, time, observed, completed, requested, answer, fail, settle }
}
const NOTHING = { isComplete: false, hasPage: false }

describe('REL-31: a list of open orders', () => {
  test('has all orders of its pages, the time of the first request, and what was unreadable', async () => {
    const { open, time, observed, completed, requested, answer } = lists()
    const list = open.fresh(ACCOUNT, 'watch')
    time.ms = 100
    await answer([1, 2], 'a', 1)
    expect(completed).toEqual([])
    time.ms = 200
    await answer([3], null, 2)
    const complete = {
      accountId: ACCOUNT,
      requestedAt: WALL,
      startedAt: 0,
      ids: new Set([idOf(1), idOf(2), idOf(3)]),
      unreadable: 3,
    }
    expect(await list).toEqual(ok(complete))
    expect(completed).toEqual([complete])
    expect(observed).toEqual([idOf(1), idOf(2), idOf(3)])
    expect(requested).toEqual(['ACC first watch', 'ACC a watch'])
  })

  test('has a progress by page, which a later list does not take back', async () => {
    const { open, answer, fail } = lists()
    const pages: unknown[] = []
    const stop = open.onPage((account: AccountId) => pages.push([account, open.progress(account)]))
    expect(open.progress(ACCOUNT)).toEqual(NOTHING)
    void open.fresh(ACCOUNT, 'watch')
    await answer([1], 'a')
    await answer([2], null)
    const [first, complete] = [
      { isComplete: false, hasPage: true },
      { isComplete: true, hasPage: true },
    ]
    expect(pages).toEqual([
      [ACCOUNT, first],
      [ACCOUNT, complete],
    ])
    void open.fresh(ACCOUNT, 'watch')
    await answer([1], 'a')
    await fail()
    expect(open.progress(ACCOUNT)).toEqual(complete)
    expect(open.progress(OTHER)).toEqual(NOTHING)
    stop()
    void open.fresh(ACCOUNT, 'watch')
    await answer([1], 'a')
    expect(pages).toHaveLength(3)
  })

  test('ends with the failure of a page, or with a cursor that repeats', async () => {
    const { open, requested, answer, fail } = lists()
    const failed = open.fresh(ACCOUNT, 'watch')
    await fail()
    expect(await failed).toMatchObject({ ok: false, error: { kind: 'unavailable' } })
    expect(open.progress(ACCOUNT)).toEqual(NOTHING)
    const endless = open.fresh(ACCOUNT, 'watch')
    await answer([1], 'a')
    await answer([2], 'b')
    await answer([1], 'a')
    expect(writtenOut(await endless)).toMatchObject({
      error: {
        kind: 'malformed',
        message: 'The broker’s list repeats itself and has no end, so that it may not be complete.',
      },
    })
    expect(requested).toHaveLength(4)
  })
})

describe('REL-31: a second caller of a list', () => {
  test('shares one that began at the same time, and reads another account beside it', async () => {
    const { open, requested, answer } = lists()
    const both = [open.fresh(ACCOUNT, 'watch'), open.fresh(ACCOUNT, 'settle')]
    const other = open.fresh(OTHER, 'watch')
    expect(requested).toEqual(['ACC first watch', 'OTHER first watch'])
    await answer([1], null)
    await answer([], null)
    const [first, second] = await Promise.all(both)
    expect(second).toBe(first)
    expect(await other).toMatchObject({ value: { accountId: OTHER } })
  })

  test('waits for an older one to end where nothing is to settle, and reads it then', async () => {
    const { open, time, requested, answer } = lists()
    const older = open.fresh(ACCOUNT, 'watch')
    time.ms = 10
    const newer = open.fresh(ACCOUNT, 'watch')
    await answer([1], 'a')
    await answer([2], null)
    expect(await older).toMatchObject({ ok: true })
    await answer([3], null)
    expect(await newer).toMatchObject({ value: { ids: new Set([idOf(3)]) } })
    expect(requested).toEqual(['ACC first watch', 'ACC a watch', 'ACC first watch'])
  })

  test('gives an older one up after its page where something is to settle', async () => {
    const { open, time, observed, requested, answer } = lists()
    const older = open.fresh(ACCOUNT, 'watch')
    time.ms = 10
    const newer = open.fresh(ACCOUNT, 'settle')
    await answer([1], 'a')
    expect(await older).toMatchObject({ ok: false, error: { kind: 'stopped' } })
    expect(observed).toEqual([])
    await answer([2], null)
    expect(await newer).toMatchObject({ value: { ids: new Set([idOf(2)]) } })
    expect(requested).toEqual(['ACC first watch', 'ACC first settle'])
  })

  test('does not give up an older one that has something to settle itself', async () => {
    const { open, time, requested, answer } = lists()
    const older = open.fresh(ACCOUNT, 'settle')
    time.ms = 10
    const newer = open.fresh(ACCOUNT, 'settle')
    await answer([1], 'a')
    await answer([2], null)
    expect(await older).toMatchObject({ value: { ids: new Set([idOf(1), idOf(2)]) } })
    await answer([3], null)
    expect(await newer).toMatchObject({ ok: true })
    expect(requested).toEqual(['ACC first settle', 'ACC a settle', 'ACC first settle'])
  })
})

describe('REL-31: lists that were disposed', () => {
  test('read no further page and show none', async () => {
    const { open, observed, requested, answer } = lists()
    let pages = 0
    open.onPage(() => (pages += 1))
    const list = open.fresh(ACCOUNT, 'settle')
    open.dispose()
    await answer([1], 'a')
    expect(await list).toMatchObject({ ok: false, error: { kind: 'stopped' } })
    expect([observed, requested.length, pages]).toEqual([[], 1, 0])
  })
})
