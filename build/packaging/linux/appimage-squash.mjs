#!/usr/bin/env node
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  lutimesSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  writeFileSync,
} from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { listFiles } from '../../lib/files.mjs'
import { withoutAddresses } from './desktop-entry.mjs'

/**
 * Stands in for mksquashfs, which electron-builder calls for an AppImage: replaces the start
 * script, takes the place for addresses out of the menu entry, and makes the image the same for
 * everybody.
 */
const [stage = '', ...args] = process.argv.slice(2)
const epoch = Number(process.env['SOURCE_DATE_EPOCH'] ?? '0')
copyFileSync(fileURLToPath(new URL('AppRun.sh', import.meta.url)), join(stage, 'AppRun'))
chmodSync(join(stage, 'AppRun'), 0o755)
for (const name of readdirSync(stage).filter((file) => file.endsWith('.desktop'))) {
  writeFileSync(join(stage, name), withoutAddresses(readFileSync(join(stage, name), 'utf8')))
}
mkdirSync(join(stage, 'usr'), { recursive: true })
for (const path of listFiles(stage)) lutimesSync(join(stage, path), epoch, epoch)
// This program has the real one's name in its folder, so look for that elsewhere.
const own = dirname(process.argv[1] ?? '')
const path = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== own)
execFileSync('mksquashfs', [stage, ...args, '-reproducible', '-quiet'], {
  env: { ...process.env, PATH: path.join(delimiter) },
  stdio: ['ignore', 'ignore', 'inherit'],
})
