import { describe, expect, test } from 'vitest'
import { nodeCrypto } from '../../../../electron/adapters/crypto.js'
import { AUDIT_KINDS } from '../../../../electron/core/audit/audit-port.js'
import { openAudit } from '../../../../electron/core/audit/audit-log.js'
import { canonicalJson } from '../../../../shared/domain/canonical-json.js'
import {
  GENESIS,
  hashOf,
  seal,
  walk,
  zAuditRecord,
  type AuditRecord,
  type Unhashed,
} from '../../../../electron/core/audit/audit-chain.js'
import {
  checkpointText,
  CheckpointStore,
  recordText,
  type CheckpointStatus,
} from '../../../../electron/core/audit/checkpoint.js'
import { exportChain, exportReceipt } from '../../../../electron/core/audit/receipt.js'
import { describedFileError } from '../../../../electron/core/file-error.js'
import type { FileError } from '../../../../electron/core/ports.js'
import { err, ok, type Result } from '../../../../shared/domain/result.js'
import { epochMs } from '../../../../shared/domain/time.js'
import { inEnglish } from '../../../../shared/messages/format-message.js'
import { message } from '../../../../shared/messages/make-message.js'
import { settle } from '../../../simulation/core/simulation.js'

const FAILED: FileError = { kind: 'failed', message: 'broken' }
const H = (letter: string): string => letter.repeat(64)

/** Creates the audit chain's disk and key store, each of whose operations can be made to fail. */
function createMachine() {
  const disk = {
    lines: [] as string[],
    head: null as string | null,
    secrets: new Map<string, string>(),
    logged: [] as string[],
    checkpoints: [] as string[],
    closed: false,
    fails: {
      append: false,
      throws: false,
      journal: false,
      head: false,
      headThrows: false,
      readHead: false,
      vaultRead: null as string | null,
      vaultWrite: null as string | null,
    },
  }
  const deps = {
    journal: {
      append: (line: string): Promise<Result<void, FileError>> => {
        if (disk.fails.throws) return Promise.reject(new Error('broken'))
        if (disk.fails.append) return Promise.resolve(err(FAILED))
        disk.lines.push(line)
        return Promise.resolve(ok(undefined))
      },
      read: () =>
        Promise.resolve(
          disk.fails.journal ? err(FAILED) : ok({ lines: [...disk.lines], tailCut: false }),
        ),
      close: () => {
        disk.closed = true
        return Promise.resolve()
      },
    },
    checkpoint: {
      read: () => Promise.resolve(disk.fails.readHead ? err(FAILED) : ok(disk.head)),
      write: (text: string): Promise<Result<void, FileError>> => {
        if (disk.fails.headThrows) return Promise.reject(new Error('broken'))
        if (disk.fails.head) return Promise.resolve(err(FAILED))
        disk.head = text
        return Promise.resolve(ok(undefined))
      },
      setAside: () => Promise.resolve(ok('aside')),
      remove: () => Promise.resolve(ok(undefined)),
    },
    vault: {
      backend: 'key-store' as const,
      keyStore: null,
      read: (name: string) =>
        Promise.resolve(
          disk.fails.vaultRead === name ? err(FAILED) : ok(disk.secrets.get(name) ?? null),
        ),
      write: (name: string, secret: string): Promise<Result<void, FileError>> => {
        if (disk.fails.vaultWrite === name) return Promise.resolve(err(FAILED))
        disk.secrets.set(name, secret)
        if (name === 'audit-checkpoint') disk.checkpoints.push(secret)
        return Promise.resolve(ok(undefined))
      },
      remove: () => Promise.resolve(ok(undefined)),
    },
    clock: { now: () => epochMs(1_000), monotonic: () => 0 },
    random: { bytes: (count: number) => new Uint8Array(count).fill(7), fraction: () => 0.5 },
    crypto: nodeCrypto,
    environment: 'practice',
    log: {
      event: (_level: string, name: string, fields?: object) => {
        disk.logged.push(`${name} ${JSON.stringify(fields ?? {})}`)
      },
    },
  }
  return {
    disk,
    deps,
    open: () => openAudit(deps),
    checkpoints: () =>
      new CheckpointStore({
        vault: deps.vault,
        file: deps.checkpoint,
        random: deps.random,
        crypto: nodeCrypto,
      }),
  }
}
type Machine = ReturnType<typeof createMachine>

