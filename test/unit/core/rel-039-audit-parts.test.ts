import { describe, expect, test } from 'vitest'
import { nodeCrypto } from '../../../electron/adapters/crypto.js'
import { AUDIT_KINDS } from '../../../electron/core/audit/audit-port.js'
import { openAudit } from '../../../electron/core/audit/audit.js'
import { canonicalJson } from '../../../electron/core/audit/canonical.js'
import {
  GENESIS,
  hashOf,
  seal,
  walk,
  zAuditRecord,
  type AuditRecord,
  type Unhashed,
} from '../../../electron/core/audit/chain.js'
import {
  checkpointText,
  createCheckpoints,
  recordText,
} from '../../../electron/core/audit/checkpoint.js'
import { exportChain, exportReceipt } from '../../../electron/core/audit/receipt.js'
import type { FileError } from '../../../electron/core/ports.js'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import { epochMs } from '../../../shared/domain/time.js'
import { settle } from '../../simulation/core/world.js'

const FAILED: FileError = { kind: 'failed', message: 'broken' }
const H = (letter: string): string => letter.repeat(64)

/** A computer whose every part can be made to fail. */
function computer() {
  const disk = {
    lines: [] as string[],
    head: null as string | null,
    secrets: new Map<string, string>(),
    logged: [] as string[],
    kept: [] as string[],
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
        if (name === 'audit-checkpoint') disk.kept.push(secret)
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
    points: () =>
      createCheckpoints({
        vault: deps.vault,
        file: deps.checkpoint,
        random: deps.random,
        crypto: nodeCrypto,
      }),
  }
}
type Computer = ReturnType<typeof computer>

async function lived(count = 3): Promise<Computer> {
  const world = computer()
  const audit = await world.open()
  for (let at = 0; at < count; at += 1) {
    await audit.append('asked', `i${at}`, `record ${at}`, { at })
  }
  await audit.close()
  return world
}
const told = async (world: Computer) => {
  const report = (await world.open()).report()
  return [report?.state, report?.problem?.seq, report?.problem?.what]
}

describe('rel-039: one text for one value', () => {
  test('members stand in one order, without spaces; lists keep theirs', () => {
    expect(canonicalJson({ b: 1, a: [true, null, 'x', [2, 1]], A: { d: '"', c: false } })).toBe(
      '{"A":{"c":false,"d":"\\""},"a":[true,null,"x",[2,1]],"b":1}',
    )
    expect(canonicalJson(Object.fromEntries(['c', 'a', 'b'].map((name) => [name, name])))).toBe(
      '{"a":"a","b":"b","c":"c"}',
    )
  })

  test.each([[0.5], [-0], [Number.NaN], [2 ** 53], [Number.POSITIVE_INFINITY]])(
    '%s has none: money and prices are texts',
    (number) => {
      expect(() => canonicalJson({ number })).toThrow(
        new RangeError('only whole numbers are canonical'),
      )
    },
  )
})

