import { join } from 'node:path'
import { run } from '../lib/exec.mjs'
import { ROOT } from '../lib/paths.mjs'
import { UserError } from '../lib/terminal.mjs'
import { commandPath } from './tools.mjs'

/** Below this size the simple picture is used: the details of the other would blur. */
const SMALL = 48
/** Every size that a system shows, in pixels. */
export const ICON_SIZES = [16, 24, 32, 48, 64, 128, 256, 512, 1024]
const ICO_SIZES = [16, 24, 32, 48, 64, 128]
const ICNS_SIZES = [16, 32, 48, 128, 256, 512, 1024]
/** Windows takes the largest one compressed. */
const ICO_LARGEST = '256.png'

/** What draws them, by Debian package. */
const TOOLS = { 'rsvg-convert': 'librsvg2-bin', icotool: 'icoutils', png2icns: 'icnsutils' }

/**
 * Draws the program's icon in every size and for every system, from its two pictures.
 * @returns {Promise<void>} rejects with `UserError` where a tool is missing
 */
export async function drawIcons() {
  const missing = Object.entries(TOOLS).filter(([name]) => commandPath(name) === null)
  if (missing.length > 0) {
    const packages = missing.map(([, name]) => name).join(' ')
    throw new UserError(`Not drawn: apt-get install ${packages}`)
  }
  const cwd = join(ROOT, 'resources', 'icons', 'program')
  const draw = async (/** @type {string} */ command, /** @type {readonly string[]} */ args) => {
    const { code, stdout, stderr } = await run(command, args, { cwd })
    if (code !== 0) throw new UserError(`${command}: ${(stderr || stdout).trim()}`)
  }
  const names = (/** @type {readonly number[]} */ sizes) => sizes.map((size) => `${size}.png`)
  for (const size of ICON_SIZES) {
    const picture = size < SMALL ? 'program-small.svg' : 'program.svg'
    await draw('rsvg-convert', ['-w', `${size}`, '-h', `${size}`, picture, '-o', `${size}.png`])
  }
  await draw('icotool', ['-c', '-o', 'program.ico', ...names(ICO_SIZES), '-r', ICO_LARGEST])
  await draw('png2icns', ['program.icns', ...names(ICNS_SIZES)])
}
