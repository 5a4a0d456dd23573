import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { DEFAULT_PREFERENCES } from '../../../../shared/domain/app/preferences.js'
import { nodeCrypto } from '../../../../electron/adapters/crypto.js'
import { memoryVault } from '../../../../electron/app/session/vault.js'
import { walk } from '../../../../electron/core/audit/audit-chain.js'
import { readStored, TOKENS, writeStored } from '../../../../electron/core/auth/stored-tokens.js'
import {
  parseConnections,
  writeConnections,
} from '../../../../electron/core/instructions/connections/connection-file.js'
import {
  readHalt,
  writeHalt,
} from '../../../../electron/core/instructions/kill-switch/halt-file.js'
import { createInstructionLog } from '../../../../electron/core/instructions/queue/instruction-log.js'
import {
  openTradeBook,
  type TradeBookDeps,
} from '../../../../electron/core/instructions/scorecard/trade-book.js'
import { readLockFile, writeLockFile } from '../../../../electron/core/lock/lock-file.js'
import { createJournal } from '../../../../electron/core/orders/order-journal.js'
import type { JournalPort } from '../../../../electron/core/ports.js'
import { Credentials } from '../../../../electron/core/profiles/credentials.js'
import { openProfiles } from '../../../../electron/core/profiles/profile-store.js'
import { parseAlerts, writeAlerts } from '../../../../electron/core/alerts/alert-file.js'
import { openPreferences } from '../../../../electron/app/settings/preferences.js'
import { ok } from '../../../../shared/domain/result.js'
import { epochMs } from '../../../../shared/domain/time.js'
import { fakeDocument } from '../../../fakes/document.js'
import { inEnglish } from '../../../../shared/messages/format-message.js'
import { foreign } from '../../../../shared/messages/make-message.js'

/**
 * The files of `test/vectors/stored` were written by the program before its stored files had
 * schemas of their own. Never regenerate them: a change that makes one of them unreadable, or that
 * writes it differently, needs a new version of that file.
 */
const FOLDER = join(import.meta.dirname, '../../../vectors/stored')
const textOf = (name: string): string => readFileSync(join(FOLDER, name), 'utf8')
const linesOf = (name: string): string[] => textOf(name).split('\n').slice(0, -1)
const valuesOf = (name: string): unknown[] => linesOf(name).map((line) => JSON.parse(line))

const clock = { now: () => epochMs(1_800_000_000_000), monotonic: () => 0 }
const log = { event: () => undefined }
const random = { bytes: (count: number) => new Uint8Array(count).fill(7), fraction: () => 0.5 }

const journalOf = (lines: readonly string[]): JournalPort => ({
  append: () => Promise.resolve(ok(undefined)),
  read: () => Promise.resolve(ok({ lines, tailCut: false })),
  close: () => Promise.resolve(),
})

describe('a stored journal', () => {
  it('is read with every order record that it holds', async () => {
    const read = await createJournal(journalOf(linesOf('order-journal.jsonl'))).read()
    if (!read.ok) throw new Error(read.error.message)
    expect(read.value.records).toEqual(valuesOf('order-journal.jsonl'))
    expect(new Set(read.value.records.map(({ kind }) => kind)).size).toBe(8)
  })

  it('is read from its checkpoint on, with the records after it', async () => {
    const read = await createJournal(journalOf(linesOf('order-journal-checkpoint.jsonl'))).read()
    if (!read.ok) throw new Error(read.error.message)
    const { records } = read.value
    expect(JSON.parse(JSON.stringify(records))).toEqual(valuesOf('order-journal-checkpoint.jsonl'))
    expect(records[0]?.kind).toBe('checkpoint')
  })

  it('is read with every instruction record that it holds', async () => {
    const read = await createInstructionLog(journalOf(linesOf('instruction-log.jsonl'))).read()
    if (!read.ok) throw new Error(read.error.message)
    expect(read.value.map(({ record }) => record)).toEqual(valuesOf('instruction-log.jsonl'))
    expect(new Set(read.value.map(({ record }) => record.kind)).size).toBe(7)
  })

  it('is read with every trade that scorecards count', async () => {
    const deps: Partial<TradeBookDeps> = {
      journal: journalOf(linesOf('trade-book.jsonl')),
      instructionService: { all: () => [], onChange: () => () => undefined },
      orders: { all: () => [], subscribe: () => () => undefined },
      fills: { recent: () => [], subscribe: () => () => undefined },
      log,
    }
    const book = await openTradeBook(deps as TradeBookDeps)
    expect([...book.marketAtRequest]).toEqual([
      [
        '0'.repeat(31) + '1',
        { at: 1_800_000_000_000, bid: '99.00', ask: '101.00', last: '100.00', multiplier: '1' },
      ],
    ])
    expect([...book.trades.values()]).toEqual([
      {
        clientOrderId: 'c0ffee',
        status: 'filled',
        steps: [
          { time: 1_800_000_000_001, filled: '4', value: '749.8', fees: '0.05' },
          { time: 1_800_000_000_001, filled: '10', value: '1874.5', fees: '0.05' },
        ],
      },
    ])
  })

  it('is a verified audit chain', () => {
    const { records, problem } = walk(nodeCrypto, linesOf('audit-chain.jsonl'))
    expect(problem).toBeNull()
    expect(records).toEqual(valuesOf('audit-chain.jsonl'))
  })
})

