import type { HttpPort, HttpRequest, HttpResponse } from '../../../../electron/core/net-ports.js'
import { ok } from '../../../../shared/domain/result.js'

/** What a broker does with a request for a page of a list. */
export interface ListBehavior {
  /** The version whose form it answers in: `requested` is the version of the request. */
  readonly form: 'requested' | 'v2' | 'v3'
  /** The versions that it refuses with 417. */
  readonly refuses: readonly string[]
  /** The rows of a page of v3. */
  readonly rows: number
  /** The most rows of a page of v2, whatever `page_size` asks for. */
  readonly most: number
  readonly ignoresPageSize: boolean
  /** True where every page is the first one. */
  readonly ignoresPosition: boolean
  /** Which page, counted from 0, has fewer rows than the others, or none; its key goes on. */
  readonly shortPage: number | null
  readonly emptyPage: number | null
  /** True where the last page has a key too, which leads to an empty page. */
  readonly keyAtEnd: boolean
  /** True where the key of a page equals the key of the page before it. */
  readonly repeatsKey: boolean
}

export const STRICT: ListBehavior = {
  form: 'requested',
  refuses: [],
  rows: 10,
  most: 100,
  ignoresPageSize: false,
  ignoresPosition: false,
  shortPage: null,
  emptyPage: null,
  keyAtEnd: false,
  repeatsKey: false,
}

/** A broker's way with its lists. */
interface Behavior {
  readonly behavior: Partial<ListBehavior>
  /** True where a client can read the list to its end. */
  readonly isReadable: boolean
}

/** Lenient and strict brokers, and those that do something else. */
export const BEHAVIORS: Readonly<Record<string, Behavior>> = {
  'keeps to the specification': { behavior: {}, isReadable: true },
  'refuses v2': { behavior: { refuses: ['v2'] }, isReadable: true },
  'answers the envelope whatever is asked': { behavior: { form: 'v3' }, isReadable: true },
  'clamps the pages of v2 to 20 rows': { behavior: { most: 20 }, isReadable: true },
  'clamps the pages of v2 to 10 rows': { behavior: { most: 10 }, isReadable: true },
  'ignores the page size of v2': { behavior: { ignoresPageSize: true }, isReadable: true },
  'sends one short page': { behavior: { shortPage: 1 }, isReadable: true },
  'sends one empty page': { behavior: { emptyPage: 1 }, isReadable: true },
  'sends a key with its last page': { behavior: { keyAtEnd: true }, isReadable: true },
  'answers arrays whatever is asked': { behavior: { form: 'v2' }, isReadable: true },
  'answers arrays, clamped to 7 rows': { behavior: { form: 'v2', most: 7 }, isReadable: true },
  'repeats the key': { behavior: { repeatsKey: true }, isReadable: false },
  'ignores where a page begins': { behavior: { ignoresPosition: true }, isReadable: false },
  'ignores it and answers arrays': {
    behavior: { form: 'v2', ignoresPosition: true },
    isReadable: false,
  },
}

/** How many rows a list has. */
export const SIZES = [0, 1, 10, 11, 25, 31, 101, 245]

/** The members of a list that its requests name in v2. */
export interface ListForm {
  readonly lastId: string
  readonly row: (id: string) => unknown
  /** The key by which v2 names a row, where it is not its id. */
  readonly keyOf?: (id: string) => string
  /** The members of an envelope beside its rows. */
  readonly envelope?: Readonly<Record<string, unknown>>
}

export const idAt = (index: number): string => `row-${String(index).padStart(5, '0')}`

const body = (status: number, json: unknown) =>
  ok<HttpResponse>({
    status,
    headers: {},
    body: new TextEncoder().encode(JSON.stringify(json)),
  })

/** What a list contains, in its order. */
export interface ListRows {
  /** Every id that the list has had. */
  readonly ids: readonly string[]
  /** Returns the row of an id; null where it is not in the list any more. */
  readonly row: (id: string) => unknown
}

/** A list whose rows do not change. */
export const fixedRows = ({ row }: ListForm, count: number): ListRows => ({
  ids: Array.from({ length: count }, (_, index) => idAt(index)),
  row,
})

/** A broker that serves one list, and counts the requests. */
export class ScriptedList implements HttpPort {
  readonly #lastId: string
  readonly #behavior: ListBehavior
  readonly #rows: () => ListRows | Promise<ListRows>
  readonly #members: Readonly<Record<string, unknown>>
  readonly #keyOf: (id: string) => string
  readonly versions: string[] = []

  constructor(
    lastId: string,
    behavior: ListBehavior,
    rows: () => ListRows | Promise<ListRows>,
    members: Readonly<Record<string, unknown>> = {},
    keyOf: (id: string) => string = (id) => id,
  ) {
    this.#lastId = lastId
    this.#behavior = behavior
    this.#rows = rows
    this.#members = members
    this.#keyOf = keyOf
  }

  async send(request: HttpRequest): ReturnType<HttpPort['send']> {
    const version = request.headers['x-version'] ?? ''
    this.versions.push(version)
    const { form, refuses } = this.#behavior
    if (refuses.includes(version)) {
      return body(417, { error_code: 'UNSUPPORTED_API_VERSION', message: version })
    }
    const query = new URL(request.target, 'https://host').searchParams
    const answersV2 = form === 'requested' ? version === 'v2' : form === 'v2'
    const rows = await this.#rows()
    if (!answersV2) return body(200, this.#envelope(query, rows))
    // A list without a position in v2 was not paged there; in any other version it is a guess.
    const isUnpaged = this.#lastId === 'none' && version === 'v2'
    return body(200, isUnpaged ? sliceOf(rows, 0, Infinity).rows : this.#array(query, rows))
  }

  close(): void {}

  #array(query: URLSearchParams, all: ListRows): readonly unknown[] {
    const { most, ignoresPageSize, ignoresPosition, shortPage } = this.#behavior
    const requested = Number(query.get('page_size') ?? 10)
    const size = Math.min(ignoresPageSize ? 10 : requested, most)
    const last = ignoresPosition ? null : query.get(this.#lastId)
    const from = last === null ? 0 : all.ids.findIndex((id) => this.#keyOf(id) === last) + 1
    const isShort = shortPage !== null && from === shortPage * size
    return sliceOf(all, from, isShort ? 1 : size).rows
  }

  #envelope(query: URLSearchParams, all: ListRows): unknown {
    const { rows, ignoresPosition, shortPage, emptyPage, keyAtEnd, repeatsKey } = this.#behavior
    const key = ignoresPosition ? null : query.get('pagination_key')
    const [page = 0, from = 0] = key === null ? [] : key.split('-').map(Number)
    const size = page === emptyPage ? 0 : page === shortPage ? 1 : rows
    const slice = sliceOf(all, from, size)
    const isEnd = keyAtEnd ? slice.rows.length === 0 && size > 0 : slice.isLast
    return {
      ...this.#members,
      data: slice.rows,
      pagination_key: isEnd ? null : repeatsKey && page > 0 ? key : `${page + 1}-${slice.next}`,
    }
  }
}

/** Returns up to `size` rows of the list from a place on, and where the next ones begin. */
function sliceOf({ ids, row }: ListRows, from: number, size: number) {
  const rows: unknown[] = []
  let next = from
  while (next < ids.length && rows.length < size) {
    const found = row(ids[next] ?? '')
    if (found !== null) rows.push(found)
    next += 1
  }
  return { rows, next, isLast: ids.slice(next).every((id) => row(id) === null) }
}