describe('rel-039: a chain says where and why it breaks', () => {
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

  test('the whole of it, and what was before the break', () => {
    const { lines, records } = sealed(3)
    expect(walk(nodeCrypto, lines)).toEqual({ records, head: records[2]?.hash, problem: null })
    expect(walk(nodeCrypto, [])).toEqual({ records: [], head: null, problem: null })
    expect(walk(nodeCrypto, ['', ...lines])).toEqual({
      records: [],
      head: null,
      problem: { seq: 0, what: 'This record cannot be read' },
    })
  })

  test.each<[string, (lines: string[]) => void, number, string]>([
    [
      'a line that is no record',
      (lines) => {
        lines[1] = '{}'
      },
      1,
      'This record cannot be read',
    ],
    [
      'a record that is written otherwise than this program writes',
      (lines) => {
        lines[1] = ` ${lines[1]}`
      },
      1,
      'This record cannot be read',
    ],
    [
      'a record with something added',
      (lines) => {
        lines[1] = (lines[1] ?? '').replace('"at":', '"aa":1,"at":')
      },
      1,
      'This record cannot be read',
    ],
    [
      'another number, hashed anew',
      (lines) => {
        lines[1] = rewritten(lines[1] ?? '', { seq: 7 })
      },
      1,
      'Number 7 stands where 1 belongs',
    ],
    [
      'another record before it, hashed anew',
      (lines) => {
        lines[1] = rewritten(lines[1] ?? '', { prev: H('a') })
      },
      1,
      'This record does not follow from the one before it',
    ],
    [
      'a first record that follows from something',
      (lines) => {
        lines[0] = rewritten(lines[0] ?? '', { prev: H('a') })
      },
      0,
      'This record does not follow from the one before it',
    ],
    [
      'other words under the old hash',
      (lines) => {
        lines[1] = (lines[1] ?? '').replace('record 1', 'record 9')
      },
      1,
      'This record was changed after it was written',
    ],
    [
      'other words, hashed anew: the next one tells',
      (lines) => {
        lines[1] = rewritten(lines[1] ?? '', { line: 'record 9' })
      },
      2,
      'This record does not follow from the one before it',
    ],
  ])('%s', (_what, tamper, seq, what) => {
    const { lines } = sealed(4)
    tamper(lines)
    const found = walk(nodeCrypto, lines)
    expect([found.problem, found.records.length, found.head]).toEqual([
      { seq, what },
      seq,
      found.records.at(-1)?.hash ?? null,
    ])
  })

  test('a MAC is beside the hash, not under it; without a key there is none', () => {
    const [plain, signed] = [sealed(2), sealed(2, (hash) => `mac-${hash.slice(0, 40)}`)]
    expect(signed.records.map(({ hash }) => hash)).toEqual(plain.records.map(({ hash }) => hash))
    expect([
      plain.lines[0]?.includes('mac'),
      signed.records[0]?.mac?.slice(0, 4),
      walk(nodeCrypto, signed.lines).problem,
    ]).toEqual([false, 'mac-', null])
  })

  test.each(AUDIT_KINDS.map((kind) => [kind]))('a record of kind %s can be read again', (kind) => {
    const { line } = seal(
      nodeCrypto,
      {
        seq: 0,
        prev: GENESIS,
        at: epochMs(0),
        kind,
        subject: '',
        line: '',
        body: { text: 'x', whole: 1, yes: true, none: null, list: ['a', 'b'] },
      },
      () => null,
    )
    expect(walk(nodeCrypto, [line]).problem).toBeNull()
  })
})

