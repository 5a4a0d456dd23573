import { zKeyBindings } from '../../../../../shared/domain/app/key-bindings-schema.js'
import { describe, expect, it } from 'vitest'
import { DEFAULT_KEY_BINDINGS, KEY_PRESETS } from '../../../../../shared/domain/app/key-bindings.js'
import {
  chordOfCommand,
  conflictsOf,
  findCommand,
  isChanged,
  withChord,
  withChordTaken,
} from '../../../../../renderer/app/commands/bindings.js'
import { COMMANDS, commandOf } from '../../../../../renderer/app/commands/commands.js'
import type { AppCommand } from '../../../../../renderer/app/commands/command.js'
import { isChord, keyCaps } from '../../../../../renderer/app/commands/keys.js'
import { PRESET_CHORDS } from '../../../../../renderer/app/commands/presets.js'
import { reservation } from '../../../../../renderer/app/commands/reserved.js'
import { usableBindings } from '../../../../../renderer/app/overlays/keyboard/import-bindings.js'

function command(id: string): AppCommand {
  const found = commandOf(id)
  if (found === undefined) throw new Error(`no command ${id}`)
  return found
}

describe('presets of shortcuts', () => {
  it.each(KEY_PRESETS)(
    '%s: every command is known, and no chord is used twice or reserved',
    (preset) => {
      const bindings = { preset, chords: {} }
      for (const id of Object.keys(PRESET_CHORDS[preset])) command(id)
      for (const bound of COMMANDS) {
        const chord = chordOfCommand(bound, bindings)
        if (chord === null) continue
        expect(isChord(chord), chord).toBe(true)
        expect(reservation(chord, false), chord).toBeNull()
        expect(reservation(chord, true), `${chord} on a Mac`).toBeNull()
        const others = conflictsOf(bound.id, chord, COMMANDS, bindings).map(({ id }) => id)
        expect(others, `${bound.id}: ${chord}`).toEqual([])
      }
    },
  )

  it('give trading commands no chord by default', () => {
    const chords = COMMANDS.filter(({ group }) => group === 'trading').map((trade) =>
      chordOfCommand(trade, DEFAULT_KEY_BINDINGS),
    )
    expect(chords.length).toBeGreaterThan(10)
    expect(new Set(chords)).toEqual(new Set([null]))
  })
})

describe('a changed shortcut', () => {
  it('replaces the default one, and is not stored when it equals it', () => {
    const changed = withChord(DEFAULT_KEY_BINDINGS, command('palette'), 'Mod+P')
    expect(findCommand('Mod+P', COMMANDS, changed)).toEqual({ command: command('palette') })
    expect(findCommand('Mod+K', COMMANDS, changed)).toBeNull()
    expect(isChanged(command('palette'), changed)).toBe(true)
    const back = withChord(changed, command('palette'), 'Mod+K')
    expect(back).toEqual(DEFAULT_KEY_BINDINGS)
  })

  it('names the commands that have its chord, and takes it from them on request', () => {
    const others = conflictsOf('theme', 'Mod+K', COMMANDS, DEFAULT_KEY_BINDINGS)
    expect(others.map(({ id }) => id)).toEqual(['palette'])
    const taken = withChordTaken(DEFAULT_KEY_BINDINGS, command('theme'), 'Mod+K', COMMANDS)
    expect(findCommand('Mod+K', COMMANDS, taken)).toEqual({ command: command('theme') })
    expect(chordOfCommand(command('palette'), taken)).toBeNull()
  })

  it('counts before the chord that a later version gives to another command', () => {
    const own = { preset: 'default', chords: { about: 'Alt+O' } } as const
    expect(findCommand('Alt+O', COMMANDS, own)).toEqual({ command: command('about') })
  })

  it('collides with a sequence that begins with it', () => {
    const vim = { preset: 'vim', chords: {} } as const
    expect(findCommand('G', COMMANDS, vim)).toBe('prefix')
    expect(findCommand('G P', COMMANDS, vim)).toEqual({ command: command('panel:positions') })
    expect(conflictsOf('theme', 'G', COMMANDS, vim).length).toBeGreaterThan(5)
  })
})

