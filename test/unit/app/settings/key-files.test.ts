import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { KeyFiles } from '../../../../electron/app/settings/key-files.js'
import type { KeyBindings } from '../../../../shared/domain/app/key-bindings.js'
import { removeFolder } from '../../../harness/system/remove-folder.js'

const folder = mkdtempSync(join(tmpdir(), 'countersign-keys-'))
afterAll(() => removeFolder(folder))

const OWN: KeyBindings = { preset: 'vim', chords: { settings: 'Mod+Shift+U', theme: null } }

/** Files of shortcuts where every dialog is answered with this file. */
const filesAt = (path: string): KeyFiles =>
  new KeyFiles(
    { savePath: () => Promise.resolve(path), openPath: () => Promise.resolve(path) },
    () => OWN,
  )

/** Imports a file with this content. */
function imported(content: string | Buffer) {
  const path = join(folder, 'keys.json')
  writeFileSync(path, content)
  return filesAt(path).read()
}

const fileOf = (data: unknown): string => JSON.stringify({ kind: 'countersign-keys', v: 1, data })
const isRefused = { ok: false, error: { code: 'storage/failed' } }

describe('a file of shortcuts', () => {
  it('is imported as it was exported', async () => {
    const files = filesAt(join(folder, 'exported.json'))
    expect(await files.save()).toEqual({ ok: true, value: true })
    expect(await files.read()).toEqual({ ok: true, value: OWN })
  })

  it('may begin with the mark that editors of Windows write', async () => {
    expect(await imported(`\uFEFF${fileOf(OWN)}`)).toEqual({ ok: true, value: OWN })
  })

  it.each([
    ['no JSON', '{'],
    ['nothing', ''],
    ['another kind', '{"kind":"other"}'],
    ['a later version', JSON.stringify({ kind: 'countersign-keys', v: 2, data: OWN })],
    ['an unknown preset', fileOf({ preset: 'emacs', chords: {} })],
    ['more than a name and keys', fileOf({ ...OWN, run: 'x' })],
    ['a number for keys', fileOf({ preset: 'vim', chords: { theme: 4 } })],
    ['bytes that are no text', Buffer.from([0xff, 0xfe, 0x00, 0x01])],
    ['too much', ' '.repeat(100_001)],
  ])('a file of shortcuts with %s is refused', async (_name, content) => {
    expect(await imported(content)).toMatchObject(isRefused)
  })

  it('is refused without being read when it is no file', async () => {
    expect(await filesAt('/dev/zero').read()).toMatchObject(isRefused)
    expect(await filesAt(folder).read()).toMatchObject(isRefused)
  })

  it('changes no other object by the names of its commands', async () => {
    const content =
      '{"kind":"countersign-keys","v":1,"data":{"preset":"vim","chords":{"__proto__":null}}}'
    await imported(content)
    expect(Object.getPrototypeOf({})).toBe(Object.prototype)
  })
})