/** Returns the status with its message in English. */
const withEnglishText = (status: CheckpointStatus) =>
  'what' in status ? { ...status, what: inEnglish(status.what) } : status

async function machineWithRecords(count = 3): Promise<Machine> {
  const machine = createMachine()
  const audit = await machine.open()
  for (let index = 0; index < count; index += 1) {
    await audit.append('asked', `i${index}`, `record ${index}`, { at: index })
  }
  await audit.close()
  return machine
}
const reportOf = async (machine: Machine) => {
  const report = (await machine.open()).report()
  const finding = report?.problem?.what
  return [
    report?.state,
    report?.problem?.seq,
    finding === undefined ? undefined : inEnglish(finding),
  ]
}

describe('REL-39: canonical JSON', () => {
  test('sorts members by name, writes no spaces and keeps the order of lists', () => {
    expect(canonicalJson({ b: 1, a: [true, null, 'x', [2, 1]], A: { d: '"', c: false } })).toBe(
      '{"A":{"c":false,"d":"\\""},"a":[true,null,"x",[2,1]],"b":1}',
    )
    expect(canonicalJson(Object.fromEntries(['c', 'a', 'b'].map((name) => [name, name])))).toBe(
      '{"a":"a","b":"b","c":"c"}',
    )
  })

  test.each([[0.5], [-0], [Number.NaN], [2 ** 53], [Number.POSITIVE_INFINITY]])(
    'refuses the number %s: money and prices are strings',
    (number) => {
      expect(() => canonicalJson({ number })).toThrow(
        new RangeError('only whole numbers are canonical'),
      )
    },
  )
})

describe('REL-39: verification reports where and why a chain breaks', () => {
  const sealed = (count: number, sign: (hash: string) => string | null = () => null) => {
    const lines: string[] = []
    const records: AuditRecord[] = []
    for (let seq = 0; seq < count; seq += 1) {
      const made = seal(
        nodeCrypto,
        {
          seq,
          prev: records.at(-1)?.hash ?? GENESIS,
          at: epochMs(seq),
          kind: 'asked',
          subject: 'x',
          line: `record ${seq}`,
          body: { seq },
        },
        sign,
      )
      lines.push(made.line)
      records.push(made.record)
    }
    return { lines, records }
  }
  const rewritten = (line: string, change: Partial<AuditRecord>): string => {
    const { hash: _hash, mac: _mac, ...rest } = zAuditRecord.parse(JSON.parse(line))
    const record: Unhashed = { ...rest, ...change }
    return canonicalJson({ ...record, hash: hashOf(nodeCrypto, record) })
  }

  test('returns all records of an intact chain, and the records before a break', () => {
    const { lines, records } = sealed(3)
    expect(walk(nodeCrypto, lines)).toEqual({ records, head: records[2]?.hash, problem: null })
    expect(walk(nodeCrypto, [])).toEqual({ records: [], head: null, problem: null })
    expect(walk(nodeCrypto, ['', ...lines])).toEqual({
      records: [],
      head: null,
      problem: { seq: 0, what: message('audit.recordUnreadable') },
    })
  })

  test.each<[string, (lines: string[]) => void, number, string]>([
    [
      'a line that is not a record',
      (lines) => {
        lines[1] = '{}'
      },
      1,
      'This record cannot be read',
    ],
    [
      'a record with extra white space',
      (lines) => {
        lines[1] = ` ${lines[1]}`
      },
      1,
      'This record cannot be read',
    ],
    [
      'a record with an added member',
      (lines) => {
        lines[1] = (lines[1] ?? '').replace('"at":', '"aa":1,"at":')
      },
      1,
      'This record cannot be read',
    ],
    [
      'a changed number with a new hash',
      (lines) => {
        lines[1] = rewritten(lines[1] ?? '', { seq: 7 })
      },
      1,
      'Another record is in its place',
    ],
    [
      'a changed previous hash with a new hash',
      (lines) => {
        lines[1] = rewritten(lines[1] ?? '', { prev: H('a') })
      },
      1,
      'This record does not follow from the one before it',
    ],
    [
      'a first record with a previous hash',
      (lines) => {
        lines[0] = rewritten(lines[0] ?? '', { prev: H('a') })
      },
      0,
      'This record does not follow from the one before it',
    ],
    [
      'changed text under the old hash',
      (lines) => {
        lines[1] = (lines[1] ?? '').replace('record 1', 'record 9')
      },
      1,
      'This record was changed after it was written',
    ],
    [
      'changed text with a new hash, by the next record',
      (lines) => {
        lines[1] = rewritten(lines[1] ?? '', { line: 'record 9' })
      },
      2,
      'This record does not follow from the one before it',
    ],
  ])('finds %s', (_title, tamper, seq, expected) => {
    const { lines } = sealed(4)
    tamper(lines)
    const found = walk(nodeCrypto, lines)
    const finding = found.problem === null ? null : inEnglish(found.problem.what)
    expect([found.problem?.seq, finding, found.records.length, found.head]).toEqual([
      seq,
      expected,
      seq,
      found.records.at(-1)?.hash ?? null,
    ])
  })

  test('stores the MAC beside the hash, not under it, and stores none without a key', () => {
    const [plain, signed] = [sealed(2), sealed(2, (hash) => `mac-${hash.slice(0, 40)}`)]
    expect(signed.records.map(({ hash }) => hash)).toEqual(plain.records.map(({ hash }) => hash))
    expect([
      plain.lines[0]?.includes('mac'),
      signed.records[0]?.mac?.slice(0, 4),
      walk(nodeCrypto, signed.lines).problem,
    ]).toEqual([false, 'mac-', null])
  })

  test.each(AUDIT_KINDS.map((kind) => [kind]))('reads a record of kind %s again', (kind) => {
    const { line } = seal(
      nodeCrypto,
      {
        seq: 0,
        prev: GENESIS,
        at: epochMs(0),
        kind,
        subject: '',
        line: '',
        body: { text: 'x', integer: 1, yes: true, none: null, list: ['a', 'b'] },
      },
      () => null,
    )
    expect(walk(nodeCrypto, [line]).problem).toBeNull()
  })
})

