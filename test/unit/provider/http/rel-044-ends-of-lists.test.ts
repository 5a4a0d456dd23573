import { describe, expect, it } from 'vitest'
import type { ApiVersion } from '../../../../shared/domain/app/profile.js'
import { API_VERSIONS } from '../../../../shared/domain/app/profile.js'
import type { Operation } from '../../../../shared/wire/operation.js'
import { CATALOG } from '../../../../shared/wire/catalog.js'
import { readPages } from '../../../../electron/core/read-pages.js'
import { SECTION_OPERATIONS } from '../../../../electron/provider/console/console-sections.js'
import { callerFixture } from '../fake-http.js'
import { ACCOUNT_LISTS, type ClientList } from './account-lists.js'
import { INSTRUMENT_LISTS } from './instrument-lists.js'
import {
  BEHAVIORS,
  fixedRows,
  idAt,
  ScriptedList,
  SIZES,
  STRICT,
  type ListBehavior,
} from './scripted-list.js'

const LISTS: Readonly<Record<string, ClientList>> = { ...ACCOUNT_LISTS, ...INSTRUMENT_LISTS }

async function readWhole(
  list: ClientList,
  behavior: Partial<ListBehavior>,
  count: number,
  version: ApiVersion = 'v3',
) {
  const http = new ScriptedList(
    list.form.lastId,
    { ...STRICT, ...behavior },
    () => fixedRows(list.form, count),
    list.form.envelope,
    list.form.keyOf,
  )
  const read = list.reader(callerFixture([], { http: list.around?.(http) ?? http, version }))
  const ids: string[] = []
  const end = await readPages(read, (page) => {
    ids.push(...page.ids)
    return true
  })
  return { ids, isComplete: end.ok, requests: http.versions }
}

const PAGED = CATALOG.filter(({ paging }) => paging === 'cursor')
const familyOf = (list: ClientList): string | undefined =>
  PAGED.find(({ id }) => id === list.operation)?.family

/** True where the list is documented to be whole in an array of v2. */
const isWholeInV2 = (list: ClientList): boolean =>
  list.form.lastId === 'none' &&
  list.form.envelope === undefined &&
  familyOf(list) === 'market-data'

/** True where the client can read such an answer to its end. */
function mustRead(list: ClientList, behavior: Partial<ListBehavior>, version: ApiVersion) {
  if (list.form.lastId !== 'none') return true
  if (behavior.form === 'v3') return true
  // An array whatever is asked cannot be continued, and nothing says that it is whole.
  if (version === 'v3') return behavior.form !== 'v2'
  return behavior.refuses?.includes('v2') === true || isWholeInV2(list)
}

describe('REL-44: the lists of the broker', () => {
  it('are all in a table: those of the client here, those of the institution beside it', () => {
    const institution = Object.values(SECTION_OPERATIONS()).flat()
    const tried = [
      ...Object.values(LISTS).map(({ operation }) => operation),
      ...institution.map(({ id }) => id),
    ]
    expect(PAGED.map(({ id }) => id).filter((id) => !tried.includes(id))).toEqual([])
    expect(Object.values(LISTS).filter((list) => familyOf(list) === undefined)).toEqual([])
  })
})

describe.each(
  Object.entries(LISTS).flatMap(([name, list]) =>
    API_VERSIONS.map((version) => ({ name, version, list })),
  ),
)('REL-44: $name in $version', ({ name, version, list }) => {
  it.each(Object.entries(BEHAVIORS))(
    'are whole or said to be incomplete at a broker that %s',
    async (_name, { behavior, isReadable }) => {
      for (const count of SIZES) {
        const { ids, isComplete } = await readWhole(list, behavior, count, version)
        const all = Array.from({ length: count }, (_, index) => idAt(index))
        const isShort = isComplete && new Set(ids).size < count
        expect({ count, isShort, isRead: isComplete && ids.length === count }).toMatchObject({
          isShort: false,
          ...(isReadable && mustRead(list, behavior, version) ? { isRead: true } : {}),
        })
        expect(all).toEqual(expect.arrayContaining(ids))
      }
    },
  )

  it('are first requested in the version of the profile, and long ones in larger pages', async () => {
    const { ids, requests } = await readWhole(list, {}, 245, version)
    expect(requests[0]).toBe(version)
    if (version !== 'v3') return
    expect(ids.length).toBe(245)
    const isWide = list.isPaged && list.form.lastId !== 'none' && name !== 'open orders for a proof'
    expect(requests.slice(0, 3)).toEqual(['v3', 'v3', 'v3'])
    expect(requests.includes('v2')).toBe(isWide)
    expect(requests.length).toBeLessThanOrEqual(isWide ? 7 : 25)
  })
})

/** A ranking is the first rows of an order, however many the server sends. */
const RANKINGS: readonly string[] = [
  'market.screeners.gainers-losers',
  'market.screeners.top-actives',
  'market.screeners.high-dividend',
  'market.screeners.week52',
]

/** Answers that have the form of another list, each without a row. */
const OTHER_FORMS: readonly (readonly [name: string, answer: unknown])[] = [
  ['an envelope with a key', { data: [], pagination_key: 'next' }],
  ['an older envelope with a key', { result: [], pagination_key: 'next' }],
  ['an envelope that says that there is more', { data: [], has_more: true }],
]

describe('REL-44: a list that is documented as an array', () => {
  const accepts = ({ response }: Operation, answer: unknown): boolean =>
    response.safeParse(answer).success
  const arrays = CATALOG.filter(
    (operation) =>
      operation.effect === 'read' &&
      operation.paging === 'none' &&
      !RANKINGS.includes(operation.id) &&
      (accepts(operation, []) || (accepts(operation, { result: [] }) && !accepts(operation, {}))),
  )
  it.each(arrays.map((operation) => [operation.id, operation] as const))(
    '%s is not read from an envelope whose end is elsewhere',
    (_id, operation) => {
      const accepted = OTHER_FORMS.filter(([, answer]) => accepts(operation, answer))
      expect(accepted.map(([form]) => form)).toEqual([])
    },
  )
})
