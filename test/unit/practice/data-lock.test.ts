import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, readdir, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDataDir } from '../../../electron/practice/data/state-file.js'
import { lockDataDir } from '../../../electron/practice/data/folder-lock.js'
import { removeFolder } from '../../harness/system/remove-folder.js'

const LOCK = 'in-use.lock'
let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'practice-lock-'))
})
afterEach(() => removeFolder(folder))

const holder = async (): Promise<unknown> => JSON.parse(await readFile(join(folder, LOCK), 'utf8'))
/** Returns the process id of a process that has ended. */
const deadPid = (): number => spawnSync(process.execPath, ['-e', '']).pid

describe('the lock on a data folder', () => {
  it('is held by one process, and free again once released', async () => {
    const first = await lockDataDir(folder, 0)
    expect(first.ok).toBe(true)
    expect(await lockDataDir(folder, 0)).toEqual({
      ok: false,
      error: expect.stringContaining(`process ${process.pid}`) as string,
    })
    if (first.ok) await first.value()
    expect((await lockDataDir(folder, 0)).ok).toBe(true)
  })

  it('is taken over from an ended process, without leftovers', async () => {
    await writeFile(join(folder, LOCK), JSON.stringify({ pid: deadPid(), start: '' }))
    expect((await lockDataDir(folder, 0)).ok).toBe(true)
    expect(await holder()).toMatchObject({ pid: process.pid })
    expect(await readdir(folder)).toEqual([LOCK])
  })

  it('is taken over when another process has received the process id of its holder', async () => {
    await writeFile(join(folder, LOCK), JSON.stringify({ pid: process.pid, start: '1' }))
    expect((await lockDataDir(folder, 0)).ok).toBe(true)
  })

  it('is taken over when its file is a link to nothing', async () => {
    await symlink(join(folder, 'nowhere'), join(folder, LOCK))
    expect((await lockDataDir(folder, 200)).ok).toBe(true)
    expect(await holder()).toMatchObject({ pid: process.pid })
    expect(await readdir(folder)).toEqual([LOCK])
  })

  it('is taken over when its file was only partially written', async () => {
    await writeFile(join(folder, LOCK), '{"pid":')
    expect((await lockDataDir(folder, 200)).ok).toBe(true)
    expect(await holder()).toMatchObject({ pid: process.pid })
  })

  it('waits for a holder that is about to end', async () => {
    const first = await lockDataDir(folder, 0)
    setTimeout(() => {
      if (first.ok) void first.value()
    }, 150)
    expect((await lockDataDir(folder, 5_000)).ok).toBe(true)
  })

  it('goes to one of many processes that find a stale lock at once', async () => {
    await writeFile(join(folder, LOCK), JSON.stringify({ pid: deadPid(), start: '' }))
    const taken = await Promise.all(Array.from({ length: 8 }, () => lockDataDir(folder, 300)))
    expect(taken.filter(({ ok }) => ok)).toHaveLength(1)
  })

  it('goes to one of many in every order of their steps', async () => {
    const dead = JSON.stringify({ pid: deadPid(), start: '' })
    for (let round = 0; round < 40; round += 1) {
      await writeFile(join(folder, LOCK), dead)
      const taken = await Promise.all(Array.from({ length: 6 }, () => lockDataDir(folder, 0)))
      expect(taken.filter(({ ok }) => ok)).toHaveLength(1)
      expect(await readdir(folder)).toEqual([LOCK])
    }
  })

  for (const [label, text] of [
    ['of a process that is gone', () => JSON.stringify({ pid: deadPid(), start: '' })],
    ['that was cut off', () => '{"pi'],
  ] as const) {
    it(`is taken over despite the leftover guard of a crashed takeover, ${label}`, async () => {
      await writeFile(join(folder, LOCK), JSON.stringify({ pid: deadPid(), start: '' }))
      await writeFile(join(folder, `${LOCK}.taking`), text())
      expect((await lockDataDir(folder, 100)).ok).toBe(true)
      expect(await readdir(folder)).toEqual([LOCK])
    })
  }
})

describe('a data folder with a folder in place of a file', () => {
  it.each([
    'in-use.lock',
    'keys.json',
    'ca.pem',
    'certificate.json',
    'exchange-cc8321d6375c.json',
    'exchange-cc8321d6375c.log.1',
    'broker-events-cc8321d6375c.jsonl',
  ])('is refused with the name of the file: %s', async (name) => {
    await mkdir(join(folder, name))
    expect(await openDataDir(folder)).toEqual({
      ok: false,
      error: expect.stringContaining(join(folder, name)) as string,
    })
    expect(await readdir(folder)).toEqual([name])
  })

  it('is accepted with the folder of documents and with folders of other names', async () => {
    for (const name of ['notes', 'exchange-cc8321d6375c-documents']) {
      await mkdir(join(folder, name))
    }
    expect((await openDataDir(folder)).ok).toBe(true)
  })
})