describe('REL-39: exports', () => {
  const records: AuditRecord[] = []
  for (const [subject, body] of [
    ['program', {}],
    ['i1', { secret: 'mine' }],
    ['i2', { secret: 'other' }],
    ['b1', { instruction: 'i1' }],
  ] as const) {
    records.push(
      seal(
        nodeCrypto,
        {
          seq: records.length,
          prev: records.at(-1)?.hash ?? GENESIS,
          at: epochMs(5),
          kind: 'asked',
          subject,
          line: subject,
          body,
        },
        (hash) => `mac-${hash.slice(0, 40)}`,
      ).record,
    )
  }
  const parsed = (text: string) =>
    text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)

  test('writes a header and every record of the chain without its MAC', () => {
    const text = exportChain('practice', records)
    const [head, ...rest] = parsed(text)
    expect(head).toEqual({
      format: 'countersign-audit-1',
      kind: 'chain',
      environment: 'practice',
      subject: null,
      count: 4,
      head: records[3]?.hash,
    })
    expect(rest).toEqual(records.map(({ mac: _mac, ...record }) => record))
    expect([
      text.endsWith('\n'),
      text.includes('mac'),
      parsed(exportChain('practice', [])),
    ]).toEqual([
      true,
      false,
      [
        {
          format: 'countersign-audit-1',
          kind: 'chain',
          environment: 'practice',
          subject: null,
          count: 0,
          head: null,
        },
      ],
    ])
  })

  test('writes a receipt with the records that name the subject and withholds all others', () => {
    const text = exportReceipt('practice', 'i1', records)
    const [head, ...rest] = parsed(text)
    expect(head).toEqual({
      format: 'countersign-audit-1',
      kind: 'receipt',
      environment: 'practice',
      subject: 'i1',
      count: 4,
      head: records[3]?.hash,
    })
    const { mac: _1, ...own } = records[1] ?? { mac: '' }
    const { mac: _2, ...naming } = records[3] ?? { mac: '' }
    expect(rest).toEqual([
      own,
      { seq: 2, prev: records[2]?.prev, hash: records[2]?.hash, withheld: true },
      naming,
    ])
    expect([
      text.endsWith('\n'),
      parsed(exportReceipt('practice', 'nobody', records)).length,
      parsed(exportReceipt('practice', 'program', records)).length,
    ]).toEqual([true, 1, 5])
  })

  test('includes the program start of each record in a receipt, which names its environment', () => {
    const started = records.map(
      (record, seq): AuditRecord =>
        seq === 0 || seq === 2
          ? { ...record, kind: 'start', subject: 'program', body: { environment: 'practice' } }
          : record,
    )
    expect(
      parsed(exportReceipt('practice', 'i1', started))
        .slice(1)
        .map(({ seq, kind, withheld }) => [seq, kind ?? withheld]),
    ).toEqual([
      [0, 'start'],
      [1, 'asked'],
      [2, 'start'],
      [3, 'asked'],
    ])
    expect(parsed(exportReceipt('practice', 'nobody', started))).toHaveLength(1)
  })
})

