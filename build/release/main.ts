import { generateKeyPairSync } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { nodeCrypto } from '../../electron/adapters/crypto.js'
import { openManifest } from '../../electron/core/updates/signed-manifest.js'
import { fileProblems, privateKeyOf, publicKeyOf, signedRelease } from './signed-release.js'

/**
 * Makes keys, and makes and verifies the signed manifest of a release. Keys are given by path and
 * never lie in the tree; a private key is printed nowhere.
 */

const SOURCE = 'build/config/update-source.json'
const PRIVATE_FILE = 0o600

const zPins = z.object({ keys: z.tuple([z.string(), z.string()]) })

const json = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'))
const pinsOf = (file: string): [string, string] => zPins.parse(json(file)).keys

function required(value: string | undefined, option: string): string {
  if (value === undefined) throw new Error(`--${option} is missing`)
  return value
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    release: { type: 'string' },
    files: { type: 'string' },
    key: { type: 'string', multiple: true },
    source: { type: 'string', default: SOURCE },
    out: { type: 'string' },
  },
})

async function make(): Promise<string> {
  const text = await signedRelease({
    release: json(required(values.release, 'release')),
    folder: required(values.files, 'files'),
    pins: pinsOf(values.source),
    keys: (values.key ?? []).map((file) => privateKeyOf(readFileSync(file, 'utf8'))),
  })
  const out = required(values.out, 'out')
  writeFileSync(out, text)
  return `Wrote ${out}.`
}

async function verify(): Promise<string> {
  const file = required(positionals[1], 'manifest')
  const opened = openManifest(readFileSync(file, 'utf8'), pinsOf(values.source), nodeCrypto.ed25519)
  if (!opened.ok) throw new Error(`${file}: ${opened.error}`)
  const { version, channel, files, notAfter } = opened.value
  const problems = values.files === undefined ? [] : await fileProblems(opened.value, values.files)
  if (problems.length > 0) throw new Error(problems.join('\n'))
  const until = new Date(notAfter).toISOString()
  return `${channel} ${version}, ${files.length} files, accepted until ${until}.`
}

/** Writes a new private key to a file of the person's, and returns its public key. */
function makeKey(): string {
  const { privateKey } = generateKeyPairSync('ed25519')
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' })
  writeFileSync(required(values.out, 'out'), pem, { mode: PRIVATE_FILE, flag: 'wx' })
  return publicKeyOf(privateKey)
}

async function run(action: string): Promise<string> {
  switch (action) {
    case 'make':
      return make()
    case 'verify':
      return verify()
    case 'key':
      return makeKey()
    default:
      throw new Error('make, verify or key is missing')
  }
}

try {
  process.stdout.write(`${await run(positionals[0] ?? '')}\n`)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
