import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { nodeCrypto } from '../../../electron/adapters/crypto.js'
import { systemRandom } from '../../../electron/adapters/random.js'
import type { AuditPort } from '../../../electron/core/audit/audit-port.js'
import { openAudit } from '../../../electron/core/audit/audit-log.js'
import { canonicalJson, type Canonical } from '../../../shared/domain/canonical-json.js'
import { ok } from '../../../shared/domain/result.js'
import { epochMs } from '../../../shared/domain/time.js'
import { fakeDocument } from '../../fakes/document.js'

const SCRIPT = path.resolve(import.meta.dirname, '../../../build/verify-receipt.mjs')
const INSTRUCTION_ID = 'a'.repeat(32)
let folder = ''
let made = 0
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'countersign-receipt-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

interface Disk {
  readonly lines: string[]
  readonly secrets: Map<string, string>
  readonly checkpoint: ReturnType<typeof fakeDocument>
}

function openChain(
  { lines, secrets, checkpoint }: Disk = {
    lines: [],
    secrets: new Map(),
    checkpoint: fakeDocument(),
  },
): Promise<AuditPort> {
  return openAudit({
    journal: {
      append: (line) => (lines.push(line), Promise.resolve(ok(undefined))),
      read: () => Promise.resolve(ok({ lines: [...lines], tailCut: false })),
      close: () => Promise.resolve(),
    },
    checkpoint,
    clock: { now: () => epochMs(1_763_735_400_000), monotonic: () => 0 },
    random: systemRandom,
    crypto: nodeCrypto,
    environment: 'practice',
    log: { event: () => undefined },
    vault: {
      backend: 'key-store',
      keyStore: null,
      read: (name) => Promise.resolve(ok(secrets.get(name) ?? null)),
      write: (name, secret) => (secrets.set(name, secret), Promise.resolve(ok(undefined))),
      remove: () => Promise.resolve(ok(undefined)),
    },
  })
}

/** Writes the audit chain of one instruction among others: card, decision, sending, outcome. */
async function chain(disk?: Disk): Promise<AuditPort> {
  const audit = await openChain(disk)
  await audit.append('asked', 'b'.repeat(32), 'SELL 3 MSFT', { reason: 'secret of the other' })
  await audit.append('asked', INSTRUCTION_ID, 'BUY 10 AAPL, limit 187.50, day', {
    connection: 'c'.repeat(16),
    reason: 'because é \u202e',
  })
  await audit.append('shown', INSTRUCTION_ID, 'BUY 10 AAPL, limit 187.50, day', {
    digest: 'd'.repeat(64),
  })
  await audit.append('ended', 'b'.repeat(32), 'Nobody decided in time', {})
  await audit.append('decided', INSTRUCTION_ID, 'BUY 10 AAPL, limit 187.50, day', {
    decision: 'approve',
    by: 'person',
    shown: 'd'.repeat(64),
  })
  await audit.append('sent', INSTRUCTION_ID, 'BUY 10 AAPL, limit 187.50, day', {
    ticket: `i-${INSTRUCTION_ID}`,
  })
  await audit.append('outcome', INSTRUCTION_ID, 'The broker took it', { state: 'acknowledged' })
  await audit.append('read', 'c'.repeat(16), 'Read quotes, 3 times', { count: 3 })
  return audit
}

function file(text: string): string {
  const name = path.join(folder, `${(made += 1)}.jsonl`)
  writeFileSync(name, text)
  return name
}

/** Runs the command itself, outside the project, as a third party would. */
const run = (
  ...args: readonly string[]
): Promise<{ readonly code: number; readonly said: string }> =>
  new Promise((resolve) => {
    execFile(process.execPath, [SCRIPT, ...args], { cwd: folder }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), said: `${stdout}${stderr}` }),
    )
  })

/** Returns a record with changed content and a matching hash. */
function rehashed(line: string, change: (record: Record<string, Canonical>) => void): string {
  const { hash: _old, ...record } = JSON.parse(line) as Record<string, Canonical>
  change(record)
  return canonicalJson({
    ...record,
    hash: createHash('sha256').update(canonicalJson(record)).digest('hex'),
  })
}

