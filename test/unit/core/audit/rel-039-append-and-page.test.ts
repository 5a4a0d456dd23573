import { describe, expect, test } from 'vitest'
import { zAuditRecord } from '../../../../electron/core/audit/audit-chain.js'
import { openAudit } from '../../../../electron/core/audit/audit-log.js'
import { brokenFileError } from '../../../../electron/core/file-error.js'
import type { FileError, JournalPort } from '../../../../electron/core/ports.js'
import { ok } from '../../../../shared/domain/result.js'
import { message } from '../../../../shared/messages/make-message.js'
import { settle } from '../../../simulation/core/simulation.js'
import { FAILED, createMachine, type Machine } from './audit-machine.js'

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
      brokenFileError(message('audit.chainFailed'), new Error('broken')),
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
      brokenFileError(message('audit.headFailed'), new Error('broken')),
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
        [`audit.failed ${JSON.stringify({ kind: 'failed', error: error.message })}`],
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
      const { rows, more } = await audit.page({
        text: '',
        kinds: [],
        before: null,
        limit: 50,
        ...overrides,
      })
      return [rows.map(({ seq }) => seq), more]
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

describe('REL-39: appending several records at once', () => {
  const RECORDS = (['decided', 'sent'] as const).map((kind) => ({
    kind,
    subject: 'i1',
    line: 'one',
    body: {},
  }))

  test('writes them together where the file can do that, and stages the head of the last', async () => {
    const machine = createMachine()
    const writes: (readonly string[])[] = []
    const journal: JournalPort = {
      ...machine.deps.journal,
      appendAll: (lines) => {
        writes.push(lines)
        machine.disk.lines.push(...lines)
        return Promise.resolve(ok(undefined))
      },
    }
    const audit = await openAudit({ ...machine.deps, journal })
    writes.length = 0
    const { written, proved } = audit.beginAll(RECORDS)
    expect(await written).toEqual(await proved)
    expect([writes.length, writes[0]?.length]).toEqual([1, 2])
    expect(await proved).toMatchObject({ ok: true, value: { seq: machine.disk.lines.length - 1 } })
    expect(JSON.parse(machine.disk.head ?? '')).toMatchObject({ count: machine.disk.lines.length })
    expect((await audit.verify()).state).toBe('verified')
  })

  test('continues after the first one when only that could be written', async () => {
    const machine = createMachine()
    const audit = await machine.open()
    const { append } = machine.deps.journal
    let left = 1
    machine.deps.journal.append = (line) => {
      machine.disk.fails.append = left === 0
      left -= 1
      return append(line)
    }
    expect(await audit.beginAll(RECORDS).proved).toEqual({ ok: false, error: FAILED })
    expect(audit.failed).toBe(true)
    machine.deps.journal.append = append
    machine.disk.fails.append = false
    expect((await audit.append('ended', 'i1', 'two', {})).ok).toBe(true)
    const kinds = machine.disk.lines.map((line) => (JSON.parse(line) as { kind: string }).kind)
    expect(kinds).toEqual(['start', 'decided', 'ended'])
    expect((await audit.verify()).state).toBe('verified')
  })

  test('saves their checkpoint only when the more urgent write is over, and never after the end', async () => {
    const machine = createMachine()
    const audit = await machine.open()
    await settle()
    let end: () => void = () => undefined
    const urgent = new Promise<void>((resolve) => {
      end = resolve
    })
    const before = machine.disk.checkpoints.length
    await audit.beginAll(RECORDS, urgent).proved
    await settle()
    expect(machine.disk.checkpoints.length).toBe(before)
    end()
    await settle()
    expect(machine.disk.checkpoints.length).toBe(before + 1)
    let endLate: () => void = () => undefined
    const late = new Promise<void>((resolve) => {
      endLate = resolve
    })
    await audit.beginAll(RECORDS, late).proved
    await audit.close()
    const closed = machine.disk.checkpoints.length
    endLate()
    await settle()
    expect(machine.disk.checkpoints.length).toBe(closed)
  })
})
