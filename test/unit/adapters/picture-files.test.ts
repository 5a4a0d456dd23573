import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '../../../electron/adapters/clock.js'
import { createPictureFiles } from '../../../electron/adapters/picture-files.js'
import { zPng } from '../../../shared/domain/app/picture-request.schema.js'
import { removeFolder } from '../../harness/system/remove-folder.js'

/** One transparent pixel. */
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const ID = '0123456789abcdef0123456789abcdef'

let root: string
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'countersign-pictures-'))
})
afterEach(() => removeFolder(root))

describe('SEC-08: files of chart pictures', () => {
  it('have the name that main chose and the bytes that were sent', async () => {
    const files = createPictureFiles(path.join(root, 'ACC'), systemClock)

    expect(await files.write(ID, PIXEL)).toEqual({ ok: true, value: undefined })

    expect(await readdir(path.join(root, 'ACC'))).toEqual([`${ID}.png`])
    expect((await readFile(path.join(root, 'ACC', `${ID}.png`))).toString('base64')).toBe(PIXEL)
    expect(await files.read(ID)).toEqual({ ok: true, value: PIXEL })
  })

  it('cannot be outside their folder, whatever the id', async () => {
    const files = createPictureFiles(path.join(root, 'ACC'), systemClock)
    for (const id of ['../evil', 'a/b', '', 'ABCDEF', `${ID}/..`]) {
      expect((await files.write(id, PIXEL)).ok, id).toBe(false)
      expect((await files.read(id)).ok, id).toBe(false)
      expect((await files.remove(id)).ok, id).toBe(false)
    }
    expect(await readdir(root)).toEqual([])
  })

  it('are complete PNGs: anything else is refused before it is on disk', async () => {
    const files = createPictureFiles(path.join(root, 'ACC'), systemClock)
    const bytes = Buffer.from(PIXEL, 'base64')
    const wrong = [
      bytes.subarray(0, -1),
      bytes.subarray(1),
      Buffer.concat([bytes, Buffer.from('<script>')]),
      Buffer.from('GIF89a'),
      Buffer.concat([bytes.subarray(0, 20), Buffer.alloc(400_000), bytes.subarray(20)]),
    ]
    for (const content of wrong) {
      expect((await files.write(ID, content.toString('base64'))).ok).toBe(false)
    }
    expect(await readdir(root)).toEqual([])
  })

  it('pictures that somebody changed on the disk are not shown', async () => {
    const files = createPictureFiles(root, systemClock)
    await files.write(ID, PIXEL)
    await writeFile(path.join(root, `${ID}.png`), '<svg/>')

    expect(await files.read(ID)).toMatchObject({ ok: false, error: { kind: 'damaged' } })
    expect(await files.read('f'.repeat(32))).toEqual({ ok: true, value: null })
  })

  it('pass the gate only as base64 with the signature of a PNG', () => {
    expect(zPng.safeParse(PIXEL).success).toBe(true)
    for (const text of [
      'data:image/png;base64,AAAA',
      Buffer.from('GIF89a').toString('base64'),
      `${PIXEL}\n`,
      `${PIXEL.slice(0, 20)}<script>`,
      `iVBORw0KGgo${'A'.repeat(480_001)}`,
    ]) {
      expect(zPng.safeParse(text).success, text.slice(0, 40)).toBe(false)
    }
  })
})
