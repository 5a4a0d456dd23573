import { z } from 'zod'

/** The sets of shortcuts that a person can start from. */
export const KEY_PRESETS = ['default', 'tws', 'vim'] as const
export type KeyPreset = (typeof KEY_PRESETS)[number]

/** More commands than Countersign has in one place. */
const MAX_CHANGES = 500

/**
 * The person's shortcuts: a preset, and what differs from it. A command's id maps to its chord in
 * the notation of `renderer/app/commands/keys.ts` ("Mod+K", "G P"), or to null for none.
 */
export const zKeyBindings = z.strictObject({
  preset: z.enum(KEY_PRESETS),
  chords: z
    .record(z.string().min(1).max(80), z.string().min(1).max(40).nullable())
    .refine((chords) => Object.keys(chords).length <= MAX_CHANGES),
})

export interface KeyBindings {
  readonly preset: KeyPreset
  readonly chords: Readonly<Record<string, string | null>>
}

/** The shortcuts of a person who changed none. */
export const DEFAULT_KEY_BINDINGS: z.output<typeof zKeyBindings> = { preset: 'default', chords: {} }