describe('a reserved chord', () => {
  it.each([
    ['Mod+C', false, 'text'],
    ['Mod+Shift+Z', false, 'text'],
    ['Alt+F4', false, 'system'],
    ['Mod+Q', true, 'system'],
    ['Mod+Q', false, null],
    ['Mod+Alt+H', true, 'system'],
    ['Mod+Shift+Q', true, 'system'],
    ['Alt+ArrowLeft', false, 'navigation'],
    ['Escape', false, 'navigation'],
    ['Mod+Alt+Shift+H', false, 'kill'],
    ['Mod+B', false, null],
    ['Mod+W', false, null],
    ['F11', false, null],
    ['Mod+Shift+I', false, null],
    ['Mod+Alt+F2', false, 'system'],
    ['Alt+F10', false, 'system'],
    ['Alt+F9', false, null],
    ['PrintScreen', false, 'system'],
    ['Shift+Insert', false, 'text'],
    ['G Tab', false, 'navigation'],
  ])('%s (Mac: %s) belongs to: %s', (chord, mac, why) => {
    expect(reservation(chord, mac)).toBe(why)
  })
})

describe('an imported file of shortcuts', () => {
  it('is used as far as its commands are known and its chords are free to use', () => {
    const { bindings, skipped } = usableBindings(
      {
        preset: 'tws',
        chords: {
          palette: 'Mod+P',
          theme: null,
          gone: 'Mod+1',
          lock: 'Mod+C',
          halt: 'not a chord!',
        },
      },
      COMMANDS,
      false,
    )
    expect(bindings).toEqual({ preset: 'tws', chords: { palette: 'Mod+P', theme: null } })
    expect(skipped).toEqual(['gone', 'lock (Mod+C)', 'halt (not a chord!)'])
  })

  it('gives a chord to the first of two commands only, and exchanges two chords', () => {
    const usable = (chords: Record<string, string | null>) =>
      usableBindings({ preset: 'default', chords }, COMMANDS, false)
    expect(usable({ settings: 'Mod+J', theme: 'Mod+J' })).toEqual({
      bindings: { preset: 'default', chords: { settings: 'Mod+J' } },
      skipped: ['theme (Mod+J)'],
    })
    expect(usable({ 'trade:sell-market': 'Mod+K' })).toEqual({
      bindings: { preset: 'default', chords: {} },
      skipped: ['trade:sell-market (Mod+K)'],
    })
    const exchanged = { settings: 'Mod+K', palette: 'Mod+,' }
    expect(usable(exchanged)).toEqual({
      bindings: { preset: 'default', chords: exchanged },
      skipped: [],
    })
  })

  it('refuses chords that no keyboard makes', () => {
    const { skipped } = usableBindings(
      { preset: 'default', chords: { theme: 'k', settings: 'Mod+k', about: 'G p' } },
      COMMANDS,
      false,
    )
    expect(skipped).toEqual(['theme (k)', 'settings (Mod+k)', 'about (G p)'])
  })

  it('an imported file of shortcuts with more entries than there are commands is refused', () => {
    const chords = Object.fromEntries(Array.from({ length: 501 }, (_, i) => [`c${i}`, null]))
    expect(zKeyBindings.safeParse({ preset: 'default', chords }).success).toBe(false)
  })
})

describe('chords on a keyboard', () => {
  it.each([
    ['Mod+K', ['Ctrl', 'K']],
    ['G P', ['G', 'P']],
    ['Mod++', ['Ctrl', '+']],
    ['+', ['+']],
  ])('%s has the keys %s', (chord, caps) => {
    expect(isChord(chord)).toBe(true)
    expect(keyCaps(chord, false)).toEqual(caps)
  })
})
