import { execFileSync } from 'node:child_process'
import { chmodSync, copyFileSync, mkdirSync, renameSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { run } from '../lib/exec.mjs'
import { UserError } from '../lib/terminal.mjs'
import { nameFormat, sameForAll } from './after-pack.mjs'
import { LINUX_FOLDER } from './builder-config.mjs'
import { makeFormats } from './pack.mjs'
import { appImageRuntime } from './targets.mjs'
import { commandPath } from './tools.mjs'
import { makeInstaller } from './windows/installer.mjs'
import { signExecutable, signingKey } from './windows/sign.mjs'

/**
 * @typedef {object} Making
 * @property {import('./pack.mjs').Packed} packed
 * @property {import('./runtimes.mjs').PackRuntime} runtime
 * @property {import('./identity.mjs').Identity} identity
 * @property {string} work an own folder
 * @property {boolean} fast
 */

/**
 * Names the next format in the packed program, and gives every file its time and rights.
 * @param {Making} making
 * @param {import('./after-pack.mjs').PackageFormat} format
 */
function prepare({ packed, identity }, format) {
  nameFormat(packed.program, format)
  sameForAll(packed.program.folder, identity.epoch)
}

/** @type {Readonly<Record<string, (making: Making) => Promise<readonly string[]>>>} */
const MAKERS = {
  deb: async (making) => {
    prepare(making, 'deb')
    process.env['CUSTOM_FPM_PATH'] = join(LINUX_FOLDER, 'fpm.mjs')
    return makeFormats(making.packed, 'linux', ['deb'], options(making))
  },
  rpm: async (making) => {
    prepare(making, 'rpm')
    process.env['CUSTOM_FPM_PATH'] = join(LINUX_FOLDER, 'fpm.mjs')
    return makeFormats(making.packed, 'linux', ['rpm'], options(making))
  },
  appimage: async (making) => {
    prepare(making, 'appimage')
    process.env['APPIMAGE_TOOLS_PATH'] = appImageTools(making)
    return makeFormats(making.packed, 'linux', ['appimage'], options(making))
  },
  tar: async (making) => {
    prepare(making, 'tar.gz')
    return [await makeTar(making)]
  },
  zip: async (making) => makeZip(making),
  win: async (making) => {
    const { packed, identity } = making
    const key = signingKey(process.env)
    const { folder, executable } = packed.program
    if (key !== null) await signExecutable(join(folder, executable), identity, key)
    const zip = await makeZip(making)
    prepare(making, 'nsis')
    const installer = await makeInstaller(making)
    if (key !== null) await signExecutable(installer, identity, key)
    return [...zip, installer]
  },
  mac: async (making) => makeZip(making),
}

/** @param {Making} making */
const options = ({ work, identity }) => ({ work, epoch: identity.epoch })

/**
 * Makes the files of one target.
 * @param {import('./targets.mjs').Target} target
 * @param {Making} making
 * @returns {Promise<readonly string[]>} absolute paths
 */
export async function makeTarget({ name }, making) {
  const make = MAKERS[name]
  if (make === undefined) throw new Error(`Nothing makes ${name}.`)
  return make(making)
}

/** @param {Making} making */
async function makeZip(making) {
  prepare(making, 'zip')
  process.env['ELECTRON_BUILDER_7ZIP_PATH'] = commandPath('7za') ?? ''
  if (making.fast) process.env['ELECTRON_BUILDER_COMPRESSION_LEVEL'] = '1'
  return makeFormats(making.packed, making.runtime.platform, ['zip'], options(making))
}

/**
 * Puts the tools that electron-builder needs for an AppImage into the folder whose form it expects.
 * Its start script would start without Chromium's sandbox where that does not work; our own says
 * what to do instead.
 * @param {Making} making
 */
function appImageTools({ work }) {
  const folder = join(work, 'appimage-tools')
  const validate = commandPath('desktop-file-validate')
  const runtime = appImageRuntime(process.env)
  if (validate === null || runtime === null) throw new Error('The tools were checked before.')
  mkdirSync(join(folder, 'runtimes'), { recursive: true })
  mkdirSync(join(folder, 'lib', 'x64'), { recursive: true })
  symlinkSync(join(LINUX_FOLDER, 'appimage-squash.mjs'), join(folder, 'mksquashfs'))
  symlinkSync(validate, join(folder, 'desktop-file-validate'))
  copyFileSync(runtime, join(folder, 'runtimes', 'runtime-x64'))
  return folder
}

/**
 * Makes an archive whose bytes depend on the files alone: sorted, of root, without a name or a time
 * in the compressed stream.
 * @param {Making} making
 */
async function makeTar({ packed, identity, work, fast }) {
  const name = `${identity.packageName}-${identity.version}-linux-x64`
  const folder = join(work, 'tar')
  mkdirSync(folder)
  execFileSync('cp', ['-al', packed.program.folder, join(folder, name)])
  const sandbox = join(folder, name, 'chrome-sandbox')
  chmodSync(sandbox, 0o755)
  const file = join(packed.output, `${name}.tar.gz`)
  const fixed = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', '--format=gnu']
  const times = [`--mtime=@${identity.epoch}`, `--use-compress-program=gzip -n -${fast ? 1 : 9}`]
  const { code, stderr } = await run('tar', [
    '-C',
    folder,
    ...fixed,
    ...times,
    '-cf',
    `${file}.part`,
    name,
  ])
  if (code !== 0) throw new UserError(`tar: ${stderr.trim()}`)
  renameSync(`${file}.part`, file)
  return file
}
