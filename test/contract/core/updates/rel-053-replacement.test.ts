import { execFileSync, spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  writeFileSync,
} from 'node:fs'
import * as disk from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it } from 'vitest'
import { putBack } from '../../../../electron/adapters/updates/replace-program.js'
import { decideFirstStart, type FirstStart } from '../../../../electron/core/updates/first-start.js'
import { message } from '../../../../shared/messages/make-message.js'
import { removeFolder } from '../../../harness/system/remove-folder.js'
import {
  openUpdatedProgram,
  type UpdatedProgram,
} from '../../../harness/updates/updated-program.js'

type Format = 'appimage' | 'tar.gz'
const FORMATS = ['appimage', 'tar.gz'] as const

const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

/** Makes a package of version 0.2.0; a folder contains an archive of the program, too. */
function packageOf(format: Format, program = 'countersign'): Buffer {
  if (format === 'appimage') return Buffer.from('program 0.2.0')
  const folder = mkdtempSync(path.join(tmpdir(), 'package-'))
  closers.push(() => removeFolder(folder))
  mkdirSync(path.join(folder, 'countersign-0.2.0', 'resources'), { recursive: true })
  const file = path.join(folder, 'countersign-0.2.0', program)
  writeFileSync(file, 'program 0.2.0', { mode: 0o755 })
  writeFileSync(path.join(folder, 'countersign-0.2.0', 'resources', 'app.asar'), 'an archive')
  return execFileSync('tar', ['-cz', '-C', folder, 'countersign-0.2.0'])
}

async function readyProgram(format: Format, program?: string): Promise<UpdatedProgram> {
  const desk = await openUpdatedProgram({ format })
  closers.push(() => desk.close())
  const name = format === 'appimage' ? 'C.AppImage' : 'c.tar.gz'
  desk.feed.put(name, packageOf(format, program))
  await desk.feed.publish({ version: '0.2.0', files: [{ format, name }] })
  await desk.service.check()
  await desk.service.download()
  return desk
}

const textOf = (file: string): string => readFileSync(file, 'utf8')
const previousProgram = ({ place }: UpdatedProgram): string =>
  path.join(place.previous, path.relative(place.target, place.executable))
const running = (version: string, isMisplaced = false) => ({
  version,
  isMisplaced: () => isMisplaced,
})

describe('REL-53: the replacement of the program', () => {
  it.each(FORMATS)(
    '%s: the new version is in place and the one before beside it',
    async (format) => {
      const desk = await readyProgram(format)
      await desk.service.restart()
      expect(textOf(desk.place.executable)).toBe('program 0.1.0')
      desk.exit()
      expect([textOf(desk.place.executable), textOf(previousProgram(desk)), desk.started]).toEqual([
        'program 0.2.0',
        'program 0.1.0',
        [desk.place.executable],
      ])
      expect(desk.marker.read()).toMatchObject({ kind: 'replaced', from: '0.1.0', to: '0.2.0' })
    },
  )

  it('a package without the program is not put in place', async () => {
    const desk = await readyProgram('tar.gz', 'another-program')
    expect(desk.text()).toContain('the package does not contain the program')
    expect(readdirSync(path.dirname(desk.place.target))).toEqual(['countersign'])
  })

  it('waits while an order is on its way, and the person may stay', async () => {
    const desk = await readyProgram('appimage')
    desk.waits = [message('updates.waitsForOrder')]
    expect(await desk.service.restart()).toMatchObject({
      ok: false,
      error: { code: 'update/refused', message: { code: 'updates.waits' } },
    })
    expect(desk.service.get().waits).toEqual(desk.waits)
    desk.waits = []
    desk.mayQuit = () => false
    expect(await desk.service.restart()).toMatchObject({
      error: { message: { code: 'updates.stayed' } },
    })
    desk.exit()
    expect([textOf(desk.place.executable), desk.started]).toEqual(['program 0.1.0', []])
    desk.mayQuit = () => true
    expect((await desk.service.restart()).ok).toBe(true)
    desk.exit()
    expect(textOf(desk.place.executable)).toBe('program 0.2.0')
  })

  it('a replacement that fails starts the program as it was, and says why', async () => {
    const desk = await readyProgram('appimage')
    await desk.service.restart()
    await removeFolder(path.join(path.dirname(desk.place.target), '.countersign-update-ready'))
    desk.exit()
    expect([textOf(desk.place.executable), desk.started.length]).toEqual(['program 0.1.0', 1])
    expect(decideFirstStart(desk.marker.read(), running('0.1.0'))).toEqual({
      kind: 'ordinary',
      report: {
        result: message('updates.notReplaced', { version: '0.2.0', reason: 'ENOENT' }),
        failed: null,
      },
    })
  })

  it.each(FORMATS)(
    '%s: a kill before any of its steps leaves a complete program',
    async (format) => {
      const script = fileURLToPath(
        new URL('../../../harness/updates/killed-replacement.ts', import.meta.url),
      )
      const outcomes: string[] = []
      for (let call = 1; call < 40; call += 1) {
        const desk = await readyProgram(format)
        const args = [JSON.stringify(desk.place), desk.userData, String(call)]
        const run = spawnSync(process.execPath, ['--import', 'tsx', script, ...args])
        const isWhole = existsSync(desk.place.executable)
        const file = isWhole ? desk.place.executable : previousProgram(desk)
        outcomes.push(`${isWhole ? 'in place' : 'previous'}: ${textOf(file)}`)
        if (!isWhole) {
          expect(decideFirstStart(desk.marker.read(), running('0.1.0', true)).kind).toBe(
            'misplaced',
          )
          expect(putBack(disk, desk.place)).toEqual({ ok: true, value: undefined })
          expect(textOf(desk.place.executable)).toBe('program 0.1.0')
        }
        if (run.signal === null) break
      }
      expect(outcomes.at(-1)).toBe('in place: program 0.2.0')
      // Only between the two renames of a folder is the program under its other name.
      const isElsewhere = outcomes.filter((outcome) => outcome === 'previous: program 0.1.0')
      expect(isElsewhere.length).toBe(format === 'appimage' ? 0 : 1)
      expect(new Set(outcomes).size).toBe(format === 'appimage' ? 2 : 3)
    },
  )
})

