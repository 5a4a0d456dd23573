import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { FeedFault } from '../../../harness/updates/update-feed.js'
import {
  openUpdatedProgram,
  type UpdatedProgramOptions,
  type UpdatedProgram,
} from '../../../harness/updates/updated-program.js'

const NAME = 'Countersign-0.2.0.AppImage'
/** More than two parts of a download. */
const LARGE = Buffer.alloc(5 * 1_024 * 1_024, 'countersign ')
/** Far below the limit of the program. */
const REQUEST_MS = 1_000
const UNCHANGED = 'This version runs on unchanged.'

const closers: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

async function programWith(
  content: string | Buffer,
  options: UpdatedProgramOptions = {},
): Promise<UpdatedProgram> {
  const desk = await openUpdatedProgram(options)
  closers.push(() => desk.close())
  desk.feed.put(NAME, content)
  await desk.feed.publish({ version: '0.2.0', files: [{ format: 'appimage', name: NAME }] })
  await desk.service.check()
  return desk
}

const filesNearby = ({ place }: UpdatedProgram): readonly string[] =>
  readdirSync(path.dirname(place.target)).sort()
const programText = ({ place }: UpdatedProgram): string => readFileSync(place.executable, 'utf8')

describe('REL-53: a download', () => {
  it('a download in several parts is the file, byte by byte', async () => {
    const desk = await programWith(LARGE)
    const seen = new Set<number>()
    desk.service.subscribe(() => {
      const { progress } = desk.service.get()
      if (progress.kind === 'downloading') seen.add(progress.received)
    })
    await desk.service.download()
    expect([...seen]).toEqual([0, 2_097_152, 4_194_304, 5_242_880])
    await desk.service.restart()
    desk.exit()
    expect(readFileSync(desk.place.executable).equals(LARGE)).toBe(true)
  })

  it('a download that was cut once goes on with the part that was cut', async () => {
    const desk = await programWith(LARGE)
    desk.feed.faults.set('.AppImage', 'cut-once')
    await desk.service.download()
    expect(desk.service.get().progress.kind).toBe('ready')
  })

  it.each<[FeedFault, string]>([
    ['cut', 'the connection was cut'],
    ['slow', 'answered too slowly'],
    ['endless', 'another size than the release says'],
    ['redirect', 'leads to another address, which is not followed'],
    ['without-ranges', 'another size than the release says'],
  ])(
    'a download from a server whose answers are %s ends with words and leaves nothing',
    async (fault, text) => {
      const desk = await programWith(LARGE, { requestMs: REQUEST_MS })
      desk.feed.faults.set('.AppImage', fault)
      await desk.service.download()
      expect(desk.text()).toContain(text)
      expect(desk.text()).toContain(UNCHANGED)
      expect([programText(desk), filesNearby(desk)]).toEqual([
        'program 0.1.0',
        ['Countersign.AppImage'],
      ])
    },
  )

  it.each<[FeedFault, string]>([
    ['cut', 'the connection was cut'],
    ['slow', 'answered too slowly'],
    ['endless', 'another size'],
    ['redirect', 'not followed'],
  ])('a list from a server whose answers are %s ends with words', async (fault, text) => {
    const desk = await openUpdatedProgram({ requestMs: REQUEST_MS })
    closers.push(() => desk.close())
    desk.feed.faults.set('.json', fault)
    await desk.service.check()
    expect(desk.text()).toContain('The update source could not be asked')
    expect(desk.text()).toContain(text)
  })

  it('has a limit of time for each request, which tests only shorten', async () => {
    const desk = await programWith('program 0.2.0')
    await desk.service.download()
    expect([...desk.allowedMs]).toEqual([30_000, 60_000])
  })

  it('a download of one part is accepted from a server that knows no ranges', async () => {
    const desk = await programWith('program 0.2.0')
    desk.feed.faults.set('.AppImage', 'without-ranges')
    await desk.service.download()
    expect(desk.service.get().progress.kind).toBe('ready')
  })

  it('a download that the person cancels leaves nothing, and can be started again', async () => {
    const desk = await programWith(LARGE)
    const stop = desk.service.subscribe(() => {
      const { progress } = desk.service.get()
      if (progress.kind === 'downloading' && progress.received > 0) desk.service.cancel()
    })
    await desk.service.download()
    stop()
    expect([desk.service.get().progress, filesNearby(desk)]).toEqual([
      { kind: 'idle' },
      ['Countersign.AppImage'],
    ])
    await desk.service.download()
    expect(desk.service.get().progress.kind).toBe('ready')
  })

  it('removes what an earlier attempt left beside the program', async () => {
    const desk = await programWith('program 0.2.0')
    await desk.service.download()
    await desk.service.stop()
    const second = await programWith('program 0.2.0', {
      folder: path.dirname(path.dirname(desk.place.target)),
    })
    await second.service.download()
    expect(second.service.get().progress.kind).toBe('ready')
    expect(filesNearby(second)).toEqual(['.countersign-update-ready', 'Countersign.AppImage'])
  })

  it.runIf(process.getuid?.() === 0)('says that the disk is full, and leaves nothing', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'small-disk-'))
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=3m', 'none', folder])
    closers.push(() => {
      execFileSync('umount', [folder])
      rmSync(folder, { recursive: true })
    })
    const desk = await programWith(LARGE, { folder })
    await desk.service.download()
    expect(desk.text()).toContain(
      `the disk of ${path.join(folder, 'apps')} is full. Free some space`,
    )
    expect([programText(desk), filesNearby(desk)]).toEqual([
      'program 0.1.0',
      ['Countersign.AppImage'],
    ])
  })
})
