import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { publicKeyOf } from '../../../../build/release/signed-release.js'
import { newKey, type FeedRelease } from '../../../harness/updates/update-feed.js'
import {
  openUpdatedProgram,
  type UpdatedProgramOptions,
  type UpdatedProgram,
} from '../../../harness/updates/updated-program.js'

const PACKAGE = { format: 'appimage', name: 'Countersign-0.2.0.AppImage' } as const
const UNCHANGED = 'Nothing was downloaded or changed.'
const iso = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString()

const open: UpdatedProgram[] = []
afterEach(async () => {
  for (const desk of open.splice(0)) await desk.close()
})

/** A desk whose feed has published a release. */
async function programWith(
  release: Partial<FeedRelease> | ((desk: UpdatedProgram) => Partial<FeedRelease>),
  options: UpdatedProgramOptions = {},
): Promise<UpdatedProgram> {
  const desk = await openUpdatedProgram(options)
  open.push(desk)
  desk.feed.put(PACKAGE.name, 'program 0.2.0')
  const more = typeof release === 'function' ? release(desk) : release
  await desk.feed.publish({ version: '0.2.0', files: [PACKAGE], ...more })
  return desk
}

const filesNearby = ({ place }: UpdatedProgram): readonly string[] =>
  readdirSync(path.dirname(place.target)).sort()
const programText = ({ place }: UpdatedProgram): string => readFileSync(place.executable, 'utf8')

/** Checks, downloads and restarts, as far as it goes. */
async function update(desk: UpdatedProgram): Promise<void> {
  await desk.service.check()
  await desk.service.download()
  await desk.service.restart()
  desk.exit()
}

describe('SEC-33: a release of the update source', () => {
  it('a release that is newer and signed replaces the program, and the version before stays beside it', async () => {
    const desk = await programWith({})
    await desk.service.check()
    expect(desk.service.get()).toMatchObject({
      offer: { version: '0.2.0', size: 13, notes: { es: 'Las ejecuciones se muestran antes.' } },
      result: { code: 'updates.newer' },
    })
    await update(desk)
    expect([programText(desk), readFileSync(desk.place.previous, 'utf8'), desk.started]).toEqual([
      'program 0.2.0',
      'program 0.1.0',
      [desk.place.target],
    ])
  })

  it.each(['0.1.0', '0.0.9'])('version %s is not offered to version 0.1.0', async (version) => {
    const desk = await programWith({ version })
    await update(desk)
    expect(desk.text()).toBe(`Version ${version} is the newest.`)
    expect([programText(desk), desk.started]).toEqual(['program 0.1.0', []])
  })

  it('a release whose file was forged is deleted after its download, and this version runs on', async () => {
    const desk = await programWith({})
    desk.feed.faults.set('.AppImage', 'forged')
    await update(desk)
    expect(desk.text()).toContain('the file is not the one that the release says')
    expect([programText(desk), filesNearby(desk), desk.started]).toEqual([
      'program 0.1.0',
      ['Countersign.AppImage'],
      [],
    ])
  })

  it('a release whose list was forged together with the file, by a key that is not pinned, is not believed', async () => {
    const desk = await programWith({ signedBy: [newKey()] })
    await update(desk)
    expect(desk.text()).toContain('is not signed by Countersign')
    expect(desk.text()).toContain(UNCHANGED)
    expect(desk.feed.requests.map(({ path: requested }) => requested)).toEqual([
      '/updates/stable.json',
    ])
  })

  it('a release whose list was changed after it was signed is not believed', async () => {
    const desk = await programWith({})
    const file = path.join(path.dirname(desk.userData), 'feed', 'stable.json')
    const envelope = JSON.parse(readFileSync(file, 'utf8')) as { payload: string }
    const text = Buffer.from(envelope.payload, 'base64').toString().replace('0.2.0', '0.3.0')
    envelope.payload = Buffer.from(text).toString('base64')
    desk.feed.put('stable.json', JSON.stringify(envelope))
    await update(desk)
    expect(desk.text()).toContain('is not signed by Countersign')
  })

  it('a release whose list expired is not believed, so that a frozen source is noticed', async () => {
    const desk = await programWith({ notAfter: iso(-0.01) })
    await update(desk)
    expect(desk.text()).toContain('its list has expired')
    expect(programText(desk)).toBe('program 0.1.0')
  })

  it('a release that is older than one seen before is not believed, by version or by date', async () => {
    const desk = await programWith({ version: '0.4.0', rollOut: 0, date: iso(-1) })
    await desk.service.check()
    for (const older of [{ version: '0.3.0' }, { version: '0.4.0', date: iso(-2) }]) {
      await desk.feed.publish({ files: [PACKAGE], ...older })
      await update(desk)
      expect(desk.text()).toContain('its list is older than one that was seen before')
    }
    expect(programText(desk)).toBe('program 0.1.0')
  })

  it('a release that is older than one seen before is not believed after a restart either', async () => {
    const first = await programWith({ version: '0.4.0', rollOut: 0 })
    await first.service.check()
    await first.service.stop()
    const second = await programWith({ version: '0.3.0' }, { userData: first.userData })
    await update(second)
    expect(second.text()).toContain('its list is older than one that was seen before')
  })

  it('a release of another channel under this one’s name is not believed', async () => {
    const desk = await programWith({ channel: 'preview' })
    await update(desk)
    expect(desk.text()).toContain('its list is of another release channel')
  })

  it('is offered to nobody at a roll-out of 0 and to everybody at 1', async () => {
    const desk = await programWith({ rollOut: 0 })
    await update(desk)
    expect([desk.text(), desk.service.get().offer]).toEqual([
      'Version 0.2.0 is being released in steps. This computer is not in the present step.',
      null,
    ])
    await desk.feed.publish({ version: '0.2.0', files: [PACKAGE], rollOut: 1 })
    await desk.service.check()
    expect(desk.service.get().offer?.version).toBe('0.2.0')
  })

  it('a release that needs a newer version than this one is named and not downloaded', async () => {
    const desk = await programWith({ minimumVersion: '0.1.5' })
    await update(desk)
    expect(desk.text()).toContain('cannot replace this version by itself')
    expect(programText(desk)).toBe('program 0.1.0')
  })

  it('a release without a package for this format is named and not downloaded', async () => {
    const desk = await programWith({ files: [{ ...PACKAGE, format: 'deb' }] })
    await update(desk)
    expect(desk.text()).toContain('has no package of this format')
  })

  it('reveals nothing of this computer to the source: two headers and the name of the file', async () => {
    const desk = await programWith({})
    await update(desk)
    expect(desk.feed.requests).toEqual([
      { path: '/updates/stable.json', headers: ['cache-control', 'connection', 'host'] },
      { path: `/updates/${PACKAGE.name}`, headers: ['connection', 'host', 'range'] },
    ])
  })
})

