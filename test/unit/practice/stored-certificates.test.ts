import { X509Certificate } from 'node:crypto'
import { mkdtemp, readFile, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { inEnglish } from '../../../shared/messages/format-message.js'
import type { Message } from '../../../shared/messages/message.js'
import { loadCertificates } from '../../../electron/practice/tls/stored-certificates.js'
import { DAY_MS, epochMs } from '../../../shared/domain/time.js'
import { removeFolder } from '../../harness/system/remove-folder.js'

const NOW = epochMs(1_763_735_400_000)
const VALID_DAYS = 397
let folder: string
let notes: Message[]
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kept-certificates-'))
  notes = []
})
afterEach(() => removeFolder(folder))
const load = (days = 0, names: readonly string[] = []) =>
  loadCertificates(folder, epochMs(NOW + days * DAY_MS), names, notes)

describe('the certificates of a data folder', () => {
  it('are reused at every start, in a file readable by its owner only', async () => {
    const first = await load()
    expect(await load(VALID_DAYS - 91)).toMatchObject(first)
    expect(notes).toEqual([])
    if (process.platform !== 'win32') {
      expect((await stat(join(folder, 'certificate.json'))).mode & 0o777).toBe(0o600)
    }
  })

  it("contain only the server's key, which cannot sign other names", async () => {
    const { ca, cert, key } = await load()
    const text = await readFile(join(folder, 'certificate.json'), 'utf8')
    expect(text.match(/PRIVATE KEY-----\\n/g)).toHaveLength(2)
    expect(text).toContain(JSON.stringify(key))
    expect([new X509Certificate(ca).ca, new X509Certificate(cert).ca]).toEqual([true, false])
  })

  it.each([
    [VALID_DAYS - 89, 'near its end'],
    [-2, 'near its end'],
  ] as const)('are replaced after %i days: %s', async (days, why) => {
    const first = await load()
    const next = await load(days)
    expect(next.ca).not.toBe(first.ca)
    expect(Date.parse(new X509Certificate(next.cert).validTo)).toBeGreaterThan(
      NOW + (days + 90) * DAY_MS,
    )
    expect(notes.map(inEnglish)).toEqual([expect.stringContaining(why)])
  })

  it('are replaced when the names change', async () => {
    await load(0, ['api.example.com'])
    const { cert } = await load()
    expect(new X509Certificate(cert).checkHost('api.example.com')).toBeUndefined()
    expect(new X509Certificate(cert).checkIP('127.0.0.1')).toBe('127.0.0.1')
    expect(notes.map(inEnglish)).toEqual([expect.stringContaining('other names')])
  })

  it.each([
    ['a file that is cut off', (text: string) => text.slice(0, 200)],
    ['a file of nothing', () => ''],
    [
      'a certificate of another key',
      (text: string) => text.replace('PRIVATE KEY-----\\nMIG', 'PRIVATE KEY-----\\nMIH'),
    ],
  ])('are replaced when unreadable: %s', async (_what, spoil) => {
    const first = await load()
    const path = join(folder, 'certificate.json')
    await writeFile(path, spoil(await readFile(path, 'utf8')))
    expect((await load()).ca).not.toBe(first.ca)
    expect(notes.map(inEnglish)).toEqual([expect.stringContaining('could not be read')])
    notes = []
    await load()
    expect(notes).toEqual([])
  })

  it('are replaced when certificate and key do not match', async () => {
    const other = await mkdtemp(join(tmpdir(), 'kept-certificates-'))
    const [first, stranger] = [await load(), await loadCertificates(other, NOW, [], [])]
    await removeFolder(other)
    const { StateFile } = await import('../../../electron/practice/data/state-file.js')
    await new StateFile(folder, 'certificate.json').save(() => ({
      ...first,
      key: stranger.key,
      names: [],
    }))
    expect((await load()).ca).not.toBe(first.ca)
    expect(notes.map(inEnglish)).toEqual([expect.stringContaining('could not be read')])
  })
})
