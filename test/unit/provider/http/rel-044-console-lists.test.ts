import { describe, expect, it } from 'vitest'
import { SECTION_OPERATIONS } from '../../../../electron/provider/console/console-sections.js'
import { readConsolePage } from '../../../../electron/provider/console/console-client.js'
import type { Operation } from '../../../../shared/wire/operation.js'
import { callerFixture } from '../fake-http.js'
import { cash, execution, game, numberOf, order, transfer } from './list-rows.js'
import {
  BEHAVIORS,
  fixedRows,
  idAt,
  ScriptedList,
  SIZES,
  STRICT,
  type ListBehavior,
  type ListForm,
} from './scripted-list.js'

/** A list of the console, and where its rows have their id. */
interface ConsoleList {
  readonly form: ListForm
  readonly id: string
}

const LISTS: Readonly<Record<string, ConsoleList>> = {
  'broker.accounts.list': {
    form: {
      lastId: 'none',
      row: (id) => ({ account_id: id, account_number: id, account_type: 'CASH' }),
    },
    id: 'account_id',
  },
  'broker.transfers.list': {
    form: {
      lastId: 'none',
      row: (id) => ({
        ...transfer(id),
        client_request_id: id,
        relationship_id: 'R1',
        amount: '1',
        currency: 'USD',
        update_time: '2026-11-27T14:30:00.000Z',
        expected_time: '2026-11-28T14:30:00.000Z',
      }),
    },
    id: 'transfer_id',
  },
  'broker.cash-activities.list': { form: { lastId: 'last_activity_id', row: cash }, id: 'id' },
  'broker.orders.open': {
    form: { lastId: 'last_client_order_id', row: order },
    id: 'orders.0.client_order_id',
  },
  'broker.orders.history': {
    form: { lastId: 'last_client_order_id', row: order },
    id: 'orders.0.client_order_id',
  },
  'broker.executions.list': {
    form: { lastId: 'last_execution_id', row: execution },
    id: 'execution_id',
  },
  'broker.events.display-series': {
    form: {
      lastId: 'last_series_id',
      row: (id) => ({
        symbol: id,
        name: id,
        category: 'SPORTS',
        frequency: 'DAILY',
        tags: [],
        series_id: numberOf(id),
      }),
      keyOf: (id) => String(numberOf(id)),
    },
    id: 'symbol',
  },
  'broker.events.display-events': {
    form: {
      lastId: 'none',
      row: (id) => ({
        symbol: id,
        name: id,
        status: 'ACTIVE',
        series_id: 1,
        event_id: 1,
        mutually_exclusive: false,
      }),
    },
    id: 'symbol',
  },
  'broker.events.milestones': {
    form: {
      lastId: 'none',
      row: game,
    },
    id: 'milestone_id',
  },
}
/** More than the longest list has. */
const MAX_PAGES = 300

const operations: readonly Operation[] = Object.values(SECTION_OPERATIONS())
  .flat()
  .filter(({ paging }) => paging === 'cursor')
const request = {
  account_id: 'ACC',
  start_time: '2026-11-27T00:00:00.000Z',
  start_date: '2026-11-27',
}

async function readWhole(
  operation: Operation,
  { form, id }: ConsoleList,
  behavior: Partial<ListBehavior>,
  count: number,
) {
  const http = new ScriptedList(
    form.lastId,
    { ...STRICT, ...behavior },
    () => fixedRows(form, count),
    form.envelope,
    form.keyOf,
  )
  const { caller } = callerFixture([], { http })
  const ids: string[] = []
  // The window follows each cursor, however often it came.
  let cursor: string | null = null
  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    const page = await readConsolePage(caller, operation, { request, cursor, options: {} })
    if (!page.ok) return { found: ids, isComplete: false }
    ids.push(...page.value.rows.map((record) => record[id] ?? ''))
    cursor = page.value.cursor
    if (cursor === null) return { found: ids, isComplete: true }
  }
  throw new Error('the list has no end')
}

describe('REL-44: the lists of the institution', () => {
  it('are all tried', () => {
    expect(operations.map(({ id }) => id).toSorted()).toEqual(Object.keys(LISTS).toSorted())
  })
})

describe.each(Object.entries(LISTS))('REL-44: %s', (name, list) => {
  const operation = operations.find(({ id }) => id === name)!
  const isKnownInV2 = list.form.lastId !== 'none'
  it.each(Object.entries(BEHAVIORS))(
    'is whole or said to be incomplete at a broker that %s',
    async (_name, { behavior, isReadable }) => {
      for (const count of SIZES) {
        const { found, isComplete } = await readWhole(operation, list, behavior, count)
        const all = Array.from({ length: count }, (_, index) => idAt(index))
        const mustRead = isReadable && (isKnownInV2 || behavior.form !== 'v2')
        const isShort = isComplete && new Set(found).size < count
        expect({ count, isShort, isRead: isComplete && found.length === count }).toMatchObject({
          isShort: false,
          ...(mustRead ? { isRead: true } : {}),
        })
        expect(all).toEqual(expect.arrayContaining(found))
      }
    },
  )
})
