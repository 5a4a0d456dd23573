import { expectOk } from '../../harness/system/expect-ok.js'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { nodeCrypto } from '../../../electron/adapters/crypto.js'
import { systemRandom } from '../../../electron/adapters/random.js'
import { openAudit } from '../../../electron/core/audit/audit-log.js'
import type { AuditPort } from '../../../electron/core/audit/audit-port.js'
import { ok } from '../../../shared/domain/result.js'
import { epochMs } from '../../../shared/domain/time.js'
import { ArchivingDisk } from '../../fakes/archiving-journal.js'
import { fakeDocument } from '../../fakes/document.js'

/** A chain whose records are archived after every `maxLiveRecords`. */
function createFixture(maxLiveRecords = 10) {
  const disk = new ArchivingDisk()
  const secrets = new Map<string, string>()
  const checkpoint = fakeDocument()
  const open = (limit = maxLiveRecords): Promise<AuditPort> =>
    openAudit({
      journal: disk.port(),
      checkpoint,
      clock: { now: () => epochMs(1_000), monotonic: () => 0 },
      random: systemRandom,
      crypto: nodeCrypto,
      environment: 'practice',
      log: { event: () => undefined },
      maxLiveRecords: limit,
      vault: {
        backend: 'key-store',
        keyStore: null,
        read: (name) => Promise.resolve(ok(secrets.get(name) ?? null)),
        write: (name, secret) => (secrets.set(name, secret), Promise.resolve(ok(undefined))),
        remove: (name) => (secrets.delete(name), Promise.resolve(ok(undefined))),
      },
    })
  return { disk, checkpoint, open }
}

async function append(audit: AuditPort, count: number, from = 0): Promise<void> {
  for (let index = from; index < from + count; index += 1) {
    await audit.append('asked', `i${index}`, `record ${index}`, { number: index })
  }
}

async function createFilled(count: number, maxLiveRecords = 10) {
  const fixture = createFixture(maxLiveRecords)
  const audit = await fixture.open()
  await append(audit, count)
  await audit.close()
  return fixture
}

/** Every record of the chain on disk, as text. */
const everyLine = ({ segments, lines }: ArchivingDisk): string[] => [
  ...[...segments.values()].flat(),
  ...lines,
]

const lineAt = (lines: readonly string[], index: number): string => lines[index] ?? ''
const TAMPERINGS: Readonly<Record<string, (lines: readonly string[]) => readonly string[]>> = {
  edit: (lines) => lines.map((line, index) => (index === 4 ? line.replace('1000', '1001') : line)),
  insert: (lines) => [...lines, lineAt(lines, 3)],
  delete: (lines) => lines.filter((_, index) => index !== 4),
  swap: (lines) =>
    lines.map((_, index) => lineAt(lines, index === 4 ? 5 : index === 5 ? 4 : index)),
  truncate: (lines) => lines.slice(0, 4),
}

