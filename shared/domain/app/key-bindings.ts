/** The sets of shortcuts that a person can start from. */
export const KEY_PRESETS = ['default', 'tws', 'vim'] as const
export type KeyPreset = (typeof KEY_PRESETS)[number]

/**
 * The person's shortcuts: a preset, and what differs from it. A command's id maps to its chord in
 * the notation of `renderer/app/commands/keys.ts` ("Mod+K", "G P"), or to null for none.
 */
export interface KeyBindings {
  readonly preset: KeyPreset
  readonly chords: Readonly<Record<string, string | null>>
}

/** The shortcuts of a person who changed none. */
export const DEFAULT_KEY_BINDINGS: KeyBindings = { preset: 'default', chords: {} }
