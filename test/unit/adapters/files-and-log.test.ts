import * as promises from 'node:fs/promises'
import { mkdtemp, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { epochMs } from '../../../shared/domain/time.js'
import { AtomicFile } from '../../../electron/adapters/atomic-file.js'
import type { FileSystem } from '../../../electron/adapters/file-errors.js'
import { createLogFile } from '../../../electron/adapters/log-file.js'
import { redact } from '../../../electron/adapters/redact.js'
import { removeFolder } from '../../harness/system/remove-folder.js'

const clock = { now: () => epochMs(1_797_000_000_000), monotonic: () => 0 }
let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'countersign-files-'))
})
afterEach(() => removeFolder(folder))

describe('REL-38: atomic file', () => {
  it('replaces the whole content, readable by its owner only, and leaves no other file', async () => {
    const file = new AtomicFile({ path: join(folder, 'deep', 'preferences.json'), clock })
    expect(await file.read()).toEqual({ ok: true, value: null })
    await Promise.all(['one', 'two', 'three'].map((text) => file.write(text)))
    expect(await file.read()).toEqual({ ok: true, value: 'three' })
    expect(await readdir(join(folder, 'deep'))).toEqual(['preferences.json'])
    expect((await stat(join(folder, 'deep', 'preferences.json'))).mode & 0o777).toBe(0o600)
  })

  it.each(['open', 'write', 'sync', 'rename'] as const)(
    'keeps the old content and reports the error when %s fails',
    async (step) => {
      const path = join(folder, 'state.json')
      await writeFile(path, 'old')
      const fail = (): never => {
        throw Object.assign(new Error('x'), { code: 'ENOSPC' })
      }
      const files: FileSystem = {
        ...promises,
        rename:
          step === 'rename'
            ? () => Promise.reject(Object.assign(new Error('x'), { code: 'ENOSPC' }))
            : promises.rename,
        open: async (...args: Parameters<FileSystem['open']>) => {
          if (step === 'open') fail()
          const handle = await promises.open(...args)
          if (step === 'write') {
            handle.writeFile = () =>
              Promise.reject(Object.assign(new Error('x'), { code: 'ENOSPC' }))
          }
          if (step === 'sync') {
            handle.sync = () => Promise.reject(Object.assign(new Error('x'), { code: 'ENOSPC' }))
          }
          return handle
        },
      }
      expect(await new AtomicFile({ path, clock, files }).write('new')).toEqual({
        ok: false,
        error: { kind: 'full', message: 'ENOSPC' },
      })
      expect(await readFile(path, 'utf8')).toBe('old')
      expect(await readdir(folder)).toEqual(['state.json'])
    },
  )

  it('stages new content in a file of its own until commit, and removes what is dropped', async () => {
    const path = join(folder, 'head.json')
    const file = new AtomicFile({ path, clock })
    await file.write('old')
    const [first, second] = [file.stage?.('new'), file.stage?.('never')]
    await expect.poll(() => readdir(folder)).toHaveLength(3)
    expect(await readFile(path, 'utf8')).toBe('old')
    expect(await first?.commit()).toEqual({ ok: true, value: undefined })
    await second?.drop()
    expect([await readdir(folder), await readFile(path, 'utf8')]).toEqual([['head.json'], 'new'])
  })

  it.each(['open', 'sync', 'rename'] as const)(
    'keeps the old content and reports at commit when %s fails while staging',
    async (step) => {
      const path = join(folder, 'head.json')
      await writeFile(path, 'old')
      const fail = (): Promise<never> =>
        Promise.reject(Object.assign(new Error('x'), { code: 'ENOSPC' }))
      const files: FileSystem = {
        ...promises,
        rename: step === 'rename' ? fail : promises.rename,
        open: async (...args: Parameters<FileSystem['open']>) => {
          if (step === 'open') return fail()
          const handle = await promises.open(...args)
          if (step === 'sync') handle.sync = fail
          return handle
        },
      }
      expect(await new AtomicFile({ path, clock, files }).stage?.('new').commit()).toEqual({
        ok: false,
        error: { kind: 'full', message: 'ENOSPC' },
      })
      expect([await readdir(folder), await readFile(path, 'utf8')]).toEqual([['head.json'], 'old'])
    },
  )

  it('sets an unreadable file aside without losing a byte', async () => {
    const path = join(folder, 'state.json')
    await writeFile(path, '{broken')
    const file = new AtomicFile({ path, clock })
    const aside = await file.setAside()
    expect(aside.ok && aside.value).toMatch(/^state\.json\.set-aside-2026-/)
    expect(await readFile(join(folder, aside.ok ? aside.value : ''), 'utf8')).toBe('{broken')
    expect(await file.read()).toEqual({ ok: true, value: null })
    expect((await new AtomicFile({ path: join(folder, 'no'), clock }).setAside()).ok).toBe(false)
  })
})

describe('log', () => {
  it('writes only allowed fields, redacted and without control characters', async () => {
    const path = join(folder, 'logs', 'desk.log')
    const log = createLogFile({ path, clock })
    log.hide('hunter2!')
    log.event('warn', 'provider.call-failed', {
      operation: 'trading.orders.place',
      reason: 'line one\nline two\u202e hunter2! Bearer abc.def',
      text: 'f'.repeat(40),
      providerCode: 'OPENAPI_ORDER_CAN_NOT_BE_CANCEL_FOR_PENDING_SUBMIT',
      accessToken: 'secret',
      status: 417,
    })
    await log.flush()
    const text = await readFile(path, 'utf8')
    expect(text.trim().split('\n')).toHaveLength(1)
    expect(JSON.parse(text)).toEqual({
      at: '2026-12-11T14:40:00.000Z',
      level: 'warn',
      name: 'provider.call-failed',
      operation: 'trading.orders.place',
      reason: 'line one line two [redacted] Bearer [redacted]',
      text: '[redacted]',
      providerCode: 'OPENAPI_ORDER_CAN_NOT_BE_CANCEL_FOR_PENDING_SUBMIT',
      status: 417,
    })
    expect((await stat(path)).mode & 0o777).toBe(0o600)
  })

  it('stays within its size, with one older file', async () => {
    const path = join(folder, 'desk.log')
    const log = createLogFile({ path, clock, maxBytes: 2_000 })
    for (let index = 0; index < 100; index += 1) {
      log.event('info', 'tick', { count: index })
      if (index % 5 === 0) await log.flush()
    }
    await log.flush()
    expect((await readdir(folder)).sort()).toEqual(['desk.log', 'desk.log.1'])
    expect((await stat(path)).size).toBeLessThanOrEqual(2_000)
    expect((await stat(`${path}.1`)).size).toBeLessThanOrEqual(2_000)
  })

  it('never throws to its caller', async () => {
    await writeFile(join(folder, 'file'), 'a file where a folder should be')
    const log = createLogFile({ path: join(folder, 'file', 'desk.log'), clock })
    log.event('info', 'x')
    await expect(log.flush()).resolves.toBeUndefined()
  })

  it('redacts what looks like a secret', () => {
    for (const secret of [
      'a1b2c3d4e5f6a7b8c9d0e1f2a3b4c5d6',
      'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0',
      'kvlS6opdZDhEBo5jq40nHYXaLvM=',
    ]) {
      expect(redact(`x ${secret} y`)).not.toContain(secret.slice(0, 24))
    }
  })
})