describe('REL-39: checkpoints', () => {
  const point = { count: 2, from: 0, head: H('a') }
  const opened = async (machine = createMachine()) => {
    const checkpoints = machine.checkpoints()
    return {
      machine,
      disk: machine.disk,
      checkpoints,
      opened: await checkpoints.open(),
    }
  }

  test('proves a checkpoint that was saved and written, and separates the signed texts', async () => {
    const { checkpoints } = await opened()
    expect([
      (await checkpoints.head(point)).ok,
      (await checkpoints.save(point)).ok,
      await checkpoints.read(),
    ]).toEqual([true, true, { kind: 'proved', ...point }])
    expect([checkpointText(2, 0, 'h'), recordText('h')]).toEqual([
      'countersign-audit-checkpoint\n{"count":2,"from":0,"head":"h"}',
      'countersign-audit-record\nh',
    ])
  })

  test('signs, writes and proves nothing before it is opened, since it has no key', async () => {
    const machine = createMachine()
    const checkpoints = machine.checkpoints()
    const missing = {
      ok: false,
      error: {
        kind: 'missing',
        message: 'the key of the checkpoints is missing',
        description: message('audit.noKey'),
      },
    }
    expect([
      checkpoints.keyed,
      checkpoints.sign(H('a')),
      await checkpoints.head(point),
      await checkpoints.save(point),
      machine.disk.head,
    ]).toEqual([false, null, missing, missing, null])
    expect(checkpoints.signed({ hash: H('a'), mac: 'x'.repeat(44) } as AuditRecord)).toBe(false)
    expect(await checkpoints.read()).toEqual({ kind: 'none' })
    machine.disk.head = await (async () => {
      const other = await opened()
      await other.checkpoints.head(point)
      return other.disk.head
    })()
    expect(withEnglishText(await checkpoints.read())).toEqual({
      kind: 'unreadable',
      what: 'The key of the checkpoints is missing',
      lastProved: null,
    })
  })

  test('reports a key that cannot be read or stored and has no key then', async () => {
    const unread = createMachine()
    unread.disk.fails.vaultRead = 'audit-key'
    const notStored = createMachine()
    notStored.disk.fails.vaultWrite = 'audit-key'
    for (const fixture of [await opened(unread), await opened(notStored)]) {
      expect([fixture.opened.ok, fixture.checkpoints.keyed]).toEqual([false, false])
    }
  })

  test('stores a key of 32 bytes and uses the same one the next time', async () => {
    const fixture = await opened()
    const reopened = await opened(fixture.machine)
    expect([
      fixture.disk.secrets.get('audit-key'),
      reopened.checkpoints.sign(H('a')) === fixture.checkpoints.sign(H('a')),
      fixture.checkpoints.keyed,
    ]).toEqual(['07'.repeat(32), true, true])
  })

  test('recognizes a record by its own MAC only', async () => {
    const { checkpoints } = await opened()
    const mac = checkpoints.sign(H('a')) ?? ''
    const signed = (hash: string, macText: string | undefined) =>
      checkpoints.signed({ hash, mac: macText } as AuditRecord)
    expect([
      signed(H('a'), mac),
      signed(H('b'), mac),
      signed(H('a'), undefined),
      signed(H('a'), `${mac.slice(0, -2)}A=`),
    ]).toEqual([true, false, false, false])
  })

  test('proves nothing of the lost key with a new key until it has stored its own checkpoint', async () => {
    const fixture = await opened()
    await fixture.checkpoints.head(point)
    fixture.disk.secrets.delete('audit-key')
    const fresh = await opened(fixture.machine)
    expect(withEnglishText(await fresh.checkpoints.read())).toEqual({
      kind: 'unreadable',
      what: 'The key of the checkpoint beside the chain is missing',
      lastProved: null,
    })
    fixture.disk.fails.vaultWrite = 'audit-checkpoint'
    expect([
      (await fresh.checkpoints.save(point)).ok,
      (await fresh.checkpoints.read()).kind,
    ]).toEqual([false, 'unreadable'])
    fixture.disk.fails.vaultWrite = null
    await fresh.checkpoints.head(point)
    await fresh.checkpoints.save(point)
    expect(await fresh.checkpoints.read()).toEqual({ kind: 'proved', ...point })
  })

  const both = async () => {
    const fixture = await opened()
    await fixture.checkpoints.head(point)
    await fixture.checkpoints.save(point)
    return fixture
  }
  const stored = (fixture: { readonly disk: Machine['disk'] }, change: (text: string) => string) =>
    fixture.disk.secrets.set(
      'audit-checkpoint',
      change(fixture.disk.secrets.get('audit-checkpoint') ?? ''),
    )

  test('does not skip an unreadable or forged checkpoint in favor of the other one', async () => {
    const withHead = await both()
    withHead.disk.head = 'no'
    expect(withEnglishText(await withHead.checkpoints.read())).toEqual({
      kind: 'unreadable',
      what: 'The checkpoint beside the chain cannot be read',
      lastProved: { kind: 'proved', ...point },
    })
    withHead.disk.head = '{"v":1}'
    expect((await withHead.checkpoints.read()).kind).toBe('unreadable')
    const forged = await both()
    forged.disk.head = (forged.disk.head ?? '').replace('"count":2', '"count":3')
    expect(withEnglishText(await forged.checkpoints.read())).toEqual({
      kind: 'forged',
      what: 'The checkpoint beside the chain was not written with this computer’s key',
    })
    const withKeyStore = await both()
    stored(withKeyStore, (text) => text.replace('"count":2', '"count":1'))
    expect(withEnglishText(await withKeyStore.checkpoints.read())).toEqual({
      kind: 'forged',
      what: 'The checkpoint in the key store was not written with this computer’s key',
    })
    stored(withKeyStore, () => 'no')
    expect(withEnglishText(await withKeyStore.checkpoints.read())).toEqual({
      kind: 'unreadable',
      what: 'The checkpoint in the key store cannot be read',
      lastProved: { kind: 'proved', ...point },
    })
    withKeyStore.disk.fails.vaultRead = 'audit-checkpoint'
    expect(withEnglishText(await withKeyStore.checkpoints.read())).toMatchObject({
      kind: 'failed',
      what: 'The checkpoint in the key store cannot be read',
    })
  })

  test('proves nothing with one of the two checkpoints, except for an empty chain', async () => {
    const fixture = await both()
    const lastProved = { kind: 'proved', ...point }
    const head = fixture.disk.head
    fixture.disk.head = null
    expect(withEnglishText(await fixture.checkpoints.read())).toEqual({
      kind: 'unreadable',
      what: 'The head beside the chain is missing: nothing proves that the last records are there',
      lastProved,
    })
    fixture.disk.head = head
    fixture.disk.fails.readHead = true
    expect(withEnglishText(await fixture.checkpoints.read())).toEqual({
      kind: 'failed',
      what: 'The head beside the chain cannot be read',
      error: FAILED,
    })
    fixture.disk.fails.readHead = false
    fixture.disk.secrets.delete('audit-checkpoint')
    expect(withEnglishText(await fixture.checkpoints.read())).toEqual({
      kind: 'unreadable',
      what: 'The checkpoint in the key store is missing: nothing proves that the head beside the chain is the last one',
      lastProved,
    })
    const empty = { count: 0, from: 0, head: GENESIS }
    await fixture.checkpoints.head(empty)
    expect(await fixture.checkpoints.read()).toEqual({ kind: 'proved', ...empty })
  })

  test('reports a head behind the key store as replaced and accepts one at it or ahead of it', async () => {
    const fixture = await both()
    await fixture.checkpoints.head({ ...point, count: 1 })
    expect(withEnglishText(await fixture.checkpoints.read())).toEqual({
      kind: 'forged',
      what: 'The head beside the chain was replaced by an older one: it names 1 record, the key store 2',
    })
    await fixture.checkpoints.head({ ...point, count: 3 })
    expect(await fixture.checkpoints.read()).toEqual({ kind: 'proved', ...point, count: 3 })
  })
})