describe('npm run verify-receipt', () => {
  test('accepts a receipt, prints its records, and states what it does not prove', async () => {
    const text = await (await chain()).exportText(INSTRUCTION_ID)
    expect(text).not.toContain('secret of the other')
    const { code, said } = await run(file(text))
    expect([code, said]).toEqual([
      0,
      expect.stringMatching(
        /^HOLDS\. Receipt of instruction a{32}, practice: 5 records among 9/,
      ) as string,
    ])
    expect(said).toMatch(
      /5 {2}2025-11-21T14:30:00\.000Z {2}decided {2}BUY 10 AAPL.*shown on the screen: d{64}/,
    )
    expect(said).toMatch(/Not proved: .*did not make a whole chain anew/)
    expect(said).toMatch(/Only the computer that wrote the chain/)
  })

  test('accepts an export of the whole chain, and a receipt against a later export of its chain', async () => {
    const audit = await chain()
    const receipt = file(await audit.exportText(INSTRUCTION_ID))
    await audit.append('halt', 'assistants', 'later', {})
    const fullLog = file(await audit.exportText(null))
    expect((await run(fullLog)).code).toBe(0)
    expect(await run(receipt, '--against', fullLog)).toMatchObject({
      code: 0,
      said: expect.stringMatching(/both are of one chain/) as string,
    })
    const other = await openChain()
    for (let index = 0; index < 12; index += 1) {
      await other.append('asked', 'x', `another story ${index}`, {})
    }
    expect(await run(receipt, '--against', file(await other.exportText(null)))).toMatchObject({
      code: 1,
      said: expect.stringMatching(/^DOES NOT HOLD\. Record 1 is another one/) as string,
    })
  })

  // Line numbers as in an editor: 1 is the header, 2 record 0 (start), 3 withheld, 4 asked, 5
  // shown, 6 withheld, 7 decided, 8 sent, 9 outcome, 10 withheld.
  test.each<[string, (lines: string[]) => void, RegExp]>([
    [
      'an edited word',
      (lines) => {
        lines[6] = (lines[6] ?? '').replace('BUY 10', 'BUY 99')
      },
      /Line 7 \(record 5\): was changed/,
    ],
    [
      'an edited digest',
      (lines) => {
        lines[6] = (lines[6] ?? '').replace('d'.repeat(64), 'e'.repeat(64))
      },
      /Line 7 \(record 5\): was changed/,
    ],
    [
      'an edit with its hash mended',
      (lines) => {
        lines[6] = rehashed(lines[6] ?? '', (record) => {
          record['line'] = 'BUY 99 AAPL'
        })
      },
      /Line 8 \(record 6\): does not follow/,
    ],
    [
      'an edit of the last, mended',
      (lines) => {
        lines[8] = rehashed(lines[8] ?? '', (record) => {
          record['line'] = 'The broker refused it'
        })
      },
      /Line 10 \(record 8\): does not follow/,
    ],
    [
      'a record taken out',
      (lines) => {
        lines.splice(6, 1)
      },
      /Line 7 \(record 6\): record 5 belongs here/,
    ],
    [
      'a record put in',
      (lines) => {
        lines.splice(6, 0, lines[6] ?? '')
      },
      /Line 8 \(record 5\): record 6 belongs here/,
    ],
    [
      'two records swapped',
      (lines) => {
        ;[lines[6], lines[7]] = [lines[7] ?? '', lines[6] ?? '']
      },
      /Line 7 \(record 6\): record 5 belongs here/,
    ],
    [
      'the end cut off',
      (lines) => {
        lines.length = 8
      },
      /The end does not fit: the header tells of 9 records, this ends with record 6/,
    ],
    [
      'a head of another chain',
      (lines) => {
        lines[0] = (lines[0] ?? '').replace(/"head":"[0-9a-f]{4}/, '"head":"0000')
      },
      /The end does not fit/,
    ],
    [
      'a withheld record that speaks',
      (lines) => {
        lines[5] = canonicalJson({
          ...(JSON.parse(lines[5] ?? '') as Record<string, Canonical>),
          line: 'approved',
        })
      },
      /Line 6 \(record 4\): is withheld but says more/,
    ],
    [
      'a record of something else',
      (lines) => {
        lines[0] = (lines[0] ?? '').replaceAll('a'.repeat(32), 'f'.repeat(32))
      },
      /Line 4 \(record 2\): is about something else/,
    ],
    [
      'another way of writing',
      (lines) => {
        lines[6] = ` ${lines[6] ?? ''}`
      },
      /Line 7: cannot be read/,
    ],
    [
      'another environment in the header',
      (lines) => {
        lines[0] = (lines[0] ?? '').replace('practice', 'production')
      },
      /Line 2 \(record 0\): says that the chain is of practice, the header says production/,
    ],
    [
      'rubbish',
      (lines) => {
        lines[6] = 'null'
      },
      /Line 7: cannot be read/,
    ],
  ])('detects tampering and names the place: %s', async (_what, tamper, expectedMessage) => {
    const lines = (await (await chain()).exportText(INSTRUCTION_ID)).trimEnd().split('\n')
    tamper(lines)
    const { code, said } = await run(file(`${lines.join('\n')}\n`))
    expect(said).toMatch(/^DOES NOT HOLD\. /)
    expect([code, said]).toEqual([1, expect.stringMatching(expectedMessage) as string])
  })

  test('does not confirm the environment of a receipt whose start was cut off', async () => {
    const lines = (await (await chain()).exportText(INSTRUCTION_ID)).trimEnd().split('\n')
    expect((await run(file(`${lines.join('\n')}\n`))).said).toMatch(
      /Proved: they were written in practice/,
    )
    const cut = [(lines[0] ?? '').replace('practice', 'production'), ...lines.slice(3)]
    const { code, said } = await run(file(`${cut.join('\n')}\n`))
    expect([code, said]).toEqual([
      0,
      expect.stringMatching(/Not proved: that they were written in production/) as string,
    ])
    expect(said).not.toContain('Proved: they were written')
  })

  test('refuses a chain found damaged at a start, and a receipt that spans the damage', async () => {
    const disk = {
      lines: [] as string[],
      secrets: new Map<string, string>(),
      checkpoint: fakeDocument(),
    }
    const audit = await chain(disk)
    await audit.close()
    const [first, second, third = '', ...rest] = disk.lines
    disk.lines.splice(
      0,
      disk.lines.length,
      ...[
        first,
        second,
        third,
        ...rest.slice(0, 3),
        (rest[3] ?? '').replace('BUY 10', 'BUY 99'),
        ...rest.slice(4),
      ].filter((line) => line !== undefined),
    )
    const reopened = await openChain(disk)
    // The instruction's own decision is part of the damage; its earlier records precede it, later
    // ones follow it.
    const before = await run(file(await reopened.exportText(INSTRUCTION_ID)))
    expect([before.code, before.said]).toEqual([
      0,
      expect.stringMatching(
        /found damaged later, at record 6; these records stand before that/,
      ) as string,
    ])
    await reopened.append('outcome', INSTRUCTION_ID, 'The broker took it', {
      state: 'acknowledged',
    })
    for (const subject of [INSTRUCTION_ID, null]) {
      expect(await run(file(await reopened.exportText(subject)))).toMatchObject({
        code: 1,
        said: expect.stringMatching(
          /^DOES NOT HOLD\. Record 6 says that the chain was found damaged/,
        ) as string,
      })
    }
  })

  test('refuses a chain without its beginning and a full export with a withheld record', async () => {
    const lines = (await (await chain()).exportText(null)).trimEnd().split('\n')
    expect(await run(file([lines[0], ...lines.slice(2)].join('\n')))).toMatchObject({
      code: 1,
      said: expect.stringMatching(/beginning of the chain is missing/) as string,
    })
    const { hash, prev, seq } = JSON.parse(lines[3] ?? '') as Record<string, Canonical>
    lines[3] = canonicalJson({ hash: hash ?? '', prev: prev ?? '', seq: seq ?? 0, withheld: true })
    expect(await run(file(lines.join('\n')))).toMatchObject({
      code: 1,
      said: expect.stringMatching(/withheld in an export of the whole chain/) as string,
    })
  })

  test('exits with 2 when the file is missing or is no receipt, or the arguments are wrong', async () => {
    const codes = await Promise.all([
      run(),
      run(path.join(folder, 'missing')),
      run(file('hello')),
      run(file('')),
      run('a', '--against'),
      run('a', '--other', 'b'),
    ])
    expect(codes.map(({ code }) => code)).toEqual([2, 2, 2, 2, 2, 2])
    expect(await run(file(await (await chain()).exportText('9'.repeat(32))))).toMatchObject({
      code: 1,
      said: expect.stringMatching(/no record about/) as string,
    })
  })
})
