import path from 'node:path'
import { systemClock } from '../../adapters/clock.js'
import { createCheckedFile } from '../../adapters/journal/checked-file.js'
import { copiedBeforeUpgrade } from '../../adapters/journal/upgrade-copy.js'
import { ReservedFile } from '../../adapters/reserved-file.js'
import type { DocumentPort, LogPort } from '../../core/ports.js'
import { inTwoPlaces } from '../../core/instructions/kill-switch/halt-places.js'

export interface HaltFileOptions {
  /** The profile's own folder. */
  readonly root: string
  /** The file in that folder, with its path below it. */
  readonly name: string
  readonly isHalt: (text: string) => boolean
  /** The newest version of its content that this program knows: the writer's own. */
  readonly version: number
  /** The bytes that one version may take. */
  readonly slotBytes: number
  readonly log: LogPort
}

/**
 * Opens the record of a halt: a file in the profile's folder, and one beside that folder, which
 * survives its loss and whose space is reserved now, so that a full disk does not matter later.
 */
export function haltFile(options: HaltFileOptions): DocumentPort {
  const { root, name, isHalt, version, slotBytes, log } = options
  const second = new ReservedFile({
    path: `${root}.${path.basename(name, '.json')}`,
    clock: systemClock,
    slotBytes,
  })
  void second.reserve().then((reserved) => {
    if (!reserved.ok) log.event('warn', 'halt.not-reserved', { kind: reserved.error.kind })
  })
  const first = createCheckedFile(
    copiedBeforeUpgrade({ path: path.join(root, name), clock: systemClock, version }),
  )
  return inTwoPlaces({ first, second, isHalt, version })
}