describe('a stored document', () => {
  it('is read and written back byte for byte when it holds connections', () => {
    const file = parseConnections(textOf('connections.txt'))
    if (typeof file === 'string') throw new Error(file)
    expect(file.connections).toHaveLength(2)
    expect(writeConnections(file)).toBe(textOf('connections.txt'))
  })

  it('is read and written back byte for byte when it holds a halt', async () => {
    const halt = await readHalt(fakeDocument(textOf('halt.txt')), log)
    if (halt === null || halt === 'damaged') throw new Error(String(halt))
    expect(halt).toMatchObject({
      scope: 'all',
      phase: 'left',
      haltedAt: 1_800_000_000_000,
      why: foreign('by the person'),
    })
    expect(writeHalt(halt)).toBe(textOf('halt.txt'))
  })

  it('is read and written back byte for byte when it holds profiles', async () => {
    const file = fakeDocument(textOf('profiles.txt'))
    const profiles = await openProfiles({ file, clock, random })
    expect(profiles.all().map(({ name }) => name)).toEqual(['Practice', 'Sandbox', 'Live'])
    const last = profiles.last()
    await profiles.setLast(profiles.all()[0]?.id ?? last)
    await profiles.setLast(last)
    expect(file.content).toBe(textOf('profiles.txt'))
    expect(profiles.exportText(last)).toEqual(ok(textOf('profile-export.txt')))
  })

  it('is imported when it holds an exported profile', async () => {
    const profiles = await openProfiles({ file: fakeDocument(), clock, random })
    const imported = await profiles.importText(textOf('profile-export.txt'))
    if (!imported.ok) throw new Error(inEnglish(imported.error.message))
    expect(profiles.exportText(imported.value.id)).toEqual(ok(textOf('profile-export.txt')))
  })

  it('is read and written back byte for byte when it holds the lock', async () => {
    const lock = await readLockFile(fakeDocument(textOf('lock.txt')))
    if (typeof lock === 'string') throw new Error(lock)
    const file = fakeDocument()
    await writeLockFile(file, lock)
    expect(file.content).toBe(textOf('lock.txt'))
  })

  it('is read whole when it holds preferences; one that it did not know has its default', () => {
    const stored = JSON.parse(textOf('preferences.txt')) as {
      readonly v: number
      readonly data: object
    }
    const directory = mkdtempSync(join(tmpdir(), 'countersign-preferences-'))
    writeFileSync(join(directory, 'preferences.json'), textOf('preferences.txt'))
    const file = { get: (member: 'v' | 'data') => stored[member], set: () => undefined }
    const opened = openPreferences({ directory, openFile: () => file, stamp: 'x' })
    expect([opened.setAside, opened.get()]).toEqual([
      null,
      { ...DEFAULT_PREFERENCES, ...stored.data },
    ])
    rmSync(directory, { recursive: true })
  })
})

describe('a stored secret', () => {
  it('is read and written back byte for byte when it holds tokens', async () => {
    const vault = memoryVault()
    await vault.write(TOKENS, textOf('oauth-tokens.txt'))
    const tokens = await readStored(vault)
    if (tokens === null) throw new Error('unreadable')
    await writeStored(vault, tokens)
    expect(await vault.read(TOKENS)).toEqual(ok(textOf('oauth-tokens.txt')))
  })

  it('is read and written back byte for byte when it holds credentials', async () => {
    const vault = memoryVault()
    await vault.write('credentials', textOf('credentials.txt'))
    const credentials = new Credentials({ vault, clock })
    expect(await credentials.load()).toEqual(
      ok({ app_key: 'key-0123456789abcdef', scope: 'trade' }),
    )
    await credentials.set('scope', 'trade')
    expect(await vault.read('credentials')).toEqual(ok(textOf('credentials.txt')))
  })
})

describe('stored alerts', () => {
  it('are read and written back byte for byte', () => {
    const text = textOf('alerts.txt')
    const stored = parseAlerts(text)
    if (stored === null) throw new Error('not read')
    expect(stored.alerts.map(({ condition }) => condition.kind)).toEqual([
      'price',
      'change',
      'volume',
    ])
    expect(writeAlerts(stored)).toBe(text)
  })
})
