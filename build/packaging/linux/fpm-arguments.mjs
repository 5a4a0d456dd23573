/**
 * What electron-builder requests of fpm.
 * @typedef {object} PackageRequest
 * @property {'deb' | 'rpm'} kind
 * @property {string} name
 * @property {string} version
 * @property {string} architecture
 * @property {string} maintainer
 * @property {string} vendor
 * @property {string} url
 * @property {string} description the first line is a summary
 * @property {string} license
 * @property {string} category
 * @property {string} priority
 * @property {string} compression
 * @property {string} afterInstall a file
 * @property {string} afterRemove a file
 * @property {string} output the package to write
 * @property {readonly string[]} depends
 * @property {readonly string[]} recommends
 * @property {readonly string[]} conflicts
 * @property {readonly (readonly [from: string, to: string])[]} files a `from` that ends with a
 *   slash is a folder
 */

/** Options that stand alone. */
const FLAGS = new Set(['--force', '--debug'])

/**
 * Reads the arguments with which electron-builder calls fpm.
 * @param {readonly string[]} args
 * @returns {PackageRequest} throws for what it does not know, because a dropped option would make a
 *   wrong package
 */
export function readFpmArguments(args) {
  /** @type {Map<string, string[]>} */
  const options = new Map()
  /** @type {[string, string][]} */
  const files = []
  const queue = [...args]
  for (let word = queue.shift(); word !== undefined; word = queue.shift()) {
    if (FLAGS.has(word)) continue
    if (word.startsWith('-')) {
      if (!KNOWN.has(word)) throw new Error(`fpm: the option ${word} is not supported.`)
      options.set(word, [...(options.get(word) ?? []), queue.shift() ?? ''])
    } else {
      const cut = word.lastIndexOf('=')
      if (cut < 0) throw new Error(`fpm: ${word} says no destination.`)
      files.push([word.slice(0, cut), word.slice(cut + 1)])
    }
  }
  const valueOf = (/** @type {string} */ name) => options.get(name)?.[0] ?? ''
  const kind = valueOf('-t')
  if (kind !== 'deb' && kind !== 'rpm') throw new Error(`fpm: no packages of kind ${kind}.`)
  return {
    kind,
    name: valueOf('--name'),
    version: valueOf('--version'),
    architecture: valueOf('--architecture'),
    maintainer: valueOf('--maintainer'),
    vendor: valueOf('--vendor'),
    url: valueOf('--url'),
    description: valueOf('--description'),
    license: valueOf('--license'),
    category: valueOf('--category'),
    priority: valueOf('--deb-priority'),
    compression: valueOf(kind === 'deb' ? '--deb-compression' : '--rpm-compression'),
    afterInstall: valueOf('--after-install'),
    afterRemove: valueOf('--after-remove'),
    output: valueOf('--package'),
    depends: options.get('-d') ?? [],
    recommends: options.get('--deb-recommends') ?? [],
    conflicts: options.get('--conflicts') ?? [],
    files,
  }
}

const KNOWN = new Set([
  '-s',
  '-t',
  '-d',
  '--deb-recommends',
  '--deb-compression',
  '--deb-priority',
  '--rpm-os',
  '--rpm-compression',
  '--rpm-summary',
  '--architecture',
  '--after-install',
  '--after-remove',
  '--description',
  '--version',
  '--package',
  '--name',
  '--maintainer',
  '--vendor',
  '--url',
  '--category',
  '--license',
  '--conflicts',
])
