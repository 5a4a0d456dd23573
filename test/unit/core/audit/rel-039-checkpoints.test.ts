import { describe, expect, test } from 'vitest'
import {
  GENESIS,
  zAuditRecord,
  type AuditRecord,
} from '../../../../electron/core/audit/audit-chain.js'
import { checkpointText, recordText } from '../../../../electron/core/audit/checkpoint.js'
import { message } from '../../../../shared/messages/make-message.js'
import {
  FAILED,
  H,
  createMachine,
  type Machine,
  withEnglishText,
  machineWithRecords,
  reportOf,
} from './audit-machine.js'

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
      claimed: point,
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

  test.each([
    ['deleted', 0, '21 records are missing: 21 were there at the last checkpoint'],
    ['cut by half', 10, '11 records are missing: 21 were there at the last checkpoint'],
    ['cut by one', 20, '1 record is missing: 21 were there at the last checkpoint'],
  ])(
    'names missing records at every start without a key store: %s',
    async (_how, left, problem) => {
      const machine = await machineWithRecords(20)
      machine.disk.lines.length = left
      for (let start = 0; start < 3; start += 1) {
        machine.disk.secrets.clear()
        const [state, , text] = await reportOf(machine)
        expect(state).toBe('damaged')
        // What is written since counts as well: it does not make up for the records that are gone.
        if (start === 0) expect(text).toBe(problem)
      }
    },
  )

  test('does not call whole records missing without a key store, nor verified', async () => {
    const machine = await machineWithRecords(20)
    for (let start = 0; start < 3; start += 1) {
      machine.disk.secrets.clear()
      expect((await reportOf(machine))[0]).toBe('unproved')
    }
  })

  test('names a chain that was rewritten without a key store', async () => {
    const machine = await machineWithRecords(3)
    const other = await machineWithRecords(0)
    const second = await other.open()
    for (const line of ['x', 'y', 'z']) await second.append('asked', 'x', line, {})
    machine.disk.lines = [...other.disk.lines]
    machine.disk.secrets.clear()
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
      'audit.failed {"kind":"failed","error":"broken"}',
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
