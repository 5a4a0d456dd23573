import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, chmodSync, lstatSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { listFiles } from '../../lib/files.mjs'

/** @typedef {import('./fpm-arguments.mjs').PackageRequest} PackageRequest */

const KIB = 1024
const DESCRIPTION_WIDTH = 76

/**
 * Makes a Debian package of a laid-out tree.
 * @param {string} tree
 * @param {PackageRequest} request
 */
export function makeDeb(tree, request) {
  compressChangelog(tree, request.name)
  const control = join(tree, 'DEBIAN')
  // The sums leave out links, as dpkg does.
  const files = listFiles(tree).filter((path) => lstatSync(join(tree, path)).isFile())
  const size = files.reduce((sum, path) => sum + lstatSync(join(tree, path)).size, 0)
  mkdirSync(control)
  writeFileSync(join(control, 'control'), controlText(request, Math.ceil(size / KIB)))
  writeFileSync(join(control, 'md5sums'), files.map((path) => md5Line(tree, path)).join(''))
  copyFileSync(request.afterInstall, join(control, 'postinst'))
  copyFileSync(request.afterRemove, join(control, 'postrm'))
  for (const script of ['postinst', 'postrm']) chmodSync(join(control, script), 0o755)
  // A fixed number of threads: another one gives other bytes.
  const packing = ['--root-owner-group', `-Z${ZIP[request.compression] ?? 'xz'}`, '--threads-max=2']
  execFileSync('dpkg-deb', [...packing, ...level(request), '--build', tree, request.output], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

/** @type {Readonly<Record<string, string>>} */
const ZIP = { gz: 'gzip', xz: 'xz', zst: 'zstd' }

/** @param {PackageRequest} request */
const level = ({ compression }) => (compression === 'gz' ? ['-z1'] : [])

/**
 * Debian wants the changelog compressed, without a name and a time in it.
 * @param {string} tree
 * @param {string} name
 */
function compressChangelog(tree, name) {
  const file = join(tree, 'usr', 'share', 'doc', name, 'changelog.gz')
  writeFileSync(file, gzipSync(readFileSync(file), { level: 9 }))
}

/**
 * @param {string} tree
 * @param {string} path
 */
function md5Line(tree, path) {
  const digest = createHash('md5').update(readFileSync(join(tree, path)))
  return `${digest.digest('hex')}  ${path}\n`
}

/**
 * Returns the control file of a Debian package.
 * @param {PackageRequest} request
 * @param {number} size in KiB, installed
 */
export function controlText(request, size) {
  const [summary = '', ...lines] = request.description.trim().split('\n')
  const fields = {
    Package: request.name,
    Version: request.version,
    Architecture: request.architecture,
    Maintainer: request.maintainer,
    'Installed-Size': String(size),
    Depends: request.depends.join(', '),
    Recommends: request.recommends.join(', '),
    Conflicts: request.conflicts.join(', '),
    Section: request.category,
    Priority: request.priority,
    Homepage: request.url,
    Description: [summary.trim(), ...wrapped(lines.join(' '))].join('\n '),
  }
  return Object.entries(fields)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}: ${value}\n`)
    .join('')
}

/**
 * Breaks a text into lines.
 * @param {string} text
 * @param {number} [width] in characters
 * @returns {string[]}
 */
export function wrapped(text, width = DESCRIPTION_WIDTH) {
  /** @type {string[]} */
  const lines = []
  for (const word of text.split(/\s+/).filter((part) => part !== '')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + word.length < width) {
      lines[lines.length - 1] = `${last} ${word}`
    } else lines.push(word)
  }
  return lines
}