describe('rel-039: exports', () => {
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

  test('the whole chain: a header, and every record as anybody can check it', () => {
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

  test('a receipt: its own from the first on, those that name it as well, and of the others place and hash alone', () => {
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

  test('a receipt begins with the start of the program that its records belong to: it says of which environment they are', () => {
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

describe('rel-039: what a checkpoint proves', () => {
  const point = { count: 2, from: 0, head: H('a') }
  const opened = async (world = computer()) => {
    const points = world.points()
    return { world, disk: world.disk, points, opened: await points.open() }
  }

  test('a point that was kept and written is proved; the texts under its MACs are told apart', async () => {
    const { points } = await opened()
    expect([
      (await points.head(point)).ok,
      (await points.keep(point)).ok,
      await points.read(),
    ]).toEqual([true, true, { kind: 'proved', ...point }])
    expect([checkpointText(2, 0, 'h'), recordText('h')]).toEqual([
      'countersign-audit-checkpoint\n{"count":2,"from":0,"head":"h"}',
      'countersign-audit-record\nh',
    ])
  })

  test('before it is opened there is no key: nothing is signed, written or proved', async () => {
    const world = computer()
    const points = world.points()
    const missing = {
      ok: false,
      error: { kind: 'missing', message: 'the key of the checkpoints is not there' },
    }
    expect([
      points.keyed,
      points.sign(H('a')),
      await points.head(point),
      await points.keep(point),
      world.disk.head,
    ]).toEqual([false, null, missing, missing, null])
    expect(points.signed({ hash: H('a'), mac: 'x'.repeat(44) } as AuditRecord)).toBe(false)
    expect(await points.read()).toEqual({ kind: 'none' })
    world.disk.head = await (async () => {
      const other = await opened()
      await other.points.head(point)
      return other.disk.head
    })()
    expect(await points.read()).toEqual({
      kind: 'unreadable',
      what: 'The key of the checkpoints is not there',
      least: null,
    })
  })

  test('a key that cannot be read or kept is told, and stands for none', async () => {
    const unread = computer()
    unread.disk.fails.vaultRead = 'audit-key'
    const unkept = computer()
    unkept.disk.fails.vaultWrite = 'audit-key'
    for (const world of [await opened(unread), await opened(unkept)]) {
      expect([world.opened.ok, world.points.keyed]).toEqual([false, false])
    }
  })

  test('the key is kept, and is the same the next time: 32 bytes', async () => {
    const world = await opened()
    const again = await opened(world.world)
    expect([
      world.disk.secrets.get('audit-key'),
      again.points.sign(H('a')) === world.points.sign(H('a')),
      world.points.keyed,
    ]).toEqual(['07'.repeat(32), true, true])
  })

  test('a record is signed by its own MAC alone', async () => {
    const { points } = await opened()
    const mac = points.sign(H('a')) ?? ''
    const signed = (hash: string, of: string | undefined) =>
      points.signed({ hash, mac: of } as AuditRecord)
    expect([
      signed(H('a'), mac),
      signed(H('b'), mac),
      signed(H('a'), undefined),
      signed(H('a'), `${mac.slice(0, -2)}A=`),
    ]).toEqual([true, false, false, false])
  })

  test('a new key cannot judge what the lost one wrote, until it has kept a point of its own', async () => {
    const world = await opened()
    await world.points.head(point)
    world.disk.secrets.delete('audit-key')
    const fresh = await opened(world.world)
    expect(await fresh.points.read()).toEqual({
      kind: 'unreadable',
      what: 'The key of the checkpoint beside the chain is gone',
      least: null,
    })
    world.disk.fails.vaultWrite = 'audit-checkpoint'
    expect([(await fresh.points.keep(point)).ok, (await fresh.points.read()).kind]).toEqual([
      false,
      'unreadable',
    ])
    world.disk.fails.vaultWrite = null
    await fresh.points.head(point)
    await fresh.points.keep(point)
    expect(await fresh.points.read()).toEqual({ kind: 'proved', ...point })
  })

  const both = async () => {
    const world = await opened()
    await world.points.head(point)
    await world.points.keep(point)
    return world
  }
  const stored = (world: { readonly disk: Computer['disk'] }, change: (text: string) => string) =>
    world.disk.secrets.set(
      'audit-checkpoint',
      change(world.disk.secrets.get('audit-checkpoint') ?? ''),
    )

  test('what cannot be read or was forged is never passed over for the other one', async () => {
    const beside = await both()
    beside.disk.head = 'no'
    expect(await beside.points.read()).toEqual({
      kind: 'unreadable',
      what: 'The checkpoint beside the chain cannot be read',
      least: { kind: 'proved', ...point },
    })
    beside.disk.head = '{"v":1}'
    expect((await beside.points.read()).kind).toBe('unreadable')
    const forged = await both()
    forged.disk.head = (forged.disk.head ?? '').replace('"count":2', '"count":3')
    expect(await forged.points.read()).toEqual({
      kind: 'forged',
      what: 'The checkpoint beside the chain was not written with this computer’s key',
    })
    const within = await both()
    stored(within, (text) => text.replace('"count":2', '"count":1'))
    expect(await within.points.read()).toEqual({
      kind: 'forged',
      what: 'The checkpoint in the key store was not written with this computer’s key',
    })
    stored(within, () => 'no')
    expect(await within.points.read()).toEqual({
      kind: 'unreadable',
      what: 'The checkpoint in the key store cannot be read',
      least: { kind: 'proved', ...point },
    })
    within.disk.fails.vaultRead = 'audit-checkpoint'
    expect(await within.points.read()).toMatchObject({
      kind: 'failed',
      what: 'The checkpoint in the key store cannot be read',
    })
  })

  test('one without the other proves nothing, but for a chain that has no record yet', async () => {
    const world = await both()
    const least = { kind: 'proved', ...point }
    const head = world.disk.head
    world.disk.head = null
    expect(await world.points.read()).toEqual({
      kind: 'unreadable',
      what: 'The head beside the chain is missing: nothing proves that the last records are there',
      least,
    })
    world.disk.head = head
    world.disk.fails.readHead = true
    expect(await world.points.read()).toEqual({
      kind: 'failed',
      what: 'The head beside the chain cannot be read',
      error: FAILED,
    })
    world.disk.fails.readHead = false
    world.disk.secrets.delete('audit-checkpoint')
    expect(await world.points.read()).toEqual({
      kind: 'unreadable',
      what: 'The checkpoint in the key store is missing: nothing proves that the head beside the chain is the last one',
      least,
    })
    const empty = { count: 0, from: 0, head: GENESIS }
    await world.points.head(empty)
    expect(await world.points.read()).toEqual({ kind: 'proved', ...empty })
  })

  test('a head behind the key store was put back; at it or beyond it stands', async () => {
    const world = await both()
    await world.points.head({ ...point, count: 1 })
    expect(await world.points.read()).toEqual({
      kind: 'forged',
      what: 'The head beside the chain was put back: it tells of 1 records, the key store of 2',
    })
    await world.points.head({ ...point, count: 3 })
    expect(await world.points.read()).toEqual({ kind: 'proved', ...point, count: 3 })
  })
})

describe('rel-039: what the report says', () => {
  test('missing records, with how many; a rewritten end; a forged and a missing checkpoint', async () => {
    const cut = await lived()
    cut.disk.lines.length = 1
    expect(await told(cut)).toEqual([
      'damaged',
      1,
      '3 records are missing: 4 were there at the last checkpoint',
    ])
    const forged = await lived()
    forged.disk.head = (forged.disk.head ?? '').replace('"count":4', '"count":5')
    expect(await told(forged)).toEqual([
      'damaged',
      null,
      'The checkpoint beside the chain was not written with this computer’s key',
    ])
    const gone = await lived()
    gone.disk.head = null
    gone.disk.secrets.delete('audit-checkpoint')
    expect(await told(gone)).toEqual([
      'unproved',
      null,
      'There is no checkpoint: nothing proves that no record was cut off or that the chain was not rewritten',
    ])
    expect(await told(gone)).toEqual([
      'unproved',
      3,
      'The first 4 records were there when the checkpoint that proves them was missing',
    ])
    const rewritten = await lived()
    const other = await lived(0)
    const second = await other.open()
    for (const line of ['x', 'y', 'z']) await second.append('asked', 'x', line, {})
    rewritten.disk.lines = other.disk.lines.slice(0, 4)
    expect(await told(rewritten)).toEqual([
      'damaged',
      3,
      'The chain was rewritten: it is not the one of the last checkpoint',
    ])
  })

  test('chain and head taken away together are missed by the key store, and stay missed', async () => {
    const world = await lived(20)
    Object.assign(world.disk, { lines: [], head: null })
    const told20 = await told(world)
    expect([told20[0], told20[1], told20[2]]).toEqual([
      'damaged',
      0,
      expect.stringMatching(/^\d+ records are missing/),
    ])
    expect((await told(world))[0]).toBe('damaged')
  })

  test('a disk that does not give out the head for a while taints nothing: nothing counts as written, no head is written over it, and then it is proved again', async () => {
    for (const [broken, well] of [
      [{ readHead: true }, { readHead: false }],
      [{ vaultRead: 'audit-checkpoint' }, { vaultRead: null }],
    ]) {
      const world = await lived()
      const { head } = world.disk
      Object.assign(world.disk.fails, broken)
      const audit = await world.open()
      expect([
        audit.report()?.state,
        audit.failed,
        (await audit.append('asked', 'x', 'y', {})).ok,
        audit.failed,
        world.disk.head,
      ]).toEqual(['unproved', true, false, true, head])
      Object.assign(world.disk.fails, well)
      expect([
        (await audit.append('asked', 'x', 'z', {})).ok,
        audit.failed,
        world.disk.head === head,
      ]).toEqual([true, false, false])
      expect(audit.report()).toMatchObject({ state: 'verified', problem: null })
      expect(await audit.verify()).toMatchObject({ state: 'verified', problem: null })
      await audit.close()
      expect((await world.open()).report()).toMatchObject({ state: 'verified', problem: null })
    }
  })

  test('an empty chain is vouched for from its beginning, and nothing is wrong with it', async () => {
    const world = computer()
    world.disk.fails.append = true
    expect(await told(world)).toEqual(['verified', undefined, undefined])
    expect(await told(world)).toEqual(['verified', undefined, undefined])
  })

  test('a chain that cannot be read is damage and a failure, and damage is logged with its place', async () => {
    const world = await lived()
    world.disk.fails.journal = true
    expect(await told(world)).toEqual(['damaged', null, 'The chain cannot be read: broken'])
    expect(world.disk.logged).toEqual([
      'audit.failed {"kind":"failed"}',
      'audit.damaged {"count":null}',
    ])
  })

  test('over a chain that does not fit no head is written: it stays damaged, and what happens is appended all the same', async () => {
    const world = await lived()
    world.disk.lines.length = 2
    const head = world.disk.head
    const audit = await world.open()
    expect([
      (await audit.append('asked', 'x', 'y', {})).ok,
      world.disk.head === head,
      world.disk.lines.length,
      (await audit.verify()).state,
    ]).toEqual([true, true, 4, 'damaged'])
    await audit.close()
    expect((await world.open()).report()?.state).toBe('damaged')
  })

  test('the start says how the chain was found and how long it was', async () => {
    const world = await lived(2)
    await world.open()
    const bodies = world.disk.lines
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

describe('rel-039: appending', () => {
  test('texts and bodies are kept within what a record may hold', async () => {
    const world = computer()
    const audit = await world.open()
    const body = {
      long: 'x'.repeat(3_000),
      list: Array.from({ length: 300 }, () => 'y'.repeat(3_000)),
      number: 5,
      ...Object.fromEntries(Array.from({ length: 80 }, (_, at) => [`k${at}`, at])),
    }
    expect((await audit.append('asked', 's'.repeat(200), 'l'.repeat(500), body)).ok).toBe(true)
    const record = zAuditRecord.parse(JSON.parse(world.disk.lines.at(-1) ?? ''))
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

  test.each<[string, (fails: Computer['disk']['fails']) => void, string, number]>([
    [
      'a disk that refuses',
      (fails) => {
        fails.append = true
      },
      'broken',
      1,
    ],
    [
      'a disk that breaks',
      (fails) => {
        fails.throws = true
      },
      'the audit chain broke',
      1,
    ],
    [
      'a head that is refused',
      (fails) => {
        fails.head = true
      },
      'broken',
      2,
    ],
    [
      'a head that breaks',
      (fails) => {
        fails.headThrows = true
      },
      'the head of the audit chain broke',
      2,
    ],
  ])(
    '%s fails the append, is told and logged, and the next one goes on',
    async (_what, breaks, message, lines) => {
      const world = computer()
      const audit = await world.open()
      const failures: string[] = []
      const stop = audit.onFailure((error) => failures.push(error.message))
      breaks(world.disk.fails)
      const failed = await audit.append('decided', 'x', 'y', {})
      expect([failed, audit.failed, failures, world.disk.logged, world.disk.lines.length]).toEqual([
        { ok: false, error: { kind: 'failed', message } },
        true,
        [message],
        ['audit.failed {"kind":"failed"}'],
        lines,
      ])
      Object.assign(world.disk.fails, {
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
      breaks(world.disk.fails)
      await audit.append('asked', 'x', 'z', {})
      expect(failures).toHaveLength(1)
    },
  )

  test('without a key records are written and nothing is proved; the log says so', async () => {
    const world = computer()
    world.disk.fails.vaultWrite = 'audit-key'
    const audit = await world.open()
    expect([
      (await audit.append('asked', 'x', 'y', {})).ok,
      world.disk.head,
      world.disk.logged,
      (await audit.verify()).state,
    ]).toEqual([true, null, ['audit.key-missing {"kind":"failed"}'], 'unproved'])
    await audit.close()
    expect([world.disk.kept, world.disk.closed]).toEqual([[], true])
  })

  const kept = (world: Computer) =>
    world.disk.kept.map((text) => (JSON.parse(text) as { count: number }).count)
  test('the key store learns at once of what a person decided and of what was sent; of an approval with its send; of the rest now and then', async () => {
    const world = computer()
    const audit = await world.open()
    const after = async (...record: Parameters<typeof audit.append>) => {
      const before = kept(world).length
      await audit.append(...record)
      await settle()
      return kept(world).slice(before)
    }
    expect(kept(world)).toEqual([0, 1])
    expect([
      await after('asked', 'x', 'y', {}),
      await after('decided', 'x', 'y', { decision: 'approve' }),
      await after('sent', 'x', 'y', {}),
      await after('decided', 'x', 'y', { decision: 'decline' }),
      await after('ended', 'x', 'y', {}),
    ]).toEqual([[], [], [4], [5], [6]])
    for (let at = 0; at < 15; at += 1) expect(await after('asked', 'x', 'y', {})).toEqual([])
    expect(await after('asked', 'x', 'y', {})).toEqual([22])
    await audit.append('asked', 'x', 'y', {})
    await audit.close()
    expect([kept(world).at(-1), world.disk.closed]).toEqual([23, true])
  })

  test('a key store that refuses is logged and holds nothing back', async () => {
    const world = computer()
    const audit = await world.open()
    world.disk.fails.vaultWrite = 'audit-checkpoint'
    expect((await audit.append('sent', 'x', 'y', {})).ok).toBe(true)
    await settle()
    expect([world.disk.logged, audit.failed]).toEqual([
      ['audit.checkpoint-failed {"kind":"failed"}'],
      false,
    ])
  })
})

describe('rel-039: a page of the log', () => {
  const opened = async () => {
    const audit = await computer().open()
    for (const [kind, subject, line] of [
      ['asked', 'i1', 'Buy 10 AAPL'],
      ['decided', 'i1', 'Buy 10 AAPL'],
      ['asked', 'i2', 'Sell 5 MSFT'],
      ['outcome', 'i2', 'The broker took it'],
    ] as const) {
      await audit.append(kind, subject, line, {})
    }
    return async (more: Partial<Parameters<typeof audit.page>[0]> = {}) => {
      const { rows, more: rest } = await audit.page({
        text: '',
        kinds: [],
        before: null,
        limit: 50,
        ...more,
      })
      return [rows.map(({ seq }) => seq), rest]
    }
  }

  test('newest first, so many at a time, and whether there are more', async () => {
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

  test('by kind and by words in its line, its subject or its kind, however they are written', async () => {
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

  test('a page holds two hundred at most', async () => {
    const audit = await computer().open()
    for (let at = 0; at < 205; at += 1) await audit.append('asked', 'x', 'y', {})
    const { rows, more } = await audit.page({ text: '', kinds: [], before: null, limit: 1_000 })
    expect([rows.length, more, rows[0]]).toEqual([
      200,
      true,
      { seq: 205, at: 1_000, kind: 'asked', subject: 'x', line: 'y', hash: rows[0]?.hash },
    ])
  })
})
