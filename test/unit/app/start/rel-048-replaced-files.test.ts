import {
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { NEEDED_FILES } from '../../../../electron/app/start/program-files.js'
import { ReplacedFiles, type ReadStamp } from '../../../../electron/app/start/replaced-files.js'
import { removeFolder } from '../../../harness/system/remove-folder.js'

const readStamp: ReadStamp = (file) => {
  try {
    return statSync(file)
  } catch {
    return null
  }
}

let folder: string
const executable = (): string => path.join(folder, 'countersign')
const bundles = (): string => path.join(folder, 'out')

function writeProgram(to: string, content: string): void {
  for (const file of ['main/main.cjs', ...NEEDED_FILES]) {
    mkdirSync(path.dirname(path.join(to, file)), { recursive: true })
    writeFileSync(path.join(to, file), content)
  }
}
const started = (place = bundles()): ReplacedFiles =>
  new ReplacedFiles({ executable: executable(), running: executable(), bundles: place }, readStamp)

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'countersign-files-'))
  writeFileSync(executable(), 'program')
  writeProgram(bundles(), 'one')
})
afterEach(() => removeFolder(folder))

describe('REL-48: the program’s files on disk', () => {
  it('are the same while nobody changes them', () => {
    const files = started()
    expect(files.state()).toBe('same')
    expect(files.problem()).toBeNull()
  })

  it.each(['main/main.cjs', ...NEEDED_FILES])(
    'are replaced when another %s takes its place',
    (file) => {
      const files = started()
      const place = path.join(bundles(), file)
      writeFileSync(`${place}.new`, 'one')
      renameSync(`${place}.new`, place)
      expect(files.state()).toBe('replaced')
      expect(files.problem()).toMatchObject({ code: 'system.filesReplaced' })
    },
  )

  it('are replaced when the executable is another, also with the same content and time', () => {
    const files = started()
    const { atime, mtime } = statSync(executable())
    writeFileSync(`${executable()}.dpkg-new`, 'program')
    utimesSync(`${executable()}.dpkg-new`, atime, mtime)
    renameSync(`${executable()}.dpkg-new`, executable())
    expect(files.state()).toBe('replaced')
  })

  it('are replaced when the executable was replaced between the start and the first look', () => {
    const running = path.join(folder, 'running')
    renameSync(executable(), running)
    writeFileSync(executable(), 'another')
    const files = new ReplacedFiles(
      { executable: executable(), running, bundles: bundles() },
      readStamp,
    )
    expect(files.state()).toBe('replaced')
  })

  it('are replaced when a build writes the whole folder again', () => {
    const files = started()
    writeProgram(path.join(folder, 'new'), 'two')
    renameSync(bundles(), path.join(folder, 'old'))
    renameSync(path.join(folder, 'new'), bundles())
    expect(files.state()).toBe('replaced')
    expect(files.pageProblem()).toMatchObject({ code: 'system.filesReplaced' })
  })

  it('are replaced when a file is written over in place', () => {
    const files = started()
    writeFileSync(path.join(bundles(), 'practice/practice.cjs'), 'longer than before')
    expect(files.state()).toBe('replaced')
  })

  it('are removed when the folder or the executable is gone', () => {
    const files = started()
    rmSync(bundles(), { recursive: true })
    expect(files.state()).toBe('removed')
    expect(files.problem()).toMatchObject({ code: 'system.filesRemoved' })
    writeProgram(bundles(), 'one')
    rmSync(executable())
    expect(files.state()).toBe('removed')
  })

  it('are one file where they are packed, whose pages an open archive keeps', () => {
    const archive = path.join(folder, 'app.asar')
    writeFileSync(archive, 'one')
    const files = started(archive)
    expect(files.state()).toBe('same')
    writeFileSync(`${archive}.dpkg-new`, 'one')
    renameSync(`${archive}.dpkg-new`, archive)
    expect(files.state()).toBe('replaced')
    expect(files.problem()).not.toBeNull()
    expect(files.pageProblem()).toBeNull()
  })
})
