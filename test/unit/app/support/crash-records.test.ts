import { mkdirSync, mkdtempSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { CrashRecords } from '../../../../electron/app/support/crash-records.js'
import { epochMs } from '../../../../shared/domain/time.js'
import { removeFolder } from '../../../harness/system/remove-folder.js'

let root: string
let now: number

const newRun = (): CrashRecords =>
  new CrashRecords({
    userData: root,
    version: '0.1.0',
    clock: { now: () => epochMs((now += 1_000)) },
    log: { event: () => undefined },
    redact: (text) => text.replaceAll('secret', '[redacted]'),
  })

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'countersign-crashes-'))
  now = 1_795_000_000_000
  mkdirSync(path.join(root, 'logs'))
  writeFileSync(path.join(root, 'logs', 'countersign.log'), '{"name":"one"}\n{"name":"last"}\n')
})
afterEach(() => removeFolder(root))

describe('records of unexpected ends', () => {
  it('tell the next start of a program that ended without a word, with its last log lines', () => {
    expect(newRun().begin()).toEqual([])
    const [record, ...others] = newRun().begin()
    expect(others).toEqual([])
    expect(record).toMatchObject({ part: 'main', lines: ['{"name":"one"}', '{"name":"last"}'] })
  })

  it('tell nothing of a program that ended in order', () => {
    const run = newRun()
    run.begin()
    run.end()
    expect(newRun().begin()).toEqual([])
  })

  it('tell each crash once, and stay for the report', () => {
    const run = newRun()
    run.begin()
    run.add('page', 'crashed with a secret')
    run.add('exchange', 'oom')
    run.end()
    const next = newRun()
    expect(next.begin().map(({ part, reason }) => `${part}: ${reason}`)).toEqual([
      'page: crashed with a [redacted]',
      'exchange: oom',
    ])
    next.end()
    const third = newRun()
    expect(third.begin()).toEqual([])
    expect(third.all()).toHaveLength(2)
  })

  it('are readable by their owner only, and the oldest are removed', () => {
    const run = newRun()
    run.begin()
    for (let index = 0; index < 30; index += 1) run.add('page', String(index))
    run.end()
    newRun().begin()
    const folder = path.join(root, 'crashes')
    const names = readdirSync(folder).filter((name) => name.endsWith('.json'))
    expect(names).toHaveLength(20)
    expect(statSync(path.join(folder, names[0] ?? '')).mode & 0o077).toBe(0)
    expect(statSync(folder).mode & 0o077).toBe(0)
  })

  it('never stop the program where they cannot be written', () => {
    writeFileSync(path.join(root, 'crashes'), 'a file')
    const run = newRun()
    expect(run.begin()).toEqual([])
    expect(() => run.add('page', 'x')).not.toThrow()
    expect(run.all()).toEqual([])
  })
})