describe('REL-39: the verification report', () => {
  test('names missing records with their count, a rewritten end, and a bad or missing checkpoint', async () => {
    const cut = await machineWithRecords()
    cut.disk.lines.length = 1
    expect(await reportOf(cut)).toEqual([
      'damaged',
      1,
      '3 records are missing: 4 were there at the last checkpoint',
    ])
    const forged = await machineWithRecords()
    forged.disk.head = (forged.disk.head ?? '').replace('"count":4', '"count":5')
    expect(await reportOf(forged)).toEqual([
      'damaged',
      null,
      'The checkpoint beside the chain was not written with this computer’s key',
    ])
    const gone = await machineWithRecords()
    gone.disk.head = null
    gone.disk.secrets.delete('audit-checkpoint')
    expect(await reportOf(gone)).toEqual([
      'unproved',
      null,
      'There is no checkpoint: nothing proves that no record was cut off or that the chain was not rewritten',
    ])
    expect(await reportOf(gone)).toEqual([
      'unproved',
      3,
      'The first 4 records were already in the chain when their checkpoint was missing: nothing proves them',
    ])
    const rewritten = await machineWithRecords()
    const other = await machineWithRecords(0)
    const second = await other.open()
    for (const line of ['x', 'y', 'z']) await second.append('asked', 'x', line, {})
    rewritten.disk.lines = other.disk.lines.slice(0, 4)
    expect(await reportOf(rewritten)).toEqual([
      'damaged',
      3,
      'The chain was rewritten: it is not the one of the last checkpoint',
    ])
  })

  test('keeps reporting damage when chain and head were removed together', async () => {
    const machine = await machineWithRecords(20)
    Object.assign(machine.disk, { lines: [], head: null })
    const report = await reportOf(machine)
    expect([report[0], report[1], report[2]]).toEqual([
      'damaged',
      0,
      expect.stringMatching(/^\d+ records are missing/),
    ])
    expect((await reportOf(machine))[0]).toBe('damaged')
  })

  test('writes no head while the old one cannot be read, and verifies again afterwards', async () => {
    for (const [broken, well] of [
      [{ readHead: true }, { readHead: false }],
      [{ vaultRead: 'audit-checkpoint' }, { vaultRead: null }],
    ]) {
      const machine = await machineWithRecords()
      const { head } = machine.disk
      Object.assign(machine.disk.fails, broken)
      const audit = await machine.open()
      expect([
        audit.report()?.state,
        audit.failed,
        (await audit.append('asked', 'x', 'y', {})).ok,
        audit.failed,
        machine.disk.head,
      ]).toEqual(['unproved', true, false, true, head])
      Object.assign(machine.disk.fails, well)
      expect([
        (await audit.append('asked', 'x', 'z', {})).ok,
        audit.failed,
        machine.disk.head === head,
      ]).toEqual([true, false, false])
      expect(audit.report()).toMatchObject({ state: 'verified', problem: null })
      expect(await audit.verify()).toMatchObject({ state: 'verified', problem: null })
      await audit.close()
      expect((await machine.open()).report()).toMatchObject({ state: 'verified', problem: null })
    }
  })

  test('verifies an empty chain from its beginning', async () => {
    const machine = createMachine()
    machine.disk.fails.append = true
    expect(await reportOf(machine)).toEqual(['verified', undefined, undefined])
    expect(await reportOf(machine)).toEqual(['verified', undefined, undefined])
  })

  test('reports a chain that cannot be read as damage and as a failure, and logs where', async () => {
    const machine = await machineWithRecords()
    machine.disk.fails.journal = true
    expect(await reportOf(machine)).toEqual(['damaged', null, 'The chain cannot be read: broken'])
    expect(machine.disk.logged).toEqual([
      'audit.failed {"kind":"failed"}',
      'audit.damaged {"count":null}',
    ])
  })

  test('appends to a damaged chain without a new head, so it stays damaged', async () => {
    const machine = await machineWithRecords()
    machine.disk.lines.length = 2
    const head = machine.disk.head
    const audit = await machine.open()
    expect([
      (await audit.append('asked', 'x', 'y', {})).ok,
      machine.disk.head === head,
      machine.disk.lines.length,
      (await audit.verify()).state,
    ]).toEqual([true, true, 4, 'damaged'])
    await audit.close()
    expect((await machine.open()).report()?.state).toBe('damaged')
  })

  test('records at the start how the chain was found and how many records it had', async () => {
    const machine = await machineWithRecords(2)
    await machine.open()
    const bodies = machine.disk.lines
      .map((line) => zAuditRecord.parse(JSON.parse(line)))
      .filter(({ kind }) => kind === 'start')
      .map(({ subject, line, body }) => [subject, line, body])
    expect(bodies).toEqual([
      [
        'program',
        'Countersign started, practice',
        { environment: 'practice', before: 'unproved', records: 0 },
      ],
      [
        'program',
        'Countersign started, practice',
        { environment: 'practice', before: 'verified', records: 3 },
      ],
    ])
  })
})

