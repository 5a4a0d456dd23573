import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  TRANSFER_DIRECTIONS,
  TRANSFER_EXTENTS,
  TRANSFER_METHODS,
  TRANSFER_STATUSES,
} from '../../../shared/domain/account/activity.js'
import type { TransferFilters } from '../../../shared/domain/account/transfer-filters.schema.js'
import { accountId } from '../../../shared/domain/ids.js'
import { ok } from '../../../shared/domain/result.js'
import { epochMs } from '../../../shared/domain/time.js'
import type { HttpPort, HttpRequest, HttpResponse } from '../../../electron/core/net-ports.js'
import { readPages } from '../../../electron/core/read-pages.js'
import { createRecords } from '../../../electron/provider/orders/records.js'
import { callerFixture } from '../../unit/provider/fake-http.js'

const ACCOUNT = accountId('ACC')
const NOW = epochMs(Date.parse('2026-11-27T15:00:00Z'))
const RANGE = { from: epochMs(Date.parse('2026-11-01T00:00:00Z')), to: null, now: NOW }
const GROUPS = ['A20440117', 'A20461803']

/** The names of the specification, written out: the client's tables are what is tested. */
const WIRE = {
  acats: 'ACATS',
  crypto: 'CRYPTO_TRANSFER',
  in: 'INCOMING',
  out: 'OUTGOING',
  pending: 'PENDING',
  completed: 'COMPLETED',
  rejected: 'REJECTED',
  failed: 'FAILED',
  cancelled: 'CANCELLED',
  full: 'FULL',
  partial: 'PARTIAL',
  residual: 'RESIDUAL',
  reclaim: 'RECLAIM',
  other: 'OTHER',
} as const

const FILTER_PARAMS = [
  'transfer_method',
  'direction',
  'status',
  'acats_transfer_types',
  'acats_associated_number',
] as const

const oneOf = <T>(values: readonly T[]) => fc.constantFrom(...values)
const records = fc.array(
  fc.record({
    method: oneOf(TRANSFER_METHODS),
    direction: oneOf(TRANSFER_DIRECTIONS),
    status: oneOf(TRANSFER_STATUSES),
    extent: oneOf(TRANSFER_EXTENTS),
    group: oneOf(GROUPS),
  }),
  { maxLength: 40 },
)
const filters: fc.Arbitrary<TransferFilters> = fc.record({
  method: fc.option(oneOf(TRANSFER_METHODS)),
  direction: fc.option(oneOf(TRANSFER_DIRECTIONS)),
  status: fc.option(oneOf(TRANSFER_STATUSES)),
  extent: fc.option(oneOf(TRANSFER_EXTENTS)),
  group: fc.option(oneOf(GROUPS)),
})

type TransferRow = Readonly<Record<string, string>>
const rowOf = (
  record: { readonly [K in keyof TransferFilters]: NonNullable<TransferFilters[K]> },
  index: number,
): TransferRow => ({
  account_id: ACCOUNT,
  transfer_id: `t${index}`,
  transfer_method: WIRE[record.method],
  direction: WIRE[record.direction],
  status: WIRE[record.status],
  ...(record.method === 'crypto'
    ? {}
    : { acats_transfer_types: WIRE[record.extent], acats_associated_number: record.group }),
  create_time: '2026-11-20T14:30:00.000Z',
})

/** A broker that honors these filters, ignores the others, and has pages of seven records. */
class TransferBroker implements HttpPort {
  readonly #rows: readonly TransferRow[]
  readonly #ignored: ReadonlySet<string>
  readonly requests: URLSearchParams[] = []

  constructor(rows: readonly TransferRow[], ignored: ReadonlySet<string>) {
    this.#rows = rows
    this.#ignored = ignored
  }

  send(request: HttpRequest) {
    const query = new URL(request.target, 'https://broker').searchParams
    this.requests.push(query)
    const matches = this.#rows.filter((row) =>
      FILTER_PARAMS.every(
        (name) => this.#ignored.has(name) || !query.has(name) || row[name] === query.get(name),
      ),
    )
    const from = Number(query.get('pagination_key') ?? '0')
    const next = from + 7 < matches.length ? String(from + 7) : null
    const json = { data: matches.slice(from, from + 7), pagination_key: next }
    return Promise.resolve(
      ok<HttpResponse>({
        status: 200,
        headers: {},
        body: new TextEncoder().encode(JSON.stringify(json)),
      }),
    )
  }

  close(): void {}
}

describe('REL-44: filters of transfers', () => {
  it('are sent with every page, and no other transfer is listed, whatever a broker ignores', async () => {
    await fc.assert(
      fc.asyncProperty(
        records,
        filters,
        fc.subarray([...FILTER_PARAMS]),
        async (given, filters, ignored) => {
          const rows = given.map(rowOf)
          const http = new TransferBroker(rows, new Set(ignored))
          const { transfers } = createRecords(callerFixture([], { http }).caller)
          const listed: string[] = []
          const end = await readPages(
            (cursor) => transfers(ACCOUNT, { ...RANGE, filters }, cursor),
            (page) => {
              listed.push(...page.rows.map(({ transferId }) => transferId))
              return true
            },
          )

          const named = {
            transfer_method: filters.method === null ? null : WIRE[filters.method],
            direction: filters.direction === null ? null : WIRE[filters.direction],
            status: filters.status === null ? null : WIRE[filters.status],
            acats_transfer_types: filters.extent === null ? null : WIRE[filters.extent],
            acats_associated_number: filters.group,
          }
          expect(end.ok).toBe(true)
          for (const query of http.requests) {
            const sent = Object.fromEntries(FILTER_PARAMS.map((name) => [name, query.get(name)]))
            expect(sent).toEqual(named)
          }
          expect(listed).toEqual(
            rows
              .filter((row) =>
                FILTER_PARAMS.every((name) => named[name] === null || row[name] === named[name]),
              )
              .map((row) => row['transfer_id']),
          )
        },
      ),
      { numRuns: 200 },
    )
  })
})
