import { z } from 'zod'
import { KEY_PRESETS } from './key-bindings.js'

/** More commands than Countersign has in one place. */
const MAX_CHANGES = 500

/** The schema of `KeyBindings`, in a file of its own: windows use the type without it. */
export const zKeyBindings = z.strictObject({
  preset: z.enum(KEY_PRESETS),
  chords: z
    .record(z.string().min(1).max(80), z.string().min(1).max(40).nullable())
    .refine((chords) => Object.keys(chords).length <= MAX_CHANGES),
})