describe('REL-39: an audit chain whose older records are archived', () => {
  it('is unbroken over its parts and verifies as a whole, also after a restart', async () => {
    const { disk, open } = await createFilled(55)
    expect(disk.segments.size).toBeGreaterThan(4)
    const records = everyLine(disk).map((line) => JSON.parse(line) as { seq: number; prev: string })
    expect(records.map(({ seq }) => seq)).toEqual(records.map((_, index) => index))
    const audit = await open()
    // Archived records count as verified only once they were read.
    expect(audit.report()).toMatchObject({ state: 'unproved', count: records.length })
    expect(await audit.verify()).toMatchObject({ state: 'verified', count: records.length + 1 })
  })

  it('reads its archived records after the start without being asked', async () => {
    const { open } = await createFilled(35)
    const audit = await open()
    const states: string[] = []
    audit.onReport(({ state }) => states.push(state))
    await expect.poll(() => states).toContain('verified')
  })

  it.each(Object.keys(TAMPERINGS))('finds the archived part after: %s', async (name) => {
    for (const number of [1, 2, 3]) {
      const { disk, open } = await createFilled(45)
      const lines = disk.segments.get(number) ?? []
      disk.segments.set(number, TAMPERINGS[name]?.(lines) ?? [])
      const report = await (await open()).verify()
      expect(report.state).toBe('damaged')
      expect(report.problem?.seq).toBe(JSON.parse(lines[0] ?? '').seq)
      expect(report.problem?.what.code).toBe('audit.partChanged')
    }
  })

  it('is damaged at the start when an archived part is missing', async () => {
    const { disk, open } = await createFilled(45)
    disk.segments.delete(2)
    expect((await open()).report()).toMatchObject({
      state: 'damaged',
      problem: { what: { code: 'audit.partMissing' } },
    })
  })

  it('is damaged when its first record names other parts than it was written with', async () => {
    const { disk, open } = await createFilled(45)
    disk.lines = disk.lines.map((line, index) =>
      index === 0 ? line.replace(/1 (\d+) 00000000/, '1 1 00000000') : line,
    )
    expect((await open()).report()?.state).toBe('damaged')
    const cut = await createFilled(45)
    cut.disk.lines = cut.disk.lines.slice(1)
    expect((await cut.open()).report()?.state).toBe('damaged')
  })

  it('shows the same pages as one that was never archived', async () => {
    const archived = await (await createFilled(60, 7)).open(7)
    const plain = await (await createFilled(60, 1e9)).open(1e9)
    const isRecord = ({ kind }: { readonly kind: string }): boolean => kind === 'asked'
    for (const text of ['', 'record 3', 'record 59', 'nothing like it']) {
      for (const limit of [5, 50, 200]) {
        const query = { before: null, kinds: ['asked'], text, limit }
        const [ours, expected] = [await archived.page(query), await plain.page(query)]
        expect(ours.rows.filter(isRecord).map(({ line }) => line)).toEqual(
          expected.rows.map(({ line }) => line),
        )
      }
    }
    const all = { kinds: [], text: '', limit: 20 }
    const seen: number[] = []
    for (let before: number | null = null; ; ) {
      const page = await archived.page({ ...all, before })
      seen.push(...page.rows.map(({ seq }) => seq))
      before = page.rows.at(-1)?.seq ?? null
      if (!page.more) break
    }
    expect(seen).toEqual(seen.map((_, index) => seen.length - 1 - index))
  })

  it('exports a chain and receipts that the documented command accepts', async () => {
    const { open } = await createFilled(50)
    const audit = await open()
    const folder = mkdtempSync(path.join(tmpdir(), 'audit-archive-'))
    try {
      const file = path.join(folder, 'chain.jsonl')
      writeFileSync(file, await audit.exportText())
      const run = spawnSync(process.execPath, [
        'electron/adapters/receipt/verify-receipt.mjs',
        file,
      ])
      expect(run.stdout.toString()).toContain('HOLDS. The whole audit chain')
      expect(run.status).toBe(0)
      await audit.append('ended', 'i7', 'withdrawn', {})
      const receipt = path.join(folder, 'receipt.json')
      writeFileSync(receipt, expectOk(await audit.receiptText('i7')) ?? '')
      const checked = spawnSync(process.execPath, [
        'electron/adapters/receipt/verify-receipt.mjs',
        receipt,
      ])
      expect(checked.stdout.toString()).toContain('HOLDS. Receipt of instruction i7')
      expect(checked.stdout.toString()).toContain('record 7')
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it('loses no proved record and stays whole after a crash at every step', async () => {
    for (const crashAfterEffect of [false, true]) {
      for (let crashAt = 1; crashAt <= 34; crashAt += 1) {
        const { disk, open } = createFixture(6)
        disk.crashAt = crashAt
        disk.crashAfterEffect = crashAfterEffect
        let proved = 0
        const run = open().then(async (audit) => {
          for (let index = 0; index < 30; index += 1) {
            const added = await audit.append('asked', `i${index}`, `record ${index}`, {})
            if (added.ok) proved += 1
          }
        })
        await Promise.race([run, new Promise((resolve) => setTimeout(resolve, 5))])
        disk.revive()
        const audit = await open()
        expect((await audit.verify()).state, `crash at ${crashAt}`).toBe('verified')
        const text = everyLine(disk).join('\n')
        for (let index = 0; index < proved; index += 1) expect(text).toContain(`record ${index}"`)
        await append(audit, 12, 100)
        await audit.close()
        expect((await (await open()).verify()).state).toBe('verified')
      }
    }
  })
})