describe('REL-53: the first starts of a new version', () => {
  /** Starts the version until it is ready or offers the one before. */
  function starts(desk: UpdatedProgram, count: number): readonly FirstStart['kind'][] {
    return Array.from({ length: count }, () => {
      const start = decideFirstStart(desk.marker.read(), running('0.2.0'))
      if (start.kind === 'counted') desk.marker.write(start.marker)
      return start.kind
    })
  }

  it.each(FORMATS)(
    '%s: the third that finds no ready session offers the version before',
    async (format) => {
      const desk = await readyProgram(format)
      await desk.service.restart()
      desk.exit()
      expect(starts(desk, 4)).toEqual(['counted', 'counted', 'failing', 'failing'])
      expect(putBack(disk, desk.place).ok).toBe(true)
      expect(textOf(desk.place.executable)).toBe('program 0.1.0')
    },
  )

  it('are ordinary once a session was ready', async () => {
    const desk = await readyProgram('appimage')
    await desk.service.restart()
    desk.exit()
    expect(starts(desk, 2)).toEqual(['counted', 'counted'])
    desk.marker.remove()
    expect(starts(desk, 1)).toEqual(['ordinary'])
  })

  it('the start of a version that was taken back says so, and it is not offered again, but the next one is', async () => {
    const start = decideFirstStart(
      { v: 1, kind: 'put-back', from: '0.1.0', to: '0.2.0' },
      running('0.1.0'),
    )
    expect(start).toMatchObject({ kind: 'ordinary', report: { failed: '0.2.0' } })
    const lastReplacement = start.kind === 'ordinary' ? start.report : null
    const desk = await openUpdatedProgram(lastReplacement === null ? {} : { lastReplacement })
    closers.push(() => desk.close())
    expect(desk.text()).toBe('Version 0.2.0 did not start. Version 0.1.0 was put back.')
    desk.feed.put('C.AppImage', 'program')
    const files = [{ format: 'appimage', name: 'C.AppImage' }]
    await desk.feed.publish({ version: '0.2.0', files })
    await desk.service.check()
    expect(desk.text()).toContain('did not start on this computer and is not offered again')
    await desk.feed.publish({ version: '0.2.1', files })
    await desk.service.check()
    expect(desk.service.get().offer?.version).toBe('0.2.1')
  })
})
