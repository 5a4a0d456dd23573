import { renameSync } from 'node:fs'
import { run } from '../../lib/exec.mjs'
import { UserError } from '../../lib/terminal.mjs'
import { assertSignable } from '../identity.mjs'

/**
 * @typedef {object} SigningKey
 * @property {string} certificate a PEM file with the chain
 * @property {string} key a PEM file
 * @property {string} [timestampServer] without one the signature ends with the certificate
 */

/**
 * Returns the key that the environment names.
 * @param {NodeJS.ProcessEnv} env
 * @returns {SigningKey | null}
 */
export function signingKey(env) {
  const certificate = env['COUNTERSIGN_WINDOWS_CERTIFICATE']
  const key = env['COUNTERSIGN_WINDOWS_KEY']
  const timestampServer = env['COUNTERSIGN_WINDOWS_TIMESTAMP']
  if (certificate === undefined || key === undefined) return null
  return { certificate, key, ...(timestampServer === undefined ? {} : { timestampServer }) }
}

/**
 * Signs an executable of Windows in its place, with osslsigncode.
 * @param {string} file
 * @param {import('../identity.mjs').Identity} identity
 * @param {SigningKey} signing
 * @returns {Promise<void>} rejects with `UserError`; always for a package of a test runtime
 */
export async function signExecutable(file, identity, { certificate, key, timestampServer }) {
  assertSignable(identity)
  const signed = `${file}.signed`
  const time = timestampServer === undefined ? [] : ['-ts', timestampServer]
  const names = ['-n', identity.menuName, '-i', identity.homepage]
  const { code, stdout, stderr } = await run('osslsigncode', [
    'sign',
    ...['-certs', certificate, '-key', key, '-h', 'sha256'],
    ...names,
    ...time,
    ...['-in', file, '-out', signed],
  ])
  if (code !== 0) throw new UserError(`osslsigncode: ${(stderr || stdout).trim()}`)
  renameSync(signed, file)
}

/**
 * Checks the signature of an executable against an authority.
 * @param {string} file
 * @param {string} authority a PEM file
 * @returns {Promise<boolean>}
 */
export async function isSigned(file, authority) {
  const { code } = await run('osslsigncode', ['verify', '-CAfile', authority, '-in', file])
  return code === 0
}
