import { z } from 'zod'
import { zKeyBindings, type KeyBindings } from '../../domain/app/key-bindings.js'
import { op } from '../entry.js'
import { mirror } from '../mirror.js'

const nothing = z.strictObject({})
const main = ['main'] as const

/** What a window requests of the desktop around it: files of shortcuts. */
export const desktopContract = {
  /** Requests a file name and writes the stored shortcuts; false when the person canceled. */
  'keys.export': op({
    in: nothing,
    out: z.strictObject({ saved: z.boolean() }),
    surfaces: main,
    effect: 'session',
  }),
  /** Returns the shortcuts of a file that the person chooses; null when they canceled. */
  'keys.import': op({
    in: nothing,
    out: z.strictObject({ bindings: mirror<KeyBindings>()(zKeyBindings).nullable() }),
    surfaces: main,
    effect: 'session',
  }),
} as const