describe('SEC-33: the keys of releases', () => {
  it('are accepted one at a time while a release trusts the same two', async () => {
    const desk = await programWith(({ feed }) => ({ signedBy: [feed.keys[1]] }))
    await update(desk)
    expect(programText(desk)).toBe('program 0.2.0')
  })

  it('are replaced only by a release that is signed with both', async () => {
    const next = newKey()
    const desk = await programWith(({ feed }) => ({ pins: [feed.pins[1], publicKeyOf(next)] }))
    await update(desk)
    expect(desk.text()).toContain('is not signed with both present ones')
    const { keys, pins } = desk.feed
    await desk.feed.publish({
      ...{ version: '0.2.0', files: [PACKAGE], signedBy: keys },
      pins: [pins[1], publicKeyOf(next)],
    })
    await update(desk)
    expect(programText(desk)).toBe('program 0.2.0')
  })

  it('keys that were given up are no longer accepted after the rotation', async () => {
    const next = newKey()
    const rotated: UpdatedProgramOptions = {
      source: ({ origin, pins }) => ({
        ...{ origin, folder: '/updates/', keys: [pins[1], publicKeyOf(next)] },
      }),
    }
    const desk = await programWith(
      ({ feed }) => ({ pins: [feed.pins[1], publicKeyOf(next)] }),
      rotated,
    )
    await update(desk)
    expect(desk.text()).toContain('is not signed by Countersign')
    await desk.feed.publish({
      ...{ version: '0.2.0', files: [PACKAGE], signedBy: [next] },
      pins: [desk.feed.pins[1], publicKeyOf(next)],
    })
    await update(desk)
    expect(programText(desk)).toBe('program 0.2.0')
  })
})
