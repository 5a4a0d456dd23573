import { describe, expect, test } from 'vitest'
import {
  KillCheck,
  type KillCheckDeps,
} from '../../../../../electron/core/instructions/kill-switch/kill-check.js'
import { accountId, clientOrderId, type ClientOrderId } from '../../../../../shared/domain/ids.js'
import type { Order } from '../../../../../shared/domain/orders/order.js'
import type { OrderStatus } from '../../../../../shared/domain/orders/order-state.js'
import { appError } from '../../../../../shared/domain/app/app-error.js'
import { err, ok } from '../../../../../shared/domain/result.js'
import { foreign } from '../../../../../shared/messages/make-message.js'

const FIRST = accountId('ACC-1')
const SECOND = accountId('ACC-2')
const ID = clientOrderId('1'.repeat(32))
const UNREACHABLE = err(appError('provider/unavailable', foreign('down')))
const always = (): boolean => true

/** The lists, rows and details of two accounts; everything listed is in the scope of the kill. */
class Accounts {
  phase = 'ready'
  readonly listed = new Map<string, ClientOrderId[] | 'fails'>()
  /** How many orders of an account's list cannot be read. */
  readonly unreadable = new Map<string, number>()
  collected = 0
  readonly rows = new Map<ClientOrderId, OrderStatus>()
  detail: OrderStatus | 'none' | 'fails' = 'cancelled'
  /** The account of each list that was read. */
  readonly reads: string[] = []
  onRead: () => void = () => undefined
  readonly check = new KillCheck(this.#deps())

  #deps(): KillCheckDeps {
    const deps = {
      session: {
        connection: {
          view: () => ({
            phase: this.phase,
            accounts: [{ accountId: FIRST }, { accountId: SECOND }],
          }),
        },
        queries: {
          openOrders: async (account: string) => {
            this.reads.push(account)
            this.onRead()
            const ids = this.listed.get(account) ?? []
            if (ids === 'fails') return UNREACHABLE
            return ok({ ids: new Set(ids), unreadable: this.unreadable.get(account) ?? 0 })
          },
          order: async () => {
            if (this.detail === 'fails') return UNREACHABLE
            return ok(this.detail === 'none' ? null : ({ status: this.detail } as Order))
          },
        },
      },
      clock: { now: () => 0, monotonic: () => 0 },
      log: { event: () => undefined },
      targets: {
        collect: () => {
          this.collected += 1
        },
        includes: () => true,
        rows: () =>
          new Map(
            [...this.rows].map(([id, status]) => [
              id,
              { clientOrderId: id, status } as unknown as Order,
            ]),
          ),
      },
    }
    return deps as unknown as KillCheckDeps
  }
}

describe('REL-36: a kill left nothing open', () => {
  test('a kill left nothing open once the lists of every account were read twice', async () => {
    const accounts = new Accounts()
    expect(await accounts.check.provesNothingOpen(always)).toBe(true)
    expect(accounts.reads).toEqual([FIRST, SECOND, FIRST, SECOND])
  })

  test.each([FIRST, SECOND])(
    'a kill is not over while the list of %s names an order',
    async (account) => {
      const accounts = new Accounts()
      accounts.listed.set(account, [ID])
      expect(await accounts.check.provesNothingOpen(always)).toBe(false)
      accounts.rows.set(ID, 'working')
      expect(await accounts.check.provesNothingOpen(always)).toBe(false)
    },
  )

  test.each([FIRST, SECOND])(
    'a kill is not over while an order in the list of %s cannot be read; the others are canceled meanwhile',
    async (account) => {
      const accounts = new Accounts()
      accounts.unreadable.set(account, 1)
      expect(await accounts.check.provesNothingOpen(always)).toBe(false)
      expect(accounts.check.isListed).toBe(false)
      expect(accounts.reads).toEqual([FIRST, SECOND])
      expect(accounts.collected).toBe(1)
      accounts.unreadable.delete(account)
      expect(await accounts.check.provesNothingOpen(always)).toBe(true)
    },
  )

  test.each([FIRST, SECOND])(
    'a kill is not over while the list of %s cannot be read',
    async (account) => {
      const accounts = new Accounts()
      accounts.listed.set(account, 'fails')
      expect(await accounts.check.provesNothingOpen(always)).toBe(false)
      expect(accounts.check.isListed).toBe(false)
      accounts.listed.delete(account)
      expect(await accounts.check.provesNothingOpen(always)).toBe(true)
    },
  )

  test('a second list that fails, or names a new order, does not end a kill', async () => {
    const accounts = new Accounts()
    await accounts.check.discover()
    accounts.listed.set(SECOND, 'fails')
    expect(await accounts.check.provesNothingOpen(always)).toBe(false)
    accounts.listed.set(SECOND, [ID])
    expect(await accounts.check.provesNothingOpen(always)).toBe(false)
  })

  test('a kill is not over while the session is starting', async () => {
    const accounts = new Accounts()
    accounts.phase = 'starting'
    expect(await accounts.check.provesNothingOpen(always)).toBe(false)
    expect(accounts.reads).toEqual([])
  })

  test('no end of a kill is recorded after the kill was lifted meanwhile', async () => {
    const accounts = new Accounts()
    let isLifted = false
    accounts.onRead = () => {
      isLifted = accounts.reads.length > 2
    }
    expect(await accounts.check.provesNothingOpen(() => !isLifted)).toBe(false)
  })

  test.each([
    ['cancelled', true],
    ['none', true],
    ['working', false],
    ['fails', false],
  ] as const)(
    'Order Detail decides where a list still names an ended order: %s gives %s',
    async (detail, isProved) => {
      const accounts = new Accounts()
      accounts.listed.set(SECOND, [ID])
      accounts.rows.set(ID, 'cancelled')
      accounts.detail = detail
      expect(await accounts.check.provesNothingOpen(always)).toBe(isProved)
    },
  )

  test('a list that names more than twenty ended orders does not end a kill', async () => {
    const accounts = new Accounts()
    const ids = Array.from({ length: 21 }, (_, n) => clientOrderId(`${n}`.padStart(32, '0')))
    for (const id of ids) accounts.rows.set(id, 'filled')
    accounts.listed.set(FIRST, ids)
    expect(await accounts.check.provesNothingOpen(always)).toBe(false)
    accounts.listed.set(FIRST, ids.slice(1))
    expect(await accounts.check.provesNothingOpen(always)).toBe(true)
  })
})
