import * as disk from 'node:fs'
import type { ReplacementPlace } from '../../../electron/adapters/updates/replacement-place.js'
import { MarkerFile } from '../../../electron/app/updates/marker-file.js'
import { ProgramReplacement } from '../../../electron/app/updates/program-replacement.js'

/**
 * Replaces a program as the last act of a process, and kills the process before one of the calls to
 * the disk. Arguments: the place (JSON), the data folder, the number of the call.
 */
const [placeText = '', userData = '', call = ''] = process.argv.slice(2)
const place = JSON.parse(placeText) as ReplacementPlace
const CHANGES = ['openSync', 'writeFileSync', 'fsyncSync', 'renameSync', 'rmSync', 'linkSync']
let calls = 0

const deadly = new Proxy(disk, {
  get(target, name: keyof typeof disk) {
    const original: unknown = target[name]
    if (typeof original !== 'function' || !CHANGES.includes(name)) return original
    return (...args: unknown[]): unknown => {
      calls += 1
      if (calls === Number(call)) process.kill(process.pid, 'SIGKILL')
      return (original as (...rest: unknown[]) => unknown)(...args)
    }
  },
})

const replacement = new ProgramReplacement({
  ...{ place, version: '0.1.0', disk: deadly, marker: new MarkerFile(deadly, userData) },
  quit: () => replacement.onQuitDecided(true),
  atExit: (run) => run(),
  startProgram: () => process.stdout.write(`started after ${calls} calls\n`),
})
void replacement.restartInto({ version: '0.2.0', discard: () => Promise.resolve() })
