import { appendFile, mkdtemp, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { nodeCrypto } from '../../electron/adapters/crypto.js'
import { systemClock } from '../../electron/adapters/clock.js'
import { createJournalFile } from '../../electron/adapters/journal/journal-file.js'
import { encodeRecord } from '../../electron/adapters/journal/journal-record.js'
import { systemRandom } from '../../electron/adapters/random.js'
import { openAudit } from '../../electron/core/audit/audit-log.js'
import type { AuditPort } from '../../electron/core/audit/audit-port.js'
import type { NewRecord } from '../../electron/core/orders/journal/journal-record.js'
import { createJournal } from '../../electron/core/orders/order-journal.js'
import { createProjection } from '../../electron/core/orders/order-projection.js'
import type { DocumentPort, JournalPort, VaultPort } from '../../electron/core/ports.js'
import { ok } from '../../shared/domain/result.js'
import { journalBytes, orderJournalLines, orderRecords } from './journal-history.js'
import { atMost } from './report/bounds.js'
import { count, median, metricRow, ms, textRow, type MetricRow } from './report/table.js'
import { removeFolder } from '../harness/system/remove-folder.js'

const SIZES = [10_000, 100_000, 1_000_000] as const
const LARGEST = 1_000_000
const ROUNDS = 3
const START_MS = 3_000
const log = { event: () => undefined }

const openFile = (path: string) => createJournalFile({ path, clock: systemClock, log })

/**
 * A journal in a file that is written in large parts, so that a long history is made in a short
 * time. The archive is the real one.
 */
class QuickJournal implements JournalPort {
  readonly archive: NonNullable<JournalPort['archive']>
  readonly #path: string
  #waiting: Uint8Array[] = []

  constructor(path: string) {
    this.#path = path
    const { archive } = openFile(path)
    this.archive = {
      ...archive,
      seal: async (number) => {
        await this.#flush()
        return archive.seal(number)
      },
    }
  }

  append(line: string): ReturnType<JournalPort['append']> {
    this.#waiting.push(encodeRecord(line))
    return Promise.resolve(ok(undefined))
  }

  async read(): ReturnType<JournalPort['read']> {
    await this.#flush()
    const file = openFile(this.#path)
    const content = await file.read()
    await file.close()
    return content
  }

  async close(): Promise<void> {
    await this.#flush()
  }

  async #flush(): Promise<void> {
    const bytes = Buffer.concat(this.#waiting)
    this.#waiting = []
    await appendFile(this.#path, bytes)
  }
}

/** Extends an order journal as the application does. */
async function extendOrders(path: string, records: Iterable<NewRecord>): Promise<void> {
  const journal = createJournal(new QuickJournal(path))
  await journal.recover(createProjection())
  for (const record of records) await journal.append(record)
  await journal.close()
}

/** Returns the next `count` values, and leaves the iterator open. */
function* take<T>(values: Iterator<T>, count: number): Generator<T> {
  for (let index = 0; index < count; index += 1) {
    const next = values.next()
    if (next.done === true) return
    yield next.value
  }
}

/** Measures the part of a start that reads the order journal. */
async function orderStart(path: string): Promise<number> {
  const began = performance.now()
  const journal = createJournal(openFile(path))
  const recovered = await journal.recover(createProjection())
  const took = performance.now() - began
  if (!recovered.ok || recovered.value.faults.length > 0) throw new Error('the journal is damaged')
  // The first start of a journal of an earlier version goes on to archive its records.
  await journal.close()
  return took
}

/** The key store and the head file of a chain, in memory. */
function auditPlaces(): { readonly vault: VaultPort; readonly checkpoint: DocumentPort } {
  const secrets = new Map<string, string>()
  let content: string | null = null
  return {
    vault: {
      backend: 'key-store',
      keyStore: null,
      read: (name) => Promise.resolve(ok(secrets.get(name) ?? null)),
      write: (name, secret) => (secrets.set(name, secret), Promise.resolve(ok(undefined))),
      remove: (name) => (secrets.delete(name), Promise.resolve(ok(undefined))),
    },
    checkpoint: {
      read: () => Promise.resolve(ok(content)),
      write: (text) => ((content = text), Promise.resolve(ok(undefined))),
      setAside: () => Promise.resolve(ok('')),
      remove: () => Promise.resolve(ok(undefined)),
    },
  }
}

type Places = ReturnType<typeof auditPlaces>

const auditOn = (journal: JournalPort, places: Places): Promise<AuditPort> =>
  openAudit({
    journal,
    ...places,
    clock: systemClock,
    random: systemRandom,
    crypto: nodeCrypto,
    environment: 'practice',
    log,
  })

/** Extends an audit chain to this many records. */
async function extendAudit(path: string, places: Places, records: number): Promise<void> {
  const audit = await auditOn(new QuickJournal(path), places)
  for (let index = audit.report()?.count ?? 0; index < records; index += 1) {
    await audit.append('asked', index.toString(16).padStart(32, '0'), 'BUY 10 AAPL, limit 187.50', {
      connection: 'c'.repeat(16),
      reason: 'momentum above the moving average',
      digest: 'd'.repeat(64),
    })
  }
  await audit.close()
}

interface AuditTimes {
  readonly start: number
  readonly page: number
  readonly verify: number
}

async function auditTimes(path: string, places: Places): Promise<AuditTimes> {
  const began = performance.now()
  const audit = await auditOn(openFile(path), places)
  const start = performance.now() - began
  const paged = performance.now()
  await audit.page({ before: null, kinds: [], text: '', limit: 200 })
  const page = performance.now() - paged
  const checked = performance.now()
  const { state } = await audit.verify()
  const verify = performance.now() - checked
  await audit.close()
  if (state !== 'verified') throw new Error(`the chain is ${state}`)
  return { start, page, verify }
}

const startRow = (
  id: string,
  metric: string,
  records: number,
  took: number,
  note?: string,
): MetricRow =>
  metricRow({
    id,
    metric: `${metric}, ${count(records)} records`,
    ours: took,
    format: ms,
    bounds: [atMost(START_MS)],
    note,
  })

async function inFolder<T>(run: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-bench-journals-'))
  try {
    return await run(folder)
  } finally {
    await removeFolder(folder)
  }
}

/** P40: what the order journal adds to a start, for three lengths of its history. */
export const orderJournal = (): Promise<MetricRow[]> =>
  inFolder(async (folder) => {
    const rows: MetricRow[] = []
    const path = join(folder, 'orders.journal')
    await writeFile(path, '')
    const history = orderRecords(LARGEST)
    let before = 0
    for (const records of SIZES) {
      await extendOrders(path, take(history, records - before))
      before = records
      const times: number[] = []
      for (let round = 0; round < ROUNDS; round += 1) times.push(await orderStart(path))
      const { size } = await stat(path)
      const note = `the live file has ${count(size / 1_024)} KiB`
      rows.push(startRow('P40', 'start over an order journal', records, median(times), note))
    }
    return rows
  })

/** P41: the first start over a journal of an earlier version, which has no archive. */
export const oldOrderJournal = (): Promise<MetricRow[]> =>
  inFolder(async (folder) => {
    const rows: MetricRow[] = []
    for (const records of SIZES) {
      const path = join(folder, `old-${records}.journal`)
      for (const bytes of journalBytes(orderJournalLines(records))) await appendFile(path, bytes)
      const first = await orderStart(path)
      const next = await orderStart(path)
      const metric = `first start over a journal without an archive, ${count(records)} records`
      rows.push(textRow('P41', metric, ms(first), `once; then ${ms(next)}`))
    }
    return rows
  })

/** P42: what the audit chain adds to a start, and what its newest page and a check take. */
export const auditChain = (): Promise<MetricRow[]> =>
  inFolder(async (folder) => {
    const rows: MetricRow[] = []
    const path = join(folder, 'audit.journal')
    await writeFile(path, '')
    const places = auditPlaces()
    for (const records of SIZES) {
      await extendAudit(path, places, records)
      const { start, page, verify } = await auditTimes(path, places)
      const note = `newest page ${ms(page)}, check of every part ${ms(verify)}`
      rows.push(startRow('P42', 'start over an audit chain', records, start, note))
    }
    return rows
  })
