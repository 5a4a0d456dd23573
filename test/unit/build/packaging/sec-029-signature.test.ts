import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { identityOf } from '../../../../build/packaging/identity.mjs'
import { macProblems } from '../../../../build/packaging/platform-checks.mjs'
import { commandPath } from '../../../../build/packaging/tools.mjs'
import { isSigned, signExecutable, signingKey } from '../../../../build/packaging/windows/sign.mjs'

const NEEDED = ['makensis', 'openssl', 'osslsigncode']
const product = identityOf({ testRuntime: false })

/** Makes an executable of Windows and a key that nobody trusts. */
function prepare(folder: string): { file: string; certificate: string; key: string } {
  const [file, certificate, key] = ['a.exe', 'a.pem', 'a.key'].map((name) => join(folder, name))
  const script = join(folder, 'a.nsi')
  writeFileSync(script, `Unicode true\nName A\nOutFile "${file}"\nSection\nSectionEnd\n`)
  execFileSync('makensis', ['-V1', script])
  const subject = ['-subj', '/CN=Countersign test', '-addext', 'extendedKeyUsage=codeSigning']
  const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...subject]
  execFileSync('openssl', [...request, '-keyout', key ?? '', '-out', certificate ?? ''], {
    stdio: 'ignore',
  })
  return { file: file ?? '', certificate: certificate ?? '', key: key ?? '' }
}

describe('SEC-29: the signature of a Windows executable', () => {
  it('is verified, and detects one changed byte', async ({ skip }) => {
    const missing = NEEDED.filter((name) => commandPath(name) === null)
    if (missing.length > 0) skip(`missing: ${missing.join(', ')}`)
    const folder = mkdtempSync(join(tmpdir(), 'signature-'))
    try {
      const { file, certificate, key } = prepare(folder)
      expect(await isSigned(file, certificate)).toBe(false)
      await signExecutable(file, product, { certificate, key })
      expect(await isSigned(file, certificate)).toBe(true)
      const bytes = readFileSync(file)
      const middle = 0x800
      bytes[middle] = (bytes[middle] ?? 0) ^ 1
      writeFileSync(file, bytes)
      expect(await isSigned(file, certificate)).toBe(false)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })

  it('is refused to a package of a test runtime, before a key is read', async () => {
    const key = { certificate: '/nowhere', key: '/nowhere' }
    await expect(
      signExecutable('/nowhere.exe', identityOf({ testRuntime: true }), key),
    ).rejects.toThrow('is not signed')
  })

  it('needs a certificate and a key', () => {
    expect(signingKey({ COUNTERSIGN_WINDOWS_CERTIFICATE: 'a.pem' })).toBeNull()
    const env = { COUNTERSIGN_WINDOWS_CERTIFICATE: 'a.pem', COUNTERSIGN_WINDOWS_KEY: 'a.key' }
    expect(signingKey(env)).toEqual({ certificate: 'a.pem', key: 'a.key' })
  })
})

describe('the property list of the macOS application', () => {
  const plist = (digest: string, loads: boolean): string => `<dict>
    <key>CFBundleIdentifier</key><string>${product.appId}</string>
    <key>CFBundleDisplayName</key> <string>Countersign</string>
    <key>CFBundleShortVersionString</key><string>${product.version}</string>
    <key>CFBundleIconFile</key><string>icon.icns</string>
    <key>LSMinimumSystemVersion</key><string>13.0</string>
    <key>hash</key><string>${digest}</string>
    <key>NSAllowsArbitraryLoads</key>${loads ? '<true/>' : '<false/>'}</dict>`

  it('has the id, the names, the icon and the digest of the archive', () => {
    const expected = { digest: 'aa', identity: product }
    expect(macProblems(plist('aa', false), expected)).toEqual([])
    expect(macProblems(plist('bb', false), expected)).toEqual(['Info.plist: hash is bb, not aa.'])
    expect(macProblems(plist('aa', true), expected)).toEqual([
      'Info.plist allows connections without TLS.',
    ])
  })
})