describe('REL-39: appending', () => {
  test('shortens texts and bodies to the size that a record may have', async () => {
    const machine = createMachine()
    const audit = await machine.open()
    const body = {
      long: 'x'.repeat(3_000),
      list: Array.from({ length: 300 }, () => 'y'.repeat(3_000)),
      number: 5,
      ...Object.fromEntries(Array.from({ length: 80 }, (_, index) => [`k${index}`, index])),
    }
    expect((await audit.append('asked', 's'.repeat(200), 'l'.repeat(500), body)).ok).toBe(true)
    const record = zAuditRecord.parse(JSON.parse(machine.disk.lines.at(-1) ?? ''))
    const list = record.body['list']
    expect([
      record.subject.length,
      record.line.length,
      String(record.body['long']).length,
      Array.isArray(list) && list.length,
      Array.isArray(list) && list[0]?.length,
      record.body['number'],
      Object.keys(record.body).length,
    ]).toEqual([80, 300, 2_000, 200, 2_000, 5, 60])
    expect((await audit.verify()).state).toBe('verified')
  })

  test.each<[string, (fails: Machine['disk']['fails']) => void, FileError, number]>([
    [
      'a disk that refuses the record',
      (fails) => {
        fails.append = true
      },
      FAILED,
      1,
    ],
    [
      'a disk that throws',
      (fails) => {
        fails.throws = true
      },
      describedFileError('failed', message('audit.chainFailed')),
      1,
    ],
    [
      'a disk that refuses the head',
      (fails) => {
        fails.head = true
      },
      FAILED,
      2,
    ],
    [
      'a head whose write throws',
      (fails) => {
        fails.headThrows = true
      },
      describedFileError('failed', message('audit.headFailed')),
      2,
    ],
  ])(
    'fails and logs the append for %s, and appends the next record',
    async (_title, breaks, error, lines) => {
      const machine = createMachine()
      const audit = await machine.open()
      const failures: string[] = []
      const stop = audit.onFailure((failure) => failures.push(failure.message))
      breaks(machine.disk.fails)
      const failed = await audit.append('decided', 'x', 'y', {})
      expect([
        failed,
        audit.failed,
        failures,
        machine.disk.logged,
        machine.disk.lines.length,
      ]).toEqual([
        { ok: false, error },
        true,
        [error.message],
        ['audit.failed {"kind":"failed"}'],
        lines,
      ])
      Object.assign(machine.disk.fails, {
        append: false,
        throws: false,
        head: false,
        headThrows: false,
      })
      expect([
        (await audit.append('asked', 'x', 'z', {})).ok,
        audit.failed,
        (await audit.verify()).state,
      ]).toEqual([true, false, 'verified'])
      stop()
      breaks(machine.disk.fails)
      await audit.append('asked', 'x', 'z', {})
      expect(failures).toHaveLength(1)
    },
  )

  test('writes records without a key but proves nothing, and logs that the key is missing', async () => {
    const machine = createMachine()
    machine.disk.fails.vaultWrite = 'audit-key'
    const audit = await machine.open()
    expect([
      (await audit.append('asked', 'x', 'y', {})).ok,
      machine.disk.head,
      machine.disk.logged,
      (await audit.verify()).state,
    ]).toEqual([true, null, ['audit.key-missing {"kind":"failed"}'], 'unproved'])
    await audit.close()
    expect([machine.disk.checkpoints, machine.disk.closed]).toEqual([[], true])
  })

  const storedCounts = (machine: Machine) =>
    machine.disk.checkpoints.map((text) => (JSON.parse(text) as { count: number }).count)
  test('updates the key store at once for decisions and sends, otherwise at intervals', async () => {
    const machine = createMachine()
    const audit = await machine.open()
    const after = async (...record: Parameters<typeof audit.append>) => {
      const before = storedCounts(machine).length
      await audit.append(...record)
      await settle()
      return storedCounts(machine).slice(before)
    }
    expect(storedCounts(machine)).toEqual([0, 1])
    expect([
      await after('asked', 'x', 'y', {}),
      await after('decided', 'x', 'y', { decision: 'approve' }),
      await after('sent', 'x', 'y', {}),
      await after('decided', 'x', 'y', { decision: 'decline' }),
      await after('ended', 'x', 'y', {}),
    ]).toEqual([[], [], [4], [5], [6]])
    for (let index = 0; index < 15; index += 1) {
      expect(await after('asked', 'x', 'y', {})).toEqual([])
    }
    expect(await after('asked', 'x', 'y', {})).toEqual([22])
    await audit.append('asked', 'x', 'y', {})
    await audit.close()
    expect([storedCounts(machine).at(-1), machine.disk.closed]).toEqual([23, true])
  })

  test('logs a key store that refuses and appends all the same', async () => {
    const machine = createMachine()
    const audit = await machine.open()
    machine.disk.fails.vaultWrite = 'audit-checkpoint'
    expect((await audit.append('sent', 'x', 'y', {})).ok).toBe(true)
    await settle()
    expect([machine.disk.logged, audit.failed]).toEqual([
      ['audit.checkpoint-failed {"kind":"failed"}'],
      false,
    ])
  })
})

