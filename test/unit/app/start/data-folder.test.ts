import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  givenFolderProblem,
  lockProblem,
  type FolderFiles,
} from '../../../../electron/app/start/data-folder.js'
import { inEnglish } from '../../../../shared/messages/format-message.js'

let folder: string
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(tmpdir(), 'data-folder-'))
})
afterEach(() => fs.rmSync(folder, { recursive: true }))

const failing =
  (code: string): typeof fs.writeFileSync =>
  () => {
    throw Object.assign(new Error(code), { code })
  }
const filesWith = (change: Partial<FolderFiles>): FolderFiles => ({
  mkdirSync: fs.mkdirSync,
  writeFileSync: fs.writeFileSync,
  rmSync: fs.rmSync,
  readlinkSync: (file) => fs.readlinkSync(file),
  hostname: () => 'this-computer',
  ...change,
})

describe('a start that gets no lock of its data folder', () => {
  it.each([
    ['EACCES', /may not write to its data folder/],
    ['EPERM', /may not write to its data folder/],
    ['EROFS', /read-only disk/],
    ['ENOSPC', /disk of the data folder .* is full/],
    ['EDQUOT', /disk of the data folder .* is full/],
    ['EIO', /cannot be written \(EIO\)/],
  ])('names the true reason: %s', (code, reason) => {
    const problem = lockProblem(folder, filesWith({ writeFileSync: failing(code) }))
    expect(problem).not.toBeNull()
    const text = problem === null ? '' : inEnglish(problem)
    expect(text).toMatch(reason)
    expect(text).toContain(folder)
    expect(text).not.toContain('already running')
  })

  it('names a file in the place of the folder', () => {
    const file = path.join(folder, 'file')
    fs.writeFileSync(file, '')
    const problem = lockProblem(file)
    expect(problem?.code).toBe('start.folderIsFile')
  })

  it('names the other computer that holds the lock', () => {
    fs.symlinkSync('other-host-123', path.join(folder, 'SingletonLock'))
    expect(lockProblem(folder, filesWith({}))).toEqual({
      code: 'start.usedElsewhere',
      params: { folder, computer: 'other-host' },
    })
  })

  it('is a second start when the folder is fine, and leaves nothing behind', () => {
    fs.symlinkSync('this-computer-123', path.join(folder, 'SingletonLock'))
    expect(lockProblem(folder, filesWith({}))).toBeNull()
    expect(fs.readdirSync(folder)).toEqual(['SingletonLock'])
  })
})

describe('the folder given on the command line', () => {
  it('is no problem when it is used, also by another path, or when none is given', () => {
    const link = path.join(folder, 'link')
    fs.symlinkSync(folder, link)
    expect(givenFolderProblem('', folder)).toBeNull()
    expect(givenFolderProblem(folder, folder)).toBeNull()
    expect(givenFolderProblem(`${folder}/`, folder)).toBeNull()
    expect(givenFolderProblem(link, folder)).toBeNull()
  })

  it('is a problem when Electron opened its default folder instead', () => {
    const missing = path.join(folder, 'gone', 'profile')
    expect(givenFolderProblem(missing, '/default/Countersign')).toEqual({
      code: 'start.folderIgnored',
      params: { folder: missing, used: '/default/Countersign' },
    })
    fs.writeFileSync(path.join(folder, 'file'), '')
    expect(givenFolderProblem(path.join(folder, 'file', 'x', 'y'), folder)?.code).toBe(
      'start.folderIsFile',
    )
  })
})
