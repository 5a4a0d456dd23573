import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { thirdParty } from '../licences.mjs'
import { ROOT } from '../lib/paths.mjs'
import { wrapped } from './linux/deb.mjs'

/** @typedef {import('./identity.mjs').Identity} Identity */

/**
 * Writes copyright and changelog as Debian and rpm want them.
 * @param {string} folder an existing folder
 * @param {Identity} identity
 * @returns {{ deb: string[], rpm: string[] }} arguments of fpm, each `file=destination`
 */
export function writeDocuments(folder, identity) {
  mkdirSync(folder, { recursive: true })
  const file = (/** @type {string} */ name) => join(folder, name)
  const changes = readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8')
  const licence = readFileSync(join(ROOT, 'LICENSE'), 'utf8')
  writeFileSync(file('copyright'), copyrightText(licence, identity))
  writeFileSync(file('changelog'), debianChangelog(changes, identity))
  writeFileSync(file('CHANGELOG.md'), changes)
  const place = `/usr/share/doc/${identity.packageName}`
  return {
    deb: [`${file('copyright')}=${place}/copyright`, `${file('changelog')}=${place}/changelog.gz`],
    rpm: [
      `${file('copyright')}=${place}/copyright`,
      `${file('CHANGELOG.md')}=${place}/CHANGELOG.md`,
    ],
  }
}

/**
 * Returns the copyright file: the product's own terms, whose runtime it contains, and a paragraph
 * for each library.
 * @param {string} licence
 * @param {Identity} identity
 */
export function copyrightText(licence, { homepage, author, epoch }) {
  const terms = licence.trim().split('\n').map(debianLine).join('\n')
  const libraries = thirdParty().map(
    ({ name, version, licence: kind }) => `  ${name} ${version}: ${kind}`,
  )
  return `Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: Countersign
Upstream-Contact: ${author.name} <${author.email}>
Source: ${homepage}

Files: *
Copyright: ${new Date(epoch * 1000).getUTCFullYear()} ${author.name}
License: Countersign
${terms}

Files: /opt/Countersign/*
Copyright: Electron contributors, The Chromium Authors, Node.js contributors, FFmpeg developers
License: Electron-and-Chromium
 The runtime is Electron with Chromium, Node.js and FFmpeg (LGPL 2.1). The texts of all their
 licenses are in /opt/Countersign/LICENSE.electron.txt and /opt/Countersign/LICENSES.chromium.html.

Files: /opt/Countersign/resources/app.asar
Copyright: the authors of the libraries that it contains
License: libraries
 The full texts are shown in the window under About. The libraries:
${libraries.join('\n')}
`
}

/** @param {string} line */
const debianLine = (line) => (line.trim() === '' ? ' .' : ` ${line.trim()}`)

/** The width of an item, so that lines of a changelog have less than 80 columns. */
const ITEM_WIDTH = 74

/**
 * Returns the changelog in Debian's form: one entry, of this version.
 * @param {string} changes the project's changelog
 * @param {Pick<Identity, 'packageName' | 'version' | 'author' | 'epoch'>} identity
 */
export function debianChangelog(changes, { packageName, version, author, epoch }) {
  const [, section = ''] = changes.split(/^## .*$/m)
  const items = section
    .split(/^- /m)
    .slice(1)
    .map((item) => `  * ${wrapped(item.split(/^#/m)[0] ?? '', ITEM_WIDTH).join('\n    ')}`)
  const date = new Date(epoch * 1000).toUTCString().replace('GMT', '+0000')
  return `${packageName} (${version.replaceAll('-', '~')}) unstable; urgency=medium

${items.join('\n')}

 -- ${author.name} <${author.email}>  ${date}
`
}