describe('REL-39: a page of the audit log', () => {
  const opened = async () => {
    const audit = await createMachine().open()
    for (const [kind, subject, line] of [
      ['asked', 'i1', 'Buy 10 AAPL'],
      ['decided', 'i1', 'Buy 10 AAPL'],
      ['asked', 'i2', 'Sell 5 MSFT'],
      ['outcome', 'i2', 'The broker took it'],
    ] as const) {
      await audit.append(kind, subject, line, {})
    }
    return async (overrides: Partial<Parameters<typeof audit.page>[0]> = {}) => {
      const { rows, more: rest } = await audit.page({
        text: '',
        kinds: [],
        before: null,
        limit: 50,
        ...overrides,
      })
      return [rows.map(({ seq }) => seq), rest]
    }
  }

  test('lists the newest records first, up to the limit, and says whether there are more', async () => {
    const page = await opened()
    expect([
      await page(),
      await page({ limit: 2 }),
      await page({ limit: 5 }),
      await page({ limit: 2, before: 3 }),
      await page({ limit: 2, before: 1 }),
      await page({ limit: 0 }),
      await page({ before: 0 }),
    ]).toEqual([
      [[4, 3, 2, 1, 0], false],
      [[4, 3], true],
      [[4, 3, 2, 1, 0], false],
      [[2, 1], true],
      [[0], false],
      [[4], true],
      [[], false],
    ])
  })

  test('filters by kind, and by text in line, subject or kind without regard to case', async () => {
    const page = await opened()
    expect([
      await page({ kinds: ['asked'] }),
      await page({ kinds: ['asked', 'outcome'] }),
      await page({ text: 'aapl' }),
      await page({ text: 'I2' }),
      await page({ text: 'OUTCOME' }),
      await page({ text: 'nothing such' }),
    ]).toEqual([
      [[3, 1], false],
      [[4, 3, 1], false],
      [[2, 1], false],
      [[4, 3], false],
      [[4], false],
      [[], false],
    ])
  })

  test('holds at most 200 records', async () => {
    const audit = await createMachine().open()
    for (let index = 0; index < 205; index += 1) await audit.append('asked', 'x', 'y', {})
    const { rows, more } = await audit.page({ text: '', kinds: [], before: null, limit: 1_000 })
    expect([rows.length, more, rows[0]]).toEqual([
      200,
      true,
      { seq: 205, at: 1_000, kind: 'asked', subject: 'x', line: 'y', hash: rows[0]?.hash },
    ])
  })
})
